// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { verifyChain } from "#server/audit/verify-chain.ts"
import { actionsOfKinds } from "#server/contract/audit-kinds.ts"
import { CONTACT_CHANNELS } from "#server/contract/message-states.ts"
import { createCookieClient } from "./cookie-client.ts"
import { createEditor } from "./edit-content.ts"
import { contactFields, createTestProject } from "./fixtures.ts"
import { createImageFile } from "./image-files.ts"
import { signInAs } from "./sign-in-as.ts"
import { startLibrary } from "./start-library.ts"
import { startWithFactors } from "./start-with-factors.ts"
import { createTestAccount, TEST_PASSWORD } from "./test-account.ts"

/** Starts a site, and reads what the audit log records of each call: « action subject name ». */
async function startAudited() {
  const site = await startLibrary()
  let seen = 0
  async function news() {
    const rows = await site.db.selectFrom("audit").selectAll().where("id", ">", seen).orderBy("id").execute()
    seen = rows.at(-1)?.id ?? seen
    return rows
  }
  return {
    ...site,
    entries: async () =>
      (await news()).map(({ action, subject, subjectName }) => `${action} ${subject} ${subjectName}`),
    async send() {
      const receipt = await (await site.postJson("/api/contact", { ...contactFields, phone: "+243900111222" })).json()
      return receipt as { id: number; reference: string; statusUrl: string }
    },
    change: (id: number, action: object) => site.call("messages.change", { ids: [id], action, batchId: randomUUID() }),
  }
}

test("work on projects is recorded under their names, with who and from where", async () => {
  await using site = await startAudited()
  const headers = await signInAs(site, "admin")
  const id = await createTestProject(site.db, { name: "École" })
  const batchId = randomUUID()
  for (const [name, input, entry] of [
    ["projects.update", { id, address: "Limete" }, "update project École"],
    ["projects.withdraw", { id }, "withdraw project École"],
    ["projects.publish", { id }, "publish project École"],
    ["projects.schedule", { id, at: "2099-01-01T08:00" }, "schedule project École"],
    ["projects.schedule", { id, at: null }, "unschedule project École"],
    ["projects.createPreviewLink", { id, days: 7 }, "link project École"],
    ["projects.revert", { id, revision: 1 }, "revert project École"],
    ["projects.change", { ids: [id], batchId, action: { kind: "status", status: "Terminé" } }, "update project École"],
    ["projects.undo", batchId, "undo project École"],
    ["projects.delete", id, "trash project École"],
    ["projects.restore", id, "restore project École"],
  ] as const) {
    expect((await site.call(name, input)).status, name).toBe(200)
    expect(await site.entries(), name).toEqual([entry])
  }
  await site.request("/api/admin/projects.csv", { headers })
  expect(await site.entries()).toEqual(["export project null"])
  expect((await site.request("/api/admin/projects.csv", { method: "HEAD", headers })).status).toBe(200)
  expect(await site.entries()).toEqual([])
})

test("work on requests is recorded under their references, and nothing of their senders", async () => {
  await using site = await startAudited()
  const { id, reference } = await site.send()
  const said = async (...actions: string[]) =>
    expect(await site.entries()).toEqual(actions.map((action) => `${action} message ${reference}`))
  await said()
  await site.change(id, { kind: "read", isRead: true })
  await said()
  await site.change(id, { kind: "state", state: "spam" })
  await said("state")
  const { id: assignee } = await site.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  await site.change(id, { kind: "assignee", assignee })
  await said("assignee")
  const newKey = randomUUID
  await site.call("messages.addEntry", {
    id,
    kind: "note",
    text: "Bea habite au 5.",
    idempotencyKey: newKey(),
    lastEntry: 0,
  })
  await said("note")
  for (const channel of CONTACT_CHANNELS) {
    await site.call("messages.addContact", { id, channel, idempotencyKey: newKey() })
    await said(channel)
  }
  await site.change(id, { kind: "trash" })
  await site.change(id, { kind: "restore" })
  await said("trash", "restore")
  const person = `/api/admin/messages/${id}/person`
  expect((await site.request(person, { headers: await signInAs(site, "agent") })).status).toBe(200)
  await said("export")
  const erasure = newKey()
  await site.call("messages.erasePerson", { id, batchId: erasure })
  await site.call("messages.restorePerson", erasure)
  await site.call("messages.erasePerson", { id, batchId: newKey() })
  await said("erase person", "restore", "erase person")
  const log = JSON.stringify(await site.db.selectFrom("audit").selectAll().orderBy("id").execute())
  for (const personal of [contactFields.firstName, contactFields.email, contactFields.message, "habite"]) {
    expect(log).not.toContain(personal)
  }
})

