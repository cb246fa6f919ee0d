/** What the lists of the administration have in common. */
export const filters = {
  show: (active: number) => (active > 0 ? `Filtres (${active})` : "Filtres"),
  active: "Filtres actifs",
  remove: (filter: string) => `Retirer le filtre\u00a0: ${filter}`,
  clear: "Effacer les filtres",
} as const

export const selection = {
  label: "Actions sur la sélection",
  selectPage: "Tout sélectionner",
  selecting: "Sélection…",
  deselect: "Tout désélectionner",
  failed: "La sélection a échoué\u00a0: ",
  retry: "Réessayer",
  undo: "Annuler",
} as const

export const shortcuts = {
  title: "Raccourcis clavier",
  open: "Raccourcis",
  /** Of a list of projects or of messages. */
  keys: (one: string, many: string) => [
    { keys: ["/"], action: "Aller à la recherche" },
    { keys: ["Flèches"], action: `Parcourir les ${many}` },
    { keys: ["Entrée"], action: `Ouvrir le ${one}` },
    { keys: ["Espace", "x"], action: `Sélectionner le ${one}, ou non` },
    { keys: ["Échap"], action: "Fermer un menu ou une fenêtre" },
    { keys: ["?"], action: "Afficher cette liste" },
  ],
  note: "Ces touches n’agissent pas pendant que vous écrivez dans un champ.",
  enable: "Utiliser les touches / et\u00a0?",
} as const
