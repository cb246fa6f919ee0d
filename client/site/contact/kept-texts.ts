import { DAY_MS, REQUEST_LINK_MS } from "#server/contract/durations.ts"

/** Texts of the page with this device's requests. */
export const keptRequests = {
  title: "Mes demandes",
  lead: `Les demandes que vous envoyez depuis cet appareil apparaissent ici, avec le lien pour suivre chacune. Elles restent ${REQUEST_LINK_MS / DAY_MS}\u00a0jours dans cette liste, que cet appareil seul connaît.`,
  sentAt: (date: string) => `Envoyée le ${date}`,
  own: "Dans votre compte",
  waiting: (count: number) =>
    count === 1
      ? "Un message attend la connexion sur cet appareil\u00a0: il partira dès qu’elle reviendra."
      : `${count}\u00a0messages attendent la connexion sur cet appareil\u00a0: ils partiront dès qu’elle reviendra.`,
  withAccount: "Avec un compte, vous retrouvez vos demandes sur tous vos appareils.",
  login: "Se connecter",
  loggedIn: "Vous êtes connecté\u00a0: les demandes de votre compte sont ici aussi, sur tous vos appareils.",
  account: "Mon compte",
  follow: "Suivre la demande",
  followOf: (reference: string) => `Suivre la demande ${reference}`,
  forget: "Oublier",
  forgetOf: (reference: string) => `Oublier la demande ${reference}`,
  forgetAll: "Tout oublier",
  shared: "Vous partagez cet appareil\u202f? Oubliez vos demandes ici\u00a0: nous les gardons.",
  forgotten: "Cette demande est oubliée sur cet appareil.",
  undo: "Annuler",
  undoOf: (reference: string) => `Annuler l’oubli de la demande ${reference}`,
  others:
    "Une demande manque\u202f? Si elle est partie d’un autre appareil, ou d’un navigateur sans JavaScript, retrouvez\u2011la avec sa référence.",
  find: "Retrouver une demande",
  send: "Envoyer une demande",
} as const
