import { createServer, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { expect, test } from "vitest"
import { startMailServer, startSilentServer } from "#server/testing/start-mail-server.ts"
import { startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { phonePictures } from "#server/tools/phone-pictures.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, countRows } from "./inspect-data.ts"
import { listNotifications, OFFICE } from "./notifications.ts"
import { pagesOf, probe } from "./probe.ts"
import { countStatuses, createProject, makePictures, request, sendContact, sendJson, signIn, timed } from "./visitor.ts"

const figures = figuresOf("database-locked", "A locked database, a mail server that hangs, pictures that take long")

test("pages go on while another process holds the database; writes wait, and are rejected after 5 s", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite({ dataDir: folder.path })
  const headers = await signIn(site)
  const free = await probe(pagesOf(site.url), pause(4000))
  const before = countRows(folder.path, "messages")
  const other = new Sqlite(`${folder.path}/site.db`)
  const write = (number: number) =>
    number % 2
      ? sendContact(site)
      : sendJson(`${site.url}/api/projects/${1 + (number % 5)}`, "PUT", { address: `rue ${number}` }, headers)

  other.exec("begin exclusive")
  const rejected = Promise.all(Array.from({ length: 100 }, (_, number) => timed(write(number))))
  const locked = await probe(pagesOf(site.url), rejected)
  const outcomes = await rejected
  expect(countStatuses(outcomes)).toEqual({ 503: 100 })
  const longest = Math.max(...outcomes.map(({ seconds }) => seconds))
  expect(longest).toBeLessThan(8)
  expect(countRows(folder.path, "messages")).toBe(before)

  const waiting = Promise.all(Array.from({ length: 100 }, (_, number) => timed(write(number))))
  await pause(3000)
  other.exec("commit")
  const served = await waiting
  expect(served.filter(({ status }) => status >= 300)).toEqual([])
  expect(countRows(folder.path, "messages")).toBe(before + 50)
  other.close()
  expect(checkIntegrity(folder.path)).toBe("ok")
  expect(locked.failed + free.failed).toBe(0)
  figures.add("pages read while the database is locked and 100 writes wait", locked.requests)
  figures.add("of them failed", locked.failed, "0")
  figures.add("their p50 and p99, ms", `${locked.p50.toFixed(1)}, ${locked.p99.toFixed(1)}`)
  figures.add("the same without a lock, ms", `${free.p50.toFixed(1)}, ${free.p99.toFixed(1)}`)
  figures.add("writes answered 503 when it is locked for longer", 100, "100")
  figures.add("seconds that they waited, at most", longest, "about 5")
  figures.add("writes that succeed when it is let go of after 3 s", served.length, "100")
})

/** Starts a mail server that sends one byte per second, and never a whole line. */
async function startTricklingServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}))
    const timer = setInterval(() => socket.write("2"), 1000)
    socket.on("close", () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test.each([
  ["says nothing", startSilentServer],
  ["trickles", startTricklingServer],
])("contact requests and pages go on while the mail server %s", async (what, startServer) => {
  using folder = createTemporaryFolder()
  using mailServer = await startServer()
  const mail = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: OFFICE }
  const site = await startSite({ dataDir: folder.path, settings: mail })
  const sending = Promise.all(Array.from({ length: 50 }, () => timed(sendContact(site))))
  const pages = await probe(pagesOf(site.url), Promise.all([sending, pause(4000)]))
  const sent = await sending
  expect(sent.filter(({ status }) => status !== 201)).toEqual([])
  expect(pages.failed).toBe(0)
  const start = performance.now()
  await site.stop()
  const seconds = (performance.now() - start) / 1000
  expect(seconds).toBeLessThan(10)
  expect(countRows(folder.path, "outbox where kind = 'notification' and sent_at is null")).toBe(50)
  // Mails that could not be sent are sent once a working mail server is there.
  await using mended = await startMailServer()
  await using again = await startSite({ dataDir: folder.path, settings: { ...mail, SMTP_URL: mended.url } })
  const database = new Sqlite(`${folder.path}/site.db`)
  // The pauses between attempts, and the stopped process's claim, last minutes.
  database
    .prepare("update outbox set next_at = '2000-01-01T00:00:00.000Z', claimed_until = null where sent_at is null")
    .run()
  database.close()
  await sendContact(again)
  await expect.poll(() => listNotifications(mended).length, { timeout: 30_000 }).toBe(51)
  figures.add(
    `mail server that ${what}: contact requests answered meanwhile, at most s`,
    Math.max(...sent.map((one) => one.seconds)),
  )
  figures.add(`mails of them sent once it is mended`, 50, "50")
})

test("pages go on while pictures take long; what no longer fits into the queue is answered 503", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite({ dataDir: folder.path })
  const headers = await signIn(site)
  const large = await phonePictures.find(({ title }) => title.includes("48 MP"))?.make()
  const first = createProject(site, headers, {
    name: "Grand",
    pictures: [new File([new Uint8Array(large ?? [])], "a.jpg")],
  })
  const pictures = await makePictures(160, 400)
  const crowd = Promise.all(
    pictures.map((picture, number) => createProject(site, headers, { name: `Essai ${number}`, pictures: [picture] })),
  )
  const pages = await probe(pagesOf(site.url), Promise.all([first, crowd]))
  const statuses = countStatuses(await crowd)
  expect((await first).status).toBe(201)
  expect(Object.keys(statuses).filter((status) => !["201", "503"].includes(status))).toEqual([])
  expect(countRows(folder.path, "projects where name like 'Essai%'")).toBe(statuses[201])
  expect(pages.failed).toBe(0)
  expect((await request(`${site.url}/api/health`)).status).toBe(200)
  figures.add(
    "pictures sent at once behind one of 48 megapixels: accepted, answered 503",
    `${statuses[201]}, ${statuses[503] ?? 0}`,
  )
  figures.add("pages read meanwhile, of them failed", `${pages.requests}, ${pages.failed}`, "0 failed")
  figures.add("their p50 and p99, ms", `${pages.p50.toFixed(1)}, ${pages.p99.toFixed(1)}`)
})
