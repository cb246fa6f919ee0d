import { globSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { demoProjects } from "#server/demo/projects.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { admin, type Site } from "#server/testing/start-site.ts"
import { installFromDebian } from "#server/tools/chromium/debian-packages.mjs"
import { readPostgres, startCluster, storedRequestIds } from "./cluster.ts"
import { figuresOf } from "./figures.ts"
import { listNotifications, OFFICE } from "./notifications.ts"
import { buildNextRelease, buildOtherScripts, buildPreviousRelease } from "./previous-release.ts"
import { chooseSeed, randomNumbers } from "./random.ts"
import { idsOf, p99Of, repeatUnanswered, startTraffic, statusesOf } from "./traffic.ts"
import { createProject, makePictures, request, sendContact, sendJson, signIn } from "./visitor.ts"

const figures = figuresOf("instances", "Three instances behind HAProxy, on one PostgreSQL and one S3")
const seed = chooseSeed()
const random = randomNumbers(seed)

/** The limit for one client IP in ten minutes. */
const CONTACT_LIMIT = 10

/** Creates projects with a picture one after the other until `end()`, which returns those acknowledged, by id. */
function startCreations(url: string, headers: { Cookie: string }, pictures: readonly File[]) {
  const created = new Map<number, string>()
  let isOver = false
  async function create() {
    for (let count = 0; !isOver; count += 1) {
      const picture = pictures[count % pictures.length] as File
      const { status, text } = await createProject({ url }, headers, { name: `Essai ${count}`, pictures: [picture] })
      if (status !== 201) continue
      const { id, project_images: images } = JSON.parse(text).project
      created.set(id, images[0])
    }
    return created
  }
  const creating = create()
  return {
    end() {
      isOver = true
      return creating
    },
  }
}

test("an instance that is killed takes no acknowledged write with it, and no page fails", async () => {
  const rounds = 6
  await using cluster = await startCluster()
  figures.step(`seed ${seed}`)
  const creations = startCreations(cluster.url, await signIn(cluster), await makePictures(20, 400))
  const traffic = startTraffic(cluster.url)
  const between: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await pause(1500 + random() * 1000)
    const killedAt = performance.now()
    await cluster.sites[round % 3]?.kill()
    await pause(2000)
    between.push(killedAt, performance.now())
    await cluster.start(round % 3)
  }
  await pause(1500)
  const exchanges = await traffic.end()
  const { pages, contacts } = statusesOf(exchanges)
  expect(Object.keys(pages)).toEqual(["200"])
  const during = exchanges.filter(({ startedAt }) =>
    between.some((start, index) => index % 2 === 0 && startedAt >= start && startedAt < (between[index + 1] ?? 0)),
  )
  const p99 = p99Of(during)
  const acknowledged = contacts[201] ?? 0
  const repeated = await repeatUnanswered(cluster.url, exchanges)
  const stored = await storedRequestIds(cluster.databaseUrl)
  expect(stored.sort()).toEqual(idsOf(exchanges).sort())
  const projects = await creations.end()
  for (const [id, image] of projects) {
    expect(JSON.parse((await request(`${cluster.url}/api/projects/${id}`)).text).project_images).toEqual([image])
    expect((await request(`${cluster.url}/uploads/${image}`)).status).toBe(200)
  }
  expect(p99).toBeLessThan(1000)
  figures.add("instances killed (SIGKILL) under load, one of three at a time", rounds)
  figures.add("pages read through the balancer, of them failed", `${pages[200]}, 0`, "0 failed")
  figures.add("contact requests acknowledged, of them lost or stored twice", `${acknowledged}, 0`, "0")
  figures.add("projects with a picture acknowledged, of them lost", `${projects.size}, 0`, "0")
  figures.add("contact requests cut off, sent again with their id: stored once", repeated)
  figures.add("p99 in the two seconds after a kill, ms", p99, "< 1000")
  figures.add("p99 otherwise, ms", p99Of(exchanges.filter((exchange) => !during.includes(exchange))))
  figures.add("seed (RESILIENCE_SEED)", String(seed))
})

test("an update of one instance after the other interrupts nothing", async () => {
  figures.step("the release before the newest migration is built")
  using previous = buildPreviousRelease()
  const release = previous.path
  await using cluster = await startCluster({ instances: [{ release }, { release }, { release }] })
  const migrations = () => readPostgres<{ name: string }>(cluster.databaseUrl, "select name from kysely_migration")
  const before = (await migrations()).length
  const creations = startCreations(cluster.url, await signIn(cluster), await makePictures(20, 400))
  const traffic = startTraffic(cluster.url)
  for (const index of [0, 1, 2]) {
    await pause(1500)
    await cluster.sites[index]?.stop()
    await cluster.start(index)
    // Two instances of the old release and one of the new serve together at first.
    await pause(2500)
  }
  const exchanges = await traffic.end()
  const projects = await creations.end()
  expect((await migrations()).length).toBe(before + 1)
  const { pages, contacts } = statusesOf(exchanges)
  expect(pages).toEqual({ 200: expect.any(Number) })
  expect(contacts).toEqual({ 201: expect.any(Number) })
  expect((await storedRequestIds(cluster.databaseUrl)).sort()).toEqual(idsOf(exchanges).sort())
  const ids = await readPostgres<{ id: number }>(
    cluster.databaseUrl,
    "select id from projects where name like 'Essai%'",
  )
  expect(ids.map(({ id }) => id).sort()).toEqual([...projects.keys()].sort())
  figures.add("instances of the previous release replaced one after the other, the first one migrating", 3)
  figures.add("pages read meanwhile, of them failed", `${pages[200]}, 0`, "0")
  figures.add(
    "contact requests and projects written meanwhile, of them failed",
    `${contacts[201]}, ${projects.size}, 0`,
    "0",
  )
  figures.add("p99 of pages and contact requests, ms", p99Of(exchanges))
})

