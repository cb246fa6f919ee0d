import type { Domain } from "./domain.ts"

export const accounts = {
  rights: { "users.manage": { roles: [] } },
  subjects: {
    account: { slug: "compte", label: "Compte", the: "le compte", one: "un compte", of: "du compte", to: "au compte" },
    invitation: {
      slug: "invitation",
      label: "Invitation",
      the: "l’invitation de",
      one: "une invitation",
      of: "de l’invitation de",
      to: "à l’invitation de",
    },
    session: {
      slug: "session",
      label: "Session",
      the: "la session de",
      one: "une session",
      of: "de",
      to: "à la session de",
    },
    passkey: {
      slug: "cle-d-acces",
      label: "Clé d’accès",
      the: "la clé d’accès",
      one: "une clé d’accès",
      of: "de la clé d’accès",
      to: "à la clé d’accès",
    },
  },
  menu: [{ label: "Utilisateurs", to: "/admin/users", icon: "users", right: "users.manage" }],
  holdsVisitorData: false,
} as const satisfies Domain
