// @module-tag engines
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { readContent } from "#server/content/published/published.ts"
import { connect, connectFile, connectUrl } from "#server/database/connect.ts"
import { checksumRows, copyRows } from "#server/database/copy-rows.ts"
import type { Database } from "#server/database/core/database.ts"
import { migrate, migrations } from "#server/database/migrate.ts"
import { copyToFile } from "#server/database/snapshot.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import { createS3ImageStore } from "#server/images/store/s3-image-store.ts"
import { createLog } from "#server/log.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { engine, openInstances, openTestDatabase, openTwice } from "#server/testing/open-test-database.ts"
import { runCommand } from "#server/testing/run-command.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { createTemporaryFolder, startSite } from "#server/testing/test-site.ts"
import { createBackup } from "./create-backup.ts"
import { transferSite } from "./transfer.ts"

const progress = () => ({ advance() {} })

const announcement = { text: "Ouvert dimanche", href: "/contact", from: "", until: "2099-01-01T18:00" }

/** Creates a stopped site with a live and a deleted project, an image, a message, an account and edited content. */
async function fillDataFolder(dataDir: string) {
  await using site = await startSite(dataDir)
  const name = await site.upload()
  await createTestProject(site.db, {
    ...{ name: "École", images: [{ name, alt: "Vue" }] },
    // This date has a format in which another program may write it.
    publishedAt: "2024-05-01 10:00",
  })
  const deleted = await createTestProject(site.db, { name: "Pont", status: null })
  await site.db.deleteFrom("projects").where("id", "=", deleted).execute()
  await site.postJson("/api/contact", contactFields)
  const editor = await createEditor(site)
  await editor.replace("annonce", announcement)
  const hero = { ...defaultContent["a-propos"].hero, photo: name }
  const draft = await editor.save(await editor.open("a-propos"), { ...defaultContent["a-propos"], hero })
  await editor.schedule(draft.page, "2099-01-01T08:00")
  await site.db.insertInto("imageDetails").values({ name, alt: "Vue", focusX: 20, focusY: 70 }).execute()
  await createView(site.db, "ecoles")
  await site.db
    .deleteFrom("savedViews")
    .where("id", "=", await createView(site.db, "ponts"))
    .execute()
  return { name, deleted, from: { file: join(dataDir, "site.db"), images: createDiskImageStore(dataDir) } }
}

async function createView(db: Database, name: string): Promise<number> {
  const view = { accountId: 1, name, nameFolded: name, params: "{}", createdAt: "", updatedAt: "" }
  const { id } = await db.insertInto("savedViews").values(view).returning("id").executeTakeFirstOrThrow()
  return id
}

/** Opens an empty site on the engine under test with its images in S3. */
async function openTarget(folder: string) {
  const s3 = await startS3Server()
  const db = await openTestDatabase()
  return {
    s3,
    db,
    images: createS3ImageStore(s3.settings, folder),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await s3[Symbol.asyncDispose]()
    },
  }
}

async function listProjectNames(db: Database) {
  return (await db.selectFrom("projects").select("name").execute()).map(({ name }) => name)
}

const textIndexes = [
  "audit_bigrams",
  "audit_search",
  "message_bigrams",
  "message_entry_bigrams",
  "message_entry_search",
  "message_search",
  "project_bigrams",
  "project_search",
]

