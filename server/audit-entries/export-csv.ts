import type { AuditedAction } from "#server/contract/audit.ts"
import { formatSheetTime } from "#server/contract/kinshasa-time.ts"

const actors = { site: "(Automatique)", "command line": "(Ligne de commande)" } as const

/** Actions and subjects keep their database names, since programs filter and count these files. */
const cells: Record<string, (entry: AuditedAction) => string> = {
  Numéro: ({ id }) => String(id),
  "Date et heure": ({ at }) => formatSheetTime(at),
  Personne: ({ by }) => (typeof by === "string" ? actors[by] : by.name),
  Adresse: ({ from }) => from?.ip ?? "",
  Jeton: ({ token }) => token ?? "",
  Action: ({ action }) => action,
  Sujet: ({ subject }) => subject,
  "Numéro du sujet": ({ subjectId }) => (subjectId === null ? "" : String(subjectId)),
  "Nom du sujet": ({ subjectName }) => subjectName ?? "",
  Détails: ({ details }) => (Object.keys(details).length === 0 ? "" : JSON.stringify(details)),
}

export const entryTitles = Object.keys(cells)

export function toEntryRow(entry: AuditedAction): string[] {
  return Object.values(cells).map((cell) => cell(entry))
}
