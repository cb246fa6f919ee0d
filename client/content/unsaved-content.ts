import type { EditedVersion } from "#server/contract/content/edit.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"

interface Unsaved {
  /** What was edited. */
  version: EditedVersion
  /** Its content. */
  opened: unknown
  content: unknown
}

/**
 * Keeps what an account has typed on this device, through a lost network, a crash and an expired session. Storage that
 * is full or forbidden is ignored: the server still gets the draft.
 */
export function unsavedContent(accountId: number, page: ContentSlug) {
  const key = `content:${accountId}:${page}`

  function attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work()
    } catch {
      return undefined
    }
  }

  return {
    store: (unsaved: Unsaved) => attempt(() => localStorage.setItem(key, JSON.stringify(unsaved))),
    forget: () => attempt(() => localStorage.removeItem(key)),
    read: (): Unsaved | undefined =>
      attempt(() => {
        const stored = JSON.parse(localStorage.getItem(key) ?? "null")
        return stored?.version?.page === page && stored.content ? stored : undefined
      }),
  }
}
