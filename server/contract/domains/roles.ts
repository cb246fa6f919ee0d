/** The roles, from the most to the least powerful. */
export const ROLES = ["admin", "editor", "agent", "reader", "user"] as const

export type Role = (typeof ROLES)[number]
