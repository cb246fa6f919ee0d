export const ui = {
  cancel: "Annuler",
  close: "Fermer",
  closeMessage: "Fermer ce message",
  notifications: "Notifications (F8)",
  pending: "Un instant…",
  retry: "Réessayer",
  clearSearch: "Effacer la recherche",
  conflict: {
    mine: "Ma version",
    theirs: "L’autre version",
    keepMine: "Garder ma version",
    takeTheirs: "Prendre l’autre version",
    saveChoices: "Enregistrer ces choix",
  },
} as const
