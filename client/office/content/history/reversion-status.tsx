import { formatDateTime } from "#client/app/dates.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { revisionName } from "./revision-name.ts"
import { contentHistory } from "./texts.ts"
import type { Replacement, Reversion } from "./use-reversion.ts"

const texts = contentHistory.reversion

/** Asks before unpublished changes are lost, and says why a reversion failed. */
export function ReversionStatus({ reversion }: { reversion: Reversion }) {
  const { replacement, error, isPending } = reversion
  const failure = error ? loadingFailure(texts.failed, error) : undefined
  if (replacement) {
    return (
      <ConfirmDialog
        question={texts.question}
        detail={detailOf(replacement)}
        confirm={texts.confirm}
        isBusy={isPending}
        failure={failure}
        onConfirm={reversion.confirm}
        onCancel={reversion.cancel}
      />
    )
  }
  if (!failure) return null
  return (
    <StatusMessage tone="error" onDismiss={reversion.clearError}>
      {failure}
    </StatusMessage>
  )
}

function detailOf({ revision, draft }: Replacement): string {
  const detail = texts.detail(revisionName(revision), draft.changedBy)
  return draft.publishAt ? detail + texts.scheduled(formatDateTime(draft.publishAt)) : detail
}
