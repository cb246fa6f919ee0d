import { historyCopy } from "#client/copy/admin-history.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import { loadingFailure } from "#client/failures.ts"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"
import { revisionName } from "./revision-name.ts"
import type { Replacement, Restoration } from "./use-revision-restoration.ts"

const copy = historyCopy.restoration

/** Asks before unpublished changes are lost, and says why a restoration failed. */
export function RestorationStatus({ restoration }: { restoration: Restoration }) {
  const { replacement, error, isPending } = restoration
  const failure = error ? loadingFailure(copy.failed, error) : undefined
  if (replacement) {
    return (
      <ConfirmDialog
        question={copy.question}
        detail={detailOf(replacement)}
        confirm={copy.confirm}
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
  const detail = copy.detail(revisionName(revision), draft.changedBy)
  return draft.publishAt ? detail + copy.scheduled(formatDateTime(draft.publishAt)) : detail
}
