// @module-tag engines
import { expect, test, vi } from "vitest"
import { inTransaction } from "#server/database/transaction.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { createAccountLink, deleteExpiredAccountLinks, findAccountLink } from "./account-links.ts"
import { deleteSentAccountMails } from "./account-mails.ts"

const MINUTE_MS = 60_000

type Site = Awaited<ReturnType<typeof startAppWithMails>>

const origin = "https://www.lisanga.example"
const guest = "invitee@exemple.cd"

/** Queues the mail of an invitation, as the screen of users does. */
async function invite(site: Site, createdBy: number | null = null) {
  const now = site.now()
  const link = await inTransaction(site.db, async (trx) => {
    const link = { kind: "invitation", accountId: null, email: guest, role: "editor", createdBy } as const
    const made = await createAccountLink(trx, link, now)
    await enqueueMail(trx, { kind: "invitation", recipient: guest, origin, accountLinkId: made.id }, now)
    return made
  })
  site.outbox.wake()
  return link
}

/** Waits until the queued mails are dropped: no row is left, neither a waiting one nor a sent one. */
async function untilDropped(site: Site) {
  await vi.waitFor(() => expect(site.lines.join("")).toContain('"mail dropped"'), 5000)
  expect(await site.db.selectFrom("outbox").selectAll().execute()).toEqual([])
  expect(site.lines.join("")).not.toContain('"mail sent"')
}

const linksOf = (site: Site) => site.db.selectFrom("accountLinks").selectAll().execute()

test("an invitation says who invites, and its link works until it expires", async () => {
  await using site = await startAppWithMails()
  const admin = await createTestAccount(site.db, { username: "Direction", role: "admin" })
  await invite(site, admin.id)
  const mail = await site.mailTo(guest)
  expect(mail.header("Subject")).toBe("Invitation à rejoindre le back-office du Groupe Lisanga")
  expect(mail.header("From")).toBe("Groupe Lisanga <bureau@lisanga.example>")
  expect(mail.header("To")).toBe(guest)
  expect(mail.header("Reply-To")).toBe("bureau@lisanga.example")
  expect(mail.header("Auto-Submitted")).toBe("auto-generated")
  expect(mail.text).toContain("Direction vous invite à rejoindre le back-office du Groupe Lisanga comme éditeur.")
  expect(mail.text).toContain("jusqu’au lundi 10 mars 2025 à 10:15 (heure de Kinshasa)")
  const link = await site.linkTo(guest)
  expect(link.href.startsWith(`${origin}/invitation/`)).toBe(true)
  expect(await findAccountLink(site.db, "invitation", tokenIn(link), site.now())).toMatchObject({ email: guest })
})

test("the mail of a reset is plain, names nobody, and says how long its link works", async () => {
  await using site = await startAppWithMails()
  const account = await createTestAccount(site.db, { username: "Visitez pirate.example" })
  await site.call("requestReset", { email: account.email })
  const mail = await site.mailTo(account.email)
  expect(mail.header("Subject")).toBe("Nouveau mot de passe\u00a0: Groupe Lisanga")
  expect(mail.text).not.toContain("pirate")
  expect(mail.text).toContain("à 10:45 (heure de Kinshasa)")
  expect(mail.text).toContain("Si vous n’avez rien demandé, ne faites rien")
})

test("the mail of a reset goes to the address of the account, not to one that only folds to it", async () => {
  await using site = await startAppWithMails()
  const account = await createTestAccount(site.db, { email: "kin@exemple.cd" })
  // In lower case, the Kelvin sign is an ordinary k.
  const lookalike = "\u212Ain@exemple.cd"
  await inTransaction(site.db, (trx) => enqueueMail(trx, { kind: "reset", recipient: lookalike, origin }, site.now()))
  site.outbox.wake()
  await site.mailTo(account.email)
  expect(site.server.mails).toHaveLength(1)
  expect((await site.call("requestReset", { email: lookalike })).status).toBe(400)
})

test.each(["reject", "lost-response"] as const)(
  "attempts that fail (%s) leave one link that works: that of the mail sent at last",
  async (behaviour) => {
    await using site = await startAppWithMails({ behaviour })
    const account = await createTestAccount(site.db)
    await site.call("requestReset", { email: account.email })
    await site.pauseAfter(1)
    expect(await linksOf(site)).toEqual([])
    site.server.behaviour = "accept"
    const before = site.server.mails.length
    site.advance(5 * MINUTE_MS)
    const token = tokenIn(await site.linkTo(account.email, before + 1))
    expect(await linksOf(site)).toHaveLength(1)
    expect(await findAccountLink(site.db, "reset", token, site.now())).toMatchObject({ accountId: account.id })
  },
)

