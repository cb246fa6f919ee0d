import { columnTypes, executeAll, type MigrationDatabase } from "./ddl.ts"

/** A link to a request may belong to an account, which so has the request among its own. */
export async function up(db: MigrationDatabase): Promise<void> {
  await executeAll(db, [
    `alter table message_links add column account_id ${columnTypes(db).reference} references accounts`,
    "create index message_links_by_account on message_links (account_id)",
  ])
}
