import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { expect, test, vi } from "vitest"
import { temporaryPath } from "#server/files.ts"
import { acquireDeletionLease } from "#server/images/store/deletion.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { runCommand } from "#server/testing/run-command.ts"
import { createTemporaryFolder, startSite } from "#server/testing/test-site.ts"

// Commands are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Starts a site with three images in one project. */
async function startWithPictures() {
  const folder = createTemporaryFolder()
  const site = await startSite(folder.path)
  const names = [await site.upload(), await site.upload(), await site.upload()] as const
  await site.variants.waitUntilIdle()
  const images = names.map((name, index) => ({ name, alt: `Vue ${index + 1}` }))
  const id = await createTestProject(site.db, { name: "École", images })
  return {
    ...site,
    names,
    id,
    check: (...args: string[]) => site.run("images", "check", ...args),
    file: (name: string) => join(site.uploads, name),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

function age(path: string) {
  utimesSync(path, new Date(0), new Date(0))
}

const inOrder = { status: 0, stdout: "Images en ordre\n", stderr: "" }

test("an image store in order is not changed", async () => {
  await using site = await startWithPictures()
  writeFileSync(site.file("imported.jpg"), "pixels")
  writeFileSync(site.file("path.jpg"), "pixels")
  for (const name of ["imported.jpg", "path.jpg"]) age(site.file(name))
  const shown = ["imported.jpg", "\\uploads\\path.jpg", "https://exemple.cd/ailleurs.jpg"]
  await createTestProject(site.db, { images: shown.map((name) => ({ name, alt: "" })) })
  expect(await site.check()).toEqual(inOrder)
  expect(await site.check("--fix")).toEqual(inOrder)
  expect(readdirSync(site.uploads).sort()).toEqual([...site.names, "imported.jpg", "path.jpg"].sort())
})

test("a damaged image is reported, and stays", async () => {
  await using site = await startWithPictures()
  const [name] = site.names
  const content = readFileSync(site.file(name))
  writeFileSync(site.file(name), content.subarray(0, 100))
  const line = `Image abîmée : ${name}`
  const found = await site.check()
  expect([found.status, found.stdout.split("\n")[0]]).toEqual([1, line])
  const left = await site.check("--fix")
  expect([left.status, left.stdout]).toEqual([
    1,
    `${line} → laissé\nRéparées : 0, laissées : 1 (une image abîmée revient d’une sauvegarde, ou se remplace dans « Images »)\n`,
  ])
  using folder = createTemporaryFolder()
  const saved = await site.run("backup", join(folder.path, "sauvegarde"))
  expect([saved.status, saved.stderr]).toEqual([0, `Image déjà abîmée quand la sauvegarde a été faite : ${name}\n`])
  writeFileSync(site.file(name), content)
  expect(await site.check()).toEqual(inOrder)
})

test("every anomaly is one line, and is repaired with --fix alone, while the site runs", async () => {
  await using site = await startWithPictures()
  const [first, missing, third] = site.names
  rmSync(site.file(missing))
  await createTestProject(site.db, { images: [{ name: "/uploads/imported.jpg", alt: "" }] })
  writeFileSync(site.file("orphan.jpg"), "pixels")
  age(site.file("orphan.jpg"))
  const left = temporaryPath(site.uploads, 999_999)
  mkdirSync(left)
  writeFileSync(join(site.variantsFolder, "gone.jpg.320.webp"), "pixels")
  const lines = [
    ...[missing, "imported.jpg"].sort().map((name) => `Image sans fichier : ${name}`),
    "Fichier sans image : orphan.jpg",
    `Fichier inachevé : uploads/${basename(left)}`,
    ...["gone.jpg"].map((name) => `Variantes sans image : ${name}`),
  ]
  const before = readdirSync(site.dataDir, { recursive: true }).sort()
  const found = await site.check()
  expect([found.status, found.stderr]).toEqual([1, ""])
  expect(found.stdout.split("\n").slice(0, -2)).toEqual(lines)
  expect(found.stdout).toContain(
    "Anomalies : 5. Restaurez d’abord les fichiers (ImageStoreFailing dans docs/runbook.md) : --fix retire du site les images perdues\n",
  )
  expect(readdirSync(site.dataDir, { recursive: true }).sort()).toEqual(before)

  const repaired = await site.check("--fix")
  expect([repaired.status, repaired.stderr]).toEqual([0, ""])
  expect(repaired.stdout).toBe(`${lines.map((line) => `${line} → réparé\n`).join("")}Réparées : 5, laissées : 0\n`)
  expect(await site.check()).toEqual(inOrder)
  expect(readdirSync(site.uploads).sort()).toEqual([first, third].sort())
})

test("a missing image is removed from its projects, without gaps, with a new version and an audit entry", async () => {
  await using site = await startWithPictures()
  const [first, missing, third] = site.names
  const version = async () => (await site.db.selectFrom("contentVersion").select("version").executeTakeFirst())?.version
  const before = (await version()) ?? 0
  rmSync(site.file(missing))
  expect((await site.check("--fix")).status).toBe(0)
  const project = await (await site.request(`/api/projects/${site.id}`)).json()
  expect(project).toMatchObject({ project_images: [first, third], image_alts: ["Vue 1", "Vue 3"], version: 2 })
  const places = await site.db.selectFrom("projectImages").select("position").orderBy("position").execute()
  expect(places.map(({ position }) => position)).toEqual([0, 1])
  const rows = await site.db.selectFrom("images").select("name").execute()
  expect(rows.map(({ name }) => name).sort()).toEqual([first, third].sort())
  expect(await version()).toBeGreaterThan(before)
  const audit = await site.db.selectFrom("audit").selectAll().where("action", "=", "drop lost image").execute()
  expect(audit).toMatchObject([
    { accountId: null, subject: "project", subjectId: site.id },
    { subject: "image", details: JSON.stringify({ name: missing }) },
  ])
  expect(JSON.parse(audit[0]?.details ?? "")).toMatchObject({ images: [{ position: 1, image: missing, alt: "Vue 2" }] })
})

test("a lost picture of a contact request is removed from it, and its other picture stays", async () => {
  await using site = await startWithPictures()
  const [first, missing] = site.names
  const row = { ...contactFields, fullNameFolded: "", messageFolded: "", createdAt: "2025-01-01T00:00:00.000Z" }
  const { id } = await site.db.insertInto("messages").values(row).returning("id").executeTakeFirstOrThrow()
  const pictures = [missing, first].map((image, position) => ({ messageId: id, position, image }))
  await site.db.insertInto("messagePhotos").values(pictures).execute()
  rmSync(site.file(missing))
  const repaired = await site.check("--fix")
  expect([repaired.status, repaired.stderr]).toEqual([0, ""])
  expect(await site.db.selectFrom("messagePhotos").select("image").execute()).toEqual([{ image: first }])
  expect(await site.check()).toEqual(inOrder)
})

test("a recent file without a row is left", async () => {
  await using site = await startWithPictures()
  writeFileSync(site.file("young.jpg"), "pixels")
  const left = await site.check("--fix")
  expect(left.status).toBe(1)
  expect(left.stdout).toBe(
    "Fichier sans image, récent : young.jpg → laissé\nRéparées : 0, laissées : 1 (ce qui est récent attend une minute)\n",
  )
  expect(readdirSync(site.uploads)).toContain("young.jpg")
})

test("during a backup no file is deleted, and the command says why", async () => {
  await using site = await startWithPictures()
  writeFileSync(site.file("orphan.jpg"), "pixels")
  age(site.file("orphan.jpg"))
  await acquireDeletionLease(site.db, "a backup", new Date(Date.now() + 600_000))
  const left = await site.check("--fix")
  expect(left.status).toBe(1)
  expect(left.stdout).toMatch(/orphan\.jpg → laissé\n.*\(une sauvegarde retient les suppressions\)\n$/)
  expect(readdirSync(site.uploads)).toContain("orphan.jpg")
})

test("a visitor’s private picture in a project or on a page is named, and left", async () => {
  await using site = await startWithPictures()
  const [ofProject, ofPage] = site.names
  const hide = site.db.updateTable("images").set({ privateAt: "2025-01-01T00:00:00.000Z" })
  await hide.where("name", "in", [ofProject, ofPage]).execute()
  await site.db.deleteFrom("projectImages").where("image", "=", ofPage).execute()
  await site.db.insertInto("contentImages").values({ page: "accueil", state: "published", image: ofPage }).execute()
  const lines = [ofProject, ofPage].sort().map((name) => `Photo privée dans un projet ou une page : ${name}`)
  const { status, stdout } = await site.check()
  expect([status, stdout.split("\n").slice(0, 2)]).toEqual([1, lines])
  const left = await site.check("--fix")
  expect(left.stdout).toBe(
    `${lines.map((line) => `${line} → laissé\n`).join("")}Réparées : 0, laissées : 2 (retirez la photo privée, ou envoyez son fichier dans « Images »)\n`,
  )
})

test("help and errors", async () => {
  using folder = createTemporaryFolder()
  const environment = { DATA_DIR: join(folder.path, "nowhere") }
  expect((await runCommand("images", ["--help"], { environment })).stdout).toContain("npm run images -- check --fix")
  const cases: [string[], string][] = [
    [["efface"], "Action inconnue « efface » : voir --help"],
    [["--fix"], "Action inconnue «  » : voir --help"],
    [["check", "tout"], "Trop de mots : voir --help"],
    [["check"], `DATA_DIR : il n’y a pas de site dans ${environment.DATA_DIR}`],
  ]
  for (const [args, line] of cases) {
    expect(await runCommand("images", args, { environment })).toEqual({ status: 1, stdout: "", stderr: `${line}\n` })
  }
  expect(readdirSync(folder.path)).toEqual([])
})

test("images of the library, of its trash and of pages are in order; a lost one of a page waits for a person", async () => {
  await using site = await startWithPictures()
  const [library, trashed, ofPage] = site.names
  await site.db.deleteFrom("projects").execute()
  await site.db.updateTable("images").set({ libraryAt: "2025-01-01" }).where("name", "=", library).execute()
  await site.db.updateTable("images").set({ deletedAt: "2025-01-01" }).where("name", "=", trashed).execute()
  await site.db.insertInto("contentImages").values({ page: "accueil", state: "published", image: ofPage }).execute()
  expect(await site.check("--fix")).toEqual(inOrder)
  expect(readdirSync(site.uploads).sort()).toEqual([...site.names].sort())
  rmSync(site.file(ofPage))
  const { stdout } = await site.check("--fix")
  expect(stdout).toContain(`Image sans fichier : ${ofPage} → laissé`)
  expect(stdout).toContain("une page du site montre l’image : remplacez-la dans « Images »")
})
