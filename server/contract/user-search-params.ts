// Addresses are parsed before zod is loaded: this file must not import it.

import { ROLES } from "./domains/roles.ts"
import { listAddress, ownSlugs, type ParamsOf, pageNumber, slug, text } from "./list-address.ts"

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

/** The address of the list of users; without a folder, the list has all accounts that are not deleted. */
export const userAddress = listAddress({
  search: text("search"),
  etat: slug("folder", USER_FOLDER_SLUGS),
  role: slug("role", ownSlugs(ROLES)),
  page: pageNumber,
})

export type UserSearchParams = ParamsOf<typeof userAddress>
