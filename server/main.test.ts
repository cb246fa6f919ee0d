import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { piedDePage } from "#server/content/published/defaults/pied-de-page.ts"
import type { SiteDatabase } from "#server/database/core/site-database.ts"
import { temporaryPath } from "#server/files.ts"
import { builtSite, startBuiltSite } from "#server/testing/built-site.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { connect as connectDatabase } from "./database/connect.ts"
import { programFolder } from "./program.ts"

test("the first start shows the administrator's e-mail and password, which open the site; the next one takes up what is due", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const start = () => startBuiltSite(folder, { ADMIN_EMAIL: "direction@lisanga.example" })
  const first = await start()
  const [, email, password] = /^Administrateur : (\S+)\nMot de passe, [^:]+ : (\S{16,})$/m.exec(first.printed) ?? []
  expect(email).toBe("direction@lisanga.example")
  const response = await fetch(`${first.origin}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ user: { role: "admin" } })
  expect(await first.stop()).toBe(0)

  const abandoned = temporaryPath(join(folder, "uploads"), 999_999)
  writeFileSync(abandoned, "pix")
  {
    await using db = await connectDatabase(folder)
    await insertExpiredRows(db)
    await insertDueDraft(db)
  }
  for (const _start of [2, 3]) {
    const site = await start()
    expect(site.printed).not.toMatch(/Administrateur|Mot de passe/)
    await expect
      .poll(async () => (await fetch(site.origin)).text(), { timeout: 15_000 })
      .toContain("Paru pendant l’arrêt")
    expect(await site.stop()).toBe(0)
    await using db = await connectDatabase(folder)
    expect(await db.selectFrom("revisions").select("page").execute()).toEqual([{ page: "pied-de-page" }])
    expect(await db.selectFrom("audit").select("id").where("action", "=", "publish").execute()).toHaveLength(1)
    expect(await db.selectFrom("sessions").select("idHash").where("idHash", "=", "a").execute()).toEqual([])
    expect(await db.selectFrom("limits").select("action").where("action", "=", "essai").execute()).toEqual([])
    expect(existsSync(abandoned)).toBe(false)
  }
  rmSync(folder, { recursive: true })
})

async function insertExpiredRows(db: SiteDatabase) {
  const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  const at = "2020-01-01T00:00:00.000Z"
  await db.insertInto("sessions").values({ idHash: "a", accountId, createdAt: at, expiresAt: at }).execute()
  await db.insertInto("limits").values({ action: "essai", subject: "", at, expiresAt: at }).execute()
}

/** Inserts a draft whose moment passed while the site was stopped. */
async function insertDueDraft(db: SiteDatabase) {
  const content = JSON.stringify({ ...piedDePage, copyright: "Paru pendant l’arrêt" })
  const draft = { page: "pied-de-page", schemaVersion: 1, content, version: 1, updatedBy: null } as const
  const at = new Date(Date.now() - 1000).toISOString()
  await db
    .insertInto("drafts")
    .values({ ...draft, updatedAt: at, publishAt: at })
    .execute()
}

test("the log has a line for every request once the program has ended, in the order of the responses", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const site = await startBuiltSite(folder)
  for (let count = 0; count < 50; count += 1) await fetch(`${site.origin}/${count % 2 ? "" : "api/projects"}`)
  await Promise.all(Array.from({ length: 50 }, () => fetch(`${site.origin}/about`)))
  expect(await site.stop()).toBe(0)
  const lines = site
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
  const paths = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request")
  expect(paths.map(({ path }) => path)).toEqual([
    ...Array.from({ length: 50 }, (_, index) => (index % 2 ? "/" : "/api/projects")),
    ...Array.from({ length: 50 }, () => "/about"),
  ])
  rmSync(folder, { recursive: true })
})

test("the site goes on when nobody reads its log any more", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const site = await startBuiltSite(folder)
  site.closeOutput()
  for (let count = 0; count < 20; count += 1) {
    expect((await fetch(`${site.origin}/about`)).status).toBe(200)
    await pause(10) // lines are written meanwhile
  }
  expect(await site.stop()).toBe(0)
  rmSync(folder, { recursive: true })
})

test("signals that come several times make one graceful shutdown, which answers on until a balancer has noticed", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const site = await startBuiltSite(folder)
  const statusOf = async (path: string) => (await fetch(site.origin + path)).status
  expect(await statusOf("/api/ready")).toBe(200)
  const body = JSON.stringify(contactFields)
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1")
  await once(socket, "connect")
  const received = text(socket)
  socket.write("POST /api/contact HTTP/1.1\r\nHost: site.example\r\nContent-Type: application/json\r\n")
  socket.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`)
  for (const signal of ["SIGTERM", "SIGTERM", "SIGINT", "SIGINT", "SIGTERM"] as const) {
    site.kill(signal)
    await pause(50)
  }
  expect([await statusOf("/api/ready"), await statusOf("/api/health"), await statusOf("/")]).toEqual([503, 200, 200])
  socket.write(body)
  expect(await received).toMatch(/^HTTP\/1.1 201 .*"success":true/s)
  expect(await site.ended).toEqual([0, null])
  expect(readdirSync(folder).filter((name) => name.startsWith("site.db"))).toEqual(["site.db"])
  rmSync(folder, { recursive: true })
})

