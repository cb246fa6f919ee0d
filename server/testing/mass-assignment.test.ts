import { expect, test } from "vitest"
import { servePages } from "#server/pages/serve.ts"
import { contactFields, createTestProject } from "./fixtures.ts"
import { createForm } from "./image-files.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

const LONG_AGO = "2001-01-01T00:00:00.000Z"

/** All columns that only the server sets, in each spelling. */
const protectedFields = {
  ...{ id: 77, role: "admin", isAdmin: true, is_admin: true, admin: true, roles: ["admin"] },
  ...{ createdAt: LONG_AGO, created_at: LONG_AGO, updatedAt: LONG_AGO, updated_at: LONG_AGO, deletedAt: LONG_AGO },
  ...{ createdBy: 77, created_by: 77, updatedBy: 77, updated_by: 77, accountId: 77, account_id: 77, subjectId: 77 },
  ...{ slug: "pris", nameFolded: "pris", name_folded: "pris", statusFolded: "pris", sectorFolded: "pris" },
  ...{ passwordHash: "pris", password_hash: "pris", passwordChangedAt: LONG_AGO, disabledAt: LONG_AGO },
  ...{ readAt: LONG_AGO, handledAt: LONG_AGO, fullNameFolded: "pris", messageFolded: "pris", position: 7 },
  ...{ emailFolded: "pris", usernameFolded: "pris", at: LONG_AGO, expiresAt: LONG_AGO, address_subject: "pris" },
}

/** JSON.parse makes these own keys, which a careless merge would assign to the prototype. */
const prototypes = `"__proto__":${JSON.stringify(protectedFields)},"constructor":{"prototype":${JSON.stringify(protectedFields)}}`

function json(fields: object): string {
  return `{${prototypes},${JSON.stringify({ ...protectedFields, ...fields }).slice(1)}`
}

function form(fields: Record<string, string>): URLSearchParams {
  const extra = Object.entries(protectedFields).map(([name, value]) => [name, String(value)])
  return new URLSearchParams([...extra, ["__proto__[role]", "admin"], ...Object.entries(fields)] as [string, string][])
}

async function startSite() {
  const site = await startApp({ settings: { RATE_LIMITS: "0" }, pages: await servePages() })
  const { Cookie } = await signInAs(site, "admin")
  const send = (method: string, path: string, body: BodyInit) => {
    const type = typeof body === "string" && { "Content-Type": "application/json" }
    return site.request(path, { method, body, headers: { Cookie, ...type } })
  }
  return { ...site, send }
}

/** Expects that no row contains an extra value, and that Object.prototype is unchanged. */
async function expectUntouched({ db }: Awaited<ReturnType<typeof startSite>>) {
  for (const table of [
    "accounts",
    "projects",
    "messages",
    "audit",
    "projectImages",
    "savedViews",
    "uploads",
  ] as const) {
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      expect(JSON.stringify(row), table).not.toMatch(/2001-01-01|pris/)
      expect(Object.values(row), table).not.toContain(77)
    }
  }
  expect(({} as { role?: string }).role).toBeUndefined()
}

test("a registration sets its four fields and no other, whichever way it comes", async () => {
  await using site = await startSite()
  const account = (number: number) => {
    const password = "neuf planches d’iroko"
    const fields = { username: `Compte neuf ${number}`, email: `neuf-${number}@exemple.cd`, password }
    return { ...fields, confirmPassword: password, confirm_password: password }
  }
  expect((await site.send("POST", "/trpc/accounts.register", json(account(1)))).status).toBe(200)
  expect((await site.send("POST", "/api/register", json(account(2)))).status).toBe(201)
  const made = await site.db
    .selectFrom("accounts")
    .select(["username", "role"])
    .where("username", "like", "Compte neuf%")
    .execute()
  expect(made.map(({ role }) => role)).toEqual(["user", "user"])
  await expectUntouched(site)
})

test("a log-in and a change of password give no other role", async () => {
  await using site = await startSite()
  const { Cookie } = await signInAs(site, "user")
  const headers = { Cookie, "Content-Type": "application/json" }
  for (const path of ["accounts.changePassword", "accounts.signIn", "accounts.endOtherSessions"]) {
    await site.request(`/trpc/${path}`, {
      method: "POST",
      headers,
      body: json({ email: "user-1@exemple.cd", password: "x" }),
    })
  }
  const roles = await site.db.selectFrom("accounts").select("role").orderBy("id").execute()
  expect(roles).toEqual([{ role: "admin" }, { role: "user" }])
  await expectUntouched(site)
})

