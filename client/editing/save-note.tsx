import { formatTime } from "#client/copy/admin-dates.ts"
import { editing as copy } from "#client/copy/admin-editing.ts"
import { LogInAgain } from "#client/ui/log-in-again.tsx"
import type { SaveState } from "./use-autosave.ts"

/** Shows when the draft was saved, as « Enregistré à 14:05 ». */
export function SaveNote({ state, savedAt }: { state: SaveState; savedAt: Date | undefined }) {
  if (state === "saving") return copy.saving
  if (state !== "saved") return copy.unsaved
  return savedAt ? copy.savedAt(formatTime(savedAt)) : ""
}

/** Says why the draft is not saved. */
export function SaveProblem({ state, rejection }: { state: SaveState; rejection: string }) {
  if (state === "offline") return <p className="font-medium text-error">{copy.offline}</p>
  if (state === "unavailable") return <p className="font-medium text-error">{copy.unavailable}</p>
  if (state === "rejected") return <p className="font-medium text-error">{copy.rejected + rejection}</p>
  if (state === "signedOut") return <LogInAgain />
  return null
}
