/** The most rows that one request changes. */
export const CHANGES_MAX = 200

export interface BulkResult {
  changed: number
  /** Those that could not be changed, with the reason. */
  failed: { id: number; name: string; reason: string }[]
}

export interface UndoResult {
  undone: number
  /** Changed by somebody since, and left alone. */
  skipped: number
  /** More calls are needed. */
  more: boolean
}
