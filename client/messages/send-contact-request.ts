import type { createClient } from "#client/api.ts"
import type { ContactRequest, EmailService } from "#server/contract/messages.ts"

/**
 * Stores the request on the server, then sends the same five fields to the e-mail service where one is configured; with
 * one, a failure to store is only logged.
 */
export async function sendContactRequest(
  client: ReturnType<typeof createClient>,
  request: ContactRequest,
  service: EmailService | undefined,
): Promise<void> {
  try {
    await client.messages.send.mutate(request)
  } catch (error) {
    if (!service) throw error
    console.error("La demande n’a pas été enregistrée sur le serveur.", error)
  }
  if (!service || request.website) return
  const { firstName, lastName, email, sector, message } = request
  const { send } = await import("@emailjs/browser")
  await send(service.serviceId, service.templateId, { firstName, lastName, email, sector, message }, service.publicKey)
}
