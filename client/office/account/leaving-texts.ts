/** Texts about the end of one's own account, which the office never shows. */
export const leaving = {
  title: "Supprimer mon compte",
  text: "Vous ne pourrez plus vous connecter, et votre liste «\u00a0Mes demandes\u00a0» s’efface de ce compte. Vos demandes nous restent\u00a0: leurs liens reçus par e-mail ou gardés sur vos appareils ouvrent toujours leur page.",
  submit: "Supprimer mon compte",
  question: (name: string) => `Supprimer le compte ${name}\u202f?`,
  detail:
    "Votre nom et votre e-mail s’effacent 30\u00a0jours plus tard. D’ici là, cette adresse ne peut pas servir à un autre compte\u202f; appelez-nous si c’était une erreur.",
  confirm: "Supprimer",
  office: "Votre compte est celui d’un membre de l’équipe\u00a0: ses autres réglages sont dans l’administration.",
} as const
