// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, onTestFinished, test, vi } from "vitest"
import type { MessageDetails, MessageStatus } from "#server/contract/messages.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { startImapServer } from "#server/testing/start-imap-server.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { createMailboxReader } from "./poll-mailbox.ts"

const MINUTE_MS = 60_000

const notifyEmail = "bureau@lisanga.example"

/** Starts a site that has answered a request from an e-mail address, and that has read its mailbox once. */
async function start(email = "bea@exemple.cd") {
  const smtp = await startMailServer()
  const imap = await startImapServer()
  const site = await startAppWithOutbox(smtp.url)
  let later = 0
  const now = () => new Date(site.now().getTime() + later)
  const parts = { db: site.db, log: site.log, now, outbox: site.outbox, notifyEmail }
  const openReader = ({ requiresTls = false } = {}) => createMailboxReader(parts, { url: imap.url, requiresTls })
  const { run } = openReader()
  onTestFinished(async () => {
    await site[Symbol.asyncDispose]()
    await imap[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  })
  const headers = await signInAs(site, "admin")
  const sent = await site.send({ firstName: "Béa", email })
  const { id, reference, statusUrl } = (await sent.json()) as { id: number; reference: string; statusUrl: string }
  const ask = async <Data>(procedure: string, input: unknown) => {
    const response = await site.request(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers,
    })
    return ((await response.json()) as { result: { data: Data } }).result.data
  }
  const details = () => ask<MessageDetails>("messages.get", id)
  const answer = { id, kind: "answer", text: "Jeudi ?", idempotencyKey: randomUUID(), lastEntry: 1000 }
  await site.postJson("/trpc/messages.addEntry", answer, headers)
  await vi.waitFor(
    async () => expect((await details()).entries.find(({ mail }) => mail)?.mail?.state).toBe("sent"),
    5000,
  )
  const answerId = smtp.mails.find((mail) => mail.header("Subject")?.startsWith("Re: "))?.header("Message-ID") ?? ""
  await run()
  return {
    site,
    imap,
    id,
    reference,
    answerId,
    openReader,
    details,
    /** Puts a mail of the sender into the mailbox, with the given headers instead of the usual ones. */
    deliver: ({ body = "Jeudi me va.", ...given }: Record<string, string> = {}, size?: number) =>
      imap.deliver(`${writeHeaders(given, answerId)}\n\n${body}`, size),
    read: run,
    pass(ms: number) {
      later += ms
    },
    call: (procedure: string, input: unknown) => site.postJson(`/trpc/${procedure}`, input, headers),
    status: () => ask<MessageStatus>("messages.status", statusUrl.slice(-22)),
    additions: async () => (await details()).entries.filter(({ kind }) => kind === "addition"),
    texts: async () => (await details()).entries.flatMap(({ kind, text }) => (kind === "addition" ? [text] : [])),
    request: (path: string) => site.request(path, { headers }),
  }
}

let mails = 0

function writeHeaders(given: Record<string, string>, answerId: string): string {
  mails += 1
  const headers = {
    From: "Béa <bea@exemple.cd>",
    "Message-ID": `<${mails}@exemple.cd>`,
    "In-Reply-To": answerId,
    Subject: "Re: bonjour",
    "Content-Type": "text/plain; charset=utf-8",
    ...given,
  }
  return Object.entries(headers)
    .flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]))
    .join("\n")
}

test("an answer to a mail of the site joins its request, which waits again", async () => {
  const app = await start()
  expect((await app.details()).state).toBe("answered")
  app.deliver({ body: "Jeudi me va.\n\nLe lun. 3 mars 2025 à 10:15, Groupe Lisanga a écrit :\n> Jeudi ?" })
  await app.read()
  const { state, waitingSince, readAt, entries } = await app.details()
  expect({ state, readAt }).toEqual({ state: "open", readAt: null })
  expect(waitingSince).not.toBeNull()
  expect(entries.find(({ kind }) => kind === "addition")).toMatchObject({
    text: "Jeudi me va.",
    quoted: "Le lun. 3 mars 2025 à 10:15, Groupe Lisanga a écrit :\n> Jeudi ?",
    by: null,
  })
  expect((await app.status()).entries.at(-1)).toMatchObject({ text: "Jeudi me va.", isAnswer: false })
  const told = await app.site.db.selectFrom("outbox").select("id").where("kind", "=", "notification").execute()
  expect(told, "the request and the addition").toHaveLength(2)
})

