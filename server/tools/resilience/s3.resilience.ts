import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { nameImage } from "#server/images/store/image-store.ts"
import { createS3ImageStore } from "#server/images/store/s3-image-store.ts"
import { createForm } from "#server/testing/image-files.ts"
import { testS3ImageStore } from "#server/testing/image-store-contract.ts"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { runCommand } from "#server/testing/run-command.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { type SiteOptions, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { compareImages, emptyTrashOf, listProjectNames } from "./inspect-images.ts"
import { startRadosGateway } from "./rados-gateway.ts"
import {
  describeStatuses,
  expectUndisturbed,
  longestOf,
  messageOf,
  readHealth,
  repeat,
  SLOW_MS,
  visit,
} from "./store-visits.ts"
import { createProject, makePictures, request, signIn, timed } from "./visitor.ts"

const figures = figuresOf("s3", "Images in S3: Ceph's RadosGW, and a server that misbehaves")

let postgres: Awaited<ReturnType<typeof startPostgresServer>>
beforeAll(async () => {
  postgres = await startPostgresServer()
})
afterAll(() => postgres?.[Symbol.asyncDispose]())

let databases = 0

async function createDatabase(): Promise<{ DATABASE_URL: string }> {
  databases += 1
  await postgres.run(`create database site_${databases}`)
  return { DATABASE_URL: postgres.url(`site_${databases}`) }
}

/** Starts a site with those settings, and signs in. */
async function startSiteOn(settings: Record<string, string>, options: SiteOptions = {}) {
  const site = await startSite({ ...options, settings })
  const headers = await signIn(site)
  return {
    site,
    settings,
    headers,
    create: (name: string, pictures: readonly File[]) => timed(createProject(site, headers, { name, pictures })),
    upload: (images: readonly File[]) =>
      timed(request(`${site.url}/upload`, { method: "POST", headers, body: createForm({ images }) })),
    remove: (id: number) => timed(request(`${site.url}/api/projects/${id}`, { method: "DELETE", headers })),
    [Symbol.asyncDispose]: () => site.stop(),
  }
}

function projectOf({ text }: { text: string }): { id: number; project_images: string[] } {
  return JSON.parse(text).project
}

/** A rejected upload may say one of these while the store is down, since the queue may also be too long. */
const AWAY: readonly string[] = [responseTexts.imagesUnavailable, responseTexts.busy]

