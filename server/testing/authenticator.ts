import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import type { AuthenticationResponse, RegistrationResponse } from "#server/contract/factors.ts"

/** The data that an honest browser and authenticator would not send. */
interface Deviations {
  /** The origin of the page that asks. */
  origin?: string
  /** The domain that the authenticator gets. */
  domain?: string
  isUserVerified?: boolean
  userHandle?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Imitates a browser with a security key that holds one passkey (WebAuthn §6), by default at the origin of tests. */
export function createAuthenticator({ site = "http://localhost" } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(32)
  let userHandle = ""
  let counter = 0
  let isCounting = true
  const credential = { id: base64(id), rawId: base64(id), type: "public-key" as const }

  function clientData(type: string, challenge: string, origin: string) {
    return base64(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  function authenticatorData(domain: string, flags: number, rest: Uint8Array = Buffer.alloc(0)) {
    if (isCounting) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, rest])
  }

  /** The credential's id and its public key in COSE form (WebAuthn §6.5.1). */
  function credentialData() {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
      [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
  }

  return {
    id: credential.id,
    /** Imitates a copy of the key, which does not know how often the original was used. */
    setCounter(value: number) {
      counter = value
    },
    /** Imitates passkeys that are synchronized between devices, which always send 0. */
    stopCounting() {
      counter = 0
      isCounting = false
    },
    create(
      { challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON,
      { origin = site, domain = rp.id ?? "", isUserVerified = true }: Deviations = {},
    ): RegistrationResponse {
      userHandle = user.id
      const flags = USER_PRESENT | HAS_CREDENTIAL | (isUserVerified ? USER_VERIFIED : 0)
      const authData = Uint8Array.from(authenticatorData(domain, flags, credentialData()))
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ])
      const clientDataJSON = clientData("webauthn.create", challenge, origin)
      const attestationObject = base64(isoCBOR.encode(attestation))
      return { ...credential, response: { clientDataJSON, attestationObject, transports: ["internal"] } }
    },
    get(
      { challenge, rpId }: PublicKeyCredentialRequestOptionsJSON,
      { origin = site, domain = rpId ?? "", isUserVerified = true, userHandle: handle = userHandle }: Deviations = {},
    ): AuthenticationResponse {
      const data = authenticatorData(domain, USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0))
      const clientDataJSON = clientData("webauthn.get", challenge, origin)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))])
      const signature = base64(sign("sha256", signed, privateKey))
      return {
        ...credential,
        response: { clientDataJSON, authenticatorData: base64(data), signature, userHandle: handle },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

function base64(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString("base64url")
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest()
}
