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
