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
export function useRevisionRestoration(page: ContentSlug, onRestored: () => void) {
  const { client, queries } = useApi()
  const [replacement, setReplacement] = useState<Replacement>()
  const restoration = useMutation({
    // The call fails if somebody has changed the draft since it was checked.
    ...mutationOf(({ revision, draft }: Replacement) =>
      client.content.restore.mutate({ page, revision: draft.revision, version: draft.version, id: revision.id }),
    ),
    async onSuccess(edited) {
      queries.content.edited.setData({ page }, edited)
      await queries.content.pages.invalidate()
      onRestored()
    },
  })
  // The draft is read again, since somebody may have typed in the editor since it was loaded.
  const check = useMutation({
    mutationFn: (_revision: RevisionEntry) => client.content.edited.query({ page }),
    onSuccess(draft, revision) {
      if (draft.state === "published") restoration.mutate({ revision, draft })
      else setReplacement({ revision, draft })
    },
  })
  const isPending = check.isPending || restoration.isPending
  return {
    replacement,
    isPending,
    error: check.error ?? restoration.error,
    restore(revision: RevisionEntry) {
      if (isPending) return
      restoration.reset()
      check.mutate(revision)
    },
    confirm: () => replacement && restoration.mutate(replacement),
    cancel() {
      restoration.reset()
      setReplacement(undefined)
    },
    clearError() {
      check.reset()
      restoration.reset()
    },
  }
}

export type Restoration = ReturnType<typeof useRevisionRestoration>
