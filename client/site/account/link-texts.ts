/** Texts of the pages about forgotten passwords and of those that mailed links open. */
export const accountLinks = {
  forgotten: {
    title: "Mot de passe oublié",
    lead: "Nous vous envoyons un lien pour en choisir un autre.",
    email: "E-mail",
    help: "L’adresse avec laquelle vous vous connectez.",
    submit: "Recevoir un lien",
    sent: "Si un compte actif a cette adresse, un lien vient d’y être envoyé. Il sert une seule fois, pendant 30\u00a0minutes. Rien n’arrive\u202f? Regardez dans les indésirables, et vérifiez l’adresse.",
    again: "Demander un autre lien",
    unavailable: (phone: string) =>
      `Ce site ne peut pas envoyer de lien par e-mail. Appelez\u2011nous au ${phone.replace(/ /g, "\u00a0")}\u00a0: nous vous en donnerons un, avec lequel vous choisirez un nouveau mot de passe.`,
    back: "Retour à la connexion",
  },
  reset: {
    title: "Nouveau mot de passe",
    lead: (email: string) => `Pour le compte ${email}`,
    password: "Nouveau mot de passe",
    help: "8\u00a0caractères au moins\u202f; une phrase que vous retenez vaut mieux qu’un mot compliqué.",
    confirmPassword: "Confirmer le mot de passe",
    submit: "Enregistrer",
    submitting: "Enregistrement…",
    failed: "Erreur lors de la mise à jour",
    networkPrefix: "Erreur de réseau : ",
  },
  email: {
    title: "Confirmer l’adresse e-mail",
    lead: "Votre compte s’ouvrira avec cette adresse, et l’ancienne en sera prévenue\u00a0:",
    submit: "Confirmer cette adresse",
    done: "Votre adresse e-mail est changée. Connectez-vous désormais avec la nouvelle.",
    login: "Se connecter",
  },
  factor: {
    title: "Protéger votre compte",
    lead: "Par ce lien, vous ajoutez une première clé d’accès ou un premier code au compte\u00a0:",
    submit: "Continuer",
    signedIn: (email: string) => `Vous êtes connecté avec ${email}.`,
    other: (email: string) =>
      `Vous êtes connecté avec ${email}, et ce lien est celui d’un autre compte. Déconnectez-vous, puis connectez-vous au bon.`,
    logOut: "Se déconnecter",
    signIn: "Connectez-vous d’abord dans ce navigateur, avec votre mot de passe.",
    login: "Se connecter",
  },
  gone: {
    title: "Ce lien n’est plus valable",
    reset: "Il est incomplet, il a déjà servi ou il a expiré. Demandez-en un autre.",
    email:
      "Il est incomplet, il a déjà servi ou il a expiré. Pour changer d’adresse, demandez un autre lien dans «\u00a0Mon compte\u00a0».",
    factor: "Il est incomplet, il a déjà servi ou il a expiré. Connectez-vous pour en demander un autre.",
    factorAgain: "Se connecter",
    resetAgain: "Demander un autre lien",
    emailAgain: "Aller à Mon compte",
  },
} as const
