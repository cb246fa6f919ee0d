import { sql } from "kysely"
import { createReference } from "#server/contract/message-references.ts"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes, createMessageBigramIndex } from "#server/database/postgres/ddl.ts"
import { addKey, createMessageTriggers, createTextIndex, dropTextIndex } from "./ddl.ts"

/** Gives contact requests references, states, photos, entries and links to their status pages. */
export async function up(db: MigrationDatabase): Promise<void> {
  await dropTextIndex(db, textIndex)
  await addColumns(db)
  await fillReferences(db)
  await createEntries(db)
  await createPhotos(db)
  await createLinks(db)
  await createSenders(db)
  await extendOutbox(db)
  await createCounts(db)
  if (isPostgres(db)) await compareTextsByBytes(db)
  await createTextIndex(db, textIndex)
  if (isPostgres(db)) await createMessageBigramIndex(db)
  await createListIndexes(db)
  await createMessageTriggers(db)
}

const textIndex = {
  index: "message_search",
  table: "messages",
  columns: ["full_name_folded", "email", "message_folded", "sector", "phone", "reference"],
  softDelete: true,
}

async function addColumns(db: MigrationDatabase) {
  const texts = ["phone", "reference", "changed_at", "waiting_since", "answered_at", "deleted_at", "suspicions"]
  for (const name of texts) await db.schema.alterTable("messages").addColumn(name, "text").execute()
  await db.schema
    .alterTable("messages")
    .addColumn("state", "text", (column) => column.notNull().defaultTo("new"))
    .execute()
  await db.schema
    .alterTable("messages")
    .addColumn("assignee_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .execute()
  // Older messages have been seen, and may have been answered by e-mail.
  await sql`update messages set read_at = created_at, state = 'open'`.execute(db)
}

const ROWS_AT_ONCE = 500

async function fillReferences(db: MigrationDatabase) {
  const used = new Set<string>()
  const createUnused = (date: Date): string => {
    const reference = createReference(date)
    if (used.has(reference)) return createUnused(date)
    used.add(reference)
    return reference
  }
  const rows: { id: number; createdAt: string }[] = await db
    .selectFrom("messages")
    .select(["id", "createdAt"])
    .execute()
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ id, createdAt }) => sql`(${sql.lit(id)}, ${sql.lit(createUnused(new Date(createdAt)))})`)
    await sql`update messages set reference = given.column2 from (values ${sql.join(values)}) as given
      where messages.id = given.column1`.execute(db)
  }
}

/** Entries say what happened to a request after it had come. */
async function createEntries(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("message_entries")
    .$call(addKey(db))
    .addColumn("message_id", "bigint", (column) => column.notNull().references("messages.id").onDelete("cascade"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("text", "text")
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("request_id", "text", (column) => column.unique())
    .addColumn("batch", "text")
    .execute()
  await schema.createIndex("message_entries_by_message").on("message_entries").columns(["message_id", "id"]).execute()
  await schema
    .createIndex("message_entries_by_batch")
    .on("message_entries")
    .columns(["batch", "message_id"])
    .where("batch", "is not", null)
    .execute()
}

async function createPhotos(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("message_photos")
    .addColumn("message_id", "bigint", (column) => column.notNull().references("messages.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("image", "text", (column) => column.notNull().references("images.name"))
    .addPrimaryKeyConstraint("message_photos_key", ["message_id", "position"])
    .execute()
  await schema.createIndex("message_photos_by_image").on("message_photos").column("image").execute()
  // This marks photos that visitors have sent and that no request names yet.
  await schema.alterTable("images").addColumn("private_at", "text").execute()
}

async function createLinks(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("message_links")
    .addColumn("token_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("message_id", "bigint", (column) => column.notNull().references("messages.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute()
  await schema.createIndex("message_links_by_message").on("message_links").column("message_id").execute()
}

async function createSenders(db: MigrationDatabase) {
  await db.schema
    .createTable("senders")
    .addColumn("sender", "text", (column) => column.primaryKey().notNull())
    .addColumn("verdict", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .execute()
}

async function extendOutbox(db: MigrationDatabase) {
  await db.schema
    .alterTable("outbox")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("notification"))
    .execute()
  await db.schema
    .alterTable("outbox")
    .addColumn("entry_id", "bigint", (column) => column.references("message_entries.id").onDelete("cascade"))
    .execute()
  await db.schema.createIndex("outbox_by_entry").on("outbox").column("entry_id").execute()
}

/** The older table of one count stays for instances of the previous release. */
async function createCounts(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("message_counts")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("sector", "text", (column) => column.notNull())
    .addColumn("unread", "integer", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("message_counts_key", ["state", "sector", "unread"])
    .execute()
  await schema
    .createTable("message_version")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute()
  await sql`insert into message_version (id, version) values (1, 1)`.execute(db)
}

async function createListIndexes(db: MigrationDatabase) {
  const { schema } = db
  await schema.createIndex("messages_by_reference").unique().on("messages").column("reference").execute()
  // The indexes of the person in charge and of the waiting time contain all other columns that lists are filtered by.
  const statements = [
    "create index messages_live on messages (created_at, id) where deleted_at is null",
    "create index messages_of_state on messages (state, created_at, id) where deleted_at is null",
    "create index messages_of_sector on messages (sector, created_at, id) where deleted_at is null",
    "create index messages_of_assignee on messages (assignee_id, created_at, id, state, sector) where assignee_id is not null and deleted_at is null",
    "create index messages_waiting on messages (waiting_since, id, state, sector, assignee_id) where waiting_since is not null and deleted_at is null",
    "create index messages_waiting_of_sector on messages (sector, waiting_since, id, state, assignee_id) where waiting_since is not null and deleted_at is null",
    "create index messages_trashed on messages (deleted_at, id) where deleted_at is not null",
    "create index messages_by_change on messages (coalesce(changed_at, created_at))",
    "create index messages_by_email on messages (lower(email))",
    "create index messages_by_phone on messages (phone) where phone is not null",
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
