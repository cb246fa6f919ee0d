import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { addKey } from "./ddl.ts"

export async function up(db: MigrationDatabase): Promise<void> {
  await createAccounts(db)
  await createProjects(db)
  await createMessages(db)
  await createRecords(db)
  await db.insertInto("contentVersion").values({ id: 1, version: 1 }).execute()
}

async function createAccounts(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("accounts")
    .$call(addKey(db))
    .addColumn("username", "text", (column) => column.notNull())
    .addColumn("username_folded", "text", (column) => column.notNull().unique())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_folded", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("password_changed_at", "text", (column) => column.notNull())
    .addColumn("disabled_at", "text")
    .execute()
  await schema
    .createTable("sessions")
    .addColumn("id_hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "integer", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("user_agent", "text")
    .execute()
  await schema.createIndex("sessions_by_account").on("sessions").column("account_id").execute()
  await schema.createIndex("sessions_by_expiry").on("sessions").column("expires_at").execute()
}

async function createProjects(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("projects")
    .$call(addKey(db))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_folded", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("address", "text")
    .addColumn("status", "text")
    .addColumn("status_folded", "text")
    .addColumn("sector", "text", (column) => column.notNull())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("created_by", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("updated_by", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("deleted_at", "text")
    .execute()
  const live = ["deleted_at", "created_at", "id"]
  await schema.createIndex("projects_by_age").on("projects").columns(live).execute()
  await schema
    .createIndex("projects_by_sector")
    .on("projects")
    .columns(["sector", ...live])
    .execute()
  await schema
    .createIndex("projects_by_status")
    .on("projects")
    .columns(["status", ...live])
    .execute()
  await schema
    .createTable("images")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("colour", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute()
  await schema.createIndex("images_by_age").on("images").column("created_at").execute()
  // `image` has no foreign key, since rows imported from elsewhere may name pictures that are not stored here.
  await schema
    .createTable("project_images")
    .addColumn("project_id", "integer", (column) => column.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("image", "text", (column) => column.notNull())
    .addColumn("alt", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("decorative", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("project_images_key", ["project_id", "position"])
    .execute()
  await schema.createIndex("project_images_by_image").on("project_images").column("image").execute()
}

async function createMessages(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("messages")
    .$call(addKey(db))
    .addColumn("first_name", "text", (column) => column.notNull())
    .addColumn("last_name", "text", (column) => column.notNull())
    .addColumn("full_name_folded", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("sector", "text", (column) => column.notNull())
    .addColumn("message", "text", (column) => column.notNull())
    .addColumn("message_folded", "text", (column) => column.notNull())
    .addColumn("request_id", "text", (column) => column.unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("read_at", "text")
    .addColumn("handled_at", "text")
    .execute()
  await schema.createIndex("messages_by_age").on("messages").columns(["created_at", "id"]).execute()
  await schema
    .createTable("outbox")
    .$call(addKey(db))
    .addColumn("message_id", "integer", (column) => column.notNull().references("messages.id").onDelete("cascade"))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_at", "text", (column) => column.notNull())
    .addColumn("claimed_until", "text")
    .addColumn("sent_at", "text")
    .addColumn("last_error", "text")
    .execute()
  await schema.createIndex("outbox_by_turn").on("outbox").columns(["sent_at", "next_at"]).execute()
  await schema.createIndex("outbox_by_message").on("outbox").column("message_id").execute()
}

async function createRecords(db: MigrationDatabase) {
  const { schema } = db
  await schema
    .createTable("audit")
    .$call(addKey(db))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("subject_id", "integer")
    .addColumn("details", "text", (column) => column.notNull())
    .execute()
  await schema.createIndex("audit_by_subject").on("audit").columns(["subject", "subject_id", "at"]).execute()
  await schema.createIndex("audit_by_age").on("audit").columns(["at", "id"]).execute()
  await schema
    .createTable("limits")
    .$call(addKey(db))
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute()
  await schema.createIndex("limits_by_subject").on("limits").columns(["action", "subject", "at"]).execute()
  await schema.createIndex("limits_by_expiry").on("limits").column("expires_at").execute()
  await schema
    .createTable("keys")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute()
  await schema
    .createTable("content_version")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute()
}