test("an update to the next release, and back, loses no page, file, write or mail", async () => {
  figures.step("the next release is built")
  using next = buildNextRelease()
  await using mailServer = await startMailServer()
  await using cluster = await startCluster({ settings: { SMTP_URL: mailServer.url, NOTIFY_EMAIL: OFFICE } })
  const creations = startCreations(cluster.url, await signIn(cluster), await makePictures(20, 400))
  const visits = startVisits(cluster.url)
  const traffic = startTraffic(cluster.url, { readers: 6, writers: 1 })
  const migrations = () => readPostgres<{ name: string }>(cluster.databaseUrl, "select name from kysely_migration")
  const before = (await migrations()).length
  for (const release of [{ release: next.path }, {}]) {
    for (const index of [0, 1, 2]) {
      await pause(1500)
      await cluster.sites[index]?.stop()
      await cluster.start(index, release)
      await pause(1500)
    }
    // The release before serves on what the next one has migrated.
    expect((await migrations()).length).toBe(before + 1)
  }
  const exchanges = await traffic.end()
  const { asked, failed } = await visits.end()
  const projects = await creations.end()
  const { pages, contacts } = statusesOf(exchanges)
  expect(pages).toEqual({ 200: expect.any(Number) })
  expect(contacts).toEqual({ 201: expect.any(Number) })
  expect(failed).toEqual([])
  const ids = idsOf(exchanges).sort()
  expect((await storedRequestIds(cluster.databaseUrl)).sort()).toEqual(ids)
  for (const id of projects.keys()) expect((await request(`${cluster.url}/api/projects/${id}`)).status).toBe(200)
  await expect.poll(() => listNotifications(mailServer).length, { timeout: 300_000 }).toBeGreaterThanOrEqual(ids.length)
  await pause(2000)
  const mailed = listNotifications(mailServer).flatMap(
    ({ text }) => /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(text)?.[0] ?? [],
  )
  expect(mailed.sort()).toEqual(ids)
  figures.add("instances replaced by the next release, which migrates, and by this one again", "3, 3")
  figures.add("pages and files read meanwhile, of them failed", `${(pages[200] ?? 0) + asked}, 0`, "0")
  figures.add(
    "contact requests, their mails and projects meanwhile, of them lost or twice",
    `${ids.length}, ${mailed.length}, ${projects.size}, 0`,
    "0",
  )
})

