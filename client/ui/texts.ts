export const ui = {
  close: "Fermer",
  closeMessage: "Fermer ce message",
  notifications: "Notifications (F8)",
  enlarge: (alt: string) => `Agrandir : ${alt || ui.picture}`,
  /** The name of a decorative picture, which has no alternative text. */
  picture: "photo",
  carousel: "carrousel",
  previous: "Précédent",
  next: "Suivant",
  previousPicture: "Photo précédente",
  nextPicture: "Photo suivante",
} as const

/** Buttons of several screens. */
export const buttons = {
  cancel: "Annuler",
  pending: "Un instant…",
  retry: "Réessayer",
  clearSearch: "Effacer la recherche",
} as const

export const passwordTexts = { show: "Afficher", hide: "Masquer" } as const
