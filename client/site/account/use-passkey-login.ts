import { type RefObject, useEffect, useRef, useState } from "react"
import { accounts } from "#client/app/account-texts.ts"
import { type Api, useApi } from "#client/app/api.ts"
import { passkeyUnsupportedReason } from "#client/app/passkey-support.ts"

type SignIn = Api["client"]["factors"]["signIn"]["mutate"]

interface Outcomes {
  onSignedIn: (result: Awaited<ReturnType<SignIn>>) => Promise<void>
  onFailure: (text: string | undefined) => void
}

const loadCeremony = () => import("#client/app/passkey-ceremony.ts")

/** It is somewhat less than the time for which the server accepts a challenge. */
const OFFER_LASTS_MS = 4 * 60_000

/** Signs in with a passkey, which the browser suggests in the e-mail field or offers on request. */
export function usePasskeyLogin(form: RefObject<HTMLFormElement | null>, { onSignedIn, onFailure }: Outcomes) {
  const { client } = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const offeredAt = useRef(0)
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The browser waits in the background for somebody to choose a passkey.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the offer belongs to the page, not to a rendering
  useEffect(() => {
    const element = form.current
    // The field may have received the focus before the script was loaded.
    if (element?.contains(document.activeElement)) void offer()
    element?.addEventListener("focusin", offer)
    return () => {
      element?.removeEventListener("focusin", offer)
      clearTimeout(renewal.current)
      if (offeredAt.current) void loadCeremony().then(({ cancelCeremony }) => cancelCeremony())
    }
  }, [])

  async function offer() {
    if (!isOutdated() || !(await canSuggest()) || !form.current) return
    offeredAt.current = Date.now()
    clearTimeout(renewal.current)
    renewal.current = setTimeout(renew, OFFER_LASTS_MS)
    // If this fails or the user does something else, the browser merely suggests nothing.
    const response = await loadCeremony()
      .then(({ choosePasskey }) => choosePasskey(client, { useBrowserAutofill: true }))
      .catch(() => undefined)
    if (!response) return
    // On a device that has slept, the browser still offers passkeys for a challenge that has expired.
    if (isOutdated()) await ask()
    else await signIn(() => Promise.resolve(response))
  }

  function isOutdated() {
    return Date.now() - offeredAt.current >= OFFER_LASTS_MS
  }

  /** Replaces the offer while the form has the focus; otherwise its next focus does. */
  function renew() {
    if (!document.hidden && form.current?.contains(document.activeElement)) void offer()
  }

  async function ask() {
    setIsAsking(true)
    onFailure(undefined)
    await signIn(async () => (await loadCeremony()).choosePasskey(client, { useBrowserAutofill: false }))
    setIsAsking(false)
  }

  async function signIn(choose: () => Promise<Parameters<SignIn>[0]["response"]>) {
    try {
      await onSignedIn(await client.factors.signIn.mutate({ response: await choose() }))
    } catch (error) {
      // The next use of the form offers passkeys again.
      offeredAt.current = 0
      const failure = await loadCeremony().then(
        ({ passkeyFailure }) => passkeyFailure(error),
        () => accounts.login.network,
      )
      onFailure(failure)
    }
  }

  return { isAsking, ask }
}

async function canSuggest(): Promise<boolean> {
  if (passkeyUnsupportedReason()) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}
