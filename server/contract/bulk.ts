/** The largest number of rows that one request changes. */
export const CHANGES_MAX = 200

export interface BulkResult {
  changed: number
  /** The rows that could not be changed, each with the reason. */
  failed: { id: number; name: string; reason: string }[]
}

export interface UndoResult {
  undone: number
  /** The number of rows that somebody has changed since, and that were left alone. */
  skipped: number
  /** Whether more calls are needed. */
  more: boolean
}
