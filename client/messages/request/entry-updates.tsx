import { entryForms as copy } from "#client/copy/admin-request.ts"
import { Icon } from "#client/icons/icon.tsx"
import type { MessageEntry } from "#server/contract/messages.ts"

interface EntryUpdatesProps {
  updates: readonly MessageEntry[]
  /** Whether an answer was rejected because of it. */
  hasConflict: boolean
  isSending: boolean
  onSendAnyway: () => void
}

/** Tells what others have done while somebody was writing. */
export function EntryUpdates({ updates, hasConflict, isSending, onSendAnyway }: EntryUpdatesProps) {
  const hasAnswer = updates.some(({ kind }) => kind === "answer")
  return (
    <div
      ref={hasConflict ? scrollTo : undefined}
      role="alert"
      className="flex scroll-mt-20 items-start gap-3 rounded-box bg-secondary p-4 text-secondary-content"
    >
      <Icon name="alert" className="mt-0.5 size-6" />
      <div className="grid min-w-0 grow gap-2 wrap-anywhere">
        {hasAnswer && <p className="font-semibold">{copy.conflict}</p>}
        {updates.map((entry) => (
          <div key={entry.id}>
            <p>{copy.update(entry)}</p>
            {entry.text && <p className="mt-1 border-l-2 pl-3 whitespace-pre-line">{entry.text}</p>}
          </div>
        ))}
        {hasAnswer && (
          <>
            <p className="text-sm">{copy.conflictHelp}</p>
            {/* Apart from the form's own button: updates may appear just before a click on that. */}
            <button type="button" aria-disabled={isSending} className="btn justify-self-start" onClick={onSendAnyway}>
              {copy.sendAnyway}
            </button>
          </>
        )}
      </div>
    </div>
  )
}

/** The button that sends the answer stands far below. */
function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" })
}
