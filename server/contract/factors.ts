import * as z from "zod/mini"
import type { Role } from "./domains/roles.ts"
import { rolesWith } from "./rights.ts"
import { notBlank, storable, trimLine } from "./storable-text.ts"

/** The roles whose holders need a passkey or a one-time code. */
export interface FactorRequirement {
  roles: Role[]
}

export interface Passkey {
  /** The credential's id, in base64url. */
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export interface OwnFactors {
  passkeys: Passkey[]
  /** When one-time codes were turned on; null while they are off. */
  codesSince: string | null
  recoveryCodesLeft: number
  /** Whether some of them are from an earlier version, which made shorter ones. */
  hasShortRecoveryCodes: boolean
  /** Whether the account's role needs a factor, so that the last one cannot be removed. */
  isRequired: boolean
}

/** The factors by which the signed-in account can confirm a sign-in. */
export interface FactorChoices {
  hasCode: boolean
  hasPasskey: boolean
}

export const PASSKEY_NAME_MAX = 60
export const PASSKEYS_MAX = 20
export const RECOVERY_CODES = 10

/** With fewer codes left, the user is asked to create new ones. */
export const FEW_RECOVERY_CODES = 3

const PasskeyName = z
  .string("Le nom est requis")
  .check(
    trimLine,
    ...notBlank("Le nom est requis"),
    z.maxLength(PASSKEY_NAME_MAX, `Le nom ne peut dépasser ${PASSKEY_NAME_MAX} caractères`),
    storable,
  )

const UNREADABLE = "La réponse de la clé d’accès est illisible"

/** Authenticators send less than this number of characters. */
const BASE64_MAX = 20_000
/** A credential's id has at most 1,023 bytes (WebAuthn §4), which are 1,364 characters in base64url. */
const ID_MAX = 1364

const Base64 = z.string(UNREADABLE).check(z.maxLength(BASE64_MAX, UNREADABLE), z.regex(/^[\w-]+$/, UNREADABLE))

const CredentialId = Base64.check(z.maxLength(ID_MAX, UNREADABLE))

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key", UNREADABLE) }

/** The browser's response for a new passkey (RegistrationResponseJSON of WebAuthn §5.1). */
const RegistrationResponse = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: Base64,
        attestationObject: Base64,
        transports: z.optional(
          z
            .array(z.string(UNREADABLE).check(z.regex(/^[\w-]{1,30}$/, UNREADABLE)), UNREADABLE)
            .check(z.maxLength(10, UNREADABLE)),
        ),
      },
      UNREADABLE,
    ),
  },
  UNREADABLE,
)

/** The browser's response when a passkey is used (AuthenticationResponseJSON of WebAuthn §5.1). */
const AuthenticationResponse = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: Base64,
        authenticatorData: Base64,
        signature: Base64,
        userHandle: z.optional(Base64),
      },
      UNREADABLE,
    ),
  },
  UNREADABLE,
)

export type RegistrationResponse = z.infer<typeof RegistrationResponse>

export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>

/** A passkey without a name gets that of the device. */
export const NewPasskey = z.object({ name: z.optional(PasskeyName), response: RegistrationResponse })

export type NewPasskey = z.infer<typeof NewPasskey>

export const PasskeyAssertion = z.object({ response: AuthenticationResponse })

export const PasskeyRenaming = z.object({ id: CredentialId, name: PasskeyName })

export type PasskeyRenaming = z.infer<typeof PasskeyRenaming>

export const PasskeyId = z.object({ id: CredentialId })

/** A one-time code, or a recovery code in its place. */
export const FactorCode = z.object({
  code: z
    .string("Le code est requis")
    .check(z.trim(), z.minLength(1, "Le code est requis"), z.maxLength(100, "Le code est trop long")),
})

/** One of the account's factors, which each change of them needs. */
const FactorProof = z.union([FactorCode, PasskeyAssertion], "Confirmation invalide")

export type FactorProof = z.infer<typeof FactorProof>

/** It comes beside the rest of a call's input. */
export const WithFactorProof = z._default(z.object({ proof: z.optional(FactorProof) }), {})

/** The roles that open the office, of which each may need a factor. */
export const OFFICE_ROLES = rolesWith("office.open")

export const FactorRequirementChange = z.object({ roles: z.array(z.enum(OFFICE_ROLES, "Rôle inconnu")) })
