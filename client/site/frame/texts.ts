export const site = {
  announcement: "Annonce",
  header: {
    skip: "Aller au contenu",
    navigation: "Navigation principale",
    menu: "Menu",
    openMenu: "Ouvrir le menu",
    closeMenu: "Fermer le menu",
    contact: "Contact",
    login: "Connexion",
    loginInMenu: "Se connecter",
    logout: "Déconnexion",
  },
  days: {
    monday: "Lundi",
    tuesday: "Mardi",
    wednesday: "Mercredi",
    thursday: "Jeudi",
    friday: "Vendredi",
    saturday: "Samedi",
    sunday: "Dimanche",
  },
  contactBar: {
    label: "Nous joindre",
    call: "Appeler",
    whatsApp: "WhatsApp",
    quote: "Devis",
    /** Begins a WhatsApp message. */
    about: (subject: string) => `Bonjour, je vous écris au sujet de «\u00a0${subject}\u00a0».`,
    hello: "Bonjour, je vous écris depuis votre site.",
  },
  breadcrumb: { label: "Fil d’Ariane", home: "Accueil" },
  footer: {
    social: "Suivez-nous",
    sectorsTitle: "Nos secteurs",
    contactTitle: "Contact",
    dataSaver: "Économiser les données",
  },
  projects: {
    pages: "Pages de projets",
    pictures: (title: string) => `Photos\u00a0: ${title}`,
    newer: "Projets plus récents",
    older: "Voir plus",
    expand: "Lire la suite",
    collapse: "Réduire",
    retry: "Réessayer",
  },
  notFound: {
    title: "404 Page Not Found",
    text:
      "La page que vous cherchez n’existe pas ou a changé d’adresse\u00a0: repartez de l’accueil, ou " +
      "écrivez\u2011nous.",
    home: "Retour à l’accueil",
    contact: "Nous contacter",
  },
  error: {
    title: "Une erreur est survenue",
    text: "La page n’a pas pu s’afficher. Réessayez dans un instant.",
    retry: "Réessayer",
    home: "Retour à l’accueil",
  },
} as const
