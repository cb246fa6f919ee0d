import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { factNames, knownValues } from "./fact-texts.ts"
import { ownValue } from "./own-value.ts"

interface ChangedFact {
  label: string
  /** It is empty if there was no value. */
  before: string
  after: string
}

interface Fact {
  label: string
  value: string
}

/** How values are written, which a screen and a file do differently. */
interface FactFormat {
  moment: (iso: string) => string
  value: (field: FieldInfo, value: string | number) => string
}

/** Returns what lists the facts of an entry. */
export function factLister(format: FactFormat) {
  /** Lists the changed fields and other facts that the entry's sentence leaves out. */
  function listFacts(details: Record<string, unknown>): { changes: ChangedFact[]; facts: Fact[] } {
    // The entry's sentence names the page already.
    const { changes, before, after, page: _, ...others } = details
    if (Array.isArray(changes)) return { changes: changes.flatMap(changeOfPage), facts: factsOf(others) }
    const [earlier, later] = [recordOf(before), recordOf(after)]
    // Without versions to compare, `before` is a date: the entry is about everything older.
    const rest = before !== undefined && !earlier && !later ? { ...others, before } : others
    const [created, deleted] = [later && !earlier, earlier && !later]
    // Something that was created or deleted has only one version.
    if (created || deleted) return { changes: [], facts: [...factsOf(earlier ?? later ?? {}), ...factsOf(rest)] }
    const names = [...new Set([...Object.keys(earlier ?? {}), ...Object.keys(later ?? {})])]
    const compared = names.map((name) => ({
      label: factNames[name] ?? name,
      before: factText(name, earlier?.[name]),
      after: factText(name, later?.[name]),
    }))
    return { changes: compared.filter((one) => one.before !== one.after), facts: factsOf(rest) }
  }

  /** Reads the change of one field from an entry about a page of the site. */
  function changeOfPage(change: unknown): ChangedFact[] {
    const { field, before, after } = recordOf(change) ?? {}
    return typeof field === "string" ? [{ label: field, before: textOf(before), after: textOf(after) }] : []
  }

  function factsOf(others: Record<string, unknown>): Fact[] {
    const facts = Object.entries(others).map(([name, value]) => ({
      label: factNames[name] ?? name,
      value: factText(name, value),
    }))
    return facts.filter(({ value }) => value !== "")
  }

  function recordOf(value: unknown): Record<string, unknown> | undefined {
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  }

  function factText(name: string, value: unknown): string {
    const field = ownValue<FieldInfo>(PROJECT_FIELDS, name)
    if (field?.kind === "number" && typeof value === "number") return format.value(field, value)
    if (field?.kind === "date" && typeof value === "string") return format.value(field, value)
    if (Array.isArray(value)) return value.map((one) => factText(name, one)).join("\n")
    const text = textOf(value)
    return ownValue(ownValue(knownValues, name) ?? {}, text) ?? text
  }

  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

  function textOf(value: unknown): string {
    if (value === null || value === undefined) return ""
    if (typeof value === "boolean") return value ? "oui" : "non"
    if (typeof value === "string") return moment.test(value) ? format.moment(value) : value
    if (Array.isArray(value)) return value.map(textOf).join("\n")
    const record = recordOf(value)
    return record ? textOfRecord(record) : String(value)
  }

  /** Writes a name or an alternative text first and without its label. */
  function textOfRecord({ name, alt, ...others }: Record<string, unknown>): string {
    const named = [name, alt].filter((part) => typeof part === "string" && part !== "").join(" – ")
    const facts = factsOf(others).map(({ label, value }) => `${label}\u00a0: ${value}`)
    return [...(named ? [named] : []), ...facts].join("\n")
  }

  return listFacts
}