test("a mail with the request's reference joins it if it comes from the sender's address", async () => {
  const app = await start()
  app.deliver({
    "In-Reply-To": "",
    From: "BEA@exemple.cd",
    Subject: `Tr : votre demande ${app.reference.toLowerCase()}`,
  })
  app.deliver({ "In-Reply-To": "", From: "autre@exemple.cd", Subject: `Re: ${app.reference}`, body: "Moi aussi" })
  await app.read()
  expect(await app.texts()).toEqual(["Jeudi me va."])
})

test("a domain with accents is that of the request, however it is written", async () => {
  const app = await start("bea@exemplé.cd")
  for (const From of ["<bea@exemplé.cd>", "<bea@xn--exempl-gva.cd>"])
    app.deliver({ "In-Reply-To": "", From, Subject: `Re: ${app.reference}` })
  await app.read()
  expect(await app.texts()).toHaveLength(2)
})

test("an answer from another address of the sender says so", async () => {
  const app = await start()
  app.deliver({ From: "bea@travail.cd", References: `<a@b> ${app.answerId}`, "In-Reply-To": "" })
  await app.read()
  expect(await app.texts()).toEqual(["Jeudi me va.\n\nEnvoyé depuis bea@travail.cd"])
})

test("mails of strangers, guessed ids and automatic mails are left alone", async () => {
  const app = await start()
  const guessed = app.answerId.replace(/\.[0-9a-f]{24}@/, `.${"0".repeat(24)}@`)
  app.deliver({ From: "autre@exemple.cd", "In-Reply-To": "<inconnu@exemple.cd>" })
  app.deliver({ From: "autre@exemple.cd", "In-Reply-To": guessed })
  app.deliver({ "Auto-Submitted": "auto-replied" })
  app.deliver({ "X-Autoreply": "yes" })
  app.deliver({ Precedence: "bulk" })
  app.deliver({ "Return-Path": "<>" })
  app.deliver({ From: notifyEmail })
  app.deliver({ "Message-ID": app.answerId })
  const { email = "" } = await app.site.db.selectFrom("accounts").select("email").executeTakeFirstOrThrow()
  app.deliver({ From: email })
  await app.read()
  expect(await app.texts()).toEqual([])
  expect((await app.details()).state).toBe("answered")
})