async function listTextIndexes(db: Database) {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where indexdef like '%USING gin%' order by name
  `.execute(db)
  return rows.map(({ name }) => name)
}

test("a site is copied to the other engine and back, with proof, and no id is given out twice", async () => {
  using folder = createTemporaryFolder()
  const { name, deleted, from } = await fillDataFolder(join(folder.path, "data"))
  await using target = await openTarget(join(folder.path, "temporary"))
  const proof = await transferSite({ from, to: target, progress })
  expect(proof).toMatchObject({ images: 1, missing: [], tables: { projects: { rows: 1 }, messages: { rows: 1 } } })
  expect([...target.s3.objects.keys()]).toEqual([`site/originals/${name}`])
  const counts = await target.db
    .selectFrom("projectCounts")
    .select(["sector", "year", "count"])
    .where("count", ">", 0)
    .execute()
  expect(counts).toEqual([{ sector: "Construction", year: "2024", count: 1 }])
  expect(await target.db.selectFrom("messageCounts").select("count").execute()).toEqual([{ count: 1 }])
  const log = createLog("silent")
  expect(await readContent({ db: target.db, log }, "annonce")).toEqual(announcement)
  const content = { revisions: 1, drafts: 1, contentImages: 1, contentChanges: 1, imageDetails: 1, savedViews: 1 }
  for (const [table, rows] of Object.entries(content)) expect(proof.tables).toMatchObject({ [table]: { rows } })
  if (engine === "postgres") expect(await listTextIndexes(target.db)).toEqual(textIndexes)

  const back = join(folder.path, "back")
  const copied = join(folder.path, "copy.db")
  await copyToFile(target.db, copied)
  {
    await using db = await connect(back)
    const images = createDiskImageStore(back)
    const returned = await transferSite({ from: { file: copied, images: target.images }, to: { db, images }, progress })
    expect(returned.tables).toEqual(proof.tables)
    expect(await createTestProject(db)).toBeGreaterThan(deleted)
  }
  expect(readdirSync(join(back, "uploads"))).toEqual([name])
  expect(await createTestProject(target.db)).toBeGreaterThan(deleted)
  expect(await createView(target.db, "trois")).toBe(3)
})

test("a backup from S3 has the pictures that imported projects show, as one from the disk has", async () => {
  using folder = createTemporaryFolder()
  await using site = await openTarget(join(folder.path, "temporary"))
  const names = ["facade-2019.jpg", "plan.png", "ancienne.webp"]
  for (const name of names) await site.images.originals.put(name, Buffer.from(name))
  const images = names.slice(0, 2).map((name) => ({ name: `/uploads/${name}`, alt: null }))
  await createTestProject(site.db, {
    name: "Importé",
    images: [...images, { name: "https://exemple.cd/a.jpg", alt: null }],
  })
  const { files } = await createBackup({
    ...site,
    dataDir: folder.path,
    target: join(folder.path, "site.tar"),
    progress,
  })
  expect(files.map(({ name }) => name).sort()).toEqual(["site.db", "uploads/facade-2019.jpg", "uploads/plan.png"])
})

test("what a later release has migrated is refused, since its tables would stay behind", async () => {
  await using from = await openTestDatabase()
  await using to = await openTestDatabase()
  await createTestProject(from)
  await migrate(from, { ...migrations, "9999-later": { up: async () => {} } })
  await expect(copyRows(from, to)).rejects.toThrow(/^L’origine vient d’une version plus récente .*9999-later/)
  expect(await listProjectNames(to)).toEqual([])
})

test("a target that has rows is refused, and stays as it is", async () => {
  using folder = createTemporaryFolder()
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")]
  await fillDataFolder(from)
  mkdirSync(join(to, "uploads"), { recursive: true })
  await using s3 = await startS3Server()
  const { IMAGE_STORE_URL, ...environment } = s3.environment("site")
  const opened = await openInstances(join(to, "site.db"))
  await using db = opened.db
  await opened.other.destroy()
  await createTestProject(db, { name: "Déjà là" })
  const before = await checksumRows(db)
  const place = "url" in opened ? `${opened.url},${IMAGE_STORE_URL}` : to
  const { status, stderr } = await runCommand("move", ["--from", from, "--to", place], { environment })
  expect([status, stderr]).toEqual([1, "La destination contient déjà des données : elle doit être vide\n"])
  expect(await checksumRows(db)).toEqual(before)
  expect([...s3.objects.keys(), ...readdirSync(join(to, "uploads"))]).toEqual([])
})

test("a copy that was interrupted is started again, and stores no image twice", async () => {
  using folder = createTemporaryFolder()
  const { name, from } = await fillDataFolder(join(folder.path, "data"))
  await using target = await openTarget(join(folder.path, "temporary"))
  const stop = (label: string) => ({
    advance() {
      if (label === "Lignes") throw new Error("interrupted")
    },
  })
  await expect(transferSite({ from, to: target, progress: stop })).rejects.toThrow("interrupted")
  expect(await listProjectNames(target.db)).toEqual([])
  await transferSite({ from, to: target, progress })
  expect(await listProjectNames(target.db)).toEqual(["École"])
  const puts = target.s3.requests.filter((request) => request.startsWith("PUT"))
  expect(puts).toEqual([expect.stringContaining(name)])
})

test("a target that has images of another site is refused, before anything is stored there", async () => {
  using folder = createTemporaryFolder()
  const { from } = await fillDataFolder(join(folder.path, "data"))
  await using target = await openTarget(join(folder.path, "temporary"))
  await target.images.originals.put("autre.jpg", Buffer.from("d’un autre site"))
  await expect(transferSite({ from, to: target, progress })).rejects.toThrow(/images que l’origine n’a pas, dont autre/)
  expect([...target.s3.objects.keys()]).toEqual(["site/originals/autre.jpg"])
  expect(await listProjectNames(target.db)).toEqual([])
})

test("an image that differs stops the copy; one that was damaged before is copied and told of", async () => {
  using folder = createTemporaryFolder()
  const { name, from } = await fillDataFolder(join(folder.path, "data"))
  await using target = await openTarget(join(folder.path, "temporary"))
  await target.images.originals.put(name, Buffer.from("à moitié"))
  await expect(transferSite({ from, to: target, progress })).rejects.toThrow(`L’image ${name} diffère après la copie`)
  expect(await listProjectNames(target.db)).toEqual([])
  await target.images.originals.delete(name)
  await from.images.originals.put(name, Buffer.from("abîmée"))
  expect(await transferSite({ from, to: target, progress })).toMatchObject({ images: 1, missing: [], damaged: [name] })
  expect(await listProjectNames(target.db)).toEqual(["École"])
})

test("NUL, which PostgreSQL cannot store, is left out of texts", async () => {
  using folder = createTemporaryFolder()
  const { from } = await fillDataFolder(join(folder.path, "data"))
  {
    await using db = await connectFile(from.file)
    await sql`update projects set description = 'avant' || char(0) || 'après'`.execute(db)
  }
  await using target = await openTarget(join(folder.path, "temporary"))
  await transferSite({ from, to: target, progress })
  const { description } = await target.db.selectFrom("projects").select("description").executeTakeFirstOrThrow()
  expect(description).toBe("avantaprès")
})

test.runIf(engine === "postgres").each([
  ["images", "update images set width = 12.5", /^La ligne name = \w+\.\w+ de la table images /],
  ["messages", "update messages set email = hex(randomblob(9000))", /^La ligne id = 1 de la table messages /],
  ["messages", "update messages set message = cast('abc' as blob)", /^La ligne id = 1 de la table messages .*octets/],
])("a row of %s that PostgreSQL cannot store is named: %s", async (_table, statement, message) => {
  using folder = createTemporaryFolder()
  const { from } = await fillDataFolder(join(folder.path, "data"))
  {
    await using db = await connectFile(from.file)
    await sql.raw(statement).execute(db)
  }
  await using target = await openTarget(join(folder.path, "temporary"))
  await expect(transferSite({ from, to: target, progress })).rejects.toThrow(message)
  expect(await listProjectNames(target.db)).toEqual([])
})

test("npm run move copies a running site into another folder, and tells what it compared", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  const [from, to] = [join(folder.path, "from"), join(folder.path, "to")]
  await fillDataFolder(from)
  await using _running = await startSite(from)
  const moved = await runCommand("move", ["--from", from, "--to", to], { environment: {} })
  expect(moved.status).toBe(0)
  expect(moved.stderr).toMatch(/^Attention : un site ou une commande travaille sur l’origine ;.*\n$/)
  expect(moved.stdout).toMatch(/^projects +1 ligne {3}[0-9a-f]{16}$/m)
  expect(moved.stdout).toMatch(/^images +1 fichier$/m)
  await using db = await connectFile(join(to, "site.db"))
  expect(await listProjectNames(db)).toEqual(["École"])
  const keys = { AWS_ACCESS_KEY_ID: "cle-secrete", AWS_SECRET_ACCESS_KEY: "cle-secrete" }
  const bucket = "s3://images?endpoint=http://127.0.0.1:1"
  for (const [args, line] of [
    [["--from", from, "--to", to], /^La destination contient déjà des données : elle doit être vide$/],
    [["--from", join(folder.path, "nowhere"), "--to", to], /^--from : il n’y a pas de site dans /],
    [["--from", `${from},s3://a`, "--to", to], /vont ensemble/],
    [["--from", from], /^Il faut --from SITE et --to SITE/],
    [["--from", from, "--to", "postgres://localhost/site"], /s3:/],
    [["--from", to, "--to", from], /^Un site ou une commande travaille sur .*from : arrêtez-les d’abord$/],
    [["--from", from, "--to", `postgres://a:secret@127.0.0.1:1/a,${bucket}`], /^--to : PostgreSQL .* \(.*ECONNREFUSED/],
    [["--from", from, "--to", `postgre://a:secret@hote/a,${bucket}`], /^--to : valeur refusée, il faut une adresse/],
  ] as const) {
    const failed = await runCommand("move", [...args], { environment: keys })
    expect([failed.status, failed.stderr.trim().split("\n").length], args.join(" ")).toEqual([1, 1])
    expect(failed.stderr.trim()).toMatch(line)
    expect(failed.stdout + failed.stderr).not.toContain("secret")
  }
  expect(readdirSync(folder.path).sort()).toEqual(["from", "to"])
})

