import { formatSheetTime } from "#server/contract/kinshasa-time.ts"
import type { MessageFigures } from "#server/contract/message-figures.ts"
import { FOLDER_LABELS, OUTCOME_LABELS } from "#server/contract/message-states.ts"
import type { InboxMessage } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"

const cells: Record<string, (message: InboxMessage) => string> = {
  Référence: ({ reference }) => reference ?? "",
  "Reçue le": ({ createdAt }) => formatSheetTime(createdAt),
  Prénom: ({ firstName }) => firstName,
  Nom: ({ lastName }) => lastName,
  "E-mail": ({ email }) => email,
  Téléphone: ({ phone }) => phone ?? "",
  Secteur: ({ sector }) => CONTACT_SECTOR_LABELS[sector] ?? sector,
  Message: ({ message }) => message,
  Photos: ({ pictures }) => String(pictures),
  État: ({ state, deletedAt }) => FOLDER_LABELS[deletedAt ? "trashed" : state],
  Responsable: ({ assignee }) => assignee?.name ?? "",
  "Première réponse le": ({ answeredAt }) => (answeredAt ? formatSheetTime(answeredAt) : ""),
  "Relance le": ({ followUp }) => followUp?.on ?? "",
  "Note de relance": ({ followUp }) => followUp?.note ?? "",
  Issue: ({ outcome }) => (outcome ? OUTCOME_LABELS[outcome.result] : ""),
  "Montant (USD)": ({ outcome }) => outcome?.amount?.toString() ?? "",
  Motif: ({ outcome }) => outcome?.reason ?? "",
}

export const messageTitles = Object.keys(cells)

export function toMessageRow(message: InboxMessage): string[] {
  return Object.values(cells).map((cell) => cell(message))
}

export const figureTitles = ["Chiffre", "Détail", "Valeur"]

export function figureRows(figures: MessageFigures): string[][] {
  const { total, answered, withinDay, late, median, slow, outcomes, sectors, states, weeks } = figures
  return [
    ["Demandes reçues", "", String(total)],
    ["Demandes traitées", "", String(answered)],
    ["Réponses en moins de 24 heures", "", String(withinDay)],
    ["Sans réponse depuis plus de 24 heures", "", String(late)],
    ["Délai de réponse habituel, en minutes", "", minutes(median)],
    ["9 réponses sur 10 en moins de, en minutes", "", minutes(slow)],
    ...outcomes.map(({ outcome, count }) => ["Demandes par issue", OUTCOME_LABELS[outcome], String(count)]),
    ...outcomes.map(({ outcome, amount }) => ["Montants par issue, en USD", OUTCOME_LABELS[outcome], String(amount)]),
    ...sectors.map(({ sector, count }) => ["Demandes par secteur", CONTACT_SECTOR_LABELS[sector], String(count)]),
    ...states.map(({ state, count }) => ["Demandes par état", FOLDER_LABELS[state], String(count)]),
    ...weeks.map(({ monday, count }) => ["Demandes par semaine", monday, String(count)]),
  ]
}

function minutes(seconds: number | null): string {
  return seconds === null ? "" : String(Math.round(seconds / 60))
}
