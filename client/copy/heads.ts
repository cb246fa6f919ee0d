/** Titles and descriptions of the pages that have no content of their own. */
export const heads = {
  contactSent: {
    title: "Message envoyé",
    description: "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
  },
  login: { title: "Connexion", description: "Se connecter à l’espace du Groupe Lisanga." },
  registration: { title: "Inscription", description: "Créer un compte sur le site du Groupe Lisanga." },
} as const
