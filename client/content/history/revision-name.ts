import { historyCopy } from "#client/copy/admin-history.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import type { RevisionEntry } from "#server/contract/content/edit.ts"

/** Returns a date such as « 20 novembre 2026 à 15:54 », or the name of the original content. */
export function revisionName({ publishedAt }: RevisionEntry): string {
  return publishedAt ? formatDateTime(publishedAt) : historyCopy.list.original
}
