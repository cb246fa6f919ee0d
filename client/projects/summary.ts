import type { Project } from "#server/contract/projects.ts"

const SUMMARY_MAX = 155

/** The first words about a project. */
export function summaryOf({ description, name, address }: Pick<Project, "description" | "name" | "address">): string {
  const text = description.replace(/\s+/g, " ").trim() || [name, address].filter(Boolean).join(", ")
  if (text.length <= SUMMARY_MAX) return text
  const end = text.lastIndexOf(" ", SUMMARY_MAX - 1)
  return `${text.slice(0, end > 0 ? end : SUMMARY_MAX - 1).replace(/[\s,;:.–-]+$/, "")}…`
}
