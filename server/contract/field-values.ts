import type { FieldInfo } from "./field-kinds.ts"
import { normalizeForSearch } from "./normalize-for-search.ts"

type Kind = Pick<FieldInfo, "kind" | "options">

/**
 * Reads what somebody has typed into a control of the kind; an empty one of a number, a date or a choice is null. A text
 * that does not fit stays as it is, so that the schema rejects it.
 */
export function parseValue({ kind }: Kind, text: string): unknown {
  if (kind === "line" || kind === "text") return text
  if (text.trim() === "") return null
  if (kind !== "number") return text
  const digits = text.replace(/\s/g, "")
  return /^\d+$/.test(digits) ? Number(digits) : text
}

/** Reads the cell of a file, with days as spreadsheets write them, and choices in any case and without accents. */
export function parseCell(info: Kind, text: string): unknown {
  const [, day, month, year] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text) ?? []
  if (info.kind === "date" && day && month) return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  const typed = normalizeForSearch(text.trim())
  const found = info.kind === "choice" && info.options?.find((option) => normalizeForSearch(option) === typed)
  return found || parseValue(info, text)
}

/** Writes a value as controls and files contain it. */
export function printValue(value: string | number | null): string {
  return value === null ? "" : String(value)
}
