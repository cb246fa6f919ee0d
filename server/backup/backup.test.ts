import type { ChildProcess } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { connect } from "#server/database/connect.ts"
import { acquireFileLock } from "#server/database/sqlite/file-lock.ts"
import { areDeletionsLeased } from "#server/images/store/deletion.ts"
import { collectImageGarbage } from "#server/jobs/garbage-collection.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { emptyTrashLater } from "#server/testing/empty-trash-later.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { mountMemoryDisk } from "#server/testing/memory-disk.ts"
import { runCommand, spawnCommand } from "#server/testing/run-command.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { createSite, createTemporaryFolder, startSite } from "#server/testing/test-site.ts"
import { verifyArchive } from "./archive.ts"
import { BackupError } from "./backup-error.ts"
import { leasePictureDeletions } from "./deletion-lease.ts"
import { extractBackup } from "./extract.ts"
import { verifyBackup } from "./verify.ts"

// Some commands run in a process of their own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const progress = () => ({ advance() {} })

/** Extracts a backup into a temporary folder, which verifies that each row has its file. */
async function extractToTemporary(archive: string) {
  using folder = createTemporaryFolder()
  const manifest = await verifyArchive(archive, progress)
  await extractBackup({ archive, manifest, folder: folder.path, progress })
  return manifest
}

test("a backup made while the site runs is restored completely", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite(join(folder.path, "data"))
  const account = await createTestAccount(site.db, { role: "admin" })
  const [shown, unused] = [await site.upload(), await site.upload()]
  writeFileSync(join(site.uploads, "Vue du chantier.jpg"), "importée")
  await createTestProject(site.db, { name: "École", images: [{ name: shown, alt: "La cour" }] })
  const trash = { libraryAt: "2025-01-01", deletedAt: new Date().toISOString() }
  await site.db.updateTable("images").set(trash).where("name", "=", unused).execute()
  await site.db.insertInto("imageDetails").values({ name: unused, alt: "Une grue", focusX: 10, focusY: 20 }).execute()
  const file = join(folder.path, "site.tar")
  const made = await site.run("backup", file)
  expect(made).toMatchObject({ status: 0, stderr: "" })
  expect(made.stdout).toMatch(
    /^(Base de données : \d+ %\n)+(Sauvegarde : \d+ %\n)+Sauvegarde faite : .*site\.tar, 3 images, [\d,]+ Mo, du .*Z\n$/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path).sort()).toEqual(["data", "site.tar"])
  expect(await areDeletionsLeased(site.db, new Date())).toBe(false)

  const verified = await site.run("backup", "verify", file)
  expect(verified).toMatchObject({ status: 0, stderr: "" })
  expect(verified.stdout).toContain("Sauvegarde en ordre : 3 images")

  const dataDir = join(folder.path, "elsewhere/data")
  const restored = await runCommand("restore", [file], { environment: { DATA_DIR: dataDir } })
  expect(restored).toMatchObject({ status: 0, stderr: "" })
  expect(readdirSync(join(dataDir, "uploads")).sort()).toEqual([shown, unused, "Vue du chantier.jpg"].sort())
  await using copy = await startSite(dataDir)
  const wire = async ({ request }: typeof copy) => (await request("/api/projects")).json()
  expect(await wire(copy)).toEqual(await wire(site))
  for (const table of ["images", "imageDetails"] as const) {
    const rows = ({ db }: typeof copy) => db.selectFrom(table).selectAll().orderBy("name").execute()
    expect(await rows(copy)).toEqual(await rows(site))
  }
  expect(readFileSync(join(copy.uploads, shown))).toEqual(readFileSync(join(site.uploads, shown)))
  expect((await createCookieClient(copy).signIn(account)).status).toBe(200)
  expect(await areDeletionsLeased(copy.db, new Date())).toBe(false)
})

test("while pictures are uploaded and deleted, every row of each backup has its file; deletions follow later", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite(join(folder.path, "data"))
  for (let count = 0; count < 20; count += 1) {
    await createTestProject(site.db, { images: [{ name: await site.upload(), alt: "" }] })
  }
  let ended = false
  async function comeAndGo() {
    let changes = 0
    while (!ended) {
      await createTestProject(site.db, { images: [{ name: await site.upload(), alt: "" }] })
      const live = site.db.selectFrom("projects").select("id").where("deletedAt", "is", null)
      const { id } = await live.orderBy("id").executeTakeFirstOrThrow()
      const { status } = await site.request(`/api/projects/${id}`, { method: "DELETE", headers: site.headers })
      expect(status).toBe(200)
      await emptyTrashLater(site)
      changes += 1
    }
    return changes
  }
  async function backUp() {
    for (const name of ["1.tar", "2.tar", "3.tar"]) {
      expect(await site.run("backup", join(folder.path, name))).toMatchObject({ status: 0, stderr: "" })
      expect((await extractToTemporary(join(folder.path, name))).missing).toEqual([])
    }
  }
  const [changes] = await Promise.all([comeAndGo(), backUp().finally(() => (ended = true))])
  expect(changes).toBeGreaterThan(0)
  const hours = (count: number) => () => new Date(Date.now() + count * 3_600_000)
  await collectImageGarbage({ ...site, now: hours(2) })
  const rows = await site.db.selectFrom("images").select("name").execute()
  expect(readdirSync(site.uploads).sort()).toEqual(rows.map(({ name }) => name).sort())
})

