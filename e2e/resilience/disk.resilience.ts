import { execFileSync } from "node:child_process"
import { chmodSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { runServer } from "#e2e/run-server.ts"
import { admin, type Site, startSite } from "#e2e/start-site.ts"
import { makeDisk } from "#server/testing/make-disk.ts"
import { makeForm } from "#server/testing/make-picture.ts"
import { makeFolder } from "#server/testing/make-site.ts"
import { figuresOf } from "./figures.ts"
import { ageFiles, checkIntegrity, checkPictures, listLost, listUnfinished, readRows } from "./inspect-data.ts"
import { limitFiles, makeSpareDisk } from "./spare-disk.ts"
import { ask, askJson, createProject, makePictures, type Outcome, sendContact, signIn } from "./visitor.ts"

const figures = figuresOf("disk", "A disk that is full, a folder that cannot be written")

const FULL = "Espace disque insuffisant, réessayez plus tard"

/** A site with a project to show, and every write that somebody may try on it. */
async function prepare(site: Site) {
  const headers = await signIn(site)
  const stay = JSON.parse(
    (await createProject(site, headers, { name: "Reste", pictures: await makePictures(2, 1600) })).text,
  )
  const image: string = stay.project.project_images[0]
  const goes: number[] = []
  for (let number = 0; number < 2; number += 1) {
    const { text } = await createProject(site, headers, { name: `Part ${number}`, pictures: [] })
    goes.push(JSON.parse(text).project.id)
  }
  const pictures = await makePictures(6, 1600)
  const long = "Une longue demande. ".repeat(200)
  const writes: Record<string, () => Promise<Outcome>> = {
    "contact request": () => sendContact(site, { message: long }),
    "log-in": () => askJson(`${site.url}/api/login`, "POST", admin),
    "project with pictures": () => createProject(site, headers, { name: "Plein", pictures: pictures.slice(0, 3) }),
    upload: () => ask(`${site.url}/upload`, { method: "POST", headers, body: makeForm({ images: pictures.slice(3) }) }),
    "change of a project": () =>
      askJson(
        `${site.url}/api/projects/${stay.project.id}`,
        "PUT",
        { description: `${long}${Math.random()}` },
        headers,
      ),
    "deletion of a project": () => ask(`${site.url}/api/projects/${goes[0]}`, { method: "DELETE", headers }),
  }
  const reads = async () => {
    const paths = ["/", "/transport", "/login", "/api/projects", `/uploads/${image}`, `/api/health`]
    // A variant that nobody has asked for is made now, and cannot be kept.
    const answers = await Promise.all(
      [...paths, `/uploads/${image}?w=320`, `/api/admin/stats`].map((path) => ask(site.url + path, { headers })),
    )
    return answers.map(({ status }) => status)
  }
  return { writes, reads, image }
}

/** Tries each write until it is refused for want of room: the log of the database may have some left. */
async function writeUntilFull(writes: Record<string, () => Promise<Outcome>>, times: number) {
  const refused: Record<string, number> = {}
  for (const [name, write] of Object.entries(writes)) {
    for (let count = 0; count < times && !refused[name]; count += 1) {
      const { status, text } = await write()
      if (status < 300 || status === 404) continue
      expect([name, status, text]).toEqual([name, 507, expect.stringContaining(FULL)])
      refused[name] = 1
    }
  }
  return Object.keys(refused).sort()
}

async function expectWhole(dataDir: string) {
  expect(checkIntegrity(dataDir)).toBe("ok")
  expect(listLost(dataDir)).toEqual([])
  expect(await listUnfinished(dataDir)).toEqual([])
  await ageFiles(dataDir)
  expect(await checkPictures(dataDir)).toEqual({ status: 0, lines: ["Images en ordre"] })
}

async function pictureFiles(dataDir: string) {
  return (await readdir(join(dataDir, "uploads"))).sort()
}

test("a full disk refuses writes in French, goes on reading, and takes writes again when there is room", async () => {
  using disk = makeSpareDisk()
  const dataDir = join(disk.path, "data")
  figures.step(disk.means)
  await using site = await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })
  const { writes, reads } = await prepare(site)
  await disk.fill(site.pid)
  const files = await pictureFiles(dataDir)
  const messages = readRows<{ id: number }>(dataDir, "select id from messages").length
  const refused = await writeUntilFull(writes, 2000)
  expect(refused).toEqual(Object.keys(writes).sort())
  expect(new Set(await reads())).toEqual(new Set([200]))
  const kept = readRows<{ id: number }>(dataDir, "select id from messages").length
  figures.step(`${kept - messages} messages still found room in the log`)
  // Again, all at once, several times.
  const crowd = await Promise.all(
    Array.from({ length: 20 }, () => Object.values(writes).map((write) => write())).flat(),
  )
  const odd = crowd.filter(({ status }) => status >= 300 && status !== 404 && status !== 507)
  expect(odd).toEqual([])
  expect(await pictureFiles(dataDir)).toEqual(files)
  // A variant that is being made behind an answer has its file until it fails.
  await expect.poll(() => listUnfinished(dataDir), { timeout: 10_000 }).toEqual([])
  disk.free(site.pid)
  const after = []
  for (const [name, write] of Object.entries(writes)) after.push([name, (await write()).status])
  expect(after.filter(([, status]) => Number(status) >= 300)).toEqual([])
  expect(new Set(await reads())).toEqual(new Set([200]))
  await expectWhole(dataDir)
  figures.add("the disk", disk.means)
  figures.add("kinds of writes refused with 507 and « Espace disque insuffisant… »", `${refused.length} of 6`, "6 of 6")
  figures.add("writes refused when tried all at once", crowd.filter(({ status }) => status === 507).length)
  figures.add("answers other than success or 507", odd.length, "0")
  figures.add("pages, pictures, variants and figures read meanwhile", "all", "all")
  figures.add("kinds of writes that work again when there is room", after.length, "6")
  figures.add("rows without their file, files without their row, half-written files", 0, "0")
})

