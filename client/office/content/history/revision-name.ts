import { formatDayTime } from "#client/office/french/dates.ts"
import type { RevisionEntry } from "#server/contract/content/edit.ts"
import { contentHistory } from "./texts.ts"

/** Returns a date such as « lundi 30 novembre 2026 à 15:54 », or the name of the original content. */
export function revisionName({ publishedAt }: RevisionEntry): string {
  return publishedAt ? formatDayTime(publishedAt) : contentHistory.list.original
}
