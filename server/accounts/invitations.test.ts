// @module-tag engines
import { expect, test } from "vitest"
import { ROLES, type Role } from "#server/contract/domains/roles.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { IssuedInvitation, PendingInvitations } from "#server/contract/users.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { createAccountLink, deleteExpiredAccountLinks } from "./account-links.ts"
import { createSession } from "./sessions.ts"

const gone = {
  status: 404,
  message: responseTexts.invitationGone,
}

const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD }

interface Given {
  hasMailServer?: boolean
}

/** Starts the app with an administrator, on a clock that tests advance. */
async function startSite({ hasMailServer = false }: Given = {}) {
  let time = Date.now()
  const now = () => new Date(time)
  const wakes = { count: 0 }
  const outbox = {
    wake() {
      wakes.count += 1
    },
  }
  const settings = { RATE_LIMITS: "0", PUBLIC_URL: "https://lisanga.example" }
  const app = await startApp({ now, settings, ...(hasMailServer && { outbox }) })
  async function openAdmin() {
    const account = await createTestAccount(app.db, { role: "admin" })
    const session = await inTransaction(app.db, (trx) => createSession(trx, account.id, { now }))
    return { ...account, ...openCaller(app, { Cookie: `__Host-session=${session}` }) }
  }
  const admin = await openAdmin()
  return {
    ...app,
    now,
    admin,
    openAdmin,
    wakes,
    visitor: openCaller(app),
    advance: (ms: number) => (time += ms),
    invite: (role: Role, email?: string) => admin.mutate<IssuedInvitation>("users.invite", { role, email }),
    pending: async () => (await admin.query<PendingInvitations>("users.invitations")).invitations,
    mails: () => app.db.selectFrom("outbox").select(["kind", "recipient", "origin", "accountLinkId"]).execute(),
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

function accept({ visitor }: Site, token: string | null, given: object = {}) {
  return visitor.mutate("users.acceptInvitation", {
    token,
    username: "Anne Élise",
    email: "anne@exemple.cd",
    ...passwords,
    ...given,
  })
}

test.each(ROLES)("an invitation makes an account with the role %s, signed in at once", async (role) => {
  await using site = await startSite()
  const { token } = await site.invite(role)
  expect(await site.visitor.query("users.findInvitation", token)).toEqual({
    role,
    invitedBy: site.admin.username,
    expiresAt: new Date(site.now().getTime() + 7 * DAY_MS).toISOString(),
  })
  const browser = createCookieClient(site)
  const typed = { token, username: "Anne Élise", email: "anne@exemple.cd", ...passwords }
  expect((await browser.postJson("/trpc/users.acceptInvitation", typed)).status).toBe(200)
  expect(await browser.me()).toMatchObject({ username: "Anne Élise", email: "anne@exemple.cd", role })
  const { counts } = await site.admin.query<{ counts: object }>("users.search", {})
  expect(counts).toMatchObject({ active: 2, invited: 0 })
})

test("accepting ends the session that the browser had: it cannot be fixed before", async () => {
  await using site = await startSite()
  const { token } = await site.invite("editor")
  const account = await createTestAccount(site.db)
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const before = browser.cookies.get("__Host-session")
  await browser.postJson("/trpc/users.acceptInvitation", {
    token,
    username: "Anne",
    email: "anne@exemple.cd",
    ...passwords,
  })
  expect(await browser.me()).toMatchObject({ username: "Anne" })
  const fixed = openCaller(site, { Cookie: `__Host-session=${before}` })
  expect(await fixed.query("accounts.me")).toBeNull()
})

test("only the hash of the token is stored, and it is in no line of the log", async () => {
  await using site = await startSite()
  const { token } = await site.invite("editor")
  await site.request(`/invitation/${token}`)
  await site.visitor.query("users.findInvitation", token)
  const rows = await site.db.selectFrom("accountLinks").selectAll().execute()
  const audit = await site.db.selectFrom("audit").selectAll().orderBy("id").execute()
  expect(JSON.stringify([rows, audit, site.lines])).not.toContain(token)
})

test("an invitation is used once, also by two who accept it at the same moment", async () => {
  await using site = await startSite()
  const { token } = await site.invite("editor")
  const accepted = await Promise.all(
    ["Anne", "Béa", "Zoé"].map((username, number) =>
      accept(site, token, { username, email: `invite-${number}@exemple.cd` }),
    ),
  )
  expect(accepted.filter((result) => typeof result === "object" && result && "account" in result)).toHaveLength(1)
  expect(accepted.filter((result) => JSON.stringify(result) === JSON.stringify(gone))).toHaveLength(2)
  expect(await accept(site, token, { username: "Late", email: "late@exemple.cd" })).toEqual(gone)
  expect(await site.visitor.query("users.findInvitation", token)).toEqual(gone)
})

test("guessed, expired and revoked tokens, and those of another kind, open nothing", async () => {
  await using site = await startSite()
  const { token: expired } = await site.invite("admin")
  const { token: revoked, id } = await site.invite("admin")
  await site.admin.mutate("users.revokeInvitation", id)
  const { token: swapped, id: other } = await site.invite("admin")
  await site.db
    .updateTable("accountLinks")
    .set({ kind: "reset", accountId: site.admin.id })
    .where("id", "=", other)
    .execute()
  site.advance(7 * DAY_MS)
  const forged = [
    expired,
    revoked,
    swapped,
    "",
    "x",
    "A".repeat(43),
    String(id),
    "%",
    "\0",
    `${expired}=`,
    "A".repeat(1000),
  ]
  for (const token of forged) {
    expect(await site.visitor.query("users.findInvitation", token), String(token)).toEqual(gone)
    expect(await accept(site, token), String(token)).toEqual(gone)
  }
  await deleteExpiredAccountLinks(site.db, site.now())
  expect(await site.db.selectFrom("accountLinks").select("kind").execute()).toEqual([])
  expect(await site.db.selectFrom("accounts").select("id").execute()).toHaveLength(1)
})

test("an invitation takes over no account that has the e-mail address or the name, and stays for another try", async () => {
  await using site = await startSite()
  const existing = await createTestAccount(site.db, { username: "Béa", email: "bea@exemple.cd" })
  const before = await site.db.selectFrom("accounts").selectAll().where("id", "=", existing.id).execute()
  const { token } = await site.invite("admin")
  expect(await accept(site, token, { email: "BEA@exemple.cd" })).toEqual({
    status: 409,
    message: responseTexts.emailTaken,
    fields: { email: responseTexts.emailTaken },
  })
  expect(await accept(site, token, { username: "bea" })).toMatchObject({ status: 409, fields: { username: /pris/ } })
  expect(await site.db.selectFrom("accounts").selectAll().where("id", "=", existing.id).execute()).toEqual(before)
  expect(await accept(site, token)).toMatchObject({ account: { role: "admin" } })
})

test("an address that is invited counts, whatever is typed; one that registered meanwhile keeps its account", async () => {
  await using site = await startSite()
  const { token } = await site.invite("agent", "Anne@exemple.cd")
  expect(await site.visitor.query("users.findInvitation", token)).toMatchObject({ email: "Anne@exemple.cd" })
  expect(await accept(site, token, { email: "moi@exemple.cd" })).toMatchObject({
    account: { email: "Anne@exemple.cd" },
  })
  const second = await site.invite("admin", "zoe@exemple.cd")
  await createTestAccount(site.db, { username: "Zoé", email: "zoe@exemple.cd" })
  expect(await accept(site, second.token, { username: "Autre" })).toMatchObject({
    status: 409,
    fields: { email: responseTexts.emailTaken },
  })
})

test("nothing in an acceptance changes the role, and passwords are checked", async () => {
  await using site = await startSite()
  const { token } = await site.invite("reader")
  const common = await accept(site, token, { password: "password123", confirmPassword: "password123" })
  expect(common).toMatchObject({ status: 400, fields: { password: /trop facile à deviner/ } })
  const different = await accept(site, token, { confirmPassword: "autre chose" })
  expect(different).toMatchObject({
    status: 400,
    fields: { confirmPassword: "Les mots de passe ne correspondent pas" },
  })
  expect(await accept(site, token, { email: undefined })).toMatchObject({
    status: 400,
    fields: { email: responseTexts.emailRequired },
  })
  const accepted = await accept(site, token, { role: "admin", id: 77 })
  expect(accepted).toMatchObject({ account: { role: "reader" } })
})

test("with a mail server an invited address gets the link by mail alone; asked for, it is shown instead", async () => {
  await using site = await startSite({ hasMailServer: true })
  const invited = await site.invite("agent", "anne@exemple.cd")
  expect(invited).toMatchObject({ email: "anne@exemple.cd", role: "agent", token: null })
  const mail = { kind: "invitation", recipient: "anne@exemple.cd", origin: "https://lisanga.example" }
  expect(await site.mails()).toEqual([{ ...mail, accountLinkId: invited.id }])
  expect(site.wakes.count).toBe(1)
  const renewed = await site.admin.mutate<IssuedInvitation>("users.renewInvitation", { id: invited.id, asLink: true })
  expect(renewed.token).toEqual(expect.any(String))
  expect(await site.mails()).toEqual([])
  expect(await accept(site, renewed.token)).toMatchObject({ account: { email: "anne@exemple.cd" } })
})

test("without a mail server, or without an address, the link is returned once", async () => {
  await using site = await startSite()
  expect((await site.invite("agent", "anne@exemple.cd")).token).toEqual(expect.any(String))
  expect(await site.mails()).toEqual([])
  await using other = await startSite({ hasMailServer: true })
  expect((await other.invite("agent")).token).toEqual(expect.any(String))
  expect(JSON.stringify(await site.admin.query("users.invitations"))).not.toMatch(/token/i)
})

test("an invitation that is sent again works for seven days from then, and the earlier link no longer", async () => {
  await using site = await startSite()
  const first = await site.invite("agent", "anne@exemple.cd")
  site.advance(6 * DAY_MS)
  const renew = async (id: number) => (await site.openAdmin()).mutate<IssuedInvitation>("users.renewInvitation", { id })
  const second = await renew(first.id)
  expect(await site.visitor.query("users.findInvitation", first.token)).toEqual(gone)
  site.advance(6 * DAY_MS)
  expect(await accept(site, second.token)).toMatchObject({ account: { role: "agent" } })
  const missing = { status: 404, message: responseTexts.invitationNotFound }
  expect(await renew(second.id)).toEqual(missing)
  expect(await site.admin.mutate("users.revokeInvitation", second.id)).toEqual(missing)
})

test("inviting somebody whose account is disabled or deleted says so; registering does not", async () => {
  await using site = await startSite()
  const { email } = await createTestAccount(site.db, { role: "agent" })
  const { id } = await site.db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirstOrThrow()
  for (const [change, words] of [
    ["users.disable", "désactivé\u00a0: réactivez-le"],
    ["users.delete", "supprimés\u00a0: restaurez-le"],
  ] as const) {
    await site.admin.mutate(change, id)
    const refused = { status: 409, fields: { email: expect.stringContaining(words) } }
    expect(await site.invite("agent", email.toUpperCase())).toMatchObject(refused)
    const typed = { username: "Une autre", email, ...passwords }
    const taken = { status: 409, fields: { email: responseTexts.emailTaken } }
    expect(await site.visitor.mutate("accounts.register", typed)).toMatchObject(taken)
  }
})

test("the pending invitations are listed, newest first, and an address is invited once at a time", async () => {
  await using site = await startSite()
  await createTestAccount(site.db, { email: "bea@exemple.cd" })
  await site.invite("agent", "anne@exemple.cd")
  site.advance(1000)
  await site.invite("editor")
  expect(await site.pending()).toMatchObject([
    { email: null, role: "editor", invitedBy: site.admin.username },
    { email: "anne@exemple.cd", role: "agent" },
  ])
  const again = {
    status: 409,
    fields: {
      email: responseTexts.invitationPending,
    },
  }
  expect(await site.invite("admin", "ANNE@exemple.cd")).toMatchObject(again)
  const taken = { status: 409, fields: { email: responseTexts.emailTaken } }
  expect(await site.invite("admin", "bea@exemple.cd")).toMatchObject(taken)
  site.advance(7 * DAY_MS)
  expect(await site.pending()).toEqual([])
})

test.each(["admin", "reader"] as const)(
  "an invitation asks for the password again after ten minutes, and so does its link: %s",
  async (role) => {
    await using site = await startSite()
    const { id } = await site.invite(role)
    site.advance(11 * 60_000)
    const rejected = { status: 403, reason: "reauthentication" }
    expect(await site.invite(role)).toMatchObject(rejected)
    expect(await site.admin.mutate("users.renewInvitation", { id })).toMatchObject(rejected)
    expect(await site.pending()).toMatchObject([{ id }])
  },
)

test("who loses the right to invite loses the invitations made before", async () => {
  await using site = await startSite()
  const rogue = await site.openAdmin()
  const { token } = await rogue.mutate<IssuedInvitation>("users.invite", { role: "admin" })
  await site.admin.mutate("users.changeRole", { id: rogue.id, role: "editor" })
  expect(await accept(site, token)).toEqual(gone)
})

test.each([
  ["was disabled", { disabledAt: new Date().toISOString() }],
  ["lost the right", { role: "editor" as const }],
])("no link is made for somebody who %s while the call waited to write", async (_what, change) => {
  await using site = await startSite()
  const rogue = await site.openAdmin()
  const link = { kind: "invitation", accountId: null, role: "admin", createdBy: rogue.id } as const
  const create = () => inTransaction(site.db, (trx) => createAccountLink(trx, link, site.now()))
  await create()
  await site.db.updateTable("accounts").set(change).where("id", "=", rogue.id).execute()
  await expect(create()).rejects.toMatchObject({ code: "forbidden" })
})

test("the audit names who invited and who came, without a token or a whole address", async () => {
  await using site = await startSite()
  const { id, token } = await site.invite("agent", "anne@exemple.cd")
  await accept(site, token)
  const other = await site.invite("editor")
  await site.admin.mutate("users.revokeInvitation", other.id)
  const rows = await site.db.selectFrom("audit").selectAll().orderBy("id").execute()
  const account = await site.db
    .selectFrom("accounts")
    .select("id")
    .where("username", "=", "Anne Élise")
    .executeTakeFirst()
  const entries = rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
  const byAdmin = { accountId: site.admin.id, subject: "invitation" }
  const details = { after: { role: "agent" }, invitation: id, invitedBy: site.admin.id }
  expect(entries).toMatchObject([
    { ...byAdmin, action: "create", subjectId: id, subjectName: "a…@exemple.cd", details: { role: "agent" } },
    { accountId: account?.id, action: "accept invitation", subject: "account", subjectName: "Anne Élise", details },
    { ...byAdmin, action: "create", subjectId: other.id, subjectName: null, details: { role: "editor" } },
    { ...byAdmin, action: "revoke", subjectId: other.id },
  ])
})
