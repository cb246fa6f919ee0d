import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { CompiledQuery } from "kysely"
import { expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { createTestToken } from "#server/testing/create-test-token.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { engine } from "#server/testing/open-test-database.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"

const evil = { Origin: "https://evil.example" }
const json = { "Content-Type": "application/json" }
const rejection = { success: false, message: responseTexts.tokenInvalid }

async function expectRejected(response: Response) {
  expect(response.status).toBe(401)
  expect(response.headers.get("WWW-Authenticate")).toBe("Bearer")
  expect(response.headers.get("Set-Cookie")).toBeNull()
  expect(await response.json()).toEqual(rejection)
}

test("writes are its maker's, with the token in the audit log, and need no origin", async () => {
  await using site = await startApp()
  const { headers, id, account } = await createTestToken(site.db, { rights: ["projects.write", "projects.read"] })
  const form = { project_name: "École", description: "Une école.", status: "En cours", sector: "Construction" }
  const sent = { method: "POST", body: createForm(form), headers: { ...headers, ...evil } }
  expect((await site.request("/api/projects", sent)).status).toBe(201)
  expect(await site.db.selectFrom("audit").select(["accountId", "tokenId", "action"]).orderBy("id").execute()).toEqual([
    { accountId: account.id, tokenId: id, action: "create" },
  ])
})

test.each(["lis_", "lis_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "lis_a b", `lis_${"A".repeat(7000)}`])(
  "a guessed token is rejected, also where none is needed: %j",
  async (guess) => {
    await using site = await startApp()
    await createTestToken(site.db)
    const headers = { Authorization: `Bearer ${guess}` }
    for (const path of ["/api/admin/stats", "/admin/stats", "/api/projects", "/projects", "/api/health", "/api/rien"]) {
      await expectRejected(await site.request(path, { headers }))
    }
  },
)

test("the hash that is stored is no token", async () => {
  await using site = await startApp()
  await createTestToken(site.db)
  const { tokenHash } = await site.db.selectFrom("apiTokens").select("tokenHash").executeTakeFirstOrThrow()
  for (const guess of [tokenHash, `lis_${tokenHash}`]) {
    const response = await site.request("/api/admin/stats", { headers: { Authorization: `Bearer ${guess}` } })
    expect(response.status).toBe(401)
  }
})

test("an expired one is rejected, and one that was revoked, whose maker is disabled or deleted", async () => {
  await using site = await startApp()
  const expired = await createTestToken(site.db, { expiresAt: new Date(Date.now() - 1).toISOString() })
  const revoked = await createTestToken(site.db)
  const disabled = await createTestToken(site.db)
  const deleted = await createTestToken(site.db)
  const at = new Date().toISOString()
  await site.db.updateTable("apiTokens").set({ revokedAt: at }).where("id", "=", revoked.id).execute()
  await site.db.updateTable("accounts").set({ disabledAt: at }).where("id", "=", disabled.account.id).execute()
  await site.db.deleteFrom("accounts").where("id", "=", deleted.account.id).execute()
  for (const { headers } of [expired, revoked, disabled, deleted]) {
    await expectRejected(await site.request("/api/admin/stats", { headers }))
  }
})

test("a token loses what the role of its maker loses, with the next request", async () => {
  await using site = await startApp()
  const { headers, account } = await createTestToken(site.db)
  expect((await site.request("/api/contact-messages", { headers })).status).toBe(200)
  await site.db.updateTable("accounts").set({ role: "editor" }).where("id", "=", account.id).execute()
  expect((await site.request("/api/contact-messages", { headers })).status).toBe(403)
  expect((await site.request("/api/admin/projects.csv", { headers })).status).toBe(200)
})

test("a token with more rights than its maker has those of both", async () => {
  await using site = await startApp()
  const { headers } = await createTestToken(site.db, { role: "reader" })
  expect((await site.request("/api/contact-messages", { headers })).status).toBe(200)
  expect((await site.request("/api/projects/1", { method: "DELETE", headers })).status).toBe(403)
  expect((await site.request("/api/contact-messages/1", { method: "DELETE", headers })).status).toBe(403)
})

test("rights that no token can have do not count, even if they were stored", async () => {
  await using site = await startApp()
  const { headers, id } = await createTestToken(site.db)
  const rights = JSON.stringify(["tokens.manage", "users.manage", "office.open"])
  await site.db.updateTable("apiTokens").set({ rights }).where("id", "=", id).execute()
  expect((await site.request("/api/admin/stats", { headers })).status).toBe(403)
})

test.each(["token", "access_token", "authorization", "bearer"])(
  "a token in the URL (?%s=) counts for nothing, and is not logged",
  async (name) => {
    await using site = await startApp()
    const { token } = await createTestToken(site.db)
    for (const path of ["/api/admin/stats", "/api/contact-messages", "/api/admin/projects.csv"]) {
      expect((await site.request(`${path}?${name}=${token}`)).status).toBe(401)
      expect((await site.request(`${path}?${name}=${encodeURIComponent(`Bearer ${token}`)}`)).status).toBe(401)
    }
    expect(site.lines.join("")).not.toContain(token)
  },
)

test("a token in the body counts for nothing", async () => {
  await using site = await startApp()
  const { token } = await createTestToken(site.db)
  const body = createForm({ access_token: token, project_name: "École" })
  expect((await site.request("/api/projects", { method: "POST", body })).status).toBe(401)
})

test("beside a cookie the token alone counts, whichever has more rights", async () => {
  await using site = await startApp()
  const administrator = await signInAs(site, "admin")
  const visitor = await signInAs(site, "user")
  const weak = await createTestToken(site.db, { rights: ["projects.read"] })
  const strong = await createTestToken(site.db)
  const withWeak = { ...administrator, ...weak.headers }
  expect((await site.request("/api/admin/stats", { headers: withWeak })).status).toBe(403)
  expect((await site.request("/api/admin/stats", { headers: { ...visitor, ...strong.headers } })).status).toBe(200)
  await expectRejected(
    await site.request("/api/admin/stats", { headers: { ...administrator, Authorization: "Bearer lis_rien" } }),
  )
})

test("no cookie is read or written beside a token", async () => {
  await using site = await startApp()
  const { headers } = await createTestToken(site.db)
  const session = await signInAs(site, "admin")
  const response = await site.request("/api/logout", { method: "POST", headers: { ...headers, ...session } })
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  expect((await site.request("/api/admin/stats", { headers: session })).status).toBe(200)
})

test("over a real connection the token alone counts as well, also for a cached list", async () => {
  await using site = await startApp()
  await createTestProject(site.db)
  const { headers } = await createTestToken(site.db, { rights: ["projects.read"] })
  const { Cookie } = await signInAs(site, "admin")
  const server = createAdaptorServer({ fetch: site.app.fetch }).listen(0, "127.0.0.1")
  try {
    await vi.waitUntil(() => server.listening)
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const get = (path: string, sent: Record<string, string>) => fetch(origin + path, { headers: sent })
    expect((await get("/api/projects", {})).status).toBe(200)
    expect((await get("/api/projects", {})).status).toBe(200)
    expect((await get("/api/projects", headers)).status).toBe(200)
    await expectRejected(await get("/api/projects", { Authorization: "Bearer lis_rien" }))
    expect((await get("/api/admin/stats", { Cookie })).status).toBe(200)
    expect((await get("/api/admin/stats", { ...headers, Cookie })).status).toBe(403)
  } finally {
    server.close()
  }
})

test("another site's page cannot use a token: it can send no such header, and gets no leave to", async () => {
  await using site = await startApp()
  await createTestProject(site.db)
  const { token } = await createTestToken(site.db)
  const preflight = {
    ...evil,
    "Access-Control-Request-Method": "DELETE",
    "Access-Control-Request-Headers": "authorization",
  }
  const asked = await site.request("/api/projects/1", { method: "OPTIONS", headers: preflight })
  expect(Array.from(asked.headers.keys()).filter((name) => name.startsWith("access-control-"))).toEqual([])
  const cookie = await signInAs(site, "admin")
  const form = (more: Record<string, string>) =>
    site.request("/api/projects", {
      method: "POST",
      body: createForm({ Authorization: `Bearer ${token}` }),
      headers: more,
    })
  expect((await form({ ...evil, ...cookie })).status).toBe(403)
  expect((await form({ ...evil, ...cookie, Authorization: "Basic bGlzOmxpcw==" })).status).toBe(403)
})

test("/trpc, pages and the stream of events take no token", async () => {
  await using site = await startApp()
  const { headers } = await createTestToken(site.db)
  expect((await site.request("/trpc/stats.overview", { headers })).status).toBe(401)
  const write = {
    method: "POST",
    body: "1",
    headers: { ...headers, ...json, ...evil, ...(await signInAs(site, "admin")) },
  }
  expect((await site.request("/trpc/projects.delete", write)).status).toBe(403)
  const events = await site.request("/api/admin/events", { headers })
  expect(events.status).toBe(403)
  expect(await events.json()).toMatchObject({ message: responseTexts.tokenNotAccepted })
})

test("600 requests a minute pass, for each token", async () => {
  const clock = { at: new Date() }
  await using site = await startApp({ now: () => clock.at })
  const { headers } = await createTestToken(site.db)
  const other = await createTestToken(site.db)
  const get = (sent: Record<string, string>) => site.request("/api/ready", { headers: sent })
  for (let sent = 0; sent < 600; sent += 1) {
    expect((await get(headers)).status).toBe(200)
    if (sent === 299) clock.at = new Date(clock.at.getTime() + 20_000)
  }
  const rejected = await get(headers)
  expect(rejected.status).toBe(429)
  expect(rejected.headers.get("Retry-After")).toBe("40")
  expect(await rejected.json()).toEqual({
    success: false,
    message: responseTexts.tooManyRequests,
  })
  expect((await get(other.headers)).status).toBe(200)
  clock.at = new Date(clock.at.getTime() + 40_000)
  expect((await get(headers)).status).toBe(200)
})

test("requests for contact count by token", async () => {
  await using site = await startApp()
  const [one, other] = [await createTestToken(site.db), await createTestToken(site.db)]
  const send = (headers: Record<string, string>, n: number) =>
    site.postJson("/api/contact", { ...contactFields, message: `Bonjour, ceci est ma demande numéro ${n}` }, headers)
  for (let n = 0; n < 10; n += 1) expect((await send(one.headers, n)).status).toBe(201)
  expect((await send(one.headers, 10)).status).toBe(429)
  expect((await send(other.headers, 11)).status).toBe(201)
  expect((await send({}, 12)).status).toBe(201)
})

test("a token sends pictures, and sees those that are not public", async () => {
  await using site = await startApp()
  const { headers } = await createTestToken(site.db, { rights: ["pictures.write", "pictures.read"] })
  const body = createForm({ images: await createImageFile() })
  const upload = await site.request("/upload", { method: "POST", body, headers })
  expect(upload.status).toBe(200)
  const { filenames } = (await upload.json()) as { filenames: [string] }
  expect((await site.request(`/uploads/${filenames[0]}`, { headers })).status).toBe(200)
  await site.variants.stop()
})

test.runIf(engine === "sqlite")("on a full disk a token reads all the same", async () => {
  await using site = await startApp()
  const { headers } = await createTestToken(site.db)
  await fillDisk(site.db)
  expect((await site.request("/api/admin/stats", { headers })).status).toBe(200)
  expect(await site.db.selectFrom("apiTokens").select("lastUsedAt").execute()).toEqual([{ lastUsedAt: null }])
})

/** Makes every update of a token need more space than the database may take. */
async function fillDisk(db: Database) {
  const run = (statement: string) => db.executeQuery<{ pageCount: number }>(CompiledQuery.raw(statement))
  await run("create table ballast (content blob)")
  await run("create trigger heavy after update on api_tokens begin insert into ballast values (zeroblob(1e6)); end")
  const { rows } = await run("pragma page_count")
  await run(`pragma max_page_count = ${rows[0]?.pageCount}`)
}

const chosen = "onze tuiles de Kasangulu"

test("a reset of the password revokes the maker's tokens, and no other's", async () => {
  await using site = await startApp()
  const { headers, account, id } = await createTestToken(site.db)
  const other = await createTestToken(site.db)
  const chief = { ...json, ...(await signInAs(site, "admin")) }
  const issued = await site.postJson("/trpc/accounts.createResetLink", { id: account.id }, chief)
  const { token } = (await issued.json()).result.data
  const reset = { token, password: chosen, confirmPassword: chosen }
  expect((await site.postJson("/trpc/accounts.resetPassword", reset)).status).toBe(200)
  await expectRejected(await site.request("/api/admin/stats", { headers }))
  expect((await site.request("/api/admin/stats", { headers: other.headers })).status).toBe(200)
  const entries = site.db.selectFrom("audit").select(["accountId", "subjectId"]).where("action", "=", "revoke")
  expect(await entries.execute()).toEqual([{ accountId: account.id, subjectId: id }])
})

test.each([
  [true, 401, 1],
  [false, 200, 0],
])("a change of the password revokes them if asked to (%s)", async (revokeTokens, status, revokedTokens) => {
  await using site = await startApp()
  const { headers, account } = await createTestToken(site.db)
  const browser = createCookieClient(site)
  await browser.signIn(account)
  const change = { currentPassword: TEST_PASSWORD, password: chosen, confirmPassword: chosen, revokeTokens }
  const changed = await browser.postJson("/trpc/accounts.changePassword", change)
  expect((await changed.json()).result.data).toEqual({ revokedTokens })
  expect((await site.request("/api/admin/stats", { headers })).status).toBe(status)
})
