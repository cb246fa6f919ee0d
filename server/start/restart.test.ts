import { randomUUID } from "node:crypto"
import { readdirSync, rmSync } from "node:fs"
import { Agent, get } from "node:http"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { connect } from "#server/database/connect.ts"
import { demoProjects } from "#server/demo/projects.ts"
import { startBuiltSite } from "#server/testing/built-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import {
  checkIntegrity,
  checkPictures,
  countRows,
  listLost,
  listUnfinished,
  readRows,
} from "#server/tools/resilience/inspect-data.ts"
import { limitFiles } from "#server/tools/resilience/spare-disk.ts"
import { createProject, makePictures, request, sendContact } from "#server/tools/resilience/visitor.ts"

// `npm run test:hard` tests the same at length.

const admin = { ADMIN_EMAIL: "chef@lisanga.example", ADMIN_PASSWORD: "neuf planches d’iroko" }

async function start(folder: { path: string }, settings: Record<string, string> = {}) {
  const site = await startBuiltSite(folder.path, { RATE_LIMITS: "0", LOG_LEVEL: "error", ...admin, ...settings })
  expect(site.origin, site.complaints()).not.toBe("")
  return { ...site, url: site.origin }
}

/** Signs in, and returns the headers of the administrator's browser. */
async function signIn({ url }: { url: string }) {
  const typed = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(typed) }
  const response = await fetch(`${url}/api/login`, init)
  expect(response.status).toBe(200)
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((line) => line.replace(/;.*/, ""))
      .join("; "),
  }
}

test("two servers set up one empty folder at once, show what changes in it, and leave no log behind", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  const demo = { DEMO_CONTENT: "1" }
  const [one, two] = await Promise.all([start(folder, demo), start(folder, demo)])
  await using _one = one
  await using _two = two
  expect([countRows(folder.path, "projects"), countRows(folder.path, "accounts")]).toEqual([demoProjects.length, 1])
  const pages = () => Promise.all([one, two].map(async ({ url }) => (await fetch(`${url}/transport`)).text()))
  for (const html of await pages()) expect(html).toContain("Liaison Kinshasa – Matadi")
  {
    await using db = await connect(folder.path)
    await createTestProject(db, { name: "Bac de Maluku", sector: "Transport" })
  }
  for (const html of await pages()) expect(html).toContain("Bac de Maluku")

  // A browser keeps its connection open.
  const agent = new Agent({ keepAlive: true })
  await new Promise((resolve) => get(`${one.url}/about`, { agent }, (answer) => answer.resume().on("end", resolve)))
  // If both closed the database at once, neither might delete its log.
  expect([await one.stop(), await two.stop()]).toEqual([0, 0])
  agent.destroy()
  for (const { url } of [one, two]) await expect(fetch(url)).rejects.toThrow()
  const whole = ["builds", "parts", "site.db", "site.lock", "uploads", "variants"]
  expect(readdirSync(folder.path).sort()).toEqual(whole)
})

test("a start whose pictures are gone serves the pages, and says so at once, as its health does", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  await using first = await start(folder, { DEMO_CONTENT: "1" })
  await first[Symbol.asyncDispose]()
  rmSync(join(folder.path, "uploads"), { recursive: true })
  await using site = await start(folder)
  expect((await fetch(site.url)).status).toBe(200)
  await vi.waitFor(() => expect(site.complaints()).toMatch(/^Il manque des images, dont \w+\.jpg : .*\n$/))
  const health = await (await fetch(`${site.url}/api/health`)).json()
  expect(health).toMatchObject({ parts: { database: "ok", images: "failing" } })
})

test("a signal at the very moment the URL is printed ends with status 0, too", { timeout: 60_000 }, async () => {
  using folder = createTemporaryFolder()
  await using site = await startBuiltSite(folder.path, { LOG_LEVEL: "error" })
  expect(await site.stop()).toBe(0)
})

/** Sends requests and projects at once, kills the server amid them, and returns what it has acknowledged. */
async function killAmidWrites(site: Awaited<ReturnType<typeof start>>) {
  const headers = await signIn(site)
  const pictures = await makePictures(6, 400)
  const requests: string[] = []
  const contacts = Array.from({ length: 60 }, async (_, number) => {
    const requestId = randomUUID()
    const { status } = await sendContact(site, { requestId })
    if (status === 201) requests.push(requestId)
    // The server answers in groups, so at the 20th answer others are still being handled.
    if (number === 20) site.kill("SIGKILL")
  })
  const projects = pictures.map(async (picture, number) => {
    const { status } = await createProject(site, headers, { name: `Chantier ${number}`, pictures: [picture] })
    return status === 201 ? [`Chantier ${number}`] : []
  })
  const names = (await Promise.all(projects)).flat()
  await Promise.all(contacts)
  await site.ended
  return { requests, names }
}

test("a killed server has stored what it acknowledged, once, and the next one tidies up what it left", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  await using killed = await start(folder)
  const { requests, names } = await killAmidWrites(killed)
  await using site = await start(folder)
  const stored = readRows<{ id: string }>(folder.path, "select idempotency_key as id from messages").map(({ id }) => id)
  expect(requests.length).toBeGreaterThan(0)
  expect(stored).toEqual(expect.arrayContaining(requests))
  expect(new Set(stored).size).toBe(stored.length)
  const list = (await request(`${site.url}/api/projects`)).text
  expect(names.filter((name) => !list.includes(name))).toEqual([])
  expect(checkIntegrity(folder.path)).toBe("ok")
  expect(listLost(folder.path)).toEqual([])
  await vi.waitFor(async () => expect(await listUnfinished(folder.path)).toEqual([]), 10_000)
  // Pictures whose row was not written yet are deleted by the garbage collection later.
  const { lines } = await checkPictures(folder.path)
  const known = /^(Images en ordre$|Fichier sans image, récent : |Anomalies : )/
  expect(lines.filter((line) => !known.test(line))).toEqual([])
})

test("a server whose every write fails answers 507, goes on reading, and writes again afterwards", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  await using site = await start(folder)
  const headers = await signIn(site)
  const pictures = await makePictures(2, 400)
  const write = () =>
    Promise.all([sendContact(site), createProject(site, headers, { name: "Dépôt", pictures }), sendContact(site)])
  limitFiles(site.pid, "0")
  const full = { status: 507, text: expect.stringContaining("Espace disque insuffisant, réessayez plus tard") }
  expect(await write()).toEqual([full, full, full])
  expect((await request(site.url)).status).toBe(200)
  expect(readdirSync(join(folder.path, "uploads"))).toEqual([])
  limitFiles(site.pid, "unlimited")
  expect((await write()).map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await checkPictures(folder.path)).toEqual({ status: 0, lines: ["Images en ordre"] })
})
