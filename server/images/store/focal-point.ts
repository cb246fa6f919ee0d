import type { FocalPoint } from "#server/contract/project-drafts.ts"
import type { Schema } from "#server/database/core/schema.ts"

type FocalColumns = Pick<Schema["imageDetails"], "focusX" | "focusY">

/** Returns the focal point that the columns contain; null for the centre. */
export function toFocalPoint({ focusX, focusY }: FocalColumns): FocalPoint | null {
  return focusX === null || focusY === null ? null : { x: focusX, y: focusY }
}

export function toFocalColumns(focus: FocalPoint | null): FocalColumns {
  return { focusX: focus?.x ?? null, focusY: focus?.y ?? null }
}