test("picture deletions wait while a backup runs", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite(folder.path)
  const id = await createTestProject(site.db, { images: [{ name: await site.upload(), alt: "" }] })
  {
    await using _lease = await leasePictureDeletions(site.db)
    await site.request(`/api/projects/${id}`, { method: "DELETE", headers: site.headers })
    await emptyTrashLater(site)
    expect(await site.db.selectFrom("projects").select("id").execute()).toEqual([])
    expect(readdirSync(site.uploads)).toHaveLength(1)
  }
  await collectImageGarbage({ ...site, now: () => new Date(Date.now() + 2 * 3_600_000) })
  expect(readdirSync(site.uploads)).toEqual([])
})

test("of two commands that hold deletions back, the end of one leaves the lease of the other", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite(folder.path)
  {
    await using _move = await leasePictureDeletions(site.db)
    await (await leasePictureDeletions(site.db))[Symbol.asyncDispose]()
    expect(await areDeletionsLeased(site.db, new Date())).toBe(true)
  }
  expect(await areDeletionsLeased(site.db, new Date())).toBe(false)
})

test("the lease is renewed each minute, and expires soon after a backup was killed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] })
  using folder = createTemporaryFolder()
  await using site = await startSite(folder.path)
  const leasedIn = (minutes: number) => areDeletionsLeased(site.db, new Date(Date.now() + minutes * 60_000))
  {
    await using _lease = await leasePictureDeletions(site.db)
    expect([await leasedIn(14), await leasedIn(16)]).toEqual([true, false])
    vi.advanceTimersByTime(40 * 60_000)
    await vi.waitFor(async () => expect([await leasedIn(14), await leasedIn(16)]).toEqual([true, false]))
  }
  expect(await leasedIn(0)).toBe(false)
  vi.useRealTimers()
})

test("a backup on which the site does not work fails verification, which leaves nothing behind", async () => {
  using folder = createTemporaryFolder()
  const environment = { DATA_DIR: join(folder.path, "data"), TMPDIR: join(folder.path, "tmp") }
  mkdirSync(environment.TMPDIR)
  await createSite(environment.DATA_DIR, "École")
  const file = join(folder.path, "a.tar")
  await runCommand("backup", [file], { environment })
  const watch = (printed: string, child: ChildProcess) => {
    if (printed.includes("Extraction : 100")) interrupt(printed, child)
  }
  const stopped = await spawnCommand("backup", ["verify", file], { environment, watch })
  expect([stopped.status, stopped.stderr]).toEqual([1, "Interrompu\n"])
  expect(readdirSync(environment.TMPDIR)).toEqual([])
  const db = await connect(environment.DATA_DIR)
  await db.schema.alterTable("projects").renameTo("lost").execute()
  await db.destroy()
  const broken = join(folder.path, "b.tar")
  expect((await runCommand("backup", [broken], { environment })).status).toBe(0)
  const failed = await spawnCommand("backup", ["verify", broken], { environment })
  expect([failed.status, failed.stderr]).toEqual([1, "Le site restauré répond 500 à /api/projects\n"])
  expect(readdirSync(environment.TMPDIR)).toEqual([])
})

test("verification without a built site fails with that reason", async () => {
  const verification = verifyBackup("any.tar", progress, new AbortController().signal, "/nowhere/main.js")
  await expect(verification).rejects.toThrow(
    new BackupError("Le site n’est pas construit : lancez d’abord « npm run prestart »"),
  )
})

test("a picture whose file is missing makes a backup incomplete, which it and its verification tell", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite(join(folder.path, "data"))
  const name = await site.upload()
  rmSync(join(site.uploads, name))
  const file = join(folder.path, "site.tar")
  const made = await site.run("backup", file)
  const stderr = `Image sans fichier, absente de la sauvegarde : ${name}\n`
  expect(made).toMatchObject({ status: 1, stderr })
  expect(made.stdout).toContain(`Sauvegarde faite, mais incomplète : ${file}, 0 image`)
  expect((await extractToTemporary(file)).missing).toEqual([name])
  const verified = await site.run("backup", "verify", file)
  expect(verified).toMatchObject({ status: 1, stderr })
  expect(verified.stdout).toContain("Sauvegarde lisible, mais incomplète : 0 image")
})

