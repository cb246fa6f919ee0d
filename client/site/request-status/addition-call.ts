import type { Api } from "#client/app/api.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"
import type { RequestCall } from "#client/site/contact/contact-submission.ts"
import { SEND_MAX_MS } from "#client/site/contact/send-requests.ts"
import { requestStatus } from "./texts.ts"

/** Sends additions to the request of a status page, which then shows them. */
export function additionCall({ client, queries }: Api, token: string): RequestCall {
  return {
    token,
    bodyOf: ({ text }) => ({ text }),
    async send({ text }, idempotencyKey, photos) {
      const addition = { token, text: String(text), idempotencyKey, ...(photos && { photos }) }
      await client.messages.add.mutate(addition, { signal: timeoutSignal(SEND_MAX_MS) })
      // The sender has the request's receipt already.
      return { reference: "", statusUrl: "" }
    },
    onArrived: () => void queries.messages.status.invalidate(token).catch(() => undefined),
    sent: requestStatus.add.toast,
  }
}
