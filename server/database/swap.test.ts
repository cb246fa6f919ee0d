import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { makeFolder, makeSiteIn } from "#server/testing/make-site.ts"
import { connect } from "./connect.ts"
import { acquireExclusiveLock, applySwap, beginSwap, commitSwap, replacedSiteName } from "./swap.ts"

/** A data folder with a site called old, and one called new that waits to take its place. */
async function makeReplacement() {
  const [folder, other] = [makeFolder(), makeFolder()]
  await makeSiteIn(folder.path, "old")
  await makeSiteIn(other.path, "new")
  // What a crash of the old site would have left.
  writeFileSync(join(folder.path, "site.db-wal"), "old")
  const waiting = beginSwap(folder.path)
  for (const name of readdirSync(join(other.path, "uploads"))) {
    renameSync(join(other.path, "uploads", name), join(waiting, "uploads", name))
  }
  renameSync(join(other.path, "site.db"), join(waiting, "site.db"))
  other[Symbol.dispose]()
  return folder
}

/** The name of the one project, and whether its picture is there. */
async function siteIn(dataDir: string) {
  const db = await connect(dataDir)
  const [project] = await db.selectFrom("projects").select("name").execute()
  const shown = await db.selectFrom("projectImages").select("image").execute()
  await db.destroy()
  const files = readdirSync(join(dataDir, "uploads"))
  return { name: project?.name, whole: files.length === 1 && shown.every(({ image }) => files.includes(image)) }
}

test("a replacement that was not decided leaves the old site, and nothing behind", async () => {
  using folder = await makeReplacement()
  expect(await siteIn(folder.path)).toEqual({ name: "old", whole: true })
  expect(readdirSync(folder.path)).not.toContain("restore-unfinished")
})

test("a death after any step of a decided replacement leaves the new site, and the old one beside it", async () => {
  for (let survived = 0, done = false; !done; survived += 1) {
    using folder = await makeReplacement()
    await commitSwap(folder.path)
    const placing = applySwap(folder.path, new Date())
    for (let step = 0; step < survived; step += 1) done = placing.next().done ?? false
    expect(await siteIn(folder.path)).toEqual({ name: "new", whole: true })
    expect(existsSync(join(folder.path, "site.db-wal"))).toBe(false)
    const [kept = ""] = readdirSync(folder.path).filter((name) => name.startsWith("avant-restauration-"))
    expect(readFileSync(join(folder.path, kept, "site.db-wal"), "utf8")).toBe("old")
    rmSync(join(folder.path, kept, "site.db-wal"))
    expect(await siteIn(join(folder.path, kept))).toEqual({ name: "old", whole: true })
  }
})

test("a folder that somebody has open cannot be taken, one that is taken cannot be opened", {
  timeout: 30_000,
}, async () => {
  using folder = makeFolder()
  const db = await connect(folder.path)
  expect(() => acquireExclusiveLock(folder.path)).toThrow(/locked/)
  await db.destroy()
  const lock = acquireExclusiveLock(folder.path)
  await expect(connect(folder.path)).rejects.toThrow(`${folder.path} est en cours de restauration`)
  lock.release()
  await (await connect(folder.path)).destroy()
})

test("where the old site is kept says when it was replaced", () => {
  expect(replacedSiteName(new Date("2026-03-05T07:08:09Z"))).toBe("avant-restauration-2026-03-05T070809.000Z")
})
