import * as z from "zod/mini"
import { declaredRights, type TokenRight } from "./domains/domains.ts"
import { notBlank, storable, trimLine } from "./storable-text.ts"

/** The rights that REST calls need; the screens of the back office accept no token. */
export const TOKEN_RIGHT_LABELS = Object.fromEntries(
  Object.entries(declaredRights).flatMap(([right, { token }]) => (token ? [[right, token]] : [])),
) as Record<TokenRight, string>

export const TOKEN_RIGHTS = Object.keys(TOKEN_RIGHT_LABELS) as TokenRight[]

/** The prefix of a token, by which people and secret scanners recognize it. */
export const TOKEN_PREFIX = "lis_"

/** The lifetimes of a token in days; null stands for an unlimited one. */
const TOKEN_DAYS = [7, 30, 90, 365, null] as const

export type TokenDays = (typeof TOKEN_DAYS)[number]

export const TOKEN_REQUESTS_PER_MINUTE = 600

const NAME_MAX = 100

export const NewToken = z.object({
  name: z
    .string("Donnez un nom au jeton")
    .check(
      trimLine,
      ...notBlank("Donnez un nom au jeton"),
      z.maxLength(NAME_MAX, `Le nom ne peut dépasser ${NAME_MAX} caractères`),
      storable,
    ),
  rights: z.array(z.enum(TOKEN_RIGHTS, "Droit inconnu")).check(z.minLength(1, "Cochez au moins un droit")),
  days: z.literal(TOKEN_DAYS, "Durée inconnue"),
})

export type NewToken = z.infer<typeof NewToken>

/** A suspended token is one of a disabled account, of one that lacks a factor, or of a role without its rights. */
export type TokenState = "active" | "expired" | "revoked" | "suspended"

export interface ApiToken {
  id: number
  name: string
  /** The present rights, which never exceed the role of the account that made the token. */
  rights: TokenRight[]
  /** The user who made it. */
  by: string
  /** ISO 8601, UTC. */
  createdAt: string
  expiresAt: string | null
  /** It is exact to some minutes: ISO 8601, UTC. */
  lastUsedAt: string | null
  revokedAt: string | null
  state: TokenState
}

/** A token that was just created, which is the only time that the secret is shown. */
export interface CreatedToken extends ApiToken {
  token: string
}
