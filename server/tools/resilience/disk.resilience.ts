import { execFileSync } from "node:child_process"
import { chmodSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createForm } from "#server/testing/image-files.ts"
import { mountMemoryDisk } from "#server/testing/memory-disk.ts"
import { runServer } from "#server/testing/run-server.ts"
import { admin, type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { ageFiles, checkIntegrity, checkPictures, listLost, listUnfinished, readRows } from "./inspect-data.ts"
import { limitFiles, makeSpareDisk } from "./spare-disk.ts"
import { createProject, makePictures, type Outcome, request, sendContact, sendJson, signIn } from "./visitor.ts"

const figures = figuresOf("disk", "A disk that is full, a folder that cannot be written")

const FULL = "Espace disque insuffisant, réessayez plus tard"

/** Prepares all kinds of writes and reads of a site with one project. */
async function prepare(site: Site) {
  const headers = await signIn(site)
  const shown = JSON.parse(
    (await createProject(site, headers, { name: "Reste", pictures: await makePictures(2, 1600) })).text,
  )
  const image: string = shown.project.project_images[0]
  const deletable: number[] = []
  for (let number = 0; number < 2; number += 1) {
    const { text } = await createProject(site, headers, { name: `Part ${number}`, pictures: [] })
    deletable.push(JSON.parse(text).project.id)
  }
  const pictures = await makePictures(6, 1600)
  const long = "Une longue demande. ".repeat(200)
  const writes: Record<string, () => Promise<Outcome>> = {
    "contact request": () => sendContact(site, { message: long }),
    "log-in": () => sendJson(`${site.url}/api/login`, "POST", admin),
    "project with pictures": () => createProject(site, headers, { name: "Plein", pictures: pictures.slice(0, 3) }),
    upload: () =>
      request(`${site.url}/upload`, { method: "POST", headers, body: createForm({ images: pictures.slice(3) }) }),
    "part of an upload": () => sendPart(site, headers),
    "change of a project": () =>
      sendJson(
        `${site.url}/api/projects/${shown.project.id}`,
        "PUT",
        { description: `${long}${Math.random()}` },
        headers,
      ),
    "deletion of a project": () => request(`${site.url}/api/projects/${deletable[0]}`, { method: "DELETE", headers }),
  }
  const reads = async () => {
    const paths = ["/", "/transport", "/login", "/api/projects", `/uploads/${image}`, `/api/health`]
    // This variant is encoded now and cannot be stored.
    const answers = await Promise.all(
      [...paths, `/uploads/${image}?w=320`, `/api/admin/stats`].map((path) => request(site.url + path, { headers })),
    )
    return answers.map(({ status }) => status)
  }
  return { writes, reads, image }
}

/** Begins an upload, and sends a part of it. */
async function sendPart({ url }: Site, headers: { Cookie: string }): Promise<Outcome> {
  const part = "x".repeat(200_000)
  const begun = await sendJson(`${url}/api/uploads`, "POST", { name: "vue.jpg", length: 9_000_000 }, headers)
  if (begun.status !== 201) return begun
  return request(`${url}/api/uploads/${JSON.parse(begun.text).id}`, {
    method: "PATCH",
    headers: {
      ...headers,
      "Content-Type": "application/partial-upload",
      "Upload-Offset": "0",
      "Upload-Complete": "?0",
    },
    body: part,
  })
}

/** Repeats each write until it is rejected, since the write-ahead log may have some space left. */
async function writeUntilFull(writes: Record<string, () => Promise<Outcome>>, times: number) {
  const rejected: Record<string, number> = {}
  for (const [name, write] of Object.entries(writes)) {
    for (let count = 0; count < times && !rejected[name]; count += 1) {
      const { status, text } = await write()
      if (status < 300 || status === 404) continue
      expect([name, status, text]).toEqual([name, 507, expect.stringContaining(FULL)])
      rejected[name] = 1
    }
  }
  return Object.keys(rejected).sort()
}

async function expectConsistent(dataDir: string) {
  expect(checkIntegrity(dataDir)).toBe("ok")
  expect(listLost(dataDir)).toEqual([])
  expect(await listUnfinished(dataDir)).toEqual([])
  await ageFiles(dataDir)
  expect(await checkPictures(dataDir)).toEqual({ status: 0, lines: ["Images en ordre"] })
}

async function pictureFiles(dataDir: string) {
  return (await readdir(join(dataDir, "uploads"))).sort()
}

test("on a full disk writes are 507, reads succeed, and writes succeed again when there is space", async () => {
  using disk = makeSpareDisk()
  const dataDir = join(disk.path, "data")
  figures.step(disk.means)
  await using site = await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })
  const { writes, reads } = await prepare(site)
  await disk.fill(site.pid)
  const files = await pictureFiles(dataDir)
  const messages = readRows<{ id: number }>(dataDir, "select id from messages").length
  const rejected = await writeUntilFull(writes, 2000)
  expect(rejected).toEqual(Object.keys(writes).sort())
  expect(new Set(await reads())).toEqual(new Set([200]))
  const stored = readRows<{ id: number }>(dataDir, "select id from messages").length
  figures.step(`${stored - messages} messages were still stored`)
  const simultaneous = await Promise.all(
    Array.from({ length: 20 }, () => Object.values(writes).map((write) => write())).flat(),
  )
  const unexpected = simultaneous.filter(({ status }) => status >= 300 && status !== 404 && status !== 507)
  expect(unexpected).toEqual([])
  expect(await pictureFiles(dataDir)).toEqual(files)
  // A variant that is encoded in the background has a temporary file until it fails.
  await expect.poll(() => listUnfinished(dataDir), { timeout: 10_000 }).toEqual([])
  disk.free(site.pid)
  const after = []
  for (const [name, write] of Object.entries(writes)) after.push([name, (await write()).status])
  expect(after.filter(([, status]) => Number(status) >= 300)).toEqual([])
  expect(new Set(await reads())).toEqual(new Set([200]))
  await expectConsistent(dataDir)
  figures.add("the disk", disk.means)
  figures.add(
    "kinds of writes rejected with 507 and « Espace disque insuffisant… »",
    `${rejected.length} of ${Object.keys(writes).length}`,
    "7 of 7",
  )
  figures.add("simultaneous writes rejected", simultaneous.filter(({ status }) => status === 507).length)
  figures.add("answers other than success or 507", unexpected.length, "0")
  figures.add("pages, images, variants and statistics read meanwhile", "all", "all")
  figures.add("kinds of writes that succeed again when there is space", after.length, "7")
  figures.add("rows without their file, files without their row, half-written files", 0, "0")
})

