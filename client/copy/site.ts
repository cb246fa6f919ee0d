export const site = {
  announcement: "Annonce",
  header: {
    skip: "Aller au contenu",
    navigation: "Navigation principale",
    menu: "Menu",
    openMenu: "Ouvrir le menu",
    closeMenu: "Fermer le menu",
    links: [
      { label: "Accueil", to: "/" },
      { label: "Construction", to: "/construction" },
      { label: "Agriculture", to: "/agriculture" },
      { label: "Élevage", to: "/elevage" },
      { label: "Transport", to: "/transport" },
      { label: "Ventes de Matériaux", to: "/ventes-materiaux" },
      { label: "Immobilier", to: "/immobilier" },
    ],
    contact: "Contact",
    /** In the bar. */
    login: "Connexion",
    /** In the mobile menu. */
    loginInMenu: "Se connecter",
    logout: "Déconnexion",
    logoutFailed: "La déconnexion a échoué. Vérifiez la connexion, puis réessayez.",
  },
  breadcrumb: { label: "Fil d’Ariane", home: "Accueil" },
  footer: {
    about: "À propos",
    social: "Suivez-nous",
    sectorsTitle: "Nos secteurs",
    sectors: [
      { label: "Construction", to: "/construction" },
      { label: "Agriculture", to: "/agriculture" },
      { label: "Élevage", to: "/elevage" },
      { label: "Transport", to: "/transport" },
    ],
    contactTitle: "Contact",
    dataSaver: "Économiser les données",
  },
  projects: {
    pages: "Pages de projets",
    pictures: (title: string) => `Photos : ${title}`,
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
      "écrivez-nous.",
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
