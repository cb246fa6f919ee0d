import type { Api, createClient } from "#client/app/api.ts"
import { rejectedFields } from "#client/app/failures.ts"
import { timeoutSignal } from "#client/app/timeout-signal.ts"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import type { ContactFields, ContactReceipt, ContactRequest, EmailService } from "#server/contract/messages.ts"
import { addReceipts } from "./contact-database.ts"
import type { RequestCall } from "./contact-submission.ts"
import { SEND_MAX_MS } from "./send-requests.ts"
import { contact } from "./texts.ts"

const phoneLabel = contact.form.fields.phone.label

type Service = EmailService | undefined

/** Sends contact requests, and keeps their receipts for the list of this device's requests. */
export function contactCall({ client, queries }: Api): RequestCall {
  const service = () => queries.messages.emailService.getData() ?? undefined
  return {
    account: () => queries.accounts.me.getData()?.id,
    bodyOf: (fields, { trap, filledInMs }) => ({
      ...fields,
      [HONEYPOT]: trap,
      // The form may have been posted just before hydration; this makes both the same request.
      mergeRepeats: true,
      filledInMs,
    }),
    async send(body, requestId, photos) {
      const request = { ...(body as ContactRequest), requestId, ...(photos && { photos }) }
      const receipt = await sendContactRequest(client, request, service())
      if (!receipt?.reference) return receipt
      const { reference, statusUrl } = receipt
      // A device without storage has no such list.
      addReceipts([{ reference, statusUrl, sector: request.sector, sentAt: Date.now() }]).catch(() => undefined)
      return receipt
    },
    onSentLater(body) {
      const { [HONEYPOT]: trap, ...fields } = body as ContactRequest
      const failed = (error: unknown) => console.error("Le service d’e-mail a échoué.", error)
      if (!trap) void sendToService(service(), fields).catch(failed)
    },
    sent: contact.toasts.sent,
  }
}

/**
 * Stores the request on the server, then sends it to the e-mail service if one is configured. With the service, a
 * failure to store is only logged, except for rejected pictures, which the caller can upload again.
 */
export async function sendContactRequest(
  client: ReturnType<typeof createClient>,
  request: ContactRequest,
  service: Service,
): Promise<ContactReceipt | undefined> {
  let receipt: ContactReceipt | undefined
  let failure: unknown
  try {
    receipt = await client.messages.send.mutate(request, { signal: timeoutSignal(SEND_MAX_MS) })
  } catch (error) {
    if (!service || rejectedFields(error)?.photos) throw error
    failure = error
    console.error("La demande n’a pas été enregistrée sur le serveur.", error)
  }
  if (!request[HONEYPOT]) {
    await sendToService(service, request).catch((error) => {
      throw failure ?? error
    })
  }
  return receipt
}

export async function sendToService(service: Service, fields: ContactFields): Promise<void> {
  if (!service) return
  const { firstName, lastName, email, phone, sector } = fields
  // The template's five fields do not include the number, without which nobody could answer.
  const isNumberAlone = phone && !email
  const message = isNumberAlone ? `${fields.message}\n\n${phoneLabel}\u00a0: ${phone}` : fields.message
  const parameters = { firstName, lastName, email, ...(phone && { phone }), sector, message }
  const { send } = await import("@emailjs/browser")
  await send(service.serviceId, service.templateId, parameters, service.publicKey)
}
