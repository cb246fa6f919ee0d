import { formatDateTime } from "#client/app/dates.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { revisionName } from "./revision-name.ts"
import { contentHistory } from "./texts.ts"
import type { Replacement, Restoration } from "./use-revision-restoration.ts"

const texts = contentHistory.restoration

/** Asks before unpublished changes are lost, and says why a restoration failed. */
export function RestorationStatus({ restoration }: { restoration: Restoration }) {
  const { replacement, error, isPending } = restoration
  const failure = error ? loadingFailure(texts.failed, error) : undefined
  if (replacement) {
    return (
      <ConfirmDialog
        question={texts.question}
        detail={detailOf(replacement)}
        confirm={texts.confirm}
        isBusy={isPending}
        failure={failure}
        onConfirm={restoration.confirm}
        onCancel={restoration.cancel}
      />
    )
  }
  if (!failure) return null
  return (
    <StatusMessage tone="error" onDismiss={restoration.clearError}>
      {failure}
    </StatusMessage>
  )
}

function detailOf({ revision, draft }: Replacement): string {
  const detail = texts.detail(revisionName(revision), draft.changedBy)
  return draft.publishAt ? detail + texts.scheduled(formatDateTime(draft.publishAt)) : detail
}
