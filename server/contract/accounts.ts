import * as z from "zod/mini"
import type { Right } from "./domains/domains.ts"
import { ROLES } from "./domains/roles.ts"
import { emailAddress } from "./email-address.ts"
import { Id } from "./id.ts"
import { notInvisible, ordinarySpaces, storable, trimLine } from "./storable-text.ts"

const PASSWORD_MIN = 8
const PASSWORD_MAX = 128
/** The limit bounds the cost of hashing and of Unicode normalization. */
const CREDENTIAL_MAX = 1000

export const Email = emailAddress("L’e-mail est requis", "E-mail invalide")

export const Username = z.string("Le nom d’utilisateur est requis").check(
  ordinarySpaces,
  notInvisible("Le nom d’utilisateur est requis"),
  z.minLength(3, "Le nom d’utilisateur doit contenir au moins 3 caractères"),
  z.maxLength(50, "Le nom d’utilisateur ne peut dépasser 50 caractères"),
  z.refine((name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name), "Le nom d’utilisateur contient un caractère interdit"),
)

export const Account = z.object({ id: z.int(), username: Username, email: Email, role: z.enum(ROLES) })

export type Account = z.infer<typeof Account>

/** What a session lacks: a factor of the account, or its first one, which may be added now or only after a link. */
export type MissingFactor = "code" | "enrolment" | "link"

export interface CurrentAccount extends Account {
  /** The name that people see in place of the username. */
  fullName?: string | null | undefined
  missingFactor?: MissingFactor | undefined
  /** Whether the password still is the one that was generated and printed. */
  hasGeneratedPassword?: boolean | undefined
}

export interface SignedInAccount extends CurrentAccount {
  /** The rights of the API token, or without one those of the role. */
  rights: readonly Right[]
  tokenId?: number | undefined
  /** When the password or a passkey was last given, ISO 8601, UTC; null with an API token. */
  authenticatedAt: string | null
}

/** Dangerous calls ask for the password or a passkey again if it was last given longer ago. */
export const MAX_AUTHENTICATION_AGE_MS = 10 * 60_000

export const NewPassword = z
  .string("Le mot de passe est requis")
  .check(
    z.minLength(PASSWORD_MIN, `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères`),
    z.maxLength(PASSWORD_MAX, `Le mot de passe ne peut dépasser ${PASSWORD_MAX} caractères`),
  )

const CurrentPassword = z
  .string("Le mot de passe est requis")
  .check(z.minLength(1, "Le mot de passe est requis"), z.maxLength(CREDENTIAL_MAX, "Le mot de passe est trop long"))

export const Credentials = z.object({
  email: z
    .string("L’e-mail est requis")
    .check(
      z.trim(),
      z.minLength(1, "L’e-mail est requis"),
      z.maxLength(CREDENTIAL_MAX, "L’e-mail est trop long"),
      storable,
    ),
  password: CurrentPassword,
})

export const PasswordReauthentication = z.object({ password: CurrentPassword })

export type PasswordReauthentication = z.infer<typeof PasswordReauthentication>

export type Credentials = z.infer<typeof Credentials>

export const PasswordTwice = z.object({
  password: NewPassword,
  confirmPassword: z.string("La confirmation est requise"),
})

export const bothMatch = z.refine<z.infer<typeof PasswordTwice>>(
  ({ password, confirmPassword }) => password === confirmPassword,
  { error: "Les mots de passe ne correspondent pas", path: ["confirmPassword"] },
)

export const Registration = z
  .extend(z.pick(Account, { username: true, email: true }), PasswordTwice.shape)
  .check(bothMatch)

export type Registration = z.infer<typeof Registration>

export const PasswordChange = z
  .extend(PasswordTwice, {
    currentPassword: CurrentPassword,
    /** Whether to revoke the account's API tokens too. */
    revokeTokens: z._default(z.boolean("Choix invalide"), false),
  })
  .check(bothMatch)

export type PasswordChange = z.infer<typeof PasswordChange>

export const ResetRequest = z.object({ email: Email })

export type ResetRequest = z.infer<typeof ResetRequest>

/** The password of a form that can show what is typed, and so needs no confirmation. */
export const PasswordOnce = z.pick(PasswordTwice, { password: true })

const TOKEN_MAX = 200

export const AccountLinkToken = z.string().check(z.maxLength(TOKEN_MAX))

export const PasswordReset = z.extend(PasswordTwice, { token: AccountLinkToken }).check(bothMatch)

export type PasswordReset = z.infer<typeof PasswordReset>

export const EmailChange = z.object({ email: Email })

export type EmailChange = z.infer<typeof EmailChange>

const FULL_NAME_MAX = 80

/** The name that people see in place of the username; the empty text for none. */
export const NameChange = z.object({
  fullName: z
    .string("Nom invalide")
    .check(
      trimLine,
      ordinarySpaces,
      notInvisible("Ce nom ne se voit pas"),
      z.maxLength(FULL_NAME_MAX, `Le nom affiché ne peut dépasser ${FULL_NAME_MAX} caractères`),
      storable,
    ),
})

export type NameChange = z.infer<typeof NameChange>

export const PreferencesChange = z.object({
  mailsAssignments: z.optional(z.boolean("Choix invalide")),
  mailsDigest: z.optional(z.boolean("Choix invalide")),
})

export type PreferencesChange = z.infer<typeof PreferencesChange>

/** Which mails about the work somebody gets. */
export interface MailPreferences {
  mailsAssignments: boolean
  mailsDigest: boolean
  /** Whether the site sends mails at all. */
  hasMailServer: boolean
}

export const AccountId = z.object({ id: Id })
