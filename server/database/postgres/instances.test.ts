// @module-tag postgres
import { expect, test } from "vitest"
import { createFirstAdmin } from "#server/accounts/first-admin.ts"
import { SiteDatabase } from "#server/database/core/site-database.ts"
import { createS3ImageStore } from "#server/images/store/s3-image-store.ts"
import { createLog } from "#server/log.ts"
import { fillNewDatabase } from "#server/start/first-start.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { openTwice } from "#server/testing/open-test-database.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startPages } from "#server/testing/start-pages.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { SitePostgresDialect } from "./dialect.ts"

/** Starts two instances of the site on one database and one bucket. */
async function startInstances(settings: Record<string, string> = {}) {
  const folder = createTemporaryFolder()
  const s3 = await startS3Server()
  const { db, other } = await openTwice()
  const images = createS3ImageStore(s3.settings, folder.path)
  const [one, two] = [await startApp({ db, images, settings }), await startApp({ db: other, images, settings })]
  return {
    db,
    s3,
    one,
    two,
    async [Symbol.asyncDispose]() {
      await two[Symbol.asyncDispose]()
      await one[Symbol.asyncDispose]()
      await s3[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

test("a limit holds for requests to both at once", async () => {
  await using site = await startInstances()
  const send = (number: number) =>
    (number % 2 ? site.one : site.two).postJson("/api/contact", {
      ...contactFields,
      message: `Demande ${number} du jour`,
    })
  const responses = await Promise.all(Array.from({ length: 24 }, (_, number) => send(number)))
  const answers = Map.groupBy(responses, ({ status }) => status)
  const counts = Array.from(answers, ([status, { length }]) => [status, length] as const)
  const lines = [...site.one.lines, ...site.two.lines].filter((line) => !line.includes('"level":"info"'))
  expect(Object.fromEntries(counts), lines.join("\n")).toEqual({ 201: 10, 429: 14 })
})

test("a request that is sent to both is stored once, and projects of one name get two slugs", async () => {
  await using site = await startInstances()
  const request = { ...contactFields, requestId: crypto.randomUUID() }
  const sent = await Promise.all([site.one, site.two, site.one].map((app) => app.postJson("/api/contact", request)))
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await site.db.selectFrom("messages").select("id").execute()).toHaveLength(1)

  await Promise.all([site.one, site.two, site.one].map(({ db }) => createTestProject(db, { name: "Même nom" })))
  const slugs = await site.db.selectFrom("projects").select("slug").execute()
  expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(3)
})

test("of two changes of one version the second is a conflict", async () => {
  await using site = await startInstances()
  const id = await createTestProject(site.db)
  const headers = { ...(await signInAs(site.one, "admin")), "Content-Type": "application/json" }
  const change = (app: typeof site.one, name: string) =>
    app.request("/trpc/projects.update", { method: "POST", headers, body: JSON.stringify({ id, version: 1, name }) })
  const responses = await Promise.all([change(site.one, "Un"), change(site.two, "Deux")])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
})

test("three that start at once make one administrator, one key and one demonstration", async () => {
  await using s3 = await startS3Server()
  using folder = createTemporaryFolder()
  const { db, other, url } = await openTwice()
  await using third = new SiteDatabase(new SitePostgresDialect(url))
  const images = createS3ImageStore(s3.settings, folder.path)
  const start = async (db: SiteDatabase) => {
    await fillNewDatabase({ db, images, demoContent: true, now: () => new Date() })
    const parts = { db, log: createLog("silent"), now: () => new Date() }
    return createFirstAdmin({ ...parts, email: "chef@lisanga.example", password: undefined })
  }
  const passwords = await Promise.all([db, other, third].map(start))
  expect(passwords.filter((password) => password !== undefined)).toHaveLength(1)
  expect(await db.selectFrom("accounts").select("id").execute()).toHaveLength(1)
  expect(await db.selectFrom("keys").select("name").execute()).toHaveLength(1)
  const slugs = await db.selectFrom("projects").select("slug").execute()
  expect(slugs.length).toBeGreaterThan(11)
  expect(new Set(slugs.map(({ slug }) => slug.replace(/-\d+$/, ""))).size).toBe(slugs.length)
  await other.destroy()
  await db.destroy()
})

test("whoever has seen a write acknowledged by one never sees an older page from the other", {
  timeout: 60_000,
}, async () => {
  const { db, other } = await openTwice()
  {
    await using one = await startPages({ db })
    await using two = await startPages({ db: other })
    for (let round = 0; round < 40; round += 1) {
      const [writer, reader] = round % 2 ? [one, two] : [two, one]
      const name = `Tour ${round}`
      // The reader has cached the page, and is serving requests for it.
      const before = Array.from({ length: 5 }, () => reader.read("/transport"))
      await createTestProject(writer.db, { name, sector: "Transport" })
      expect(await reader.read("/transport")).toContain(`<p>${name}</p>`)
      await Promise.all(before)
    }
  }
})

test("an image that one deletes while the other stores it again has its object, or no row", {
  timeout: 60_000,
}, async () => {
  await using site = await startInstances({ RATE_LIMITS: "0" })
  const headers = await signInAs(site.one, "admin")
  const file = await createImageFile({ width: 320, height: 200 })
  const create = async (app: typeof site.one) => {
    const body = createForm({
      project_name: "École",
      description: "R+2",
      sector: "Construction",
      status: "En cours",
      project_images: file,
    })
    const response = await app.request("/api/projects", { method: "POST", body, headers })
    expect(response.status).toBe(201)
    return ((await response.json()) as { project: { id: number } }).project.id
  }
  let last = await create(site.one)
  for (let round = 0; round < 12; round += 1) {
    const [next] = await Promise.all([
      create(site.two),
      site.one.request(`/api/projects/${last}`, { method: "DELETE", headers }),
    ])
    last = next
    const rows = await site.db.selectFrom("images").select("name").execute()
    for (const { name } of rows) expect([...site.s3.objects.keys()]).toContain(`site/originals/${name}`)
    expect(rows).toHaveLength(1)
  }
})

test("one upload may arrive at both, in parts and at once", async () => {
  await using site = await startInstances()
  const headers = await signInAs(site.one, "admin")
  const picture = Buffer.from(await (await createImageFile({ width: 640, height: 480 })).arrayBuffer())
  const begun = await site.one.postJson("/api/uploads", { name: "vue.jpg", length: picture.length }, headers)
  const path = begun.headers.get("Location") ?? ""
  const append = (app: typeof site.one, offset: number, content: Buffer, complete = "?0") =>
    app.request(path, {
      method: "PATCH",
      body: new Uint8Array(content),
      headers: {
        ...headers,
        "Content-Type": "application/partial-upload",
        "Upload-Offset": String(offset),
        "Upload-Complete": complete,
      },
    })
  const bytes = Math.ceil(picture.length / 4)
  for (let offset = 0; offset < picture.length; offset += bytes) {
    const part = picture.subarray(offset, offset + bytes)
    const responses = await Promise.all([site.one, site.two, site.two].map((app) => append(app, offset, part)))
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  }
  const nothing = Buffer.alloc(0)
  const last = await Promise.all([site.one, site.two].map((app) => append(app, picture.length, nothing, "?1")))
  const [first, second] = await Promise.all(last.map((response) => response.json()))
  expect(first).toEqual({ success: true, filenames: [expect.stringMatching(/^[0-9a-f]{32}\.jpg$/)] })
  expect(second).toEqual(first)
  expect(await site.db.selectFrom("images").select("name").execute()).toHaveLength(1)
  expect(await site.db.selectFrom("audit").select("id").execute()).toHaveLength(1)
  expect(await site.db.selectFrom("uploadParts").select("start").execute()).toEqual([])
})