test("the mailbox is only looked at, and what was in it before the first reading stays there", async () => {
  const app = await start()
  app.deliver()
  await app.read()
  const commands = app.imap.commands.map((command) => command.split(" ", 2).join(" "))
  expect(commands).toContain("EXAMINE INBOX")
  expect(commands.filter((command) => /SELECT|STORE|EXPUNGE|COPY|MOVE|APPEND/.test(command))).toEqual([])
  expect(app.imap.commands.filter((command) => /BODY\[/.test(command))).toEqual([])
  await app.site.db.deleteFrom("mailboxes").execute()
  await app.site.db.deleteFrom("incomingMails").execute()
  await app.read()
  expect(await app.texts()).toHaveLength(1)
})

test("a mail joins once, however often the mailbox is read and numbered anew", async () => {
  const app = await start()
  app.deliver()
  await app.read()
  await app.read()
  app.imap.uidValidity = 2
  app.deliver({ body: "Et le prix ?" })
  await app.read()
  await app.read()
  expect(await app.texts()).toEqual(["Jeudi me va.", "Et le prix ?"])
})

test("a connection that ends between two mails loses none and repeats none", async () => {
  const app = await start()
  app.deliver({ body: "Un" })
  app.deliver({ body: "Deux" })
  app.imap.hangsUpAt = 2
  await app.read()
  expect(await app.texts()).toEqual(["Un"])
  app.imap.hangsUpAt = undefined
  app.pass(MINUTE_MS)
  await app.read()
  expect(await app.texts()).toEqual(["Un", "Deux"])
})

test("of several instances one reads the mailbox at a time", async () => {
  const app = await start()
  app.deliver()
  const readers = [1, 2, 3].map(() => app.openReader())
  await Promise.all(readers.map(({ run }) => run()))
  await Promise.all(readers.map(({ run }) => run()))
  expect(await app.texts()).toEqual(["Jeudi me va."])
  expect(app.site.lines.filter((line) => line.includes("mailbox"))).toEqual([])
})

const bounce = (answerId: string, action = "failed") =>
  `--b\nContent-Type: text/plain\n\nDésolé\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; bea@exemple.cd\nAction: ${action}\nStatus: 5.1.1\n\n--b\nContent-Type: message/rfc822\n\nMessage-ID: ${answerId}\nReferences: <a@b>\nSubject: Re\n\nJeudi ?\n--b--\n`

const bounceHeaders = {
  From: "MAILER-DAEMON@mx.exemple.cd",
  "Return-Path": "<>",
  "In-Reply-To": "",
  "Auto-Submitted": "auto-replied",
  "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
}

test("a returned answer is no answer: the request waits again, and the answer can be sent again", async () => {
  const app = await start()
  app.deliver({ ...bounceHeaders, body: bounce(app.answerId, "delayed") })
  await app.read()
  expect((await app.details()).state).toBe("answered")
  app.deliver({ ...bounceHeaders, body: bounce(app.answerId) })
  await app.read()
  const returned = await app.details()
  expect(returned).toMatchObject({ state: "open", undelivered: "RETURNED 5.1.1" })
  const mail = returned.entries.find(({ kind }) => kind === "answer")?.mail
  expect(mail?.state).toBe("given up")
  await app.call("messages.resendMail", mail?.id)
  await vi.waitFor(async () => expect((await app.details()).state).toBe("answered"), 5000)
  app.imap.uidValidity = 2
  await app.read()
  expect((await app.details()).state, "the same return counts once").toBe("answered")
})

test("HTML becomes plain text, and hostile signs are removed", async () => {
  const app = await start()
  app.deliver({
    "Content-Type": "text/html; charset=utf-8",
    body: "<p>Bon\u202ejour&nbsp;&#0;<b>vous</b></p><script>alert(1)</script><blockquote>Jeudi ?</blockquote>",
  })
  await app.read()
  expect(await app.additions()).toMatchObject([
    { text: expect.stringMatching(/^Bonjour\u00a0.?vous$/), quoted: "> Jeudi ?" },
  ])
})

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n%%EOF\n")

function withFiles(files: [name: string, content: Buffer][]): string {
  const parts = files.map(
    ([name, content]) =>
      `--m\nContent-Type: application/octet-stream; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content.toString("base64")}\n`,
  )
  return `--m\nContent-Type: text/plain\n\nVoici\n${parts.join("")}--m--\n`
}

const mixed = { "Content-Type": 'multipart/mixed; boundary="m"' }

test("PDFs are joined to the entry, other files are named", async () => {
  const app = await start()
  const files: [string, Buffer][] = [1, 2, 3, 4, 5, 6].map((number) => [`plan-${number}.pdf`, pdf])
  app.deliver({ ...mixed, body: withFiles([["lettre.docx", Buffer.from("PK")], ...files]) })
  await app.read()
  const [entry] = await app.additions()
  expect(entry?.text).toBe(
    "Voici\n\nPièce jointe non reprise\u00a0: lettre.docx\n\nPièce jointe non reprise\u00a0: plan-6.pdf",
  )
  expect(entry?.attachments.map(({ name, type }) => [name, type])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [`plan-${number}.pdf`, "application/pdf"]),
  )
  const file = await app.request(`/api/admin/message-attachments/${entry?.attachments[0]?.id}`)
  expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true)
})

test("pictures are joined without where they were taken, and a signature's are not", async () => {
  const app = await start()
  const picture = await createImageFile({ encode: (image) => image.jpeg().withExif({ IFD0: { Make: "Canon" } }) })
  const photo = Buffer.from(await picture.arrayBuffer())
  expect(photo.includes("Canon")).toBe(true)
  const logo = `--m\nContent-Type: image/png\nContent-ID: <logo>\nContent-Transfer-Encoding: base64\n\n${photo.subarray(0, 90).toString("base64")}\n`
  const related = `--m\nContent-Type: multipart/related; boundary="r"\n\n--r\nContent-Type: text/html\n\nVoici\n${logo.replace("--m", "--r")}--r--\n`
  app.deliver({
    ...mixed,
    body: withFiles([["toit.JPG", photo]]).replace("--m\nContent-Type: text/plain\n\nVoici\n", related),
  })
  await app.read()
  const [entry] = await app.additions()
  expect(entry?.text).toBe("Voici")
  expect(entry?.attachments.map(({ name, type }) => [name, type])).toEqual([["toit.jpg", "image/jpeg"]])
  const file = await app.request(`/api/admin/message-attachments/${entry?.attachments[0]?.id}`)
  expect(Buffer.from(await file.arrayBuffer()).includes("Canon")).toBe(false)
})