test.each([
  ["for longer than somebody waits", [1, 5, 15, 60]],
  ["while nothing ran", [24 * 60]],
])("a reset that could not be sent %s is dropped, and the log says so", async (_, minutes) => {
  await using site = await startAppWithMails({ behaviour: "reject" })
  const account = await createTestAccount(site.db)
  await site.call("requestReset", { email: account.email })
  await site.pauseAfter(1)
  for (const [index, pause] of minutes.slice(0, -1).entries()) {
    site.advance(pause * MINUTE_MS)
    await site.pauseAfter(index + 2)
  }
  site.server.behaviour = "accept"
  site.advance((minutes.at(-1) ?? 0) * MINUTE_MS)
  await untilDropped(site)
  expect(site.server.mails).toEqual([])
  expect(await linksOf(site)).toEqual([])
})

test("a reset for an e-mail address without an account is dropped", async () => {
  await using site = await startAppWithMails()
  await site.call("requestReset", { email: "personne@exemple.cd" })
  await untilDropped(site)
  expect(site.server.mails).toEqual([])
})

test("an invitation that is mailed again has the same link, since the first mail may have arrived", async () => {
  await using site = await startAppWithMails({ behaviour: "disconnect" })
  const { token } = await invite(site)
  const first = tokenIn(await site.linkTo(guest))
  await site.pauseAfter(1)
  site.server.behaviour = "accept"
  site.advance(5 * MINUTE_MS)
  const second = tokenIn(await site.linkTo(guest, 2))
  expect(second).toBe(first)
  const found = [token, second].map((one) => findAccountLink(site.db, "invitation", one, site.now()))
  expect(await Promise.all(found)).toEqual([undefined, expect.objectContaining({ email: guest })])
  expect(await linksOf(site)).toHaveLength(1)
})

test("the link of a reset works where the confirmation of its mail was lost, and so do those of its repetitions", async () => {
  await using site = await startAppWithMails({ behaviour: "disconnect" })
  const account = await createTestAccount(site.db)
  await site.call("requestReset", { email: account.email })
  const first = tokenIn(await site.linkTo(account.email))
  await site.pauseAfter(1)
  site.advance(MINUTE_MS)
  const second = tokenIn(await site.linkTo(account.email, 2))
  await site.pauseAfter(2)
  const found = [first, second].map((token) => findAccountLink(site.db, "reset", token, site.now()))
  expect(await Promise.all(found)).toEqual(Array(2).fill(expect.objectContaining({ accountId: account.id })))
})

test("the mail of a withdrawn invitation is deleted with it", async () => {
  await using site = await startAppWithMails({ behaviour: "reject" })
  const { id } = await invite(site)
  await site.pauseAfter(1)
  site.server.behaviour = "accept"
  await site.db.deleteFrom("accountLinks").where("id", "=", id).execute()
  site.advance(5 * MINUTE_MS)
  await site.untilIdle()
  expect(await site.db.selectFrom("outbox").selectAll().execute()).toEqual([])
  expect(site.server.mails).toEqual([])
})

test("the mail of an invitation that has expired is dropped", async () => {
  await using site = await startAppWithMails({ behaviour: "reject" })
  await invite(site)
  await site.pauseAfter(1)
  site.server.behaviour = "accept"
  site.advance(8 * 24 * 60 * MINUTE_MS)
  await untilDropped(site)
  expect(site.server.mails).toEqual([])
})

test("expired links go, and a day after it was sent a mail's row, but no mail of a request", async () => {
  await using site = await startAppWithMails()
  await site.send({ email: "bea@exemple.cd" })
  await invite(site)
  await site.mailTo(guest)
  await site.untilIdle()
  const kinds = async () =>
    (await site.db.selectFrom("outbox").select("kind").orderBy("id").execute()).map(({ kind }) => kind)
  await deleteSentAccountMails(site.db, site.now())
  expect(await kinds()).toEqual(["notification", "receipt", "invitation"])
  site.advance(24 * 60 * MINUTE_MS)
  await deleteSentAccountMails(site.db, site.now())
  expect(await kinds()).toEqual(["notification", "receipt"])
  await deleteExpiredAccountLinks(site.db, site.now())
  expect(await linksOf(site)).toHaveLength(1)
  site.advance(6 * 24 * 60 * MINUTE_MS)
  await deleteExpiredAccountLinks(site.db, site.now())
  expect(await linksOf(site)).toEqual([])
})
