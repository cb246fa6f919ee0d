/** Titles and descriptions of the pages that have no content of their own. Functions get the company's name. */
export const heads = {
  contactSent: {
    title: "Message envoyé",
    description: "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
  },
  login: { title: "Connexion", description: (name: string) => `Se connecter à l’espace ${name}.` },
  registration: { title: "Inscription", description: (name: string) => `Créer un compte sur le site ${name}.` },
} as const
