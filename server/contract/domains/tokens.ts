import type { Domain } from "./domain.ts"

export const tokens = {
  rights: { "tokens.manage": { roles: [] } },
  subjects: {
    token: { slug: "jeton", label: "Jeton d’API", the: "le jeton", one: "un jeton", of: "du jeton", to: "au jeton" },
  },
  menu: [{ label: "Jetons d'API", to: "/admin/tokens", icon: "key", right: "tokens.manage", isAdvanced: true }],
  holdsVisitorData: false,
} as const satisfies Domain
