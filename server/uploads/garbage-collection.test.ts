import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { collectImageGarbage } from "#server/storage/garbage-collection.ts"
import { acquireLease, PICTURE_DELETIONS, releaseLease } from "#server/storage/leases.ts"
import { makeProject } from "#server/testing/make.ts"
import { makeForm, makePicture } from "#server/testing/make-picture.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const HOUR_MS = 3_600_000

/** A site whose clock the test moves on, with one uploaded picture that no project shows yet. */
async function startWithUpload() {
  let ahead = 0
  const site = await startApp({ now: () => new Date(Date.now() + ahead) })
  const headers = await signInAs(site, "admin")
  const body = makeForm({ images: await makePicture({ width: 400, height: 300 }) })
  const response = await site.request("/upload", { method: "POST", body, headers })
  const [name = ""] = ((await response.json()) as { filenames: string[] }).filenames
  await site.variants.waitUntilIdle()
  return {
    ...site,
    name,
    wait: (hours: number) => {
      ahead += hours * HOUR_MS
    },
    sweep: () => collectImageGarbage(site),
  }
}

test("a picture whose form was never saved goes after a day, with its variants", async () => {
  await using site = await startWithUpload()
  site.wait(23)
  await site.sweep()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  site.wait(2)
  await site.sweep()
  expect(readdirSync(site.uploads)).toEqual([])
  expect(readdirSync(site.variantsFolder)).toEqual([])
  expect(await site.db.selectFrom("images").selectAll().execute()).toEqual([])
})

test("a picture that a project shows stays", async () => {
  await using site = await startWithUpload()
  await makeProject(site.db, { images: [{ name: site.name, alt: "" }] })
  site.wait(1000)
  await site.sweep()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  expect(readdirSync(site.variantsFolder)).not.toEqual([])
})

test("a file without a row goes after an hour, unless an imported project names it", async () => {
  await using site = await startWithUpload()
  for (const name of ["lost.jpg", "imported.jpg", "path.jpg", "notes.txt"])
    writeFileSync(join(site.uploads, name), "pixels")
  const imported = ["imported.jpg", "/uploads/path.jpg"].map((name) => ({ name, alt: "" }))
  await makeProject(site.db, { images: imported })
  await site.sweep()
  expect(readdirSync(site.uploads)).toContain("lost.jpg")
  site.wait(2)
  await site.sweep()
  expect(readdirSync(site.uploads).sort()).toEqual([site.name, "imported.jpg", "path.jpg", "notes.txt"].sort())
})

test("what a killed process left half-written goes at once, what a running one writes stays", async () => {
  await using site = await startWithUpload()
  const left = join(site.uploads, ".tmp-999999-dead")
  const mine = join(site.uploads, `.tmp-${process.pid}-alive`)
  const former = join(site.variantsFolder, `.tmp-${process.pid}-before`)
  for (const path of [left, mine]) mkdirSync(path)
  writeFileSync(former, "")
  utimesSync(former, new Date(0), new Date(0))
  await site.sweep()
  expect([left, mine, former].map((path) => existsSync(path))).toEqual([false, true, false])
})

test("while a backup runs nothing is deleted, and afterwards everything is", async () => {
  await using site = await startWithUpload()
  site.wait(25)
  await acquireLease(site.db, PICTURE_DELETIONS, new Date(site.now().getTime() + HOUR_MS))
  await site.sweep()
  expect(readdirSync(site.uploads)).toEqual([site.name])
  await releaseLease(site.db, PICTURE_DELETIONS)
  await site.sweep()
  expect(readdirSync(site.uploads)).toEqual([])
})

test("a backup that died holds nothing back for long", async () => {
  await using site = await startWithUpload()
  await acquireLease(site.db, PICTURE_DELETIONS, new Date(site.now().getTime() + HOUR_MS))
  site.wait(25)
  await site.sweep()
  expect(readdirSync(site.uploads)).toEqual([])
})

test("a variant whose picture is gone goes too", async () => {
  await using site = await startWithUpload()
  writeFileSync(join(site.variantsFolder, "gone.jpg.320.webp"), "pixels")
  await site.sweep()
  expect(readdirSync(site.variantsFolder)).not.toContain("gone.jpg.320.webp")
})
