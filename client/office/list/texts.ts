import { formatNumber, pluralize } from "#client/office/french/pluralize.ts"

/** Texts that the lists of the administration share. */
export const filters = {
  show: (active: number) => (active > 0 ? `Filtres et outils (${active})` : "Filtres et outils"),
  active: "Filtres actifs",
  remove: (filter: string) => `Retirer le filtre\u00a0: ${filter}`,
  clear: "Effacer les filtres",
  publicationOn: (day: string) => `Publication le ${day}`,
} as const

export const selection = {
  label: "Actions sur la sélection",
  selectPage: "Tout sélectionner",
  selectAll: "Tout",
  /** Phones have no room for it. */
  ofPage: " sélectionner",
  selecting: "Sélection…",
  deselect: "Tout désélectionner",
  failed: "La sélection a échoué\u00a0: ",
  undo: "Annuler",
} as const

export const shortcuts = {
  title: "Raccourcis clavier",
  open: "Raccourcis",
  /** The keyboard shortcuts of a list, whose rows are named by the singular and the plural. */
  keys: ([one, many]: readonly [string, string], { canOpen, canSelect }: { canOpen: boolean; canSelect: boolean }) => [
    { keys: ["/"], action: "Aller à la recherche" },
    { keys: ["Ctrl + K"], action: "Aller n’importe où" },
    { keys: ["Flèches"], action: `Parcourir les ${many}` },
    ...(canOpen ? [{ keys: ["Entrée"], action: `Ouvrir le ${one}` }] : []),
    ...(canSelect ? [{ keys: ["Espace", "x"], action: `Sélectionner le ${one}, ou non` }] : []),
    { keys: ["Échap"], action: "Fermer un menu ou une fenêtre" },
    { keys: ["?"], action: "Afficher cette liste" },
  ],
  note: "Ces touches n’agissent pas pendant que vous écrivez dans un champ.",
  enable: "Utiliser les touches / et\u202f?",
} as const

/** Returns the texts about the progress and the outcome of an action on many rows. */
export function bulkTexts(row: "message" | "projet") {
  const doneOf = (done: number, total: number) => `${formatNumber(done)} sur ${pluralize(total, row)}`
  return {
    progress: (done: number, total: number) => `${doneOf(done, total)}…`,
    undoing: (undone: number) => `Annulation\u00a0: ${pluralize(undone, row)}…`,
    stopped: (failure: string, changed: number, total: number) =>
      `Interrompu (${failure})\u00a0: ${formatNumber(changed)} sur ${pluralize(total, `${row} modifié`, `${row}s modifiés`)}.`,
    undone: (count: number) => `Modification annulée pour ${pluralize(count, row)}.`,
    /** It gives no number, which is unknown if a response to the undo was lost. */
    undoneUncounted: "L’annulation est terminée.",
    skipped: (count: number) =>
      count === 1
        ? `1\u00a0${row}, modifié depuis, est resté tel quel.`
        : `${formatNumber(count)}\u00a0${row}s, modifiés depuis, sont restés tels quels.`,
    undoStopped(failure: string, undone: number, total: number): string {
      const text = `L’annulation s’est interrompue (${failure})`
      return undone === 0 ? `${text}.` : `${text} après ${doneOf(undone, total)}.`
    },
  }
}

export const pages = {
  label: "Pages",
  previous: "Précédente",
  next: "Suivante",
  /** Returns « Page 2 sur 7 », or « Page 2 » if the last page is unknown. */
  position: (page: number, last: number | undefined) => `Page ${page}${last ? ` sur ${last}` : ""}`,
} as const
