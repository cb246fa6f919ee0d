// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test, vi } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { ATTACHMENT_BYTES_MAX, ATTACHMENTS_MAX, type Attachment } from "#server/contract/message-attachments.ts"
import type { MessageDetails } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { deleteWaitingAttachments } from "./attachments.ts"

const ADDRESS = "/api/admin/message-attachments"

function pdf(name = "devis.pdf", bytes = 100): File {
  return new File([`%PDF-1.7\n${"x".repeat(bytes)}\n%%EOF\n`], name, { type: "application/pdf" })
}

/** Starts with a mail server, a request, and a colleague who answers it. */
async function start() {
  const server = await startMailServer()
  const site = await startAppWithOutbox(server.url)
  const headers = await signInAs(site, "agent")
  const { id } = (await (await site.send({ email: "bea@exemple.cd" })).json()) as { id: number }
  const call = (procedure: string, input: unknown) => site.postJson(`/trpc/${procedure}`, input, headers)
  return {
    ...site,
    server,
    id,
    headers,
    call,
    async upload(file?: File, as = headers) {
      const body = new FormData()
      if (file) body.append("file", file)
      const response = await site.request(ADDRESS, { method: "POST", body, headers: as })
      return { status: response.status, ...((await response.json()) as Attachment & { message?: string }) }
    },
    async answer(attachments: readonly number[], kind = "answer") {
      const entry = { id, kind, text: "Voici le devis.", idempotencyKey: randomUUID(), lastEntry: 99, attachments }
      const response = await call("messages.addEntry", entry)
      const { error } = (await response.json()) as { error?: { message: string } }
      return { status: response.status, message: error?.message }
    },
    async details() {
      const response = await site.request(`/trpc/messages.get?input=${id}`, { headers })
      return ((await response.json()) as { result: { data: MessageDetails } }).result.data
    },
    read: (attachment: number, as = headers) => site.request(`${ADDRESS}/${attachment}`, { headers: as }),
    parts: () => site.db.selectFrom("messageAttachmentParts").select("attachmentId").execute(),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test("a PDF and a picture leave with the answer, and stand in the request", async () => {
  await using site = await start()
  const quote = await site.upload(pdf("Devis : maison.pdf", 300_000))
  expect(quote).toMatchObject({ status: 201, name: "Devis maison.pdf", type: "application/pdf" })
  const picture = await site.upload(await createImageFile({ name: "plan.jpg", encode: (picture) => picture.png() }))
  expect(picture).toMatchObject({ status: 201, name: "plan.png", type: "image/png" })
  expect(await site.answer([quote.id, picture.id])).toMatchObject({ status: 200 })
  const mail = await vi.waitFor(() => {
    const found = site.server.mails.find(({ text }) => text.includes("Content-Disposition: attachment"))
    if (!found) throw new Error("no answer arrived")
    return found
  }, 5000)
  expect(mail.recipients).toEqual(["bea@exemple.cd"])
  expect(mail.text).toContain("Devis maison.pdf")
  expect(mail.text).toContain(Buffer.from("%PDF-1.7\nxxxxxxxxx").toString("base64").slice(0, 20))
  const { entries } = await site.details()
  const answered = entries.find(({ kind }) => kind === "answer")
  expect(answered?.attachments.map(({ name }) => name)).toEqual(["Devis maison.pdf", "plan.png"])
})

test("only readers of messages get a file, as a download that runs nothing", async () => {
  await using site = await start()
  const file = pdf("l’offre d'Anne.pdf")
  const { id } = await site.upload(file)
  const other = await signInAs(site, "agent")
  expect((await site.read(id, other)).status).toBe(404)
  await site.answer([id], "note")
  const response = await site.read(id, other)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()))
  expect(response.headers.get("Content-Disposition")).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent("l’offre d").concat("%27Anne.pdf")}`,
  )
  expect(response.headers.get("Content-Security-Policy")).toContain("sandbox")
  expect(response.headers.get("Cache-Control")).toBe("private, no-store")
  expect((await site.read(id, { Cookie: "" })).status).toBe(401)
  expect((await site.read(id, await signInAs(site, "editor"))).status).toBe(403)
  expect((await site.upload(pdf(), await signInAs(site, "reader"))).status).toBe(403)
})

test.each([
  ["a web page", new File(["<script>alert(1)</script>"], "devis.pdf"), 415, responseTexts.attachmentUnsupported],
  ["a PDF that was cut off", new File(["%PDF-1.7\nabc"], "devis.pdf"), 415, responseTexts.attachmentUnsupported],
  ["a garbled picture", new File([Buffer.from("ffd8ffe000104a464946", "hex")], "a.jpg"), 415, ""],
  ["a file that is too large", pdf("a.pdf", ATTACHMENT_BYTES_MAX), 413, responseTexts.attachmentTooLarge],
  ["no file", undefined, 400, responseTexts.noAttachment],
])("%s is refused, and nothing is stored", async (_name, file, status, message) => {
  await using site = await start()
  const answer = await site.upload(file)
  expect(answer.status).toBe(status)
  expect(answer.message).toContain(message)
  expect(await site.parts()).toEqual([])
})

test("an answer takes neither another one's file, nor a file twice, nor more than mail servers take", async () => {
  await using site = await start()
  const { id } = await site.upload(pdf())
  const other = await site.upload(pdf(), await signInAs(site, "agent"))
  expect((await site.answer([id, other.id])).message).toContain(responseTexts.attachmentGone)
  expect((await site.details()).entries).toEqual([])
  const half = ATTACHMENT_BYTES_MAX / 2
  const large = [await site.upload(pdf("a.pdf", half)), await site.upload(pdf("b.pdf", half))]
  expect((await site.answer(large.map((file) => file.id))).message).toContain(responseTexts.attachmentsTooLarge)
  expect((await site.answer(Array.from({ length: ATTACHMENTS_MAX + 1 }, () => id))).status).toBe(400)
  expect(await site.answer([id])).toMatchObject({ status: 200 })
  expect((await site.answer([id])).message).toContain(responseTexts.attachmentGone)
  expect((await site.details()).entries.filter(({ kind }) => kind === "answer")).toHaveLength(1)
})

test("files that no answer has taken are deleted after a day, those of a deleted request with it", async () => {
  await using site = await start()
  const waiting = await site.upload(pdf())
  const taken = await site.upload(pdf())
  await site.answer([taken.id], "note")
  site.advance(DAY_MS + 1)
  await deleteWaitingAttachments(site)
  expect((await site.read(waiting.id)).status).toBe(404)
  expect((await site.parts()).map(({ attachmentId }) => attachmentId)).toEqual([taken.id])
  await site.db.deleteFrom("messages").where("id", "=", site.id).execute()
  expect(await site.parts()).toEqual([])
})
