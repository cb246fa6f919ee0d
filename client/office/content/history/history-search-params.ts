import type { RevisionEntry } from "#server/contract/content/edit.ts"

/** The ids of the revisions to compare; by default the newest one and the one before it. */
export interface HistorySearchParams {
  avant?: number | undefined
  apres?: number | undefined
}

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseHistorySearchParams({ avant, apres }: Record<string, unknown>): HistorySearchParams {
  return { avant: isRevisionId(avant) ? avant : undefined, apres: isRevisionId(apres) ? apres : undefined }
}

function isRevisionId(id: unknown): id is number {
  return Number.isSafeInteger(id) && Number(id) >= 0
}

export interface ComparedRevisions {
  before: RevisionEntry
  after: RevisionEntry
}

/** Returns the revisions that the params name, by default the newest one and the one before it. */
export function findCompared(
  revisions: readonly RevisionEntry[],
  { avant, apres }: HistorySearchParams,
): ComparedRevisions | undefined {
  const after = revisions.find(({ id }) => id === apres) ?? revisions[0]
  if (!after) return undefined
  const previous = revisions[revisions.indexOf(after) + 1] ?? after
  return { before: revisions.find(({ id }) => id === avant) ?? previous, after }
}
