import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes } from "#server/database/postgres/ddl.ts"
import { dropOrderIndexes } from "./0002-search.ts"
import { createProjectCountsByState, dropProjectCounts } from "./ddl.ts"

/** Gives projects states, revisions, addresses and private links. */
export async function up(db: MigrationDatabase): Promise<void> {
  await dropProjectCounts(db)
  await dropListIndexes(db)
  await addColumns(db)
  await createSlugs(db)
  await createRevisions(db)
  await createPreviewLinks(db)
  if (isPostgres(db)) await compareTextsByBytes(db)
  await addDerivedColumns(db)
  await createListIndexes(db)
  await createCounts(db)
  await createProjectCountsByState(db)
}

async function dropListIndexes(db: MigrationDatabase) {
  await dropOrderIndexes(db)
  for (const name of ["projects_by_sector", "projects_by_status", "projects_by_id"]) {
    await db.schema.dropIndex(name).ifExists().execute()
  }
}

async function addColumns(db: MigrationDatabase) {
  const { schema } = db
  await schema.alterTable("projects").addColumn("published_at", "text").execute()
  await schema.alterTable("projects").addColumn("publish_at", "text").execute()
  await schema.alterTable("projects").addColumn("pin", "integer").execute()
  await db
    .updateTable("projects")
    .set((row) => ({ publishedAt: row.ref("createdAt") }))
    .execute()
}

async function createSlugs(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("project_slugs")
    .addColumn("slug", "text", (column) => column.primaryKey().notNull())
    .addColumn("project_id", "bigint", (column) => column.references("projects.id").onDelete("set null"))
    .addColumn("public_at", "text")
    .execute()
  await schema.createIndex("project_slugs_by_project").on("project_slugs").column("project_id").execute()
  await sql`insert into project_slugs (slug, project_id, public_at) select slug, id, published_at from projects`.execute(
    db,
  )
}

async function createRevisions(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("project_revisions")
    .addColumn("project_id", "bigint", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("batch", "text")
    .addColumn("before", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("project_revisions_key", ["project_id", "version"])
    .execute()
  // Each project gets a revision of its present version, so that its first change can be undone.
  await sql`insert into project_revisions (project_id, version, at, account_id, action, before)
    select id, version, updated_at, updated_by, 'create', '{}' from projects`.execute(db)
  await schema
    .createIndex("project_revisions_by_batch")
    .on("project_revisions")
    .column("batch")
    .where("batch", "is not", null)
    .execute()
  await schema
    .createTable("project_revision_images")
    .addColumn("project_id", "bigint", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("image", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("project_revision_images_key", ["project_id", "image"])
    .execute()
  await schema.createIndex("project_revision_images_by_image").on("project_revision_images").column("image").execute()
}

async function createPreviewLinks(db: MigrationDatabase) {
  await db.schema
    .createTable("preview_links")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("project_id", "bigint", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("preview_links_by_project").on("preview_links").column("project_id").execute()
}

const STATE = `case
  when deleted_at is not null then 'trashed'
  when published_at is not null then 'published'
  when publish_at is not null then 'scheduled'
  else 'draft' end`

/** Adds generated columns, which SQLite computes when they are read, and which PostgreSQL can only store. */
async function addDerivedColumns(db: MigrationDatabase) {
  const kind = isPostgres(db) ? "stored" : "virtual"
  const collation = isPostgres(db) ? 'collate "C"' : ""
  const columns = { state: STATE, listed_at: "coalesce(published_at, created_at)" }
  for (const [name, expression] of Object.entries(columns)) {
    await sql
      .raw(`alter table projects add column ${name} text ${collation} generated always as (${expression}) ${kind}`)
      .execute(db)
  }
}

/** The back office's indexes contain the columns that SQLite searches; PostgreSQL reads whole rows in any case. */
async function createListIndexes(db: MigrationDatabase) {
  const orders = {
    projects_by_age: ["listed_at, id", "name_folded, status_folded, sector_folded, state"],
    projects_by_name: ["name_folded, id desc", "status_folded, sector_folded, state, listed_at"],
    projects_by_sector_folded: ["sector_folded, id desc", "name_folded, status_folded, state, listed_at"],
    projects_by_status: [
      `status_folded ${isPostgres(db) ? "nulls first" : ""}, id desc`,
      "name_folded, sector_folded, state, listed_at",
    ],
    ...(!isPostgres(db) && { projects_by_id: ["id", "listed_at, name_folded, status_folded, sector_folded, state"] }),
  }
  const statements = [
    ...Object.entries(orders).map(([name, [order, covered]]) => {
      const columns = isPostgres(db) ? order : `${order}, ${covered}`
      return `create index ${name} on projects (${columns}) where deleted_at is null`
    }),
    "create index projects_of_sector on projects (sector_folded, listed_at, id) where deleted_at is null",
    "create index projects_of_status on projects (status_folded, listed_at, id) where deleted_at is null",
    "create index projects_waiting on projects (state, listed_at, id) where state = 'draft' or state = 'scheduled'",
    "create index projects_trashed on projects (deleted_at, id) where deleted_at is not null",
    "create index projects_due on projects (publish_at) where publish_at is not null",
    "create index projects_listed on projects (listed_at, id) where state = 'published'",
    "create index projects_listed_by_sector on projects (sector, listed_at, id) where state = 'published'",
    "create index projects_listed_by_status on projects (status, listed_at, id) where state = 'published'",
    "create index projects_listed_by_both on projects (sector, status, listed_at, id) where state = 'published'",
    "create unique index projects_pinned on projects (sector, pin) where pin is not null and state = 'published'",
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function createCounts(db: MigrationDatabase) {
  await db.schema
    .createTable("project_counts")
    .addColumn("sector", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("year", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("project_counts_key", ["sector", "status", "state", "year"])
    .execute()
  if (isPostgres(db)) await compareTextsByBytes(db)
}
