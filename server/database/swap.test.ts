import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createSite, createTemporaryFolder } from "#server/testing/test-site.ts"
import { connect } from "./connect.ts"
import { acquireExclusiveLock, applySwap, beginSwap, commitSwap, replacedSiteName } from "./swap.ts"

/** Prepares a data folder with a site named old, and a site named new ready to be swapped in. */
async function prepareSwap() {
  const [folder, other] = [createTemporaryFolder(), createTemporaryFolder()]
  await createSite(folder.path, "old")
  await createSite(other.path, "new")
  // A crash of the old site would have left this file.
  writeFileSync(join(folder.path, "site.db-wal"), "old")
  const next = beginSwap(folder.path)
  for (const name of readdirSync(join(other.path, "uploads"))) {
    renameSync(join(other.path, "uploads", name), join(next, "uploads", name))
  }
  renameSync(join(other.path, "site.db"), join(next, "site.db"))
  other[Symbol.dispose]()
  return folder
}

/** Returns the name of the only project, and whether its picture is there. */
async function siteIn(dataDir: string) {
  const db = await connect(dataDir)
  const [project] = await db.selectFrom("projects").select("name").execute()
  const shown = await db.selectFrom("projectImages").select("image").execute()
  await db.destroy()
  const files = readdirSync(join(dataDir, "uploads"))
  return { name: project?.name, whole: files.length === 1 && shown.every(({ image }) => files.includes(image)) }
}

test("a swap that was not committed leaves the old site and no files behind", async () => {
  using folder = await prepareSwap()
  expect(await siteIn(folder.path)).toEqual({ name: "old", whole: true })
  expect(readdirSync(folder.path)).not.toContain("restore-unfinished")
})

test("a crash after any step of a committed swap leaves the new site, and the old one beside it", {
  timeout: 60_000,
}, async () => {
  for (let survived = 0, done = false; !done; survived += 1) {
    using folder = await prepareSwap()
    await commitSwap(folder.path)
    const steps = applySwap(folder.path, new Date())
    for (let step = 0; step < survived; step += 1) done = steps.next().done ?? false
    expect(await siteIn(folder.path)).toEqual({ name: "new", whole: true })
    expect(existsSync(join(folder.path, "site.db-wal"))).toBe(false)
    const [oldSite = ""] = readdirSync(folder.path).filter((name) => name.startsWith("avant-restauration-"))
    expect(readFileSync(join(folder.path, oldSite, "site.db-wal"), "utf8")).toBe("old")
    rmSync(join(folder.path, oldSite, "site.db-wal"))
    expect(await siteIn(join(folder.path, oldSite))).toEqual({ name: "old", whole: true })
  }
})

test("an open folder cannot be locked exclusively, and a locked one cannot be opened", {
  timeout: 30_000,
}, async () => {
  using folder = createTemporaryFolder()
  const db = await connect(folder.path)
  expect(() => acquireExclusiveLock(folder.path)).toThrow(/locked/)
  await db.destroy()
  const lock = acquireExclusiveLock(folder.path)
  await expect(connect(folder.path)).rejects.toThrow(`${folder.path} est en cours de restauration`)
  lock.release()
  await (await connect(folder.path)).destroy()
})

test("the old site's folder is named after the moment of the swap", () => {
  expect(replacedSiteName(new Date("2026-03-05T07:08:09Z"))).toBe("avant-restauration-2026-03-05T070809.000Z")
})
