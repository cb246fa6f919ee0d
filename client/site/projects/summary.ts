import { cutText } from "#server/contract/cut-text.ts"
import type { Project } from "#server/contract/projects.ts"

type Described = Pick<Project, "description" | "name" | "address">

/** Returns the first words about a project, by default as many characters as search engines show. */
export function summaryOf({ description, name, address }: Described, max = 155): string {
  const text = description.replace(/[ \t\n\r]+/g, " ").trim() || [name, address].filter(Boolean).join(", ")
  if (text.length <= max) return text
  const end = text.lastIndexOf(" ", max - 1)
  return `${cutText(text, end > 0 ? end : max - 1).replace(/[\s,;:.–-]+$/, "")}…`
}