describe("Ceph's RadosGW", () => {
  let gateway: Awaited<ReturnType<typeof startRadosGateway>>
  // The packages may have to be installed first.
  beforeAll(async () => {
    gateway = await startRadosGateway()
    figures.step("RadosGW runs")
  }, 300_000)
  afterAll(() => gateway?.[Symbol.asyncDispose]())

  testS3ImageStore("RadosGW", async () => ({
    settings: gateway.settings(crypto.randomUUID()),
    [Symbol.asyncDispose]: async () => {},
  }))

  test("a list has all of 1,100 objects, though a page of it has 1,000", async () => {
    using folder = createTemporaryFolder()
    const { variants } = createS3ImageStore(gateway.settings("long"), folder.path)
    const names = Array.from({ length: 1100 }, (_, number) => `${number}.jpg`)
    const left = names.values()
    async function putNext() {
      for (const name of left) await variants.put(name, Buffer.from("pixels"))
    }
    await Promise.all(Array.from({ length: 20 }, putNext))
    expect((await variants.list()).sort()).toEqual(names.sort())
    figures.add("objects that RadosGW lists in pages of 1,000", names.length, "1,100")
  })

  async function startOnGateway(prefix: string) {
    const started = await startSiteOn({ ...(await createDatabase()), ...gateway.environment(prefix) })
    return { ...started, s3: gateway.settings(prefix) }
  }

  test("a whole site: project, variants, deletion, garbage, check, backup", async () => {
    await using started = await startOnGateway("whole")
    using folder = createTemporaryFolder()
    const { site, s3, create, upload, remove } = started
    const demonstration = (await compareImages(site, s3)).objects
    const { project_images: names } = projectOf(await create("Douze", await makePictures(12, 700)))
    expect(names).toHaveLength(12)
    for (const name of names) {
      const image = await fetch(`${site.url}/uploads/${name}`)
      expect(nameImage(await image.bytes(), "jpg")).toBe(name)
    }

    const page = (await request(`${site.url}/transport`)).text
    const shown = page.match(/\/uploads\/[0-9a-f]{32}\.jpg\?w=\d+/g) ?? []
    expect(shown.join()).toContain(names[0])
    const variants = new Set([
      ...shown,
      ...names.flatMap((name) => [`/uploads/${name}?w=320`, `/uploads/${name}?w=640`]),
    ])
    for (const path of variants) {
      const variant = await fetch(site.url + path, { headers: { Accept: "image/avif,image/webp" } })
      const type = variant.headers.get("Content-Type")
      expect([variant.status, type]).toEqual([200, expect.stringMatching(/^image\/(avif|webp)$/)])
      await variant.bytes()
    }

    const leaving = projectOf(await create("Part", await makePictures(2, 700)))
    expect((await remove(leaving.id)).status).toBe(200)
    expect((await upload(await makePictures(2, 400))).status).toBe(200)
    const kept = [...demonstration, ...names].sort()
    const withTrash = [...kept, ...leaving.project_images].sort()
    expect((await compareImages(site, s3)).objects).toHaveLength(withTrash.length + 2)
    const nextDay = await compareImages(site, s3, { afterHours: 25 })
    expect([nextDay.objects.sort(), nextDay.lost, nextDay.orphans]).toEqual([withTrash, [], []])
    await emptyTrashOf(site, s3)
    const { objects, lost, orphans } = await compareImages(site, s3, { afterHours: 25 })
    expect([objects.sort(), lost, orphans]).toEqual([kept, [], []])

    const environment = { ...started.settings, DATA_DIR: site.dataDir }
    const check = await runCommand("images", ["check"], { environment })
    expect([check.status, check.stdout.trim()]).toEqual([0, "Images en ordre"])
    const file = join(folder.path, "site.tar")
    const backup = await runCommand("backup", [file], { environment })
    expect([backup.status, backup.stderr]).toEqual([0, ""])
    expect(backup.stdout).toContain(`${kept.length} images`)
    const verification = await runCommand("backup", ["verify", file], { environment })
    expect([verification.status, verification.stdout]).toEqual([0, expect.stringContaining("Sauvegarde en ordre")])
    figures.add(
      "a site on RadosGW: images of a project, variants, images in the backup",
      `${names.length}, ${variants.size}, ${kept.length}`,
    )
    figures.add("its `images -- check` and `backup -- verify`", "in order", "in order")
  })

  test("over its quota it stores nothing more, and what it has can be read", async () => {
    await using started = await startOnGateway("quota")
    const { site, s3, create } = started
    const pictures = await makePictures(3, 500)
    const { project_images: names } = projectOf(await create("Avant", pictures.slice(0, 1)))
    const before = await compareImages(site, s3)
    await gateway.fill()
    const rejected = await create("Plein", pictures)
    const read = await request(`${site.url}/uploads/${names[0]}`)
    await gateway.free()
    expect([rejected.status, messageOf(rejected), read.status]).toEqual([507, responseTexts.diskFull, 200])
    expect(await compareImages(site, s3)).toEqual(before)
    const accepted = await create("Libre", pictures)
    expect(accepted.status).toBe(201)
    figures.add(
      "an upload to RadosGW over its quota, and after it",
      `${rejected.status}, ${accepted.status}`,
      "507, 201",
    )
  })

  test("killed under load and started again: pages stand, uploads are rejected, nothing is half stored", async () => {
    await using started = await startOnGateway("killed")
    const { site, s3, create } = started
    const pictures = await makePictures(40, 500)
    const { project_images: names } = projectOf(await create("Avant", pictures.slice(0, 2)))
    let isAway = false

    async function killAndRestart() {
      await pause(2500)
      await gateway.kill()
      isAway = true
      await pause(1000)
      const health = await readHealth(site)
      await pause(4000)
      isAway = false
      await gateway.restart()
      const start = performance.now()
      while ((await create("Après", pictures.slice(0, 1))).status !== 201) await pause(50)
      const seconds = (performance.now() - start) / 1000
      await pause(1500)
      return { health, seconds }
    }

    const outage = killAndRestart()
    const uploading = [0, 1].map((uploader) =>
      repeat(outage, async (count) => {
        const first = (uploader * 20 + count * 2) % pictures.length
        const name = `Charge ${uploader}-${count}`
        const wasAway = isAway
        return { name, wasAway, ...(await create(name, pictures.slice(first, first + 2))) }
      }),
    )
    const visits = await visit(site, names, outage)
    const uploads = (await Promise.all(uploading)).flat()
    const { health, seconds } = await outage

    expect(health).toEqual([200, { database: "ok", images: "failing" }])
    expect(await readHealth(site)).toEqual([200, { database: "ok", images: "ok" }])
    const stored = uploads.filter(({ status }) => status === 201)
    const rejected = uploads.filter(({ status }) => status !== 201)
    expect(rejected.filter(({ wasAway }) => wasAway)).not.toEqual([])
    expect(rejected.filter((upload) => upload.status !== 503 || !AWAY.includes(messageOf(upload)))).toEqual([])
    expect(visits.images.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
    expect(await listProjectNames(site, "Charge")).toEqual(stored.map(({ name }) => name).sort())
    const { lost, orphans } = await compareImages(site, s3)
    expect([lost, orphans]).toEqual([[], []])
    expect(site.output()).not.toContain('"level":"error"')
    const what = "RadosGW killed, back after 5 s"
    expectUndisturbed(figures, what, visits)
    figures.add(
      `${what}: uploads, at most; images`,
      `${describeStatuses(uploads)}, ${longestOf(uploads)}; ${describeStatuses(visits.images)}`,
    )
    figures.add(`${what}: rows without object, objects without row`, `${lost.length}, ${orphans.length}`, "0, 0")
    figures.add(`${what}: seconds from then to a stored upload, without a restart of the site`, seconds)
  })
})

interface Misbehaviour {
  what: string
  fault: Parameters<Awaited<ReturnType<typeof startS3Server>>["misbehave"]>[0]
  /** The rejection of uploads; without it they succeed. */
  rejection?: { status: number; texts: readonly string[] }
  /** The status of image responses; 0 if they break off. */
  images: number
  health: "ok" | "failing"
}

const away = { rejection: { status: 503, texts: AWAY }, images: 503, health: "failing" } as const
const full = { rejection: { status: 507, texts: [responseTexts.diskFull] }, images: 200, health: "ok" } as const
const slow: Misbehaviour = { what: "is slow (2.5 s)", fault: { delayMs: SLOW_MS }, images: 200, health: "failing" }

const misbehaviours: Misbehaviour[] = [
  slow,
  { what: "says nothing", fault: { delayMs: 300_000 }, ...away },
  { what: "refuses (403)", fault: { status: 403, code: "AccessDenied" }, ...away },
  { what: "fails (500)", fault: { status: 500, code: "InternalError" }, ...away },
  { what: "is overloaded (503)", fault: { status: 503, code: "SlowDown" }, ...away },
  { what: "breaks off in the middle", fault: { cutAfter: 500 }, ...away, images: 0, health: "ok" },
  { what: "is full (507)", fault: { method: "PUT", status: 507, code: "InsufficientStorage" }, ...full },
]

describe.each([
  { engine: "PostgreSQL", create: createDatabase, cases: misbehaviours },
  // SQLite has a single connection, which must not wait for the store.
  { engine: "SQLite", create: async () => ({}), cases: [slow] },
])("beside $engine a store that misbehaves", ({ engine, create: createPlace, cases }) => {
  let s3: Awaited<ReturnType<typeof startS3Server>>
  let started: Awaited<ReturnType<typeof startSiteOn>>
  beforeAll(async () => {
    s3 = await startS3Server()
    started = await startSiteOn({ ...(await createPlace()), ...s3.environment(engine) })
  })
  afterAll(async () => {
    s3?.misbehave({})
    await started?.[Symbol.asyncDispose]()
    await s3?.[Symbol.asyncDispose]()
  })

  test.each(cases)("$what", async ({ what, fault, rejection, images, health }) => {
    const { site, create, upload, remove } = started
    const pictures = await makePictures(18, 500)
    const { project_images: names } = projectOf(await create("Ancien", pictures.slice(0, 2)))
    const leaving = projectOf(await create("Part", pictures.slice(2, 4)))
    s3.misbehave(fault)
    const removing = remove(leaving.id)
    const uploading = Promise.all([create(what, pictures.slice(4, 16)), upload(pictures.slice(16))])
    const [visits, uploads, removed, healthMeanwhile] = await Promise.all([
      visit(site, names, Promise.all([removing, uploading, pause(4000)])),
      uploading,
      removing,
      readHealth(site),
    ])
    s3.misbehave({})

    expect(removed.status).toBe(200)
    expect(healthMeanwhile).toEqual([200, { database: "ok", images: health }])
    const asExpected = uploads.filter((outcome) =>
      rejection
        ? outcome.status === rejection.status && rejection.texts.includes(messageOf(outcome))
        : outcome.status < 300,
    )
    expect(asExpected).toEqual(uploads)
    expect(visits.images.filter(({ status }) => status !== images)).toEqual([])
    expect(await listProjectNames(site, what)).toEqual(rejection ? [] : [what])
    const { lost, orphans } = await compareImages(site, { ...s3.settings, prefix: engine })
    expect([lost, orphans]).toEqual([[], []])
    expect((await create("Guéri", pictures.slice(4, 6))).status).toBe(201)
    expect(await readHealth(site)).toEqual([200, { database: "ok", images: "ok" }])
    expect(site.output()).not.toContain('"level":"error"')
    const subject = `${engine}, a store that ${what}`
    expectUndisturbed(figures, subject, visits)
    figures.add(
      `${subject}: uploads, at most; images`,
      `${describeStatuses(uploads)}, ${longestOf(uploads)}; ${describeStatuses(visits.images)}`,
      rejection ? `${rejection.status} « ${rejection.texts[0]} »; ${images || "cut off"}` : `2xx; ${images}`,
    )
    figures.add(`${subject}: rows without object, objects without row`, `${lost.length}, ${orphans.length}`, "0, 0")
  })

  test("images that one instance deletes while another stores them again have their objects, or no rows", async () => {
    await using other = await startSiteOn(started.settings, { dataDir: started.site.dataDir })
    const pictures = await makePictures(12, 60)
    const createAll = (writer: typeof other, name: string) =>
      Promise.all(pictures.map((picture) => writer.create(name, [picture])))
    let projects = await createAll(started, "Tour 0")
    s3.misbehave({ delayMs: 15 })
    for (let round = 1; round <= 3; round += 1) {
      const [writer, remover] = round % 2 ? [other, started] : [started, other]
      const [created, removed] = await Promise.all([
        createAll(writer, `Tour ${round}`),
        Promise.all(projects.map((project) => remover.remove(projectOf(project).id))),
      ])
      expect(created.filter(({ status }) => status !== 201)).toEqual([])
      expect(removed.filter(({ status }) => status !== 200)).toEqual([])
      expect((await compareImages(started.site, { ...s3.settings, prefix: engine })).lost).toEqual([])
      projects = created
    }
    s3.misbehave({})
    figures.add(
      `${engine}: images that one instance deletes while another stores them; rows without object`,
      "36; 0",
      "0",
    )
  })
})
