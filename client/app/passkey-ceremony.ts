import type { FactorProof } from "#server/contract/factors.ts"
import type { Api } from "./api.ts"
import { failureKind, failureText } from "./failures.ts"
import { passkeyUnsupportedReason } from "./passkey-support.ts"
import { passkeys as texts } from "./passkey-texts.ts"

type Client = Api["client"]

const loadWebAuthn = () => import("@simplewebauthn/browser")

/** Asks for a passkey of the signed-in account, and returns what the server verifies. */
export async function askForPasskey({ factors }: Client) {
  const { startAuthentication } = await loadWebAuthn()
  const optionsJSON = await factors.passkeyOptions.mutate()
  return { response: await startAuthentication({ optionsJSON }) }
}

/** Asks for a passkey of the signed-in account as its second factor or for its reauthentication. */
export async function verifyWithPasskey(client: Client): Promise<void> {
  await client.factors.verifyPasskey.mutate(await askForPasskey(client))
}

/** Makes the browser create a passkey, and returns its name. */
export async function registerPasskey({ factors }: Client, proof?: FactorProof): Promise<string> {
  const { startRegistration } = await loadWebAuthn()
  const optionsJSON = await factors.registrationOptions.mutate({ proof })
  const { name } = await factors.addPasskey.mutate({ response: await startRegistration({ optionsJSON }) })
  return name
}

interface ChoiceOptions {
  /** Whether the browser suggests passkeys in the e-mail field, and waits until the user chooses one. */
  useBrowserAutofill: boolean
}

/** Asks for any passkey of the site, which tells the server the account. */
export async function choosePasskey({ factors }: Client, options: ChoiceOptions) {
  requirePasskeys()
  const { startAuthentication } = await loadWebAuthn()
  const optionsJSON = await factors.signInOptions.mutate()
  return startAuthentication({ optionsJSON, ...options })
}

function requirePasskeys(): void {
  const lacking = passkeyUnsupportedReason()
  if (lacking) throw new PasskeysUnsupportedError(texts.lacking[lacking])
}

class PasskeysUnsupportedError extends Error {}

export async function cancelCeremony(): Promise<void> {
  const { WebAuthnAbortService } = await loadWebAuthn()
  WebAuthnAbortService.cancelCeremony()
}

/** Returns the server's own text, or the meaning of the browser's error (WebAuthn §5.1). */
export function passkeyFailure(error: unknown): string {
  if (error instanceof PasskeysUnsupportedError) return error.message
  const name = error instanceof Error ? error.name : ""
  if (name === "NotAllowedError" || name === "AbortError") return texts.cancelled
  if (name === "InvalidStateError") return texts.alreadyHere
  if (name === "SecurityError") return texts.lacking.address
  if (name !== "TRPCClientError") return texts.failed
  if (failureKind(error) === "network") return texts.networkPrefix + failureText(error)
  return failureText(error) ?? texts.failed
}
