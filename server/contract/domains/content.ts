import type { Domain } from "./domain.ts"

export const content = {
  rights: {
    "content.read": { roles: ["editor", "reader"] },
    "content.write": { roles: ["editor"] },
    "settings.write": { roles: [] },
  },
  subjects: {
    content: {
      slug: "page",
      label: "Page du site",
      the: "la page",
      one: "une page",
      of: "de la page",
      to: "à la page",
    },
    settings: {
      slug: "reglages",
      label: "Réglages",
      the: "le réglage",
      one: "les réglages",
      of: "du réglage",
      to: "au réglage",
    },
  },
  menu: [{ label: "Gestion du site", to: "/admin/site-management", icon: "settings", right: "content.read" }],
  holdsVisitorData: false,
} as const satisfies Domain