test.runIf(engine === "postgres")(
  "a backup of PostgreSQL and S3 restores into a data folder, and into another database and bucket",
  { timeout: 60_000 },
  async () => {
    using folder = createTemporaryFolder()
    const { name, from } = await fillDataFolder(join(folder.path, "data"))
    await using s3 = await startS3Server()
    const [first, second] = [await openTwice(), await openTwice()]
    const images = createS3ImageStore(s3.settings, join(folder.path, "temporary"))
    await transferSite({ from, to: { db: first.db, images }, progress })

    const archive = join(folder.path, "site.tar")
    const scratch = { DATA_DIR: join(folder.path, "scratch") }
    const ofFirst = { ...scratch, DATABASE_URL: first.url, ...s3.environment("site") }
    expect(await runCommand("backup", [archive], { environment: ofFirst })).toMatchObject({ status: 0, stderr: "" })
    const restored = join(folder.path, "restored")
    const intoFolder = await runCommand("restore", [archive], { environment: { DATA_DIR: restored } })
    expect(intoFolder).toMatchObject({ status: 0, stderr: "" })
    expect(readdirSync(join(restored, "uploads"))).toEqual([name])

    const ofSecond = { ...scratch, DATABASE_URL: second.url, ...s3.environment("other") }
    expect(await runCommand("restore", [archive], { environment: ofSecond })).toMatchObject({ status: 0, stderr: "" })
    expect(s3.objects.has(`other/originals/${name}`)).toBe(true)
    expect(await checksumRows(second.db)).toEqual(await checksumRows(first.db))
    const wrongKey = { ...ofSecond, AWS_SECRET_ACCESS_KEY: "une-autre-cle" }
    const unsigned = await runCommand("backup", [join(folder.path, "unsigned.tar")], { environment: wrongKey })
    expect(unsigned.stderr).toMatch(/^Le stockage des images ne répond pas.* \(S3 403 SignatureDoesNotMatch\)\n$/)
    const again = await runCommand("restore", [archive], { environment: ofSecond })
    expect([again.status, again.stderr]).toEqual([
      1,
      "La destination contient déjà des données : elle doit être vide\n",
    ])
    {
      await using _instance = await connectUrl(second.url)
      const refused = await runCommand("restore", [archive], { environment: ofSecond })
      expect([refused.status, refused.stderr.trim()]).toEqual([
        1,
        expect.stringMatching(/^[^\n]+: un site ou une commande/),
      ])
    }
    for (const { db, other } of [first, second]) {
      await other.destroy()
      await db.destroy()
    }
  },
)
