import { pluralizeFound } from "#client/office/french/pluralize.ts"
import type { NetworkKind } from "#server/contract/audit.ts"
import { AUDIT_MONTHS } from "#server/contract/audit-months.ts"
import type { FoundCount } from "#server/contract/paging.ts"

export const auditTexts = {
  lead: `Qui a fait quoi, quand et d’où. Rien ne s’y change ni ne s’y efface\u202f; chaque entrée est gardée ${AUDIT_MONTHS}\u00a0mois.`,
  search: "Nom ou référence",
  export: "Exporter",
  loading: "Chargement du journal…",
  loadingFailed: "Erreur lors du chargement du journal\u00a0: ",
  found: (count: FoundCount) => (count.found === 0 ? "Aucune entrée" : pluralizeFound(count, "entrée", "entrées")),
  person: { label: "Filtrer par personne", all: "Toutes les personnes", unknown: "Autre personne" },
  action: { label: "Filtrer par action", all: "Toutes les actions" },
  subject: { label: "Filtrer par sujet", all: "Tous les sujets" },
  from: { label: "À partir du", short: "Du", chip: (day: string) => `Depuis le ${day}` },
  until: { label: "Jusqu’au", short: "Au", chip: (day: string) => `Jusqu’au ${day}` },
  number: (id: number) => `Numéro ${id}`,
  entries: "Entrées",
  details: "Détails",
  detailsOf: (sentence: string) => ` de l’entrée\u00a0: ${sentence}`,
  token: (name: string) => `par le jeton «\u00a0${name}\u00a0»`,
  none: {
    title: "Le journal est vide",
    text: "Ce que chacun fait dans l’administration s’affichera ici.",
  },
  nothingFound: {
    title: "Aucune entrée ne correspond",
    text: (search: string) =>
      `Rien ne contient «\u00a0${search}\u00a0» dans le nom ou la référence de ce qui a été changé. Essayez un mot plus court.`,
  },
  nothingFiltered: {
    title: "Aucune entrée ne correspond à ces filtres",
    text: "Retirez-en un, ou effacez-les tous.",
  },
} as const

export const networkNames: Record<NetworkKind, string> = {
  machine: "cette machine",
  local: "réseau local",
  carrier: "réseau d’opérateur",
  internet: "Internet",
  unknown: "réseau inconnu",
}
