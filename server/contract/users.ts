import * as z from "zod/mini"
import { type Account, bothMatch, Email, PasswordTwice, Username } from "./accounts.ts"
import { Id } from "./id.ts"
import type { FoundCount } from "./paging.ts"
import { ROLES, type Role } from "./rights.ts"
import { PageNumber, SearchText } from "./search-fields.ts"
import { withoutNul } from "./storable-text.ts"
import { USER_STATES, type UserFolder, type UserState } from "./user-search-params.ts"

const RoleField = z.enum(ROLES, "Rôle inconnu")

export const UserSearch = z.object({
  search: z._default(SearchText.check(withoutNul), ""),
  role: z.optional(RoleField),
  /** Accounts that are not deleted, by default. */
  state: z.optional(z.enum(USER_STATES, "État inconnu")),
  page: z._default(PageNumber, 1),
})

export type UserSearch = z.infer<typeof UserSearch>

/** An account as those see it who manage accounts. */
export interface User extends Account {
  state: UserState
  createdAt: string
  /** Within some minutes. */
  lastSeenAt: string | null
  passkeys: number
  hasOneTimeCode: boolean
  sessions: number
  /** When the account was deleted; its `username` is then the former one. */
  deletedAt: string | null
}

export interface UserSearchResult extends FoundCount {
  users: User[]
  /** Whatever is searched. */
  counts: Record<UserFolder, number>
}

export const RoleChange = z.object({ id: Id, role: RoleField })

export type RoleChange = z.infer<typeof RoleChange>

export const NewInvitation = z.object({ role: RoleField, email: z.optional(Email) })

export type NewInvitation = z.infer<typeof NewInvitation>

/** One that has neither expired nor been used. */
export interface PendingInvitation {
  id: number
  email: string | null
  role: Role
  /** Null for the program. */
  invitedBy: string | null
  createdAt: string
  expiresAt: string
}

export interface PendingInvitations {
  invitations: PendingInvitation[]
  /** Whether invitations to an e-mail address are mailed. */
  hasMailServer: boolean
}

/** Returned once: the server cannot tell the token again. */
export interface IssuedInvitation {
  id: number
  email: string | null
  role: Role
  expiresAt: string
  /** Null where the link is mailed: only who reads that mail gets it. */
  token: string | null
}

export const InvitationRenewal = z.object({
  id: Id,
  /** Whether to return the link even if it could be mailed. */
  asLink: z._default(z.boolean(), false),
})

export type InvitationRenewal = z.infer<typeof InvitationRenewal>

export const InvitationToken = z.string("Lien invalide")

/** What the holder of the link may know. */
export interface Invitation {
  role: Role
  /** Undefined where the holder chooses it. */
  email: string | undefined
  invitedBy: string | undefined
  expiresAt: string
}

export const InvitationAcceptance = z
  .extend(
    z.object({
      token: InvitationToken,
      username: Username,
      /** The address of the invitation counts where it has one. */
      email: z.optional(Email),
    }),
    PasswordTwice.shape,
  )
  .check(bothMatch)

export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>