test("an error is one line with status 1, and leaves no file", async () => {
  using folder = createTemporaryFolder()
  const dataDir = join(folder.path, "data")
  await createSite(dataDir, "École")
  writeFileSync(join(folder.path, "present.tar"), "autre chose")
  const cases: [string[], RegExp][] = [
    [[join(folder.path, "present.tar")], /present\.tar existe déjà : choisissez un autre nom$/],
    [[join(folder.path, "nowhere/a.tar")], /nowhere : introuvable/],
    [["/dev/null/a.tar"], /^\/dev\/null/],
    [[join(folder.path, "a.tar"), "b.tar"], /^Un fichier à faire, et rien d’autre : voir --help$/],
    [["--force"], /^Un fichier à faire, et rien d’autre : voir --help$/],
    [["verify"], /^Un fichier à vérifier, et rien d’autre : voir --help$/],
    [["verify", join(folder.path, "rien.tar")], /rien\.tar : introuvable/],
    [["verify", join(folder.path, "present.tar")], /^La sauvegarde est endommagée et n’a pas été utilisée : /],
    [["verify", dataDir], /n’est pas un fichier$/],
  ]
  for (const [args, line] of cases) {
    const { status, stdout, stderr } = await runCommand("backup", args, { environment: { DATA_DIR: dataDir } })
    expect([status, stdout, stderr.split("\n").length], args.join(" ")).toEqual([1, "", 2])
    expect(stderr.trim()).toMatch(line)
  }
  const empty = join(folder.path, "empty")
  const none = await runCommand("backup", [join(folder.path, "a.tar")], { environment: { DATA_DIR: empty } })
  expect(none).toEqual({ status: 1, stdout: "", stderr: `DATA_DIR : il n’y a pas de site dans ${empty}\n` })
  expect(readdirSync(folder.path).sort()).toEqual(["data", "present.tar"])
  expect(readFileSync(join(folder.path, "present.tar"), "utf8")).toBe("autre chose")
})

test("only one backup runs at a time", async () => {
  using folder = createTemporaryFolder()
  await createSite(folder.path, "École")
  const lock = acquireFileLock(join(folder.path, "backup.lock"), "exclusive")
  const second = await runCommand("backup", [join(folder.path, "a.tar")], { environment: { DATA_DIR: folder.path } })
  lock.release()
  expect(second).toEqual({ status: 1, stdout: "", stderr: "Une autre sauvegarde est en cours\n" })
})

/** Creates a site that is so large that a backup takes a moment. */
async function makeLargeSite(dataDir: string) {
  await createSite(dataDir, "École")
  const file = join(dataDir, "uploads", "large.jpg")
  writeFileSync(file, "")
  truncateSync(file, 1_000_000_000)
}

test("a killed backup leaves no file under its name, and the next one deletes its staging folder", async () => {
  using folder = createTemporaryFolder()
  const environment = { DATA_DIR: join(folder.path, "data") }
  await makeLargeSite(environment.DATA_DIR)
  const file = join(folder.path, "a.tar")
  const killed = await spawnCommand("backup", [file], {
    environment,
    watch: (_printed, child) => child.kill("SIGKILL"),
  })
  expect(killed.stdout).not.toContain("faite")
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder.path).filter((name) => name.startsWith(".tmp-"))).toHaveLength(1)
  rmSync(join(environment.DATA_DIR, "uploads", "large.jpg"))
  expect((await runCommand("backup", [file], { environment })).status).toBe(0)
  expect(readdirSync(folder.path).sort()).toEqual(["a.tar", "data"])
})

/** Sends only one signal, since a second one ends the process at once. */
function interrupt(_printed: string, child: ChildProcess) {
  if (!child.killed) child.kill("SIGTERM")
}

test("an interrupted backup is reported and leaves no file", async () => {
  using folder = createTemporaryFolder()
  const environment = { DATA_DIR: join(folder.path, "data") }
  await makeLargeSite(environment.DATA_DIR)
  const file = join(folder.path, "a.tar")
  const stopped = await spawnCommand("backup", [file], { environment, watch: interrupt })
  expect([stopped.status, stopped.stderr]).toEqual([1, "Interrompu\n"])
  expect(readdirSync(folder.path)).toEqual(["data"])
})

test("a full disk ends a backup with one line and leaves no file", async (context) => {
  using disk = mountMemoryDisk(1_000_000)
  if (!disk) return context.skip("this machine lets nobody mount a disk")
  using folder = createTemporaryFolder()
  await createSite(folder.path, "École")
  writeFileSync(join(folder.path, "uploads", "large.jpg"), Buffer.alloc(2_000_000))
  const environment = { DATA_DIR: folder.path }
  const full = await spawnCommand("backup", [join(disk.path, "a.tar")], { environment })
  expect([full.status, full.stderr]).toEqual([1, "Espace disque insuffisant (ENOSPC)\n"])
  expect(readdirSync(disk.path)).toEqual([])
  writeFileSync(join(disk.path, "filling"), Buffer.alloc(900_000))
  const fuller = await spawnCommand("backup", [join(disk.path, "a.tar")], { environment })
  expect(fuller.status).toBe(1)
  expect(fuller.stderr).toMatch(/^Espace disque insuffisant \(\w+\)\n$/)
  expect(readdirSync(disk.path)).toEqual(["filling"])
})
