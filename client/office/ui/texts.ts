export const oneTimeSecret = {
  copy: "Copier",
  copied: "Copié",
  notCopied: "La copie n’a pas fonctionné\u00a0: le texte est sélectionné, copiez-le avec le menu de votre appareil.",
  whatsApp: "Envoyer par WhatsApp",
} as const

export const leaving = {
  question: "Quitter sans enregistrer\u202f?",
  detail: "Ce que vous avez saisi sur cette page sera perdu.",
  stay: "Rester",
  leave: "Quitter sans enregistrer",
} as const

export const logInAgain = {
  text: "Rien de ce que vous avez saisi n’est perdu\u00a0: connectez-vous, puis revenez ici pour enregistrer.",
  link: "Se connecter dans un nouvel onglet",
} as const
