import { errors } from "#client/app/failure-texts.ts"
import { failureText } from "#client/app/failures.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { STATE_SLUGS } from "#server/contract/project-states.ts"
import { imported as texts } from "./texts.ts"
import type { ImportOutcome, useImport } from "./use-import.ts"

interface ImportMessageProps {
  outcome: ImportOutcome
  undo: ReturnType<typeof useImport>["undo"]
  onDismiss: () => void
}

/** Reports the outcome of the last import, and undoes it. */
export function ImportMessage({ outcome, undo, onDismiss }: ImportMessageProps) {
  if (outcome.kind === "undone") {
    const { created, updated, undone, skipped } = outcome
    const isCounted = undone + skipped === created + updated
    return (
      <StatusMessage key="undone" tone="success" title={texts.undone} onDismiss={onDismiss}>
        {isCounted && (updated > 0 ? texts.reverted(undone) : texts.inTrash(undone))}{" "}
        {isCounted && skipped > 0 && texts.skipped(skipped)}{" "}
        {created > 0 && <ListLink state="trashed">{texts.trash}</ListLink>}
      </StatusMessage>
    )
  }
  const { created, updated, state } = outcome
  return (
    <>
      <StatusMessage key="imported" tone="success" title={texts.title(created, updated)} onDismiss={onDismiss}>
        {created > 0 && (
          <>
            {texts[state](created)} <ListLink state={state}>{texts.see[state]}</ListLink>
          </>
        )}
        <BusyButton
          isBusy={undo.isPending}
          className="btn sm:ml-3 max-sm:mt-1 max-sm:w-full"
          onClick={() => undo.mutate(outcome)}
        >
          {undo.isPending ? texts.undoing : texts.undo}
        </BusyButton>
      </StatusMessage>
      {undo.isError && (
        <StatusMessage tone="error" title={texts.undoFailed} onDismiss={undo.reset}>
          {failureText(undo.error) || errors.projects.server}
        </StatusMessage>
      )}
    </>
  )
}

function ListLink({ state, children }: { state: keyof typeof STATE_SLUGS; children: string }) {
  return (
    <a
      href={`/admin/projects?etat=${STATE_SLUGS[state]}`}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {children}
    </a>
  )
}
