import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { mutationOf, useApi } from "#client/app/api.ts"
import type { EditedPage, RevisionEntry } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"

/** A revision to restore, and the draft that it would replace. */
export interface Replacement {
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

export type Reversion = ReturnType<typeof useReversion>
