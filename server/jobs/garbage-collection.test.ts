// @module-tag engines
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryPath } from "#server/files.ts"
import { acquireDeletionLease, releaseDeletionLease } from "#server/images/store/deletion.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { collectImageGarbage } from "./garbage-collection.ts"
import { takeCollection } from "./leases.ts"

const HOUR_MS = 3_600_000

/** Starts a site whose clock the test advances, with one uploaded image that no project shows. */
async function startWithUpload() {
  let offsetMs = 0
  const site = await startApp({ now: () => new Date(Date.now() + offsetMs) })
  const headers = await signInAs(site, "admin")
  const body = createForm({ images: await createImageFile({ width: 400, height: 300 }) })
  const response = await site.request("/upload", { method: "POST", body, headers })
  const [name = ""] = ((await response.json()) as { filenames: string[] }).filenames
  await site.variants.waitUntilIdle()
  return {
    ...site,
    name,
    advance: (hours: number) => {
      offsetMs += hours * HOUR_MS
    },
    collect: () => collectImageGarbage(site),
  }
}

test("an image that no project shows is deleted after a day, with its variants", async () => {
  await using site = await startWithUpload()
  site.advance(23)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  site.advance(2)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([])
  expect(readdirSync(site.variantsFolder)).toEqual([])
  expect(await site.db.selectFrom("images").selectAll().execute()).toEqual([])
})

test("any number of unused images is deleted at once", async () => {
  await using site = await startApp()
  const old = {
    type: "image/jpeg",
    bytes: 1,
    width: 1,
    height: 1,
    colour: "#000000",
    createdAt: "2026-01-01T00:00:00.000Z",
  }
  const names = Array.from({ length: 2_001 }, (_, index) => `${index}.jpg`)
  for (let start = 0; start < names.length; start += 1_000) {
    const rows = names.slice(start, start + 1_000).map((name) => ({ ...old, name }))
    await site.db.insertInto("images").values(rows).execute()
  }
  await collectImageGarbage(site)
  expect(await site.db.selectFrom("images").select("name").execute()).toEqual([])
})

test("an image that a project shows stays", async () => {
  await using site = await startWithUpload()
  await createTestProject(site.db, { images: [{ name: site.name, alt: "" }] })
  site.advance(1000)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  expect(readdirSync(site.variantsFolder)).not.toEqual([])
})

test.each(["draft", "published"] as const)("an image that a page's %s content shows stays", async (state) => {
  await using site = await startWithUpload()
  await site.db.insertInto("contentImages").values({ page: "accueil", state, image: site.name }).execute()
  site.advance(1000)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  expect(readdirSync(site.variantsFolder)).not.toEqual([])
  await site.db.deleteFrom("contentImages").execute()
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([])
})

test("an image of the library stays; in the trash it stays for 30 days, with what was written about it", async () => {
  await using site = await startWithUpload()
  const details = { name: site.name, alt: "Une grue", altFolded: "une grue" }
  await site.db.insertInto("imageDetails").values(details).execute()
  await site.db.updateTable("images").set({ libraryAt: site.now().toISOString() }).execute()
  site.advance(1000)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  await site.db.updateTable("images").set({ deletedAt: site.now().toISOString() }).execute()
  site.advance(30 * 24 - 1)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  site.advance(2)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([])
  expect(await site.db.selectFrom("images").selectAll().execute()).toEqual([])
  expect(await site.db.selectFrom("imageDetails").selectAll().execute()).toEqual([])
})

test("a file without a row is deleted after an hour, unless an imported project names it", async () => {
  await using site = await startWithUpload()
  for (const name of ["lost.jpg", "imported.jpg", "path.jpg", "notes.txt"])
    writeFileSync(join(site.uploads, name), "pixels")
  const imported = ["imported.jpg", "/uploads/path.jpg"].map((name) => ({ name, alt: "" }))
  await createTestProject(site.db, { images: imported })
  await site.collect()
  expect(readdirSync(site.uploads)).toContain("lost.jpg")
  site.advance(2)
  await site.collect()
  expect(readdirSync(site.uploads).sort()).toEqual([site.name, "imported.jpg", "path.jpg", "notes.txt"].sort())
})

test("temporary files of a killed process are deleted at once, those of a running one stay", async () => {
  await using site = await startWithUpload()
  const left = temporaryPath(site.uploads, 999_999)
  const mine = temporaryPath(site.uploads)
  const former = temporaryPath(site.variantsFolder)
  const elsewhere = join(site.uploads, ".tmp-0123abcd-999999-in-another-container")
  for (const path of [left, mine, elsewhere]) mkdirSync(path)
  writeFileSync(former, "")
  utimesSync(former, new Date(0), new Date(0))
  await site.collect()
  expect([left, mine, former, elsewhere].map((path) => existsSync(path))).toEqual([false, true, false, true])
  utimesSync(elsewhere, new Date(0), new Date(0))
  await site.collect()
  expect(existsSync(elsewhere)).toBe(false)
})

test("nothing is deleted while deletions are leased", async () => {
  await using site = await startWithUpload()
  site.advance(25)
  await acquireDeletionLease(site.db, "a backup", new Date(site.now().getTime() + HOUR_MS))
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  await releaseDeletionLease(site.db, "a backup")
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([])
})

test("the folder of a form stays for as long as one of its files arrives", async () => {
  await using site = await startApp()
  const folder = temporaryPath(site.uploads)
  mkdirSync(folder)
  writeFileSync(join(folder, "0"), "pix")
  const inTwoHours = new Date(Date.now() + 2 * HOUR_MS)
  utimesSync(join(folder, "0"), inTwoHours, inTwoHours)
  expect(await site.images.listAbandonedFiles(inTwoHours)).toEqual([])
  const inFourHours = new Date(Date.now() + 4 * HOUR_MS)
  expect(await site.images.listAbandonedFiles(inFourHours)).toEqual([folder])
})

test("a lease that was never released ends by itself", async () => {
  await using site = await startWithUpload()
  await acquireDeletionLease(site.db, "a backup", new Date(site.now().getTime() + HOUR_MS))
  site.advance(25)
  await site.collect()
  expect(readdirSync(site.uploads)).toEqual([])
})

test("variants of a missing image are deleted", async () => {
  await using site = await startWithUpload()
  writeFileSync(join(site.variantsFolder, "gone.jpg.320.webp"), "pixels")
  await site.collect()
  expect(readdirSync(site.variantsFolder)).not.toContain("gone.jpg.320.webp")
})

test("of several instances one lists the store's objects, the same one or another an hour later", async () => {
  await using site = await startWithUpload()
  const start = Date.UTC(2025, 0, 1)
  let listed = 0
  const originals = {
    ...site.images.originals,
    list: () => {
      listed += 1
      return site.images.originals.list()
    },
  }
  const collectAt = (time: number) =>
    collectImageGarbage({ ...site, images: { ...site.images, originals } }, () =>
      takeCollection(site.db, new Date(time)),
    )
  await Promise.all([start, start, start].map(collectAt))
  const once = listed
  expect(once).toBeGreaterThan(0)
  await collectAt(start + HOUR_MS / 2)
  expect(listed).toBe(once)
  await collectAt(start + HOUR_MS)
  expect(listed).toBe(2 * once)
})

test("a part that belongs to no upload is deleted after a day", async () => {
  await using site = await startWithUpload()
  await site.images.parts.put("lost.0.part", Buffer.from("1234"))
  await site.collect()
  expect(await site.images.parts.list()).toHaveLength(1)
  site.advance(25)
  await site.collect()
  expect(await site.images.parts.list()).toEqual([])
})
