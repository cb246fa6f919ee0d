import type { Domain } from "./domain.ts"

export const office = {
  rights: { "office.open": { roles: ["editor", "agent", "reader"] } },
  subjects: {},
  menu: [{ label: "Dashboard", to: "/admin/dashboard", icon: "dashboard", right: "office.open" }],
  holdsVisitorData: false,
} as const satisfies Domain
