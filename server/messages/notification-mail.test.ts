import fc from "fast-check"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import type { MailKind } from "#server/contract/messages.ts"
import type { ContactSector } from "#server/contract/sectors.ts"
import { createLog } from "#server/log.ts"
import { openMailDelivery } from "#server/start/open-outbox.ts"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { hostileText, storableTexts } from "#server/testing/hostile-texts.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"

const log = createLog("silent", () => {})

const settings = { notifyEmail: "bureau@lisanga.example" }

const row = {
  firstName: "Amina",
  lastName: "Kabongo",
  fullNameFolded: "",
  email: "amina@exemple.cd",
  sector: "elevage",
  message: "Bonjour,\nje voudrais un devis pour une étable.",
  messageFolded: "",
  createdAt: "2025-02-28T23:30:00.000Z",
}

/** Inserts messages, even ones that the contract would have rejected, and returns their mails. */
async function mailsOf(rows: Partial<typeof row>[], notify?: string[], kind: MailKind = "notification") {
  await using server = await startMailServer()
  const db = await openTestDatabase()
  const now = () => new Date()
  const { deliver } = openMailDelivery(
    { db, log, now, publicUrl: undefined },
    { smtpUrl: server.url, requiresTls: false, ...settings },
  )
  if (notify)
    await publishTestContent(db, "parametres", { ...parametres, messages: { ...parametres.messages, notify } })
  await db
    .insertInto("messages")
    .values(
      rows.map((overrides) => {
        const { sector, ...texts } = { ...row, ...overrides }
        return { ...texts, sector: sql<ContactSector>`${sector}` }
      }),
    )
    .execute()
  const ids = rows.map((_, index) => index + 1)
  // No more run at a time than PostgreSQL has connections for.
  const rest = { accountLinkId: null, attempts: 1, nextAt: new Date().toISOString() }
  for (let start = 0; start < ids.length; start += 8) {
    const some = ids.slice(start, start + 8)
    await Promise.all(
      some.map((id) =>
        deliver(
          { detail: null, id, messageId: id, kind, entryId: null, recipient: null, origin: null, ...rest },
          AbortSignal.timeout(15_000),
        ),
      ),
    )
  }
  await db.destroy()
  return server.mails
}

async function mailOf(overrides: Partial<typeof row> = {}) {
  const [mail] = await mailsOf([overrides])
  if (!mail) throw new Error("no mail arrived")
  return mail
}

test("the mail goes from and to NOTIFY_EMAIL, and a reply goes to the visitor", async () => {
  const mail = await mailOf({ firstName: "Béatrice" })
  expect(mail.header("From")).toBe("bureau@lisanga.example")
  expect(mail.header("To")).toBe("bureau@lisanga.example")
  expect(mail.header("Reply-To")).toBe("Béatrice Kabongo <amina@exemple.cd>")
})

test("the mail goes to the addresses of the settings, where there are any", async () => {
  const [mail] = await mailsOf([{}], ["chef@lisanga.example", "devis@lisanga.example"])
  expect(mail?.header("From")).toBe("bureau@lisanga.example")
  expect(mail?.header("To")).toBe("chef@lisanga.example, devis@lisanga.example")
})

test("the subject names the sector by its label, and the visitor", async () => {
  expect((await mailOf()).header("Subject")).toBe("Demande de devis (Élevage)\u00a0: Amina Kabongo")
})

test("the body holds the five fields and the time in Kinshasa", async () => {
  const { text } = await mailOf()
  expect(text).toContain(
    "Prénom\u00a0: Amina\nNom\u00a0: Kabongo\nE-mail\u00a0: amina@exemple.cd\nSecteur\u00a0: Élevage\n",
  )
  expect(text).toContain("Date\u00a0: samedi 1er mars 2025 à 00:30 (heure de Kinshasa)")
  expect(text).toContain("Message\u00a0:\nBonjour,\nje voudrais un devis pour une étable.\n")
})

test("line breaks in a name add no header", async () => {
  const mail = await mailOf({
    firstName: "Amina\r\nBcc: tous@exemple.cd\r\n\r\nCorps",
    lastName: "K\u0001\u2028a\u202eb",
  })
  expect(mail.headers.map((line) => line.split(":")[0]?.toLowerCase())).not.toContain("bcc")
  expect(mail.header("Subject")).toBe("Demande de devis (Élevage)\u00a0: Amina Bcc: tous@exemple.cd Corps K ab")
  expect(mail.text).toMatch(/^Une demande est arrivée/)
})

test("commas and quotes in a name do not add a recipient", async () => {
  const mail = await mailOf({ firstName: 'A", <autre@exemple.cd>,', lastName: "B" })
  expect(mail.header("Reply-To")).toBe('"A\\", <autre@exemple.cd>, B" <amina@exemple.cd>')
})

test("the mail asks for no automatic reply", async () => {
  expect((await mailOf()).header("Auto-Submitted")).toBe("auto-generated")
})

const ownHeaders = [
  ...["auto-submitted", "content-transfer-encoding", "content-type", "date", "from", "message-id", "mime-version"],
  ...["reply-to", "subject", "to"],
]

const written = [
  ...storableTexts,
  ...fc.sample(hostileText, { seed: fuzzSeed, numRuns: 60 }).map((text) => text.replaceAll("\0", "")),
]

test("no name and no text adds a header or a recipient to a receipt", async () => {
  const rows = written.map((text) => ({ firstName: text, lastName: text, message: text }))
  const mails = await mailsOf(rows, undefined, "receipt")
  expect(mails).toHaveLength(written.length)
  for (const { headers, recipients, header } of mails) {
    expect(headers.map((line) => line.split(":")[0]?.toLowerCase()).sort()).toEqual(ownHeaders)
    expect(recipients).toEqual(["amina@exemple.cd"])
    expect(header("From")).toBe("Groupe Lisanga <bureau@lisanga.example>")
    expect(header("Reply-To")).toBe("bureau@lisanga.example")
  }
}, 60_000)

test("no input adds a header or a recipient", async () => {
  const mails = await mailsOf(
    written.map((text) => ({
      firstName: text,
      lastName: text,
      email: `a@exemple.cd${text}`,
      message: text,
    })),
  )
  expect(mails).toHaveLength(written.length)
  for (const { headers, header, recipients, text } of mails) {
    expect(headers.map((line) => line.split(":")[0]?.toLowerCase()).sort()).toEqual(ownHeaders)
    for (const name of ["From", "To"]) expect(header(name)).toBe("bureau@lisanga.example")
    expect(recipients).toEqual(["bureau@lisanga.example"])
    expect(header("Content-Type")).toMatch(/^text\/plain; charset=utf-8/)
    expect(text).toMatch(/^Une demande est arrivée/)
  }
}, 60_000)
