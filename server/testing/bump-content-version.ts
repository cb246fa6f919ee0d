import type { Transaction } from "#server/database/core/database.ts"

/** Increments the version as if a page had changed. */
export async function bumpContentVersion(trx: Transaction): Promise<void> {
  await trx
    .updateTable("contentVersion")
    .set((row) => ({ version: row("version", "+", 1) }))
    .execute()
}
