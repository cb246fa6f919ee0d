import type { FieldInfo } from "./field-kinds.ts"
import { normalizeForSearch } from "./normalize-for-search.ts"

type Kind = Pick<FieldInfo, "kind" | "unit" | "options">

/**
 * Reads what somebody has typed into a control of the kind. A text that does not fit stays as it is, so that the
 * schema rejects it.
 */
export function parseValue({ kind }: Kind, text: string): unknown {
  if (kind !== "number") return text
  const digits = text.replace(/\s/g, "")
  if (digits === "") return null
  return /^\d+$/.test(digits) ? Number(digits) : text
}

/** Reads the cell of a file, whose choices may be written in any case and without accents. */
export function parseCell(info: Kind, text: string): unknown {
  if (info.kind !== "choice") return parseValue(info, text)
  const typed = normalizeForSearch(text.trim())
  return typed === "" ? null : (info.options?.find((option) => normalizeForSearch(option) === typed) ?? text)
}

/** Writes a value as controls and files contain it. */
export function printValue(value: string | number | null): string {
  return value === null ? "" : String(value)
}

/** Writes a value for people, a number with its unit. */
export function showValue({ kind, unit }: Kind, value: string | number | null): string {
  if (kind !== "number" || value === null) return printValue(value)
  const digits = value.toLocaleString("fr-FR")
  return unit ? `${digits}\u00a0${unit}` : digits
}