test("a contact request sets its five fields and no other", async () => {
  await using site = await startSite()
  expect((await site.send("POST", "/trpc/messages.send", json(contactFields))).status).toBe(200)
  expect((await site.send("POST", "/api/contact", json(contactFields))).status).toBe(201)
  const ids = await site.db.selectFrom("messages").select("id").orderBy("id").execute()
  expect(ids).toEqual([{ id: 1 }, { id: 2 }])
  await expectUntouched(site)
})

test("a project's number, version, moments and authors are the server's own", async () => {
  await using site = await startSite()
  const fields = { name: "École", description: "Une école.", status: "En cours", sector: "Construction" }
  const extra = Object.fromEntries(Object.entries(protectedFields).map(([name, value]) => [name, String(value)]))
  const inForm = createForm({ ...extra, ...fields, project_name: "École", version: "9" })
  expect((await site.send("POST", "/trpc/projects.create", json({ ...fields, version: 9 }))).status).toBe(200)
  expect((await site.send("POST", "/api/projects", inForm)).status).toBe(201)
  expect((await site.send("PUT", "/api/projects/1", json({ project_name: "Lycée" }))).status).toBe(200)
  expect((await site.send("POST", "/trpc/projects.update", json({ id: 2, name: "Lycée" }))).status).toBe(200)
  const rows = await site.db
    .selectFrom("projects")
    .select(["id", "name", "version", "deletedAt"])
    .orderBy("id")
    .execute()
  expect(rows).toEqual([1, 2].map((id) => ({ id, name: "Lycée", version: 2, deletedAt: null })))
  await expectUntouched(site)
})

test("a view's owner, version and moments are the server's own", async () => {
  await using site = await startSite()
  const fields = { id: undefined, version: undefined, name: "En cours", shared: false, params: {}, owner: "pris" }
  expect((await site.send("POST", "/trpc/views.save", json(fields))).status).toBe(200)
  expect((await site.send("POST", "/trpc/views.save", json({ ...fields, id: 1, sharedAt: LONG_AGO }))).status).toBe(200)
  const rows = await site.db.selectFrom("savedViews").select(["id", "sharedAt", "version"]).execute()
  expect(rows).toEqual([{ id: 1, sharedAt: null, version: 2 }])
  await expectUntouched(site)
})

test("an upload's account, progress and moments are the server's own", async () => {
  await using site = await startSite()
  const extra = { ...protectedFields, received: 77, image: "pris", fileName: "pris", file_name: "pris" }
  const body = json({ ...extra, name: "vue.jpg", length: 9 })
  expect((await site.send("POST", "/api/uploads", body)).status).toBe(201)
  const rows = await site.db.selectFrom("uploads").select(["accountId", "fileName", "received", "image"]).execute()
  expect(rows).toEqual([{ accountId: 1, fileName: "vue.jpg", received: 0, image: null }])
  await expectUntouched(site)
})

test("the URL, not the body, says which project is changed", async () => {
  await using site = await startSite()
  const [first, second] = [await createTestProject(site.db), await createTestProject(site.db)]
  await site.send("PUT", `/api/projects/${first}`, JSON.stringify({ id: second, project_name: "Autre" }))
  const names = await site.db
    .selectFrom("projects")
    .select("name")
    .where("name", "=", "Autre")
    .where("id", "=", first)
    .execute()
  expect(names).toHaveLength(1)
})

test("the forms of browsers without JavaScript set no more", async () => {
  await using site = await startSite()
  const password = "neuf planches d’iroko"
  const account = { username: "Compte neuf", email: "neuf@exemple.cd", password, confirmPassword: password }
  expect((await site.send("POST", "/register", form(account))).status).toBe(303)
  expect((await site.send("POST", "/contact", form(contactFields))).status).toBe(303)
  const made = await site.db.selectFrom("accounts").select("role").where("username", "=", "Compte neuf").execute()
  expect(made).toEqual([{ role: "user" }])
  await expectUntouched(site)
})
