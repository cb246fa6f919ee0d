import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { expect, test } from "vitest"
import { connect } from "#server/database/connect.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { vacuumInto } from "./snapshot.ts"

test("a copy of the database has neither leases nor unfinished uploads", async () => {
  using folder = createTemporaryFolder()
  await using db = await connect(folder.path)
  const { id: accountId } = await createTestAccount(db)
  await db.insertInto("leases").values({ name: "a", until: "2030" }).execute()
  const upload = { id: "a", accountId, fileName: "vue.jpg", length: 9, createdAt: "", expiresAt: "" }
  await db.insertInto("uploads").values(upload).execute()
  await db.insertInto("uploadParts").values({ name: "a.0", uploadId: "a", start: 0 }).execute()
  const file = join(folder.path, "copy.db")
  await vacuumInto(db, file)
  const copy = new Sqlite(file, { readonly: true })
  for (const table of ["leases", "uploads", "upload_parts"]) {
    expect(copy.prepare(`select count(*) from ${table}`).pluck().get(), table).toBe(0)
  }
  copy.close()
  expect(await db.selectFrom("uploadParts").select("start").execute()).toHaveLength(1)
})
