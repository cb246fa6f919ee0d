/** The roles, from the most to the least powerful. */
export const ROLES = ["admin", "editor", "agent", "reader", "user"] as const

export const ROLE_LABELS = {
  admin: "Administrateur",
  editor: "Éditeur",
  agent: "Chargé de clientèle",
  reader: "Lecteur",
  user: "Utilisateur",
} as const satisfies Record<Role, string>

export type Role = (typeof ROLES)[number]
