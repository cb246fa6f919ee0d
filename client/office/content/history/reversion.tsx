import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { formatDayTime } from "#client/office/french/dates.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx"
import type { EditedPage, RevisionEntry } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import { revisionName } from "./revision-name.ts"
import { contentHistory } from "./texts.ts"

const texts = contentHistory.reversion

/** A revision to restore, and the draft that it would replace. */
interface Replacement {
  revision: RevisionEntry
  draft: EditedPage
}

/** Makes a revision the page's draft, after confirmation if unpublished changes would be lost. */
export function useReversion(page: ContentSlug, onReverted: () => void) {
  const { client, queries } = useApi()
  const [replacement, setReplacement] = useState<Replacement>()
  const reversion = useMutation({
    // The call fails if somebody has changed the draft since it was checked.
    ...mutationOf(({ revision, draft }: Replacement) =>
      client.content.revert.mutate({ page, revision: draft.revision, version: draft.version, id: revision.id }),
    ),
    async onSuccess(edited) {
      queries.content.edited.setData({ page }, edited)
      await queries.content.pages.invalidate()
      onReverted()
    },
  })
  // The draft is read again, since somebody may have typed in the editor since it was loaded.
  const check = useMutation({
    mutationFn: (_revision: RevisionEntry) => client.content.edited.query({ page }),
    onSuccess(draft, revision) {
      if (draft.state === "published") reversion.mutate({ revision, draft })
      else setReplacement({ revision, draft })
    },
  })
  const isPending = check.isPending || reversion.isPending
  return {
    replacement,
    isPending,
    error: check.error ?? reversion.error,
    revert(revision: RevisionEntry) {
      if (isPending) return
      reversion.reset()
      check.mutate(revision)
    },
    confirm: () => replacement && reversion.mutate(replacement),
    cancel() {
      reversion.reset()
      setReplacement(undefined)
    },
    clearError() {
      check.reset()
      reversion.reset()
    },
  }
}

/** Asks before unpublished changes are lost, and says why a reversion failed. */
export function ReversionStatus({ reversion }: { reversion: ReturnType<typeof useReversion> }) {
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
  return draft.publishAt ? detail + texts.scheduled(formatDayTime(draft.publishAt)) : detail
}
