import { formatTime } from "#client/office/french/dates.ts"
import { LogInAgain } from "#client/office/ui/log-in-again.tsx"
import type { Edited, EditState } from "./edit-state.ts"
import { editing as texts } from "./texts.ts"

/** Shows when the draft was saved, as « Enregistré à 14:05 ». */
export function SaveNote({ saveState, savedAt }: Pick<EditState<Edited>, "saveState" | "savedAt">) {
  if (saveState === "saving") return texts.saving
  if (saveState !== "saved") return texts.unsaved
  return savedAt ? texts.savedAt(formatTime(savedAt)) : ""
}

interface SaveProblemProps extends Pick<EditState<Edited>, "saveState" | "rejection"> {
  /** It lets the user choose between two versions, while a conflict waits for that. */
  onChoose: (() => void) | undefined
}

/** Says why the draft is not saved, without taking the focus of somebody who may be typing. */
export function SaveProblem({ saveState, rejection, onChoose }: SaveProblemProps) {
  if (onChoose) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-60 font-medium text-error">{texts.conflict.pending}</p>
        <button type="button" className="btn btn-outline btn-error" onClick={onChoose}>
          {texts.conflict.choose}
        </button>
      </div>
    )
  }
  if (saveState === "offline") return <p className="font-medium text-error">{texts.offline}</p>
  if (saveState === "unavailable") return <p className="font-medium text-error">{texts.unavailable}</p>
  if (saveState === "rejected") return <p className="font-medium text-error">{texts.rejected + rejection.text}</p>
  if (saveState === "otherAccount") return <p className="font-medium text-error">{texts.otherAccount}</p>
  if (saveState === "signedOut") return <LogInAgain />
  return null
}
