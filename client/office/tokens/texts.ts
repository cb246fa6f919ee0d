import { formatDate, formatDateTime } from "#client/app/dates.ts"
import type { TokenDays, TokenState } from "#server/contract/tokens.ts"

/** Texts about API tokens, with which other programs call the site. */
export const tokens = {
  lead: "Un jeton permet à un autre programme de lire ou d’écrire sur le site, avec les droits que vous lui donnez et jamais plus que les vôtres.",
  docs: "Documentation de l’API",
  loading: "Chargement des jetons…",
  create: "Créer un jeton",
  empty: {
    title: "Aucun jeton",
    text: "Créez un jeton pour chaque programme qui doit se servir du site\u00a0: vous pourrez le révoquer sans toucher aux autres.",
  },
  states: {
    active: "Actif",
    expired: "Expiré",
    revoked: "Révoqué",
    suspended: "Suspendu",
  } satisfies Record<TokenState, string>,
  suspended: "Le compte qui l’a créé est désactivé ou n’a plus ces droits.",
  by: (author: string, at: string) => `Créé par ${author} le ${formatDate(at)}`,
  expires: (at: string | null) => (at ? `Expire le ${formatDateTime(at)}` : "N’expire pas"),
  expired: (at: string) => `A expiré le ${formatDateTime(at)}`,
  revokedAt: (at: string) => `Révoqué le ${formatDateTime(at)}`,
  used: (at: string | null) => (at ? `Dernier usage le ${formatDateTime(at)}` : "Jamais utilisé"),
  rights: "Droits",
  noRights: "Aucun droit",
  revoke: "Révoquer",
  revokeNamed: (name: string) => `Révoquer «\u00a0${name}\u00a0»`,
  revoked: (name: string) => `Jeton «\u00a0${name}\u00a0» révoqué\u00a0: il n’ouvre plus rien.`,
  failure: {
    load: "Erreur lors du chargement des jetons\u00a0: ",
    create: "Le jeton n’a pas été créé\u00a0: ",
    revoke: "Le jeton n’a pas été révoqué\u00a0: ",
  },
} as const

export const tokenForm = {
  title: "Créer un jeton",
  name: "Nom",
  nameHelp: "Le programme qui s’en servira, par exemple «\u00a0Comptabilité\u00a0».",
  rights: "Droits",
  rightsHelp: "Cochez seulement ceux dont le programme a besoin.",
  days: "Durée",
  durations: [
    { days: 7, label: "7 jours" },
    { days: 30, label: "30 jours" },
    { days: 90, label: "90 jours" },
    { days: 365, label: "1 an" },
    { days: null, label: "Sans limite" },
  ] satisfies { days: TokenDays; label: string }[],
  submit: "Créer le jeton",
  submitting: "Création…",
} as const

/** Texts about a token that has just been created. */
export const newToken = {
  title: "Jeton créé",
  token: "Jeton",
  once: "Copiez-le maintenant et gardez-le en lieu sûr\u00a0: il ne sera plus affiché.",
  example: "Exemple",
  done: "J’ai copié le jeton",
} as const

export const tokenRevocation = {
  question: "Révoquer ce jeton\u202f?",
  detail: (name: string) =>
    `Le programme qui se sert de «\u00a0${name}\u00a0» sera refusé dès sa prochaine requête. C’est définitif.`,
} as const
