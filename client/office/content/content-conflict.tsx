import { useState } from "react"
import { formatDateTime } from "#client/app/dates.ts"
import { groupBy } from "#client/app/group-by.ts"
import { ConflictFrame, VersionChoice } from "#client/office/editing/conflict-frame.tsx"
import { type Difference, findDifferences } from "#server/contract/content/differences.ts"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { valueAt, withValue } from "./edited-content.ts"
import { contentEditor } from "./texts.ts"

const texts = contentEditor.conflict

interface ContentConflictProps {
  tree: FieldNode
  mine: unknown
  theirs: EditedPage
  /** The content that both versions started from. */
  opened: unknown
  onResolve: (content: unknown) => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions side by side, in the parts of the page where they differ. */
export function ContentConflict({ tree, mine, theirs, opened, ...on }: ContentConflictProps) {
  const parts = differingParts(tree, theirs.content, mine)
  // A part that the user changed is preselected in the user's version, any other one in theirs.
  const [mineChosen, setMineChosen] = useState<ReadonlySet<string>>(
    () => new Set(differingParts(tree, opened, mine).map(({ path }) => path)),
  )

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
    <ConflictFrame
      {...on}
      title={texts.title}
      text={texts.text(
        theirs.changedBy ?? theirs.publishedBy,
        formatDateTime(theirs.changedAt ?? theirs.publishedAt ?? ""),
      )}
      later={texts.later}
      onKeepMine={() => on.onResolve(mine)}
      onSaveChoices={saveChoices}
    >
      {parts.map(({ path, label, ...versions }) => (
        <VersionChoice
          key={path}
          label={label}
          versions={{ mine: versions.mine.join("\n"), theirs: versions.theirs.join("\n") }}
          choice={mineChosen.has(path) ? "mine" : "theirs"}
          onChoose={(choice) => choose(path, choice === "mine")}
        />
      ))}
    </ConflictFrame>
  )
}

interface Part {
  /** The path of a field, or of the outermost list around it, since entries of two lists cannot be mixed. */
  path: string
  label: string
  theirs: string[]
  mine: string[]
}

function differingParts(tree: FieldNode, theirs: unknown, mine: unknown): Part[] {
  const groups = groupBy(findDifferences(tree, theirs, mine), (difference) => partOf(tree, difference))
  return Array.from(groups, ([path, differences]) => ({
    path,
    label: differences[0]?.labels.slice(0, 2).join(" › ") ?? path,
    theirs: differences.map(({ before }) => before || texts.empty),
    mine: differences.map(({ after }) => after || texts.empty),
  }))
}

/** Returns the path down to the first list. */
function partOf(tree: FieldNode, { path }: Difference): string {
  const keys = path.split(".")
  let node: FieldNode | undefined = tree
  for (const [depth, key] of keys.entries()) {
    if (node?.kind === "list") return keys.slice(0, depth).join(".")
    node = node?.fields?.find(([name]) => name === key)?.[1]
  }
  return path
}
