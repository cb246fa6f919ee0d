import type { Domain } from "./domain.ts"

export const messages = {
  rights: {
    "messages.read": { roles: ["agent", "reader"], token: "Lire les demandes et leurs photos" },
    "messages.write": { roles: ["agent"], token: "Supprimer des demandes" },
    "people.export": { roles: ["agent"], token: "Exporter les demandes et les données d’une personne" },
  },
  subjects: {
    message: {
      slug: "demande",
      label: "Demande",
      the: "la demande",
      one: "des demandes",
      of: "de la demande",
      to: "à la demande",
    },
  },
  menu: [{ label: "Messages", to: "/admin/messages", icon: "mail", right: "messages.read" }],
  holdsVisitorData: true,
} as const satisfies Domain
