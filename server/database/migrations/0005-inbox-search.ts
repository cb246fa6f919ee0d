import { sql } from "kysely"
import { columnTypes, executeAll, isPostgres, type MigrationDatabase } from "./ddl.ts"

/** Makes what was said about a request searchable: notes, answers and additions. */
export async function up(db: MigrationDatabase): Promise<void> {
  await executeAll(db, [
    `alter table message_entries add column text_folded ${columnTypes(db).text}`,
    ...(isPostgres(db) ? inPostgres : inSqlite),
  ])
  await foldTexts(db)
}

const inPostgres = [
  "create index message_entry_search on message_entries using gin (text_folded gin_trgm_ops)",
  "create index message_entry_bigrams on message_entries using gin (bigrams(text_folded))",
]

/** Two line feeds follow each text, so that its last letters begin a trigram too. */
const insert = `insert into message_entry_search (rowid, text_folded)
  select new.id, new.text_folded || char(10, 10) where new.text_folded is not null`

const remove = "delete from message_entry_search where rowid = old.id and old.text_folded is not null"

const inSqlite = [
  "create virtual table message_entry_search using fts5(text_folded, content='', contentless_delete=1, tokenize='trigram')",
  "create virtual table message_entry_search_terms using fts5vocab(message_entry_search, instance)",
  `create trigger message_entries_insert after insert on message_entries begin ${insert}; end`,
  `create trigger message_entries_update after update of text_folded on message_entries begin ${remove}; ${insert}; end`,
  `create trigger message_entries_delete after delete on message_entries begin ${remove}; end`,
]

const ROWS_PER_STATEMENT = 500

async function foldTexts(db: MigrationDatabase): Promise<void> {
  let last = 0
  for (;;) {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, text from message_entries where id > ${last} and text is not null
      order by id limit ${sql.lit(ROWS_PER_STATEMENT)}`.execute(db)
    const end = rows.at(-1)
    if (!end) return
    last = Number(end.id)
    const folded = rows.map(({ id, text }) => sql`(${String(id)}, ${fold(text)})`)
    await sql`update message_entries set text_folded = folded.column2
      from (values ${sql.join(folded)}) as folded where id = cast(folded.column1 as bigint)`.execute(db)
  }
}

/** Folds as the program did when this migration was written. */
function fold(text: string): string {
  return text
    .replace(/[\u2018-\u201b\u2032\u02b9-\u02bc`´]/g, "'")
    .normalize("NFKD")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[\p{Z}\s]+/gu, " ")
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-")
    .replace(/[«»\u201c-\u201f\u2033]/g, '"')
    .replace(/\u2044/g, "/")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/ß/g, "ss")
}
