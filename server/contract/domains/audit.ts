import type { Domain } from "./domain.ts"

export const audit = {
  rights: { "audit.read": { roles: [], token: "Exporter le journal" } },
  subjects: {
    audit: {
      slug: "journal",
      label: "Journal",
      the: "le journal",
      one: "le journal",
      of: "du journal",
      to: "au journal",
    },
  },
  menu: [{ label: "Journal", to: "/admin/audit", icon: "clock", right: "audit.read", isAdvanced: true }],
  holdsVisitorData: false,
} as const satisfies Domain
