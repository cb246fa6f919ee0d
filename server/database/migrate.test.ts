// @module-tag engines
import { CamelCasePlugin, Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { expect, test } from "vitest"
import { recordAudit, SYSTEM } from "#server/audit/audit-log.ts"
import { verifyChain } from "#server/audit/verify-chain.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { openEmptyDatabase } from "#server/testing/open-test-database.ts"
import { migrate, migrations, withForeignKeyCheck } from "./migrate.ts"
import { openSqlite } from "./sqlite/dialect.ts"

async function tablesAfter(later: Record<string, Migration>) {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  const failure: unknown = await migrate(db, { ...migrations, ...later }).catch((error: unknown) => error)
  const tables = await db.introspection.getTables()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return { failure, tables: tables.map(({ name }) => name), done: rows.map(({ name }) => name) }
}

const addsTable: Migration = {
  async up(db) {
    await db.schema.createTable("recipes").addColumn("name", "text").execute()
  },
}

const fails: Migration = {
  async up(db) {
    await db.schema.createTable("half").addColumn("name", "text").execute()
    throw new Error("no further")
  },
}

const breaksReference: Migration = withForeignKeyCheck({
  async up(db) {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await db.insertInto("outbox").values({ messageId: 999, nextAt: "" }).execute()
  },
})

test("pending migrations run once, in the order of their names", async () => {
  const { failure, tables, done } = await tablesAfter({ "9999-recipes": addsTable })
  expect(failure).toBeUndefined()
  expect(tables).toContain("recipes")
  expect(done).toEqual([...Object.keys(migrations), "9999-recipes"])
})

test("a migration that fails is rolled back, and so are those that ran with it", async () => {
  const { failure, tables, done } = await tablesAfter({ "9998-recipes": addsTable, "9999-fails": fails })
  expect(failure).toMatchObject({ message: "no further" })
  expect(tables).not.toContain("half")
  expect(tables).not.toContain("recipes")
  expect(tables).not.toContain("projects")
  expect(done).toEqual([])
})

test("a migration that breaks a foreign key is rolled back", async () => {
  const { failure, tables } = await tablesAfter({ "9999-breaks": breaksReference })
  expect(failure).toMatchObject({ message: expect.stringContaining("lignes absentes") })
  expect(tables).not.toContain("outbox")
})

test("0004 normalizes sectors, distinguishes missing from empty alternative texts, and rebuilds the text indexes", async () => {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  const released = Object.entries(migrations).filter(([name]) => name < "0004")
  await migrate(db, Object.fromEntries(released))
  await sql`insert into projects (name, name_folded, description, sector, slug, created_at, updated_at)
    values ('Étang', 'etang', '', 'Pêche', 'etang', '', '')`.execute(db)
  await sql`insert into project_images (project_id, position, image, alt, decorative)
    values (1, 0, 'a.jpg', 'Un étang', 0), (1, 1, 'b.jpg', '', 1), (1, 2, 'c.jpg', '', 0)`.execute(db)
  await sql`insert into messages
    (first_name, last_name, full_name_folded, email, sector, message, message_folded, created_at, handled_at)
    values ('A', 'B', 'a b', 'a@b.cd', 'elevage', 'Zébu', 'zebu', '', null)`.execute(db)
  await sql`insert into holds (name, until) values ('picture deletions', '2030')`.execute(db)
  await migrate(db)
  expect(await db.selectFrom("projects").select(["name", "sectorFolded"]).execute()).toEqual([
    { name: "Étang", sectorFolded: "peche" },
  ])
  const images = await db.selectFrom("projectImages").selectAll().orderBy("position").execute()
  expect(images.map(({ image, alt }) => [image, alt])).toEqual([
    ["a.jpg", "Un étang"],
    ["b.jpg", ""],
    ["c.jpg", null],
  ])
  expect(await db.selectFrom("messages").selectAll().executeTakeFirstOrThrow()).not.toHaveProperty("handledAt")
  expect(await db.selectFrom("leases").select("name").execute()).toEqual([{ name: "picture deletions" }])
  const terms = sql<{
    term: string
  }>`select term from project_search_terms where col = 'sector_folded' and term like '%h%'`
  expect((await terms.execute(db)).rows.map(({ term }) => term)).toEqual(["che", "ech", "he\n"])
  expect(
    (await sql`select rowid from message_search where message_search match '"zeb"'`.execute(db)).rows,
  ).toHaveLength(1)
})

test("0006 counts the messages that there are", async () => {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0006")))
  await sql`insert into messages
    (first_name, last_name, full_name_folded, email, sector, message, message_folded, created_at)
    values ('A', 'B', 'a b', 'a@b.cd', 'elevage', 'Zébu', 'zebu', '')`.execute(db)
  await migrate(db)
  expect(await db.selectFrom("messageCounts").select("count").execute()).toEqual([{ count: 1 }])
})

test("the migrations are listed in the order of their names", () => {
  expect(Object.keys(migrations).sort()).toEqual(Object.keys(migrations))
})

test("0010 publishes the projects that were there, with their slugs, counts and a first revision", async () => {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0010")))
  for (const [slug, deletedAt] of [
    ["etang", null],
    ["pont", "2026-01-02T00:00:00.000Z"],
  ] as const) {
    await sql`insert into projects (name, name_folded, description, sector, slug, version, created_at, updated_at, deleted_at)
      values (${slug}, ${slug}, '', 'Élevage', ${slug}, 3, '2024-12-31T23:30:00.000Z', '', ${deletedAt})`.execute(db)
  }
  await migrate(db)
  expect(await db.selectFrom("projects").select(["slug", "state", "listedAt"]).execute()).toEqual([
    { slug: "etang", state: "published", listedAt: "2024-12-31T23:30:00.000Z" },
    { slug: "pont", state: "trashed", listedAt: "2024-12-31T23:30:00.000Z" },
  ])
  expect(await db.selectFrom("projectSlugs").select(["slug", "projectId"]).execute()).toEqual([
    { slug: "etang", projectId: 1 },
    { slug: "pont", projectId: 2 },
  ])
  const revisions = await db.selectFrom("projectRevisions").select(["projectId", "version", "before"]).execute()
  expect(revisions).toEqual([1, 2].map((projectId) => ({ projectId, version: 3, before: "{}" })))
  // In Kinshasa, the new year had already begun.
  expect(await db.selectFrom("projectCounts").select(["state", "year", "count"]).execute()).toEqual([
    { state: "published", year: "2025", count: 1 },
    { state: "trashed", year: "2025", count: 1 },
  ])
})

test("0014 gives references to requests, even if another program wrote their dates", async () => {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0014")))
  for (const date of ["2025-03-01T10:00:00.000Z", "1er mars 2025"]) {
    await sql`insert into messages
      (first_name, last_name, full_name_folded, email, sector, message, message_folded, created_at)
      values ('A', 'B', 'a b', 'a@b.cd', 'elevage', 'Zébu', 'zebu', ${date})`.execute(db)
  }
  await migrate(db)
  const messages = await db.selectFrom("messages").select("reference").orderBy("id").execute()
  expect(messages.map(({ reference }) => reference?.replace(/-.{4}-/, "-…-"))).toEqual(["LIS-…-25", "LIS-…-00"])
})

test("0016 chains the entries of the audit log that were there before", async () => {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  const released = Object.entries(migrations).filter(([name]) => name < "0016")
  await migrate(db, Object.fromEntries(released))
  const account = await sql<{ id: number }>`
    insert into accounts (username, username_folded, email, email_folded, password_hash, role, created_at, password_changed_at)
    values ('Anne', 'anne', 'a@b.cd', 'a@b.cd', '', 'admin', '', '') returning id`.execute(db)
  for (let number = 1; number <= 1001; number += 1) {
    await sql`insert into audit (at, account_id, action, subject, subject_id, details)
      values (${`2026-01-01T00:00:00.${number}Z`}, ${number % 2 ? account.rows[0]?.id : null}, 'update', 'project',
        ${number % 3 ? number : null}, ${JSON.stringify({ name: `École ${number}` })})`.execute(db)
  }
  await migrate(db)
  const verified = await verifyChain(db)
  expect(verified).toEqual({ entries: 1001, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await db
    .transaction()
    .execute((trx) => recordAudit(trx, { ...SYSTEM, action: "update", subject: "audit", subjectId: null }, new Date()))
  expect(await verifyChain(db)).toEqual({ entries: 1002, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await expect(db.updateTable("audit").set({ action: "export" }).execute()).rejects.toThrow("audit: rows are final")
})

test("0023 tells photos that visitors brought, also those published since, from pictures that the site had", async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0023")))
  const sent = "2026-03-03T09:15:00.000Z"
  const photos = [
    { name: "published.jpg", storedAt: "2026-03-09T10:00:00.000Z", privateAt: null },
    { name: "just-sent.jpg", storedAt: "2026-03-02T09:15:00.000Z", privateAt: null },
    { name: "own.jpg", storedAt: "2026-03-02T09:14:59.999Z", privateAt: null },
    { name: "private.jpg", storedAt: "2025-01-01T00:00:00.000Z", privateAt: "2025-01-01T00:00:00.000Z" },
  ]
  await sql`insert into messages (id, first_name, last_name, full_name_folded, email, sector, message, message_folded, created_at)
    values (1, 'A', 'B', 'a b', 'a@b.cd', 'elevage', 'Zébu', 'zebu', ${sent}),
      (2, 'A', 'B', 'a b', 'a@b.cd', 'elevage', 'Zébu', 'zebu', 'le premier mars')`.execute(db)
  for (const [position, { name, storedAt, privateAt }] of photos.entries()) {
    await sql`insert into images (name, width, height, bytes, type, colour, created_at, private_at)
      values (${name}, 1, 1, 1, 'image/jpeg', '#808080', ${storedAt}, ${privateAt})`.execute(db)
    await sql`insert into message_photos (message_id, position, image) values (1, ${position}, ${name})`.execute(db)
  }
  await sql`insert into message_photos (message_id, position, image) values (2, 0, 'published.jpg')`.execute(db)
  await migrate(db)
  const rows = db.selectFrom("messagePhotos").select(["messageId", "image", "wasPrivate"])
  expect(await rows.orderBy("messageId").orderBy("position").execute()).toEqual([
    { messageId: 1, image: "published.jpg", wasPrivate: 1 },
    { messageId: 1, image: "just-sent.jpg", wasPrivate: 1 },
    { messageId: 1, image: "own.jpg", wasPrivate: 0 },
    { messageId: 1, image: "private.jpg", wasPrivate: 1 },
    { messageId: 2, image: "published.jpg", wasPrivate: 0 },
  ])
  const uploads = await db.selectFrom("visitorImages").selectAll().execute()
  expect(uploads).toEqual([{ name: "private.jpg", uploadedAt: "2025-01-01T00:00:00.000Z" }])
})

test("0024 trusts the addresses of the office's accounts, and no others", async () => {
  await using db = new Kysely<Schema>({ dialect: openSqlite(":memory:"), plugins: [new CamelCasePlugin()] })
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0024")))
  const at = "2025-01-01T00:00:00.000Z"
  for (const role of ["editor", "user"] as const) {
    const names = { username: role, usernameFolded: role, email: role, emailFolded: role }
    const row = { ...names, role, passwordHash: "", createdAt: at, passwordChangedAt: at }
    await db.insertInto("accounts").values(row).execute()
  }
  await migrate(db)
  const rows = db.selectFrom("accounts").select(["role", "addressConfirmedAt"]).orderBy("id")
  expect(await rows.execute()).toEqual([
    { role: "editor", addressConfirmedAt: at },
    { role: "user", addressConfirmedAt: null },
  ])
})

test("0026 corrects telephone numbers with their verdicts, and folds texts anew", async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0026")))
  for (const phone of ["+2430812345678", "+243990000001", "123", null]) {
    await db
      .insertInto("messages")
      .values({
        firstName: "L’Or",
        lastName: "Ka\u00a0Bongo",
        fullNameFolded: "l’or ka\u00a0bongo",
        email: "a@b.cd",
        phone,
        sector: "elevage",
        message: "200\u00a0m²",
        messageFolded: "200\u00a0m²",
        createdAt: "2026-01-01T00:00:00.000Z",
      })
      .execute()
  }
  await db
    .insertInto("senders")
    .values([
      { sender: "+2430812345678", verdict: "spam", at: "" },
      { sender: "+243812345678", verdict: "trusted", at: "" },
      { sender: "+2430990000001", verdict: "spam", at: "" },
    ])
    .execute()
  const owner = { passwordHash: "", role: "admin", createdAt: "", passwordChangedAt: "" } as const
  await db
    .insertInto("accounts")
    .values(
      ["a’b", "a'b", "c’d"].map((name, id) => ({
        ...owner,
        username: name,
        usernameFolded: name,
        email: `${id}@b.cd`,
        emailFolded: `${id}@b.cd`,
      })),
    )
    .execute()
  const view = { params: "{}", createdAt: "", updatedAt: "" }
  const [account] = await db.selectFrom("accounts").select("id").orderBy("id").execute()
  const accountId = account?.id ?? 0
  await db
    .insertInto("savedViews")
    .values({ ...view, accountId, name: "L’été", nameFolded: "l’ete" })
    .execute()
  await sql`insert into audit (at, action, subject, subject_name, subject_folded, details, previous_hash, hash)
    values ('', 'update', 'project', 'L’Œil', 'l’oeil', '{}', '', '')`.execute(db)

  await migrate(db)
  const stored = await db
    .selectFrom("messages")
    .select(["phone", "fullNameFolded", "messageFolded"])
    .orderBy("id")
    .execute()
  expect(stored.map(({ phone }) => phone)).toEqual(["+243812345678", "+243990000001", "123", null])
  expect(stored[0]).toMatchObject({ fullNameFolded: "l'or ka bongo", messageFolded: "200 m2" })
  expect(await db.selectFrom("senders").select(["sender", "verdict"]).orderBy("sender").execute()).toEqual([
    { sender: "+243812345678", verdict: "trusted" },
    { sender: "+243990000001", verdict: "spam" },
  ])
  const names = await db.selectFrom("accounts").select("usernameFolded").orderBy("id").execute()
  expect(names.map(({ usernameFolded }) => usernameFolded)).toEqual(["a’b", "a'b", "c'd"])
  expect(await db.selectFrom("savedViews").select("nameFolded").execute()).toEqual([{ nameFolded: "l'ete" }])
  expect(await db.selectFrom("audit").select("subjectFolded").execute()).toEqual([{ subjectFolded: "l'oeil" }])
  await expect(db.updateTable("audit").set({ subjectFolded: "" }).execute()).rejects.toThrow("rows are final")
})

test("0027 gives each kind of setting a table of its own", async () => {
  await using db = await openEmptyDatabase()
  await migrate(db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0027")))
  await sql`insert into settings (name, value)
    values ('editor factor required', '1'), ('audit head', 'abc'), ('first admin 12ef', '2026-01-01')`.execute(db)
  await migrate(db)
  expect(await db.selectFrom("factorRequirements").selectAll().execute()).toEqual([{ role: "editor" }])
  expect(await db.selectFrom("auditHead").selectAll().execute()).toEqual([{ id: 1, hash: "abc" }])
  expect(await db.selectFrom("firstAdmins").selectAll().execute()).toEqual([{ emailHash: "12ef", at: "2026-01-01" }])
})
