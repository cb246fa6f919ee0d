// Search params are parsed before zod is loaded: this file must not import it.

import { ROLES, type Role } from "./domains/roles.ts"
import { isPageNumber } from "./paging.ts"
import { findSlug, parseSearchText } from "./search-params.ts"

export const USER_STATES = ["active", "disabled", "deleted"] as const

export type UserState = (typeof USER_STATES)[number]

export const USER_FOLDERS = [...USER_STATES, "invited"] as const

export type UserFolder = (typeof USER_FOLDERS)[number]

/** The values of `?etat=`. */
export const USER_FOLDER_SLUGS = {
  active: "actif",
  disabled: "desactive",
  deleted: "supprime",
  invited: "invite",
} as const satisfies Record<UserFolder, string>

/** Search params of the list of users; defaults are left out. */
export interface UserSearchParams {
  search?: string | undefined
  etat?: (typeof USER_FOLDER_SLUGS)[UserFolder] | undefined
  role?: Role | undefined
  page?: number | undefined
}

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseUserSearchParams({ search, etat, role, page }: Record<string, unknown>): UserSearchParams {
  return {
    search: parseSearchText(search),
    etat: findSlug(USER_FOLDER_SLUGS, etat),
    role: ROLES.find((one) => one === role),
    page: isPageNumber(page) && page > 1 ? page : undefined,
  }
}

/** Returns the folder of the URL; without one, the list has all accounts that are not deleted. */
export function folderOf({ etat }: UserSearchParams): UserFolder | undefined {
  return USER_FOLDERS.find((folder) => USER_FOLDER_SLUGS[folder] === etat)
}
