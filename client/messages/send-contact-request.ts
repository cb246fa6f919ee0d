import type { createClient } from "#client/api.ts"
import type { ContactFields, ContactReceipt, ContactRequest, EmailService } from "#server/contract/messages.ts"

type Service = EmailService | undefined

/**
 * Stores the request on the server, then sends the same five fields to the e-mail service where one is configured; with
 * one, a failure to store is only logged, and there is no receipt.
 */
export async function sendContactRequest(
  client: ReturnType<typeof createClient>,
  request: ContactRequest,
  service: Service,
): Promise<ContactReceipt | undefined> {
  let receipt: ContactReceipt | undefined
  let failure: unknown
  try {
    receipt = await client.messages.send.mutate(request)
  } catch (error) {
    if (!service) throw error
    failure = error
    console.error("La demande n’a pas été enregistrée sur le serveur.", error)
  }
  if (!request.website) {
    await sendToService(service, request).catch((error) => {
      throw failure ?? error
    })
  }
  return receipt
}

export async function sendToService(service: Service, fields: ContactFields): Promise<void> {
  if (!service) return
  const { firstName, lastName, email, sector, message } = fields
  const { send } = await import("@emailjs/browser")
  await send(service.serviceId, service.templateId, { firstName, lastName, email, sector, message }, service.publicKey)
}