test("a request that a stop cannot wait for is answered 503, and may be tried again", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const site = await startBuiltSite(folder)
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1")
  await once(socket, "connect")
  const received = text(socket)
  socket.write("POST /api/contact HTTP/1.1\r\nHost: site.example\r\nContent-Type: application/json\r\n")
  socket.write('Content-Length: 5000\r\n\r\n{"firstName":')
  site.kill("SIGTERM")
  expect(await received).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 5\r\n.*"success":false/s)
  expect(await site.ended).toEqual([0, null])
  expect(site.complaints()).toBe("")
  rmSync(folder, { recursive: true })
})

test("an operator who presses Ctrl+C again and again ends the program at once", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const site = await startBuiltSite(folder)
  const socket = connect(Number(new URL(site.origin).port), "127.0.0.1").on("error", () => {})
  socket.write("POST /api/contact HTTP/1.1\r\nHost: site.example\r\nContent-Length: 10\r\n\r\n")
  const presses = setInterval(() => site.kill("SIGINT"), 50)
  expect(await site.ended).toEqual([130, null])
  clearInterval(presses)
  socket.destroy()
  rmSync(folder, { recursive: true })
})

test("in development one app answers all requests", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const source = join(programFolder, "server/main.ts")
  const site = await startBuiltSite(folder, { NODE_ENV: "development" }, [source, "--dev"])
  for (let count = 0; count < 3; count += 1) await fetch(`${site.origin}/api/health`)
  const metrics = await (await fetch(`${site.origin}/metrics`)).text()
  expect(metrics).toMatch(/count\{[^}]*kind="api"[^}]*\} 3/)
  expect(await site.stop()).toBe(0)
  rmSync(folder, { recursive: true })
})

test("the built program is ASCII, since V8 would keep another source in twice the memory", () => {
  for (const file of [builtSite, join(dirname(builtSite), "entry-server.js")]) {
    expect(
      readFileSync(file).every((byte) => byte < 0x80),
      file,
    ).toBe(true)
  }
})

test.each(["password", "Lisanga2023!", "GroupeLisanga2024", "Direction-2024", "Administrateur1"])(
  "an ADMIN_PASSWORD that others guess stops the start with one line, which does not repeat it: %s",
  { timeout: 60_000 },
  async (ADMIN_PASSWORD) => {
    const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
    await using site = await startBuiltSite(folder, { ADMIN_EMAIL: "direction@lisanga.example", ADMIN_PASSWORD })
    expect((await site.ended)[0]).toBe(1)
    expect(site.complaints()).toBe("ADMIN_PASSWORD : valeur refusée, ce mot de passe est trop facile à deviner\n")
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)
