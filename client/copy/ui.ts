export const ui = {
  cancel: "Annuler",
  close: "Fermer",
  closeMessage: "Fermer ce message",
  notifications: "Notifications (F8)",
  pending: "Un instant…",
  retry: "Réessayer",
  clearSearch: "Effacer la recherche",
} as const
