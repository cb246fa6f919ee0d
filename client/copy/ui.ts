export const ui = {
  cancel: "Annuler",
  close: "Fermer",
  closeMessage: "Fermer ce message",
  notifications: "Notifications (F8)",
  pending: "Un instant…",
  retry: "Réessayer",
  clearSearch: "Effacer la recherche",
} as const

export const shownOnce = {
  copy: "Copier",
  copied: "Copié",
  notCopied: "La copie n’a pas fonctionné\u00a0: le texte est sélectionné, copiez-le avec le menu de votre appareil.",
  whatsApp: "Envoyer par WhatsApp",
} as const
