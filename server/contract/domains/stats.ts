import type { Domain } from "./domain.ts"

export const stats = {
  rights: { "stats.read": { roles: ["editor", "agent", "reader"], token: "Lire les statistiques" } },
  subjects: {},
  menu: [{ label: "Statistiques", to: "/admin/stats", icon: "chart", right: "stats.read" }],
  holdsVisitorData: false,
} as const satisfies Domain