test("so it is when the process may not write any more", async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  await using site = await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })
  const { writes, reads } = await prepare(site)
  const files = await pictureFiles(dataDir)
  limitFiles(site.pid, "0")
  const rejected = await writeUntilFull(writes, 1)
  expect(rejected).toEqual(Object.keys(writes).sort())
  expect(new Set(await reads())).toEqual(new Set([200]))
  limitFiles(site.pid, "unlimited")
  expect(await pictureFiles(dataDir)).toEqual(files)
  const after = await Promise.all(Object.values(writes).map((write) => write()))
  expect(after.filter(({ status }) => status >= 300)).toEqual([])
  await expectConsistent(dataDir)
  figures.add(
    "every write of the process fails (RLIMIT_FSIZE 0): kinds rejected with 507",
    `${rejected.length} of ${Object.keys(writes).length}`,
    "7 of 7",
  )
})

test("uploads into a folder without write permission are 507", async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  // Root may write anywhere unless it drops these capabilities.
  const bound = "--bounding-set=-dac_override,-dac_read_search,-fowner"
  const under = process.getuid?.() === 0 ? ["setpriv", bound] : []
  await using site = await startSite({ dataDir, under, settings: { DEMO_CONTENT: "0" } })
  const { writes, reads } = await prepare(site)
  const files = await pictureFiles(dataDir)
  const folders = ["", "uploads", "variants"].map((name) => join(dataDir, name))
  for (const path of folders) chmodSync(path, 0o555)
  try {
    const rejected = await writeUntilFull(
      { upload: writes.upload, project: writes["project with pictures"] } as typeof writes,
      1,
    )
    expect(rejected).toEqual(["project", "upload"])
    expect(new Set(await reads())).toEqual(new Set([200]))
    expect(await pictureFiles(dataDir)).toEqual(files)
  } finally {
    for (const path of folders) chmodSync(path, 0o755)
  }
  expect((await writes.upload?.())?.status).toBe(200)
  await expectConsistent(dataDir)
  figures.add("uploads into a folder without write permission", "507", "507")
})

test("a start on a full or read-only disk ends with one line that names the folder", async () => {
  const disk = mountMemoryDisk(24 * 1024 * 1024)
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
