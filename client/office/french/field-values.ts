import { formatDate } from "#client/app/dates.ts"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { printValue } from "#server/contract/field-values.ts"
import { formatNumber } from "./pluralize.ts"

/** Writes a value for people: a number with its unit, and a day in words. */
export function showValue({ kind, unit }: Pick<FieldInfo, "kind" | "unit">, value: string | number | null): string {
  if (kind === "date" && value) return formatDate(String(value))
  if (typeof value !== "number") return printValue(value)
  return unit ? `${formatNumber(value)}\u00a0${unit}` : formatNumber(value)
}
