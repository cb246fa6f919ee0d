import { DAY_MS } from "./durations.ts"
/** The number of days for which something deleted can be restored. */
export const TRASH_DAYS = 30

/** Returns when something deleted at this moment is erased; both are ISO 8601, UTC. */
export function erasedAt(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS).toISOString()
}
