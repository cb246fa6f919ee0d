import { useEffect, useId, useRef, useState } from "react"
import { contentEditor } from "#client/copy/admin-content.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { type Difference, findDifferences } from "#server/contract/content/differences.ts"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { withValue } from "./edited-content.ts"

const copy = contentEditor.conflict

interface ContentConflictProps {
  tree: FieldNode
  mine: unknown
  theirs: EditedPage
  /** What both started from. */
  opened: unknown
  onResolve: (content: unknown) => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Both versions side by side, in the parts of the page where they differ. */
export function ContentConflict({ tree, mine, theirs, opened, ...on }: ContentConflictProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const parts = differingParts(tree, theirs.content, mine)
  // Preselected: the parts that the user changed, and theirs elsewhere.
  const [mineChosen, setMineChosen] = useState<ReadonlySet<string>>(
    () => new Set(differingParts(tree, opened, mine).map(({ path }) => path)),
  )
  // Only showModal() makes a dialog modal; the open attribute does not.
  useEffect(() => dialog.current?.showModal(), [])

  function choose(path: string, isMine: boolean) {
    const others = [...mineChosen].filter((one) => one !== path)
    setMineChosen(new Set(isMine ? [...others, path] : others))
  }

  function saveChoices() {
    const chosen = parts.filter(({ path }) => mineChosen.has(path))
    on.onResolve(
      chosen.reduce<unknown>(
        (content, { path }) => withValue(content, path.split("."), valueAt(mine, path)),
        theirs.content,
      ),
    )
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={on.onClose}
      className="m-auto w-[min(94vw,60rem)] rounded-box bg-base-100 p-4 text-base-content shadow-float backdrop:bg-neutral/60 md:p-6"
    >
      <h2 id={titleId} className="text-h3">
        {copy.title}
      </h2>
      <p className="prose-width mt-2 text-base-content/80">
        {copy.text(
          theirs.changedBy ?? theirs.publishedBy,
          formatDateTime(theirs.changedAt ?? theirs.publishedAt ?? ""),
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline btn-primary max-sm:w-full" onClick={() => on.onResolve(mine)}>
          {copy.keepMine}
        </button>
        <button type="button" className="btn btn-outline btn-primary max-sm:w-full" onClick={on.onTakeTheirs}>
          {copy.takeTheirs}
        </button>
      </div>
      <div className="mt-5 grid gap-5">
        {parts.map((part) => (
          <PartChoice
            key={part.path}
            part={part}
            isMine={mineChosen.has(part.path)}
            onChoose={(isMine) => choose(part.path, isMine)}
          />
        ))}
      </div>
      <div className="sticky -bottom-4 -mx-4 mt-6 -mb-4 flex flex-wrap justify-end gap-3 border-t border-base-300 bg-base-100 px-4 py-3 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6">
        <button type="button" className="btn max-sm:w-full" onClick={() => dialog.current?.close()}>
          {copy.later}
        </button>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={saveChoices}>
          {copy.saveChoices}
        </button>
      </div>
    </dialog>
  )
}

interface Part {
  /** Of a field, or of the whole list that it is in: entries of two lists cannot be mixed. */
  path: string
  label: string
  theirs: string[]
  mine: string[]
}

function differingParts(tree: FieldNode, theirs: unknown, mine: unknown): Part[] {
  const groups = Map.groupBy(findDifferences(tree, theirs, mine), (difference) => partOf(tree, difference))
  return Array.from(groups, ([path, differences]) => ({
    path,
    label: differences[0]?.labels.slice(0, 2).join(" › ") ?? path,
    theirs: differences.map(({ before }) => before || copy.empty),
    mine: differences.map(({ after }) => after || copy.empty),
  }))
}

/** The path down to the first list. */
function partOf(tree: FieldNode, { path }: Difference): string {
  const keys = path.split(".")
  let node: FieldNode | undefined = tree
  for (const [depth, key] of keys.entries()) {
    if (node?.kind === "list") return keys.slice(0, depth).join(".")
    node = node?.fields?.find(([name]) => name === key)?.[1]
  }
  return path
}

function valueAt(content: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], content)
}

interface PartChoiceProps {
  part: Part
  isMine: boolean
  onChoose: (isMine: boolean) => void
}

function PartChoice({ part, isMine, onChoose }: PartChoiceProps) {
  const group = useId()
  const versions = [
    { label: copy.mine, texts: part.mine, chosen: true },
    { label: copy.theirs, texts: part.theirs, chosen: false },
  ]
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{part.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {versions.map(({ label, texts, chosen }) => (
          <label
            key={label}
            className="grid cursor-pointer content-start gap-2 rounded-field border border-base-content/30 p-3 has-checked:border-primary has-checked:bg-primary/5 has-checked:outline has-checked:outline-primary"
          >
            <span className="flex min-h-6 items-center gap-2.5 text-sm font-semibold">
              <input
                type="radio"
                name={group}
                checked={isMine === chosen}
                className="size-5 accent-primary"
                onChange={() => onChoose(chosen)}
              />
              {label}
            </span>
            <span className="max-h-60 overflow-y-auto whitespace-pre-line wrap-anywhere">{texts.join("\n")}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
