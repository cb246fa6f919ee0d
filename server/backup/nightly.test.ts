// @module-tag engines
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { lastBackupAt } from "#server/database/last-backup.ts"
import { acquireFileLock } from "#server/database/sqlite/file-lock.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { engine, openInstances } from "#server/testing/open-test-database.ts"
import { runCommand } from "#server/testing/run-command.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { verifyArchive } from "./archive.ts"
import { backUpNightly } from "./nightly.ts"

// Each verification starts the built site in a process of its own.
vi.setConfig({ testTimeout: 120_000 })

const today = new Date().toISOString().slice(0, 10)

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Opens a running site's database, and a folder with backups of the last nights and what else an operator has there. */
async function openSite() {
  const folder = createTemporaryFolder()
  const dataDir = join(folder.path, "data")
  const backups = join(folder.path, "backups")
  for (const path of [join(dataDir, "uploads"), backups]) mkdirSync(path, { recursive: true })
  const { db, other, ...place } = await openInstances(join(dataDir, "site.db"))
  await createTestProject(db, { name: "École" })
  const environment = { DATA_DIR: dataDir, ...("url" in place && { DATABASE_URL: place.url }) }
  return {
    db,
    dataDir,
    backups,
    list: () =>
      readdirSync(backups)
        .filter((name) => name !== "nightly.lock")
        .sort(),
    fill: (names: readonly string[]) => {
      for (const name of names) writeFileSync(join(backups, name), "")
    },
    run: (...args: string[]) => runCommand("backup", ["nightly", backups, ...args], { environment }),
    async [Symbol.asyncDispose]() {
      await other.destroy()
      await db.destroy()
      folder[Symbol.dispose]()
    },
  }
}

test("a night's backup is verified and recorded, and then those of a month ago go", async () => {
  await using site = await openSite()
  const others = ["avant-mise-a-jour.tar", `lisanga-${daysAgo(90)}.tar.gpg`]
  const kept = [1, 2, 3, 4, 5, 30].map((days) => `lisanga-${daysAgo(days)}.tar`)
  const old = [31, 400].map((days) => `lisanga-${daysAgo(days)}.tar`)
  site.fill([...others, ...kept, ...old])
  const abandoned = join(site.backups, ".tmp-0123abcd-7-killed-in-another-container")
  mkdirSync(abandoned)
  utimesSync(abandoned, new Date(daysAgo(2)), new Date(daysAgo(2)))
  const started = Date.now()
  const result = await site.run()
  expect(result).toMatchObject({ status: 0, stderr: "" })
  expect(result.stdout).toContain(`Sauvegarde faite et vérifiée : ${join(site.backups, `lisanga-${today}.tar`)}`)
  for (const name of old) expect(result.stdout).toContain(`Effacée après 30 jours : ${name}\n`)
  expect(site.list()).toEqual([...others, ...kept, `lisanga-${today}.tar`].sort())
  const { migrations } = await verifyArchive(join(site.backups, `lisanga-${today}.tar`), () => ({ advance() {} }))
  expect(migrations).toContain("0008-backups")
  expect((await lastBackupAt(site.db))?.getTime()).toBeGreaterThan(started - 1000)
})

test("a second call in the same night makes nothing, but records a backup that nobody knows of", async () => {
  await using site = await openSite()
  await site.run()
  const file = join(site.backups, `lisanga-${today}.tar`)
  const before = readFileSync(file)
  const madeAt = await lastBackupAt(site.db)
  await site.db.deleteFrom("backups").execute()
  expect(await site.run()).toEqual({ status: 0, stderr: "", stdout: `Déjà faite : ${file}\n` })
  expect(readFileSync(file)).toEqual(before)
  expect(await lastBackupAt(site.db)).toEqual(madeAt)
})

test("two calls at once do not touch each other's backup", async () => {
  await using site = await openSite()
  const lock = acquireFileLock(join(site.backups, "nightly.lock"), "exclusive")
  expect(await site.run()).toMatchObject({ status: 1, stderr: /se fait déjà/ })
  lock.release()
  expect(site.list()).toEqual([])
})

test("--keep says how many days are kept", async () => {
  await using site = await openSite()
  const names = [1, 2, 3, 4, 5, 6, 7, 8].map((days) => `lisanga-${daysAgo(days)}.tar`)
  site.fill([...names, `lisanga-${today}.tar`])
  expect((await site.run("--keep", "7")).stdout).toContain(`Effacée après 7 jours : ${names[7]}`)
  expect(site.list()).toEqual([...names.slice(0, 7), `lisanga-${today}.tar`].sort())
  for (const args of [["--keep", "0"], ["--keep", "trente"], ["--keep"], ["--all"], ["deux"]]) {
    expect(await site.run(...args)).toMatchObject({ status: 1, stderr: /^Un dossier, et avec --keep/ })
  }
})

test("a backup that fails its verification is not taken for one, and no good one goes", async () => {
  await using site = await openSite()
  const old = [1, 45, 60].map((days) => `lisanga-${daysAgo(days)}.tar`)
  site.fill(old)
  const main = join(site.dataDir, "main.js")
  writeFileSync(main, "process.exit(1)")
  const made = { db: site.db, dataDir: site.dataDir, folder: site.backups, keptDays: 30, now: new Date(), main }
  const stop = new AbortController().signal
  const failing = () => backUpNightly({ ...made, stop, progress: () => ({ advance() {} }) })
  await expect(failing()).rejects.toThrow("Le site ne s’ouvre pas sur cette sauvegarde")
  // The next night's replaces it, so that failures do not fill the disk.
  await expect(failing()).rejects.toThrow("Le site ne s’ouvre pas sur cette sauvegarde")
  expect(site.list()).toEqual([...old, "lisanga-non-verifiee.tar"].sort())
  expect(await lastBackupAt(site.db)).toBeUndefined()

  // The first success after a long time leaves the last good ones.
  expect(await site.run()).toMatchObject({ status: 0, stderr: "" })
  expect(site.list()).toEqual([...old, `lisanga-${today}.tar`].sort())
})

test("pictures that are lost from the site fail the night's backup, and no good one goes", async () => {
  await using site = await openSite()
  for (const name of ["lost.jpg", "kept.jpg", "other.jpg"]) await createTestImage(site.db, name)
  writeFileSync(join(site.dataDir, "uploads", "kept.jpg"), "pixels")
  const old = [1, 45].map((days) => `lisanga-${daysAgo(days)}.tar`)
  site.fill(old)
  expect(await site.run()).toMatchObject({
    status: 1,
    stderr:
      "Il manque le fichier de 2 images du site : restaurez d’abord les fichiers (ImageStoreFailing dans docs/runbook.md)\n",
  })
  expect(site.list()).toEqual([...old, "lisanga-non-verifiee.tar"].sort())
  expect(await lastBackupAt(site.db)).toBeUndefined()

  for (const name of ["lost.jpg", "other.jpg"]) writeFileSync(join(site.dataDir, "uploads", name), "pixels")
  expect(await site.run()).toMatchObject({ status: 0 })
  expect(site.list()).toEqual([...old, `lisanga-${today}.tar`].sort())
})

test.runIf(engine === "sqlite")("nothing is made of a folder without a site", async () => {
  await using site = await openSite()
  const environment = { DATA_DIR: join(site.dataDir, "missing") }
  const result = await runCommand("backup", ["nightly", site.backups], { environment })
  expect(result).toMatchObject({ status: 1, stderr: /il n’y a pas de site/ })
  expect(site.list()).toEqual([])
})
