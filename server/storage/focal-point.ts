import type { FocalPoint } from "#server/contract/project-drafts.ts"

interface FocalColumns {
  focusX: number | null
  focusY: number | null
}

/** Returns the focal point that the columns contain; null for the centre. */
export function toFocalPoint({ focusX, focusY }: FocalColumns): FocalPoint | null {
  return focusX === null || focusY === null ? null : { x: focusX, y: focusY }
}

export function toFocalColumns(focus: FocalPoint | null): FocalColumns {
  return { focusX: focus?.x ?? null, focusY: focus?.y ?? null }
}