test("a server under whose feet the disk becomes read-only does the same", async () => {
  using folder = makeFolder()
  const dataDir = folder.path
  await using site = await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })
  const { writes, reads } = await prepare(site)
  const files = await pictureFiles(dataDir)
  limitFiles(site.pid, "0")
  const refused = await writeUntilFull(writes, 1)
  expect(refused).toEqual(Object.keys(writes).sort())
  expect(new Set(await reads())).toEqual(new Set([200]))
  limitFiles(site.pid, "unlimited")
  expect(await pictureFiles(dataDir)).toEqual(files)
  const after = await Promise.all(Object.values(writes).map((write) => write()))
  expect(after.filter(({ status }) => status >= 300)).toEqual([])
  await expectWhole(dataDir)
  figures.add(
    "every write of the process fails (RLIMIT_FSIZE 0): kinds refused with 507",
    `${refused.length} of 6`,
    "6 of 6",
  )
})

test("folders whose rights are taken away are as a full disk to whoever uploads", async () => {
  using folder = makeFolder()
  const dataDir = folder.path
  // The superuser may write anywhere, unless that is taken from it, too.
  const bound = "--bounding-set=-dac_override,-dac_read_search,-fowner"
  const under = process.getuid?.() === 0 ? ["setpriv", bound] : []
  await using site = await startSite({ dataDir, under, settings: { DEMO_CONTENT: "0" } })
  const { writes, reads } = await prepare(site)
  const files = await pictureFiles(dataDir)
  const folders = ["", "uploads", "variants"].map((name) => join(dataDir, name))
  for (const path of folders) chmodSync(path, 0o555)
  try {
    const refused = await writeUntilFull(
      { upload: writes.upload, project: writes["project with pictures"] } as typeof writes,
      1,
    )
    expect(refused).toEqual(["project", "upload"])
    expect(new Set(await reads())).toEqual(new Set([200]))
    expect(await pictureFiles(dataDir)).toEqual(files)
  } finally {
    for (const path of folders) chmodSync(path, 0o755)
  }
  expect((await writes.upload?.())?.status).toBe(200)
  await expectWhole(dataDir)
  figures.add("uploads into a folder without write permission", "507", "507")
})

test("a start on a disk that is full or read-only ends in one line that names the folder", async () => {
  const disk = makeDisk(24 * 1024 * 1024)
  if (!disk) return figures.add("start on a full or read-only disk", "not run: nothing could be mounted")
  using _unmounted = disk
  const dataDir = join(disk.path, "data")
  await (await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })).stop()
  const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: admin.password, LOG_LEVEL: "error" }
  execFileSync("mount", ["-o", "remount,ro", disk.path])
  const readOnly = await runServer(settings)
  execFileSync("mount", ["-o", "remount,rw", disk.path])
  expect(readOnly).toMatchObject({ status: 1, complaints: `DATA_DIR : on ne peut pas écrire dans ${dataDir}` })
  const other = makeSpareDisk()
  using full = other
  const fresh = join(full.path, "data")
  await full.fill(undefined)
  const empty = await runServer({ ...settings, DATA_DIR: fresh })
  expect(empty.status).toBe(1)
  figures.step(empty.complaints)
  expect(empty.complaints.split("\n")).toHaveLength(1)
  expect(empty.complaints).toContain(fresh)
  full.free(undefined)
  await (await startSite({ dataDir: fresh })).stop()
  await full.fill(undefined)
  const again = await runServer({ ...settings, DATA_DIR: fresh })
  figures.step(`a full disk with a site on it: ${again.status} ${again.complaints}`)
  expect(again.complaints.split("\n").length).toBeLessThanOrEqual(1)
  figures.add("start on a read-only disk", "one line, status 1", "one line")
  figures.add("first start on a full disk", "one line, status 1", "one line")
})
