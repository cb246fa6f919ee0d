import type { ViewParams } from "#server/contract/views.ts"

/** Whether two views show the same, in whatever order their columns were chosen. */
export function isSameView(one: ViewParams, other: ViewParams): boolean {
  return normalize(one) === normalize(other)
}

function normalize({ columns, ...params }: ViewParams): string {
  const entries = Object.entries({ ...params, columns: columns && [...columns].sort() })
  return JSON.stringify(entries.filter(([, value]) => value !== undefined && value !== "").sort())
}