test("work on pictures, pages and views is recorded under their names", async () => {
  await using site = await startAudited()
  const editor = await createEditor(site)
  const name = await site.uploadOne(await createImageFile())
  const [upload = ""] = await site.entries()
  const file = upload.slice("upload image ".length)
  expect(file).toMatch(/\.\w+$/)
  for (const [call, input, action] of [
    ["pictures.describe", { name, alt: "Vue", focus: null }, "describe"],
    ["pictures.delete", name, "delete"],
    ["pictures.restore", name, "restore"],
  ] as const) {
    expect((await site.call(call, input)).status, call).toBe(200)
    expect(await site.entries(), call).toEqual([`${action} image ${file}`])
  }
  const text = (text: string) => ({ text, href: "", from: "", until: "" })
  const { page } = await editor.save(await editor.open("annonce"), text("Fermé lundi"))
  await editor.save(page, text("Fermé lundi matin"))
  expect(await site.entries()).toEqual(["save content Bandeau d'annonce"])
  await editor.publish(await editor.open("annonce"))
  expect(await site.entries()).toEqual(["publish content Bandeau d'annonce"])
  await site.call("views.save", { name: "Chantiers", shared: true, params: {} })
  expect(await site.entries()).toEqual(["create view Chantiers"])
})

test("who works in the back office signs in and out in the log, visitors with an account do not", async () => {
  await using site = await startAudited()
  const [admin, user] = [await createTestAccount(site.db, { role: "admin" }), await createTestAccount(site.db)]
  for (const [account, isRecorded] of [
    [admin, true],
    [user, false],
  ] as const) {
    const browser = createCookieClient(site)
    expect((await browser.signIn(account)).status).toBe(200)
    await browser.signOut()
    const { username } = await site.db
      .selectFrom("accounts")
      .select("username")
      .where("id", "=", account.id)
      .executeTakeFirstOrThrow()
    const expected = [`sign in session ${username}`, `sign out session ${username}`]
    expect(await site.entries()).toEqual(isRecorded ? expected : [])
  }
  expect((await createCookieClient(site).signIn(admin, "un autre mot")).status).toBe(401)
  expect(await site.entries()).toEqual([])
})

test("what visitors do to their own account is not recorded, since they could fill the log", async () => {
  await using site = await startWithFactors()
  const { browser } = await site.signIn("user")
  await browser.turnOnCodes(site)
  await browser.change("renewRecoveryCodes")
  const { id } = await browser.addPasskey()
  await browser.mutate("renamePasskey", { id, name: "Téléphone" })
  await browser.change("removePasskey", { id })
  await browser.change("turnOffCodes")
  const password = "onze tuiles de Kasangulu"
  const change = { currentPassword: TEST_PASSWORD, password, confirmPassword: password }
  expect((await browser.postJson("/trpc/accounts.changePassword", change)).status).toBe(200)
  expect(await site.auditActions()).toEqual([])
})

test("no entry has a password, a session or the token of a link, and all of them have a sentence", async () => {
  await using site = await startAudited()
  const account = await createTestAccount(site.db, { role: "admin" })
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const id = await createTestProject(site.db)
  const { data } = await site.call("projects.createPreviewLink", { id, days: 7 })
  const { statusUrl, id: messageId } = await site.send()
  await site.change(messageId, { kind: "state", state: "open" })
  const rows = await site.db.selectFrom("audit").selectAll().orderBy("id").execute()
  const log = JSON.stringify(rows)
  const { passwordHash } = await site.db
    .selectFrom("accounts")
    .select("passwordHash")
    .where("id", "=", account.id)
    .executeTakeFirstOrThrow()
  const { token } = data as { token: string }
  const sessions = await site.db.selectFrom("sessions").select("idHash").execute()
  for (const secret of [
    TEST_PASSWORD,
    passwordHash,
    token,
    statusUrl.slice(-22),
    ...sessions.map((one) => one.idHash),
  ]) {
    expect(log).not.toContain(secret)
  }
  const known = new Set<string>(Object.values(actionsOfKinds).flat())
  expect(rows.map(({ action }) => action).filter((action) => !known.has(action))).toEqual([])
  expect((await verifyChain(site.db)).fault).toBeUndefined()
})