test("during an update each page gets its files, whichever instance it asks for them", async () => {
  figures.step("a release with other scripts is built")
  using other = buildOtherScripts()
  const release = other.path
  await using cluster = await startCluster({ instances: [{ release }, { release }, { release }] })
  const visits = startVisits(cluster.url)
  await pause(1000)
  const before = visits.files().filter((path) => path.endsWith(".js"))
  for (const index of [0, 1, 2]) {
    await cluster.sites[index]?.stop()
    await cluster.start(index)
    await pause(1500)
  }
  const { files, asked, failed } = await visits.end()
  expect(failed).toEqual([])
  expect(files.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(before.length)
  figures.add("files of both builds asked for during an update, of them missing", `${asked}, 0`, "0")
})

/** Opens pages again and again, and asks for all files that any of them has named so far, as tabs do that stay open. */
function startVisits(url: string) {
  const files = new Set<string>()
  const failed: string[] = []
  let asked = 0
  let isOver = false
  async function visit() {
    for (let count = 0; !isOver; count += 1) {
      const page = await request(`${url}${["/", "/transport", "/contact"][count % 3]}`)
      for (const [path] of page.text.matchAll(/\/(assets|photos)\/[\w./-]+\.\w+/g)) files.add(path)
      for (const path of files) {
        // Another connection goes to another instance.
        const { status, text } = await request(url + path, { headers: { Connection: "close" } })
        asked += 1
        if (status !== 200) failed.push(`${status} ${path} ${text.slice(0, 100)}`)
      }
    }
  }
  const visits = [visit(), visit()]
  return {
    files: () => [...files],
    async end() {
      isOver = true
      await Promise.all(visits)
      return { files: [...files], asked, failed }
    },
  }
}

test("three that start at once make one site with one administrator", async () => {
  const rounds = 4
  for (let round = 0; round < rounds; round += 1) {
    // An empty password counts as not given, so one is generated.
    await using cluster = await startCluster({ settings: { ADMIN_PASSWORD: "" } })
    const read = (query: string) => readPostgres<{ name: string }>(cluster.databaseUrl, query)
    expect(await read("select name from projects")).toHaveLength(demoProjects.length)
    expect(await read("select username as name from accounts")).toHaveLength(1)
    expect(await read("select name from keys")).toHaveLength(1)
    const passwords = cluster.sites.flatMap(({ output }) => /Mot de passe, [^:]+ : (\S{16,})/.exec(output())?.[1] ?? [])
    expect(passwords).toHaveLength(1)
    for (const { url } of cluster.sites) {
      const credentials = { email: admin.email, password: passwords[0] }
      expect((await sendJson(`${url}/api/login`, "POST", credentials)).status).toBe(200)
    }
  }
  figures.add("starts of three at once on an empty database", rounds)
  figures.add("of them with a demonstration, key or administrator made twice", 0, "0")
})

test("what is written through one is read through the others at once, and each message is mailed once", async () => {
  await using mailServer = await startMailServer({ delayMs: 20 })
  const mail = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: OFFICE }
  await using cluster = await startCluster({ settings: mail })
  const headers = await signIn(cluster)
  const writes = 200
  let reads = 0
  for (let count = 0; count < writes; count += 1) {
    const address = `${count} avenue du Port`
    const changed = await sendJson(`${cluster.url}/api/projects/1`, "PUT", { address }, headers)
    expect(changed.status).toBe(200)
    const pages = await Promise.all(cluster.sites.map(({ url }) => request(`${url}/api/projects/1`)))
    expect(pages.map(({ text }) => JSON.parse(text).address)).toEqual(pages.map(() => address))
    reads += pages.length
  }
  const messages = 90
  const sent = await Promise.all(Array.from({ length: messages }, () => sendContact(cluster)))
  expect(sent.filter(({ status }) => status !== 201)).toEqual([])
  await expect.poll(() => listNotifications(mailServer).length, { timeout: 60_000 }).toBe(messages)
  await pause(2000)
  expect(new Set(mailServer.mails.map((mail) => mail.header("Message-ID"))).size).toBe(mailServer.mails.length)
  const notifications = listNotifications(mailServer)
  expect(notifications).toHaveLength(messages)
  figures.add("reads from all three after a change through the balancer, of them old", `${reads}, 0`, "0")
  figures.add("contact requests and mails of them, of those twice", `${messages}, ${notifications.length}, 0`, "0")
})

test.each([
  ["ahead", "+5m"],
  ["behind", "-5m"],
])("an instance whose clock is five minutes %s does no harm", async (where, shift) => {
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: OFFICE, RATE_LIMITS: "1" }
  const wrong = { LD_PRELOAD: await findFaketime(), FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: "1" }
  await using cluster = await startCluster({ settings, instances: [{ settings: wrong }, {}, {}] })
  const [skewed, right] = cluster.sites as [Site, Site]
  const shown = Date.parse((await fetch(skewed.url)).headers.get("Date") ?? "") - Date.now()
  expect(Math.abs(shown)).toBeGreaterThan(290_000)
  // Each instance accepts the sessions of the other, and finds its pictures.
  const pictures = await makePictures(4, 400)
  for (const [one, other] of [
    [skewed, right],
    [right, skewed],
  ] as const) {
    const headers = await signIn(one)
    expect((await request(`${other.url}/api/admin/stats`, { headers })).status).toBe(200)
    const created = await createProject(one, headers, { name: "Horloge", pictures })
    expect(created.status).toBe(201)
    const image: string = JSON.parse(created.text).project.project_images[0]
    for (const path of [`/uploads/${image}`, `/uploads/${image}?w=320`]) {
      expect((await request(other.url + path)).status).toBe(200)
    }
  }
  // The three share one limit of contact requests, whatever their clocks show.
  const sent = await Promise.all(Array.from({ length: 30 }, () => sendContact(cluster)))
  const accepted = sent.filter(({ status }) => status === 201).length
  expect(sent.every(({ status }) => status === 201 || status === 429)).toBe(true)
  expect(accepted).toBe(CONTACT_LIMIT)
  await expect.poll(() => listNotifications(mailServer).length, { timeout: 60_000 }).toBe(accepted)
  await pause(3000)
  expect(listNotifications(mailServer)).toHaveLength(accepted)
  figures.add(
    `clock five minutes ${where}: contact requests let pass of 30, mails of them`,
    `${accepted}, ${accepted}`,
    `${CONTACT_LIMIT}`,
  )
})

/** Finds the library that shifts a program's clock. */
async function findFaketime(): Promise<string> {
  const find = () => globSync("/usr/lib/*/faketime/libfaketime.so.1")[0]
  if (!find()) await installFromDebian("faketime", ["faketime"])
  const library = find()
  if (!library) throw new Error("Aucun faketime : installez le paquet faketime (Debian)")
  return library
}
