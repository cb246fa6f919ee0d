/** The rights that roles may have. The server checks them on each call, and screens offer nothing else. */
const RIGHTS = [
  "office.open",
  "projects.read",
  "projects.write",
  "content.read",
  "content.write",
  "pictures.read",
  "pictures.write",
  "messages.read",
  "messages.write",
  "people.export",
  "stats.read",
  "settings.write",
  "users.manage",
  "audit.read",
  "tokens.manage",
] as const

export type Right = (typeof RIGHTS)[number]

/** The roles, from the most to the least powerful. */
export const ROLES = ["admin", "editor", "agent", "reader", "user"] as const

export type Role = (typeof ROLES)[number]

export const rightsOfRoles: Readonly<Record<Role, readonly Right[]>> = {
  admin: RIGHTS,
  editor: [
    "office.open",
    "projects.read",
    "projects.write",
    "content.read",
    "content.write",
    "pictures.read",
    "pictures.write",
    "stats.read",
  ],
  agent: ["office.open", "messages.read", "messages.write", "people.export", "stats.read"],
  reader: ["office.open", "projects.read", "content.read", "pictures.read", "messages.read", "stats.read"],
  user: [],
}

export function rolesWith(right: Right): Role[] {
  return ROLES.filter((role) => hasRight(role, right))
}

/** Whether a role has a right; an unknown role, which another program may have stored, has none. */
export function hasRight(role: Role, right: Right): boolean {
  return rightsOfRoles[role]?.includes(right) ?? false
}

/** Whether a role has a right that the former one lacked. */
export function gainsRights(former: Role, role: Role): boolean {
  return rightsOfRoles[role].some((right) => !hasRight(former, right))
}
