import { declaredRights, type Right } from "./domains/domains.ts"
import { ROLES, type Role } from "./domains/roles.ts"

const RIGHTS = Object.keys(declaredRights) as Right[]

/** The rights that roles may have. The server checks them on each call, and screens offer nothing else. */
export const rightsOfRoles: Readonly<Record<Role, readonly Right[]>> = {
  admin: RIGHTS,
  editor: rightsOf("editor"),
  agent: rightsOf("agent"),
  reader: rightsOf("reader"),
  user: rightsOf("user"),
}

function rightsOf(role: Role): Right[] {
  return RIGHTS.filter((right) => declaredRights[right].roles.includes(role))
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
