/** Texts of the page of one's own account, and of what an account is for. */
export const ownAccount = {
  title: "Mon compte",
  lead: "Votre compte garde vos demandes\u00a0: celles que vous envoyez une fois connecté, et celles que vous lui ajoutez depuis leur page. Vous les retrouvez sur tous vos appareils.",
  requests: "Voir mes demandes",
  loggedOut: "Connectez-vous pour changer votre mot de passe, fermer vos autres sessions ou supprimer votre compte.",
  login: "Se connecter",
  register: "S’inscrire",
  left: "Votre compte est supprimé. Vos demandes nous restent\u202f; pour les faire effacer aussi, écrivez-nous.",
} as const