test("a mail that is too large is not read, a long one is cut, and an empty one is told of", async () => {
  const app = await start()
  app.deliver({}, 16 * 1024 * 1024)
  app.deliver({ body: "a".repeat(6000) })
  app.deliver({ body: " \n" })
  await app.read()
  const [large, long, empty] = await app.texts()
  expect(large).toBe("Un e-mail trop grand est arrivé\u00a0: lisez-le dans la boîte de réception.")
  expect(long).toBe(`${"a".repeat(5000)}…\n\n(La suite de cet e-mail est dans la boîte de réception.)`)
  expect(empty).toBe("(E-mail sans texte)")
})

test("broken mails stop nothing", async () => {
  const app = await start()
  app.imap.deliver(Buffer.from([0, 255, 13, 10, 254]))
  app.imap.deliver(`From: bea@exemple.cd\r\nX: ${"x".repeat(200_000)}\r\n\r\nfin`)
  app.deliver({ ...mixed, body: "--m\nContent-Type: multipart/mixed; boundary=m\n\n".repeat(300) })
  app.deliver({ From: "<b\0\u202e@exemple.cd>" })
  app.deliver({ "Content-Type": "text/plain; charset=klingon", body: "Encore\0 là" })
  await app.read()
  expect(await app.texts()).toEqual([
    "Un e-mail illisible pour le site est arrivé\u00a0: lisez-le dans la boîte de réception.",
    "Jeudi me va.\n\nEnvoyé depuis b@exemple.cd",
    "Encore là",
  ])
})

test("a request that takes no more additions leaves the mail in the mailbox and goes on with the next one", async () => {
  const app = await start()
  for (let count = 0; count < 51; count += 1) app.deliver({ body: `Message ${count}` })
  await app.read()
  expect(await app.texts()).toHaveLength(50)
  expect(app.site.lines.filter((line) => line.includes("incoming mail left"))).toHaveLength(1)
})

test("a mailbox that refuses the log-in is logged once, without its password, and tried again after growing pauses", async () => {
  const app = await start()
  app.imap.rejectsLogin = true
  const attempts = () => app.imap.commands.filter((command) => /^LOGIN/i.test(command)).length
  const before = attempts()
  for (let minute = 0; minute < 12; minute += 1) {
    await app.read()
    app.pass(MINUTE_MS)
  }
  expect(attempts() - before, "at once, after 1 and 5 minutes").toBe(3)
  const lines = app.site.lines.filter((line) => line.includes("mailbox not read"))
  expect(lines).toHaveLength(1)
  expect(lines.join("")).not.toContain("mot-de-passe")
  app.imap.rejectsLogin = false
  app.deliver()
  app.pass(15 * MINUTE_MS)
  await app.read()
  expect(await app.texts()).toHaveLength(1)
  expect(app.site.lines.filter((line) => line.includes("mailbox read again"))).toHaveLength(1)
})

test("a server without TLS does not learn the password where TLS is required", async () => {
  const app = await start()
  const before = app.imap.commands.length
  await app.openReader({ requiresTls: true }).run()
  expect(app.imap.commands.slice(before).filter((command) => command.includes("mot-de-passe"))).toEqual([])
  expect(app.site.lines.filter((line) => line.includes("mailbox not read"))).toHaveLength(1)
})

test("what a mail left goes with its request", async () => {
  const app = await start()
  app.deliver({ ...mixed, body: withFiles([["plan.pdf", pdf]]) })
  await app.read()
  await app.site.db.deleteFrom("messages").where("id", "=", app.id).execute()
  for (const table of ["incomingMails", "messageEntries", "messageAttachments", "messageAttachmentParts"] as const)
    expect(await app.site.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})
