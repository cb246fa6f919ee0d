import { type ReactNode, useId, useRef, useState } from "react"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { editing } from "./texts.ts"

const texts = editing.conflict

const VERSIONS = ["mine", "theirs"] as const

/** A part in which the versions differ. */
interface ConflictPart extends Record<(typeof VERSIONS)[number], ReactNode> {
  path: string
  label: string
  /** Whether the user has changed it, so that the user's version is preselected. */
  isMine: boolean
}

interface ConflictDialogProps {
  title: string
  text: string
  /** The label of the button that closes the dialog. */
  later: string
  parts: readonly ConflictPart[]
  onKeepMine: () => void
  onTakeTheirs: () => void
  /** It receives the paths of the parts that are taken from the user's version. */
  onSave: (mine: readonly string[]) => void
  onClose: () => void
}

/** Shows both versions of something that two people have edited at once, side by side. */
export function ConflictDialog({ title, text, later, parts, ...on }: ConflictDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [mine, setMine] = useState(() => parts.filter(({ isMine }) => isMine).map(({ path }) => path))

  function choose(path: string, isMine: boolean) {
    const others = mine.filter((one) => one !== path)
    setMine(isMine ? [...others, path] : others)
  }

  return (
    <ModalFrame ref={dialog} title={title} wideSize="w-[min(94vw,60rem)] p-4 md:p-6" onClose={on.onClose}>
      <p className="prose-width mt-2 text-base-content/80">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline btn-primary max-sm:w-full" onClick={on.onKeepMine}>
          {texts.keepMine}
        </button>
        <button type="button" className="btn btn-outline btn-primary max-sm:w-full" onClick={on.onTakeTheirs}>
          {texts.takeTheirs}
        </button>
      </div>
      <div className="mt-5 grid gap-5">
        {parts.map((part) => (
          <Versions
            key={part.path}
            part={part}
            isMine={mine.includes(part.path)}
            onChoose={(isMine) => choose(part.path, isMine)}
          />
        ))}
      </div>
      <div className="sticky -bottom-4 -mx-4 mt-6 -mb-4 flex flex-wrap justify-end gap-3 border-t border-base-300 bg-base-100 px-4 py-3 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6">
        <button type="button" className="btn max-sm:w-full" onClick={() => dialog.current?.close()}>
          {later}
        </button>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={() => on.onSave(mine)}>
          {texts.saveChoices}
        </button>
      </div>
    </ModalFrame>
  )
}

interface VersionsProps {
  part: ConflictPart
  isMine: boolean
  onChoose: (isMine: boolean) => void
}

function Versions({ part, isMine, onChoose }: VersionsProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{part.label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {VERSIONS.map((version) => (
          <label
            key={version}
            className="grid cursor-pointer content-start gap-2 rounded-field border border-base-content/30 p-3 has-checked:border-primary has-checked:bg-primary/5 has-checked:outline has-checked:outline-primary"
          >
            <span className="flex min-h-6 items-center gap-2.5 text-sm font-semibold">
              <input
                type="radio"
                name={group}
                checked={(version === "mine") === isMine}
                className="size-5 accent-primary"
                onChange={() => onChoose(version === "mine")}
              />
              {texts[version]}
            </span>
            <span className="whitespace-pre-line wrap-anywhere">{part[version]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
