// @module-tag engines
import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { ApiToken, CreatedToken } from "#server/contract/tokens.ts"
import { createTestToken } from "#server/testing/create-test-token.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const wanted = { name: " Comptabilité ", rights: ["stats.read", "projects.read", "stats.read"], days: 30 }

/** Starts with an administrator of tokens, and a clock that the test sets. */
async function startSite() {
  const clock = { at: new Date() }
  const site = await startApp({ now: () => clock.at })
  const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }

  async function call<Data>(name: string, input: unknown) {
    const sent = { method: "POST", headers, body: JSON.stringify(input) }
    const { result, error } = await (await site.request(`/trpc/tokens.${name}`, sent)).json()
    return { data: result?.data as Data, error }
  }
  return {
    ...site,
    clock,
    create: (input: unknown) => call<CreatedToken>("create", input),
    revoke: (id: number) => call<ApiToken>("revoke", id),
    async list(): Promise<ApiToken[]> {
      // A session of its own, since the administrator's may have ended by the site's clock.
      const session = await signInAs(site, "admin")
      const { result } = await (await site.request("/trpc/tokens.list", { headers: session })).json()
      return result.data
    },
    pass(ms: number) {
      clock.at = new Date(clock.at.getTime() + ms)
    },
    use: (token: string) => site.request("/api/admin/stats", { headers: { Authorization: `Bearer ${token}` } }),
  }
}

test("a token is shown once, and works at once with the rights that it was given", async () => {
  await using site = await startSite()
  const { data } = await site.create(wanted)
  expect(data.token).toMatch(/^lis_[\w-]{43}$/)
  expect(data).toMatchObject({ name: "Comptabilité", rights: ["projects.read", "stats.read"], state: "active" })
  expect(Date.parse(data.expiresAt ?? "") - site.clock.at.getTime()).toBe(30 * DAY_MS)
  expect((await site.use(data.token)).status).toBe(200)
  const listed = await site.list()
  expect(listed).toMatchObject([{ id: data.id, name: "Comptabilité", state: "active" }])
  expect(JSON.stringify(listed)).not.toContain(data.token)
})

test("only its hash is stored, and neither log nor audit tells it", async () => {
  await using site = await startSite()
  const { data } = await site.create(wanted)
  await site.use(data.token)
  const rows = await site.db.selectFrom("apiTokens").selectAll().execute()
  expect(rows[0]?.tokenHash).toBe(createHash("sha256").update(data.token).digest("hex"))
  const audit = await site.db.selectFrom("audit").selectAll().orderBy("id").execute()
  expect(JSON.stringify([rows, audit, site.lines])).not.toContain(data.token.slice(4))
})

test("making and revoking a token are in the audit log", async () => {
  await using site = await startSite()
  const { data } = await site.create({ ...wanted, days: null })
  await site.revoke(data.id)
  const audit = await site.db.selectFrom("audit").selectAll().where("subject", "=", "token").orderBy("id").execute()
  expect(audit).toMatchObject([
    { action: "create", subjectId: data.id, subjectName: "Comptabilité" },
    { action: "revoke", subjectId: data.id, subjectName: "Comptabilité" },
  ])
  expect(JSON.parse(audit[0]?.details ?? "")).toEqual({
    after: { name: "Comptabilité", rights: ["projects.read", "stats.read"], expiresAt: null },
  })
})

test("a revoked token stops at once, stays listed for 30 days, and is revoked once", async () => {
  await using site = await startSite()
  const { data } = await site.create(wanted)
  const revoked = await site.revoke(data.id)
  expect(revoked.data.state).toBe("revoked")
  expect((await site.use(data.token)).status).toBe(401)
  site.pass(DAY_MS)
  expect((await site.revoke(data.id)).data.revokedAt).toBe(revoked.data.revokedAt)
  expect(await site.db.selectFrom("audit").selectAll().where("action", "=", "revoke").execute()).toHaveLength(1)
  site.pass(28 * DAY_MS)
  expect(await site.list()).toHaveLength(1)
  site.pass(1.5 * DAY_MS)
  expect(await site.list()).toEqual([])
})

test("a token stops when it expires", async () => {
  await using site = await startSite()
  const { data } = await site.create({ ...wanted, days: 7 })
  site.pass(7 * DAY_MS - 1000)
  expect((await site.use(data.token)).status).toBe(200)
  site.pass(1000)
  expect((await site.use(data.token)).status).toBe(401)
  expect(await site.list()).toMatchObject([{ state: "expired" }])
})

test("last use is noted within five minutes", async () => {
  await using site = await startSite()
  const { data } = await site.create(wanted)
  expect(data.lastUsedAt).toBeNull()
  const first = site.clock.at.toISOString()
  await site.use(data.token)
  await expect.poll(site.list).toMatchObject([{ lastUsedAt: first }])
  site.pass(4 * 60_000)
  await site.use(data.token)
  expect(await site.list()).toMatchObject([{ lastUsedAt: first }])
  site.pass(60_000)
  await site.use(data.token)
  await expect.poll(site.list).toMatchObject([{ lastUsedAt: site.clock.at.toISOString() }])
})

test("a token of somebody who is disabled, or has lost its rights, is listed as suspended", async () => {
  await using site = await startSite()
  const disabled = await createTestToken(site.db)
  await createTestToken(site.db, { role: "editor", rights: ["messages.read"] })
  const at = site.clock.at.toISOString()
  await site.db.updateTable("accounts").set({ disabledAt: at }).where("id", "=", disabled.account.id).execute()
  expect((await site.list()).map(({ state }) => state)).toEqual(["suspended", "suspended"])
})

test.each([
  [{ ...wanted, name: " " }, { name: "Donnez un nom au jeton" }],
  [{ ...wanted, rights: [] }, { rights: "Cochez au moins un droit" }],
  [{ ...wanted, rights: ["tokens.manage"] }, { rights: "Droit inconnu" }],
  [{ ...wanted, rights: ["users.manage"] }, { rights: "Droit inconnu" }],
  [{ ...wanted, days: 3650 }, { days: "Durée inconnue" }],
])("a token needs a name, rights of REST calls and one of the offered durations: %j", async (input, fields) => {
  await using site = await startSite()
  expect((await site.create(input)).error.data).toMatchObject({ httpStatus: 400, fields })
  expect(await site.list()).toEqual([])
})

test("making a token asks for the password again after ten minutes", async () => {
  await using site = await startSite()
  site.pass(11 * 60_000)
  expect((await site.create(wanted)).error.data).toMatchObject({ httpStatus: 403, reason: "reauthentication" })
})

test("revoking one that does not exist is 404", async () => {
  await using site = await startSite()
  expect((await site.revoke(999)).error).toMatchObject({ message: responseTexts.tokenNotFound })
})
