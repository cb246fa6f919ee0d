import { type RawBuilder, sql } from "kysely"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { MigrationDatabase } from "#server/database/core/migration-database.ts"
import { parsePhoneNumber } from "#server/phone-number.ts"
import { allowUpdates, rejectUpdates } from "./ddl.ts"

/** Stores telephone numbers in the international form, and folds for search what keyboards write differently. */
export async function up(db: MigrationDatabase): Promise<void> {
  await correctPhones(db)
  await correctSenders(db)
  const fold = (table: string, key: string[], folded: string, source: string) =>
    change(db, table, key, [folded, source], (row) => {
      const text = row[source]
      return typeof text === "string" ? { [folded]: normalizeForSearch(text) } : {}
    })
  await fold("projects", ["id"], "nameFolded", "name")
  await fold("projects", ["id"], "statusFolded", "status")
  await fold("projects", ["id"], "sectorFolded", "sector")
  await fold("messages", ["id"], "messageFolded", "message")
  await fold("images", ["name"], "fileNameFolded", "fileName")
  await fold("imageDetails", ["name"], "altFolded", "alt")
  await fold("projectImages", ["projectId", "position"], "altFolded", "alt")
  await change(db, "messages", ["id"], ["fullNameFolded", "firstName", "lastName"], ({ firstName, lastName }) => ({
    fullNameFolded: normalizeForSearch(`${firstName} ${lastName}`),
  }))
  await change(db, "accounts", ["id"], ["usernameFolded", "deletedUsername"], ({ id, deletedUsername }) =>
    // Search finds deleted accounts by their former names, which a placeholder makes unique.
    typeof deletedUsername === "string" ? { usernameFolded: `${normalizeForSearch(deletedUsername)} N${id}` } : {},
  )
  await foldUnique(db, "accounts", { folded: "usernameFolded", source: "username", where: sql`deleted_at is null` })
  await foldUnique(db, "savedViews", { folded: "nameFolded", source: "name", within: "accountId" })
  await foldSubjects(db)
}

async function correctPhones(db: MigrationDatabase) {
  await change(db, "messages", ["id"], ["phone"], ({ phone }) => {
    const number = typeof phone === "string" ? parsePhoneNumber(phone) : undefined
    return number ? { phone: number } : {}
  })
}

/** A verdict on the same number in its right form is the newer one. */
async function correctSenders(db: MigrationDatabase) {
  const senders = await db.selectFrom("senders").select("sender").where("sender", "like", "+%").execute()
  for (const { sender } of senders) {
    const number = parsePhoneNumber(sender)
    if (!number || number === sender) continue
    const known = await db.selectFrom("senders").select("sender").where("sender", "=", number).executeTakeFirst()
    if (known) await db.deleteFrom("senders").where("sender", "=", sender).execute()
    else await db.updateTable("senders").set({ sender: number }).where("sender", "=", sender).execute()
  }
}

/** Leaves a name as it is whose new form somebody else's has. */
async function foldUnique(
  db: MigrationDatabase,
  table: string,
  { folded, source, within, where }: { folded: string; source: string; within?: string; where?: RawBuilder<boolean> },
) {
  const owner = within ? sql.ref(within) : sql`0`
  const { rows } = await sql<{ id: number; owner: number; source: string; folded: string }>`
    select id, ${owner} as owner, ${sql.ref(source)} as source, ${sql.ref(folded)} as folded
    from ${sql.table(table)} where ${where ?? sql`true`} order by id`.execute(db)
  const taken = new Set(rows.map((row) => `${row.owner} ${row.folded}`))
  for (const row of rows) {
    const text = normalizeForSearch(row.source)
    if (text === row.folded || taken.has(`${row.owner} ${text}`)) continue
    taken.add(`${row.owner} ${text}`)
    await db
      .updateTable(table)
      .set({ [folded]: text })
      .where("id", "=", row.id)
      .execute()
  }
}

async function foldSubjects(db: MigrationDatabase) {
  await allowUpdates(db, "audit")
  await change(db, "audit", ["id"], ["subjectFolded", "subjectName", "subjectId"], ({ subjectName, subjectId }) => ({
    subjectFolded: normalizeForSearch((subjectName ?? "") + (subjectId === null ? "" : ` #${subjectId}`)).trim(),
  }))
  await rejectUpdates(db, "audit")
}

type Row = Record<string, unknown>

/** This many rows are in memory at a time. */
const CHUNK_SIZE = 500

/** Sets what a function returns for each row, where it differs. */
async function change(
  db: MigrationDatabase,
  table: string,
  key: readonly string[],
  columns: readonly string[],
  changed: (row: Row) => Row,
) {
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  for (let after = sql`true`; ; ) {
    const { rows } = await sql<Row>`select ${refs([...key, ...columns])} from ${sql.table(table)}
      where ${after} order by ${refs(key)} limit ${CHUNK_SIZE}`.execute(db)
    for (const row of rows) {
      const values = Object.entries(changed(row)).filter(([name, value]) => row[name] !== value)
      if (values.length === 0) continue
      let update = db.updateTable(table).set(Object.fromEntries(values))
      for (const name of key) update = update.where(name, "=", row[name])
      await update.execute()
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK_SIZE) return
    after = sql`(${refs(key)}) > (${sql.join(key.map((name) => last[name]))})`
  }
}
