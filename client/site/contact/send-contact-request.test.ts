import { httpBatchLink } from "@trpc/client"
import { expect, test, vi } from "vitest"
import { createClient } from "#client/app/api.ts"
import { failureKind } from "#client/app/failures.ts"
import type { ContactFields } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { sendContactRequest, sendToService } from "./send-contact-request.ts"
import { SEND_MAX_MS } from "./send-requests.ts"

const service = { serviceId: "service_essai", templateId: "template_essai", publicKey: "cle_publique" }

/** Returns the template parameters that are sent to the e-mail service. */
async function sentParameters(fields: Partial<ContactFields>) {
  const send = vi.fn<typeof fetch>(async () => new Response("OK"))
  vi.stubGlobal("fetch", send)
  vi.stubGlobal("location", { pathname: "/contact" })
  await sendToService(service, { ...contactFields, ...fields } as ContactFields)
  return JSON.parse(String(send.mock.calls[0]?.[1]?.body)).template_params
}

test("the e-mail service gets the five fields, and a telephone number beside them", async () => {
  expect(await sentParameters({})).toEqual(contactFields)
  const phone = "+243900000111"
  expect(await sentParameters({ phone })).toEqual({ ...contactFields, phone })
})

test("a number without an e-mail address also stands below the message, which every template shows", async () => {
  const message = `${contactFields.message}\n\nTéléphone (WhatsApp)\u00a0: +243900000111`
  expect(await sentParameters({ email: "", phone: "+243900000111" })).toMatchObject({ email: "", message })
})

test("pictures that the server has deleted are told also where the e-mail service is configured", async () => {
  const message = "Une photo n’est plus disponible"
  const data = { code: "invalid", httpStatus: 400, fields: { photos: message } }
  const respond = async () => Response.json([{ error: { message, code: -32600, data } }], { status: 400 })
  const client = createClient(httpBatchLink({ url: "http://localhost/trpc", fetch: respond }))
  const send = vi.fn()
  vi.stubGlobal("fetch", send)
  const pictures = ["0123456789abcdef0123456789abcdef.jpg"]
  await expect(sendContactRequest(client, { ...contactFields, photos: pictures }, service)).rejects.toThrow(message)
  expect(send).not.toHaveBeenCalled()
})

test("a server that never answers counts as unreachable", async () => {
  vi.useFakeTimers()
  const hang = (_url: unknown, init?: { signal?: AbortSignal | null | undefined }) =>
    new Promise<Response>((_, reject) => init?.signal?.addEventListener("abort", () => reject(new DOMException())))
  const client = createClient(httpBatchLink({ url: "http://localhost/trpc", fetch: hang }))
  const failure = sendContactRequest(client, contactFields, undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(SEND_MAX_MS)
  expect(failureKind(await failure)).toBe("network")
  vi.useRealTimers()
})
