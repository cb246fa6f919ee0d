import * as z from "zod/mini"
import { type Account, bothMatch, Email, NameChange, PasswordTwice, Username } from "./accounts.ts"
import { ROLES, type Role } from "./domains/roles.ts"
import { Id } from "./id.ts"
import { BatchId } from "./idempotency-key.ts"
import type { FoundCount } from "./paging.ts"
import { PageNumber, SearchText } from "./search-fields.ts"
import { storable } from "./storable-text.ts"
import { USER_STATES, type UserFolder, type UserState } from "./user-search-params.ts"

const RoleField = z.enum(ROLES, "Rôle inconnu")

export const UserSearch = z.object({
  search: z._default(SearchText.check(storable), ""),
  role: z.optional(RoleField),
  /** By default, only accounts that are not deleted are found. */
  state: z.optional(z.enum(USER_STATES, "État inconnu")),
  page: z._default(PageNumber, 1),
})

export type UserSearch = z.infer<typeof UserSearch>

/** An account as the users who manage accounts see it. */
export interface User extends Account {
  state: UserState
  /** Whether a link has confirmed the address; without it the account can be given no other role. */
  isConfirmed: boolean
  createdAt: string
  /** It is exact to some minutes: ISO 8601, UTC. */
  lastSeenAt: string | null
  passkeys: number
  hasOneTimeCode: boolean
  /** Whether the role needs a second factor that the account does not have. */
  lacksFactor: boolean
  sessions: number
  /** The requests that the account has in charge and that are not done. */
  requests: number
  /** The name that people see in place of the username. */
  fullName: string | null
  /** When the account was deleted; `username` is then the former name. */
  deletedAt: string | null
}

export interface UserSearchResult extends FoundCount {
  users: User[]
  /** Counts of all users, whatever the search is. */
  counts: Record<UserFolder, number>
}

export const RoleChange = z.object({ id: Id, role: RoleField })

export type RoleChange = z.infer<typeof RoleChange>

/** Disables or deletes an account. Who names nobody leaves its pending requests to nobody. */
export const AccountRemoval = z.union(
  [
    z.pipe(
      Id,
      z.transform((id) => ({ id, assignee: null, batchId: undefined })),
    ),
    z.object({ id: Id, assignee: z._default(z.nullable(Id), null), batchId: z.optional(BatchId) }),
  ],
  "Identifiant invalide",
)

export type AccountRemoval = z.infer<typeof AccountRemoval>

/** Undoes a removal, with the hand-over of its batch. */
export const AccountReturn = z.union(
  [
    z.pipe(
      Id,
      z.transform((id) => ({ id, batchId: undefined })),
    ),
    z.object({ id: Id, batchId: z.optional(BatchId) }),
  ],
  "Identifiant invalide",
)

export type AccountReturn = z.infer<typeof AccountReturn>

export const UserNameChange = z.extend(NameChange, { id: Id })

export type UserNameChange = z.infer<typeof UserNameChange>

export const NewInvitation = z.object({ role: RoleField, email: z.optional(Email) })

export type NewInvitation = z.infer<typeof NewInvitation>

/** An invitation that has neither expired nor been used. */
export interface PendingInvitation {
  id: number
  email: string | null
  role: Role
  /** It is null if no account sent the invitation. */
  invitedBy: string | null
  createdAt: string
  expiresAt: string
}

export interface PendingInvitations {
  invitations: PendingInvitation[]
  /** Whether invitations to an e-mail address are mailed. */
  hasMailServer: boolean
}

/** It is returned once, since the server cannot show the token again. */
export interface IssuedInvitation {
  id: number
  email: string | null
  role: Role
  expiresAt: string
  /** It is null if the link is mailed, so that only the recipient gets it. */
  token: string | null
}

export const InvitationRenewal = z.object({
  id: Id,
  /** Whether to return the link even if it could be mailed. */
  asLink: z._default(z.boolean(), false),
})

export type InvitationRenewal = z.infer<typeof InvitationRenewal>

export const InvitationToken = z.string("Lien invalide")

/** The data of an invitation that the holder of its link may see. */
export interface Invitation {
  role: Role
  /** It is undefined if the holder chooses an address. */
  email: string | undefined
  invitedBy: string | undefined
  expiresAt: string
}

export const InvitationAcceptance = z
  .extend(
    z.object({
      token: InvitationToken,
      username: Username,
      /** It is ignored if the invitation has an address. */
      email: z.optional(Email),
    }),
    PasswordTwice.shape,
  )
  .check(bothMatch)

export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>
