import { pluralize } from "#client/office/french/pluralize.ts"
import { menu } from "#server/contract/domains/domains.ts"

/** Texts of the admin's layout and shared controls; each screen has its own file. */
export const admin = {
  notOpened: "L’administration n’a pas pu être ouverte.",
  navigation: "Administration",
  openMenu: "Ouvrir le menu",
  closeMenu: "Fermer le menu",
  collapse: "Réduire le menu",
  expand: "Agrandir le menu",
  search: "Rechercher",
  searchKeys: "Rechercher partout (Ctrl\u00a0+\u00a0K)",
  closeSearch: "Fermer la recherche",
  links: menu,
  advanced: "Avancé",
  waiting: (count: number) => pluralize(count, "demande sans réponse", "demandes sans réponse"),
  notAllowed: {
    title: "Cet écran n’est pas ouvert à votre rôle",
    text: "Demandez à un administrateur de changer votre rôle si vous en avez besoin.",
    back: "Revenir au Dashboard",
  },
  generatedPassword: {
    title: "Votre mot de passe a été généré à l’installation",
    text: "Il est resté affiché sur un écran ou dans un journal\u00a0: choisissez-en un que vous seul connaissez.",
    change: "Changer de mot de passe",
  },
  account: "Mon compte",
  login: "Connexion",
  logout: "Déconnexion",
  site: "Voir le site",
  server: {
    ok: "Serveur en ligne",
    failed: "Serveur injoignable",
    checking: "Serveur\u00a0: vérification…",
    version: (version: string) => `Version ${version}`,
  },
} as const
