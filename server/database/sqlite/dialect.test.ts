import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { connect } from "#server/database/connect.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

test("a deleted text is no longer in the file", async () => {
  using folder = createTemporaryFolder()
  await using db = await connect(folder.path)
  const row = { ...contactFields, fullNameFolded: "", messageFolded: "", createdAt: "2025-01-01T00:00:00.000Z" }
  const rows = Array.from({ length: 20 }, (_, index) => ({ ...row, message: `Message confidentiel ${index}` }))
  await db.insertInto("messages").values(rows).execute()
  const read = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return readFileSync(join(folder.path, "site.db"), "latin1")
  }
  expect(await read()).toContain("Message confidentiel 7")
  await db.deleteFrom("messages").where("message", "=", "Message confidentiel 7").execute()
  const file = await read()
  expect(file).not.toContain("Message confidentiel 7")
  expect(file).toContain("Message confidentiel 8")
})
