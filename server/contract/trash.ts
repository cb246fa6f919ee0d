import { DAY_MS } from "./durations.ts"
/** How long what was deleted can be restored. */
export const TRASH_DAYS = 30

/** When something deleted at this moment is erased; both ISO 8601, UTC. */
export function erasedAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS).toISOString()
}
