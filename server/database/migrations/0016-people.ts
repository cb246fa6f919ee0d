import { createHash } from "node:crypto"
import { sql } from "kysely"
import { isPostgres } from "#server/database/core/engine.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { compareTextsByBytes, createAuditBigramIndex } from "#server/database/postgres/ddl.ts"
import { addKey, createTextIndex, rejectUpdates } from "./ddl.ts"

/** Gives accounts roles, links, second factors and API tokens, and chains the entries of the audit log. */
export async function up(db: MigrationDatabase): Promise<void> {
  await addColumns(db)
  await createLinks(db)
  await createFactors(db)
  await createTokens(db)
  await createSettings(db)
  await extendOutbox(db)
  await extendAudit(db)
  if (isPostgres(db)) await compareTextsByBytes(db)
  await createAuditSearch(db)
  await rejectUpdates(db, "audit")
}

async function addColumns(db: MigrationDatabase) {
  for (const name of ["last_seen_at", "deleted_at", "deleted_username"]) {
    await db.schema.alterTable("accounts").addColumn(name, "text").execute()
  }
  for (const name of ["ip", "last_seen_at", "confirmed_at", "strong_at"]) {
    await db.schema.alterTable("sessions").addColumn(name, "text").execute()
  }
}

async function createLinks(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("account_links")
    .$call(addKey(db))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("cascade"))
    .addColumn("email", "text")
    .addColumn("role", "text")
    .addColumn("created_by", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute()
  await schema.createIndex("account_links_by_account").on("account_links").column("account_id").execute()
  await schema.createIndex("account_links_by_expiry").on("account_links").column("expires_at").execute()
}

async function createFactors(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .execute()
  await schema.createIndex("passkeys_by_account").on("passkeys").column("account_id").execute()
  await schema
    .createTable("passkey_challenges")
    .addColumn("challenge", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("cascade"))
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute()
  await schema
    .createTable("one_time_codes")
    .addColumn("account_id", "integer", (column) => column.primaryKey().references("accounts.id").onDelete("cascade"))
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text")
    .addColumn("last_step", "bigint", (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable("recovery_codes")
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("recovery_codes_key", ["account_id", "code_hash"])
    .execute()
}

async function createTokens(db: MigrationDatabase) {
  await db.schema
    .createTable("api_tokens")
    .$call(addKey(db))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("rights", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text")
    .addColumn("last_used_at", "text")
    .addColumn("revoked_at", "text")
    .execute()
}

async function createSettings(db: MigrationDatabase) {
  await db.schema
    .createTable("settings")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .execute()
}

/** Allows mails to the holders of accounts, which belong to no message. */
async function extendOutbox(db: MigrationDatabase) {
  for (const name of ["recipient", "origin"]) await db.schema.alterTable("outbox").addColumn(name, "text").execute()
  await db.schema
    .alterTable("outbox")
    .addColumn("account_link_id", "bigint", (column) => column.references("account_links.id").onDelete("cascade"))
    .execute()
  await dropMessageRequirement(db)
}

async function extendAudit(db: MigrationDatabase) {
  const { schema } = db
  for (const name of ["ip", "subject_name"]) await schema.alterTable("audit").addColumn(name, "text").execute()
  await schema.alterTable("audit").addColumn("token_id", "bigint").execute()
  for (const name of ["subject_folded", "previous_hash", "hash"]) {
    await schema
      .alterTable("audit")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(""))
      .execute()
  }
  // Indexes in the list's order contain all columns it is filtered by, so that no filter needs the table's rows.
  const order = ["at", "id"]
  for (const [index, ...columns] of [
    ["audit_by_age", ...order, "subject", "action", "account_id", "ip"],
    ["audit_by_account", "account_id", ...order, "subject", "action", "ip"],
    ["audit_by_action", "action", ...order, "subject", "account_id", "ip"],
    ["audit_by_subject", "subject_id", "subject", ...order],
  ] as [string, ...string[]][]) {
    await schema.dropIndex(index).ifExists().execute()
    await schema.createIndex(index).on("audit").columns(columns).execute()
  }
  await chainEntries(db)
}

async function createAuditSearch(db: MigrationDatabase) {
  await createTextIndex(db, {
    index: "audit_search",
    table: "audit",
    columns: ["subject_folded"],
    softDelete: false,
  })
  if (isPostgres(db)) await createAuditBigramIndex(db)
  // SQLite sorts the matches of the text index by this one.
  else await db.schema.createIndex("audit_by_id").on("audit").columns(["id", "at"]).execute()
}

async function dropMessageRequirement(db: MigrationDatabase) {
  const { schema } = db
  if (isPostgres(db)) {
    await schema
      .alterTable("outbox")
      .alterColumn("message_id", (column) => column.dropNotNull())
      .execute()
    return
  }
  // SQLite cannot drop a constraint, so the table is copied.
  await schema
    .createTable("outbox_copy")
    .$call(addKey(db))
    .addColumn("message_id", "integer", (column) => column.references("messages.id").onDelete("cascade"))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_at", "text", (column) => column.notNull())
    .addColumn("claimed_until", "text")
    .addColumn("sent_at", "text")
    .addColumn("last_error", "text")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("notification"))
    .addColumn("entry_id", "bigint", (column) => column.references("message_entries.id").onDelete("cascade"))
    .addColumn("recipient", "text")
    .addColumn("origin", "text")
    .addColumn("account_link_id", "bigint", (column) => column.references("account_links.id").onDelete("cascade"))
    .execute()
  const columns = sql.raw(
    "id, message_id, attempts, next_at, claimed_until, sent_at, last_error, kind, entry_id, recipient, origin, account_link_id",
  )
  await sql`insert into outbox_copy (${columns}) select ${columns} from outbox`.execute(db)
  await schema.dropTable("outbox").execute()
  await schema.alterTable("outbox_copy").renameTo("outbox").execute()
  await schema.createIndex("outbox_by_turn").on("outbox").columns(["sent_at", "next_at"]).execute()
  await schema.createIndex("outbox_by_message").on("outbox").column("message_id").execute()
  await schema.createIndex("outbox_by_entry").on("outbox").column("entry_id").execute()
}

const ROWS_AT_ONCE = 500

/** Gives each older entry the hash of the entry before it. */
async function chainEntries(db: MigrationDatabase) {
  let hash = ""
  let lastId = 0
  for (;;) {
    const rows = await db
      .selectFrom("audit")
      .select(["id", "at", "accountId", "action", "subject", "subjectId", "details"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { id, at, accountId, action, subject, subjectId, details } of rows) {
      const previousHash = hash
      const subjectFolded = subjectId === null ? "" : `#${subjectId}`
      const hashed = [previousHash, at, accountId, null, null, action, subject, subjectId, null, details]
      hash = createHash("sha256").update(JSON.stringify(hashed)).digest("hex")
      await db.updateTable("audit").set({ previousHash, hash, subjectFolded }).where("id", "=", id).execute()
      lastId = id
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  if (hash) await db.insertInto("settings").values({ name: "audit head", value: hash }).execute()
}
