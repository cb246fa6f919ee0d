/** Texts of buttons that several screens of the back office share. */
export const adminUi = {
  cancel: "Annuler",
  pending: "Un instant…",
  retry: "Réessayer",
  clearSearch: "Effacer la recherche",
} as const
