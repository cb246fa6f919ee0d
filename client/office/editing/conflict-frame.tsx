import { type ReactNode, useId, useRef } from "react"
import { ModalFrame } from "#client/ui/modal-frame.tsx"
import { editing } from "./texts.ts"

const texts = editing.conflict

interface ConflictFrameProps {
  title: string
  text: string
  /** The label of the button that closes the dialog. */
  later: string
  onKeepMine: () => void
  onTakeTheirs: () => void
  onSaveChoices: () => void
  onClose: () => void
  /** They contain a `VersionChoice` for each part in which the versions differ. */
  children: ReactNode
}

/** The dialog about something that two people have edited at once. */
export function ConflictFrame({ title, text, later, children, ...on }: ConflictFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
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
      <div className="mt-5 grid gap-5">{children}</div>
      <div className="sticky -bottom-4 -mx-4 mt-6 -mb-4 flex flex-wrap justify-end gap-3 border-t border-base-300 bg-base-100 px-4 py-3 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6">
        <button type="button" className="btn max-sm:w-full" onClick={() => dialog.current?.close()}>
          {later}
        </button>
        <button type="button" className="btn btn-primary max-sm:w-full" onClick={on.onSaveChoices}>
          {texts.saveChoices}
        </button>
      </div>
    </ModalFrame>
  )
}

export type Choice = "mine" | "theirs"

interface VersionChoiceProps {
  label: string
  versions: Record<Choice, ReactNode>
  choice: Choice
  onChoose: (choice: Choice) => void
}

export function VersionChoice({ label, versions, choice, onChoose }: VersionChoiceProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(["mine", "theirs"] as const).map((value) => (
          <label
            key={value}
            className="grid cursor-pointer content-start gap-2 rounded-field border border-base-content/30 p-3 has-checked:border-primary has-checked:bg-primary/5 has-checked:outline has-checked:outline-primary"
          >
            <span className="flex min-h-6 items-center gap-2.5 text-sm font-semibold">
              <input
                type="radio"
                name={group}
                checked={choice === value}
                className="size-5 accent-primary"
                onChange={() => onChoose(value)}
              />
              {texts[value]}
            </span>
            <span className="whitespace-pre-line wrap-anywhere">{versions[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
