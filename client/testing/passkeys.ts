import { onTestFinished, vi } from "vitest"
import { type Authenticator, createAuthenticator } from "#server/testing/authenticator.ts"

interface Device {
  /** Whether the browser suggests passkeys in fields; they are chosen by `choose()`. */
  suggests?: boolean
}

/** Gives the page a device that verifies its user and stores one passkey (WebAuthn); without it, there are none. */
export function installPasskeys({ suggests = false }: Device = {}) {
  let authenticator = createAuthenticator()
  let isRefusing = false
  let choose: (() => void) | undefined

  function create({ publicKey }: CredentialCreationOptions): Credential {
    const { challenge, rp, user, excludeCredentials = [] } = publicKey as PublicKeyCredentialCreationOptions
    if (isRefusing) throw new DOMException("The user refused", "NotAllowedError")
    if (holds(excludeCredentials)) throw new DOMException("The passkey exists", "InvalidStateError")
    const options = { challenge: toText(challenge), rp, user: { ...user, id: toText(user.id) } }
    const { response, ...credential } = authenticator.create(options as Parameters<Authenticator["create"]>[0])
    return toCredential(credential, {
      clientDataJSON: toBytes(response.clientDataJSON),
      attestationObject: toBytes(response.attestationObject),
      getTransports: () => ["internal"],
    })
  }

  async function get({ publicKey, mediation, signal }: CredentialRequestOptions): Promise<Credential> {
    const { challenge, rpId, allowCredentials = [] } = publicKey as PublicKeyCredentialRequestOptions
    if (mediation === "conditional") {
      await new Promise<void>((resolve, reject) => {
        choose = resolve
        signal?.addEventListener("abort", () => {
          choose = undefined
          reject(signal.reason)
        })
      })
    }
    if (isRefusing || (allowCredentials.length > 0 && !holds(allowCredentials)))
      throw new DOMException("The user refused", "NotAllowedError")
    const options = { challenge: toText(challenge), ...(rpId && { rpId }) }
    const { response, ...credential } = authenticator.get(options)
    return toCredential(credential, {
      clientDataJSON: toBytes(response.clientDataJSON),
      authenticatorData: toBytes(response.authenticatorData),
      signature: toBytes(response.signature),
      userHandle: toBytes(response.userHandle ?? ""),
    })
  }

  function holds(credentials: PublicKeyCredentialDescriptor[]) {
    return credentials.some(({ id }) => toText(id) === authenticator.id)
  }

  vi.stubGlobal(
    "PublicKeyCredential",
    Object.assign(() => {}, { isConditionalMediationAvailable: async () => suggests }),
  )
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { create, get } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, "credentials"))

  return {
    /** Imitates a user who closes the browser's question. */
    refuse: (refuses: boolean) => {
      isRefusing = refuses
    },
    /** Imitates another device that holds no passkey yet. */
    change: () => {
      authenticator = createAuthenticator()
    },
    /** Imitates a user who chooses the passkey that a field suggests; throws if none is suggested. */
    choose: () => {
      if (!choose) throw new Error("no passkey is suggested")
      choose()
    },
  }
}

function toCredential(credential: { id: string; rawId: string; type: string }, response: object): Credential {
  const made = { ...credential, rawId: toBytes(credential.rawId), response, getClientExtensionResults: () => ({}) }
  return made as Credential
}

function toText(bytes: BufferSource): string {
  return Buffer.from(bytes as ArrayBuffer).toString("base64url")
}

function toBytes(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, "base64url")).buffer
}
