import type { Api } from "#client/app/api.ts"
import { errorData } from "#client/app/failures.ts"
import { createEditSession } from "#client/office/editing/edit-session.ts"
import type { KeptEdit } from "#client/office/editing/edit-state.ts"
import { findDifferences } from "#server/contract/content/differences.ts"
import { type EditedPage, type EditedVersion, isSettings } from "#server/contract/content/edit.ts"
import { contentTree } from "#server/contract/content/pages.ts"

interface EditedContent {
  subject: EditedPage
  version: EditedVersion
  value: unknown
}

/** Edits a page's draft, which is saved by itself; settings apply once they are saved, and so are saved on demand. */
export function createContentSession({ client, queries }: Api, opened: EditedPage) {
  const { page } = opened
  const tree = contentTree(page)
  return createEditSession<EditedContent>(
    {
      scopeOf: (accountId) => `content:${accountId}:${page}`,
      baseOf: ({ revision, version, content }) => ({ version: { page, revision, version }, value: content }),
      isSame: (one, other) => findDifferences(tree, one, other).length === 0,
      isAutosaved: () => !isSettings(page),
      send: ({ version }, content) => client.content.saveDraft.mutate({ ...version, content }),
      currentOf: currentPage,
      readKept: (kept) => {
        const edit = readKept(kept)
        return edit?.base?.version.page === page && edit.typed ? edit : undefined
      },
      onStored(saved) {
        queries.content.edited.setData({ page }, saved)
        void queries.content.pages.invalidate()
      },
    },
    { accountId: queries.accounts.me.getData()?.id ?? 0, subject: opened, value: opened.content },
  )
}

/** Returns the page that somebody else has changed, if a call failed with a conflict. */
export function currentPage(error: unknown): EditedPage | undefined {
  const current = errorData(error)?.current
  return current && "page" in current ? current : undefined
}

/** What the release before kept. */
interface FormerEdit {
  version: EditedVersion
  /** The content of that version. */
  opened: unknown
  content: unknown
  sent?: unknown
}

function readKept(kept: unknown): KeptEdit<EditedContent> | undefined {
  const edit = kept as KeptEdit<EditedContent> | FormerEdit | null | undefined
  if (!edit || !("opened" in edit)) return edit ?? undefined
  const { version, opened, content, sent } = edit
  return { base: { version, value: opened }, typed: content, sent }
}
