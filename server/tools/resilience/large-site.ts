import { createHash, randomBytes, randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Insertable } from "kysely"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { nameImage } from "#server/images/store/image-store.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { startSite } from "#server/testing/start-site.ts"
import { seed } from "#server/tools/seed.ts"

export const LARGE = { projects: 10_000, pictures: 3000, messages: 10_000, accounts: 1000, sessions: 10_000 } as const

/** At this size all pictures fit into the memory of a test server. */
const PICTURE_BYTES = 16_000
const ROWS_PER_STATEMENT = 500

/** It must be recent, since each start deletes old messages. */
const at = new Date()
const date = at.toISOString()

/** Creates a stopped site whose newest project and message were deleted, so that their ids must not be used again. */
export async function createLargeSite(dataDir: string): Promise<void> {
  // A first start creates the key and the administrator.
  await (await startSite({ dataDir, settings: { DEMO_CONTENT: "0" } })).stop()
  const names = await storePictures(join(dataDir, "uploads"))
  await using db = await connectFile(join(dataDir, "site.db"))
  await seed(db, { projects: LARGE.projects + 1, messages: LARGE.messages + 1 }, at)
  const image = { width: 32, height: 24, bytes: PICTURE_BYTES, type: "image/jpeg", colour: "#808080", createdAt: date }
  await insertAll(db, "images", LARGE.pictures, (number) => ({ ...image, name: names[number] ?? "" }))
  // Each project has one picture, and every other one a second.
  await insertAll(db, "projectImages", LARGE.projects * 1.5, (number) => {
    const [projectId, position] = number < LARGE.projects ? [number + 1, 0] : [2 * (number - LARGE.projects) + 1, 1]
    return { projectId, position, image: names[number % names.length] ?? "", alt: `Vue ${number}` }
  })
  await insertAll(db, "outbox", LARGE.messages, (number) => ({ messageId: number + 1, nextAt: date, sentAt: date }))
  await insertAll(db, "accounts", LARGE.accounts - 1, account)
  await insertAll(db, "sessions", LARGE.sessions, (number) => ({
    idHash: createHash("sha256").update(randomUUID()).digest("hex"),
    accountId: (number % LARGE.accounts) + 1,
    createdAt: date,
    expiresAt: date,
  }))
  for (const table of ["projects", "messages"] as const) {
    const { id } = await db.selectFrom(table).select("id").orderBy("id", "desc").executeTakeFirstOrThrow()
    await db.deleteFrom(table).where("id", "=", id).execute()
  }
}

function account(number: number): Insertable<Schema["accounts"]> {
  const username = `Agent ${number}`
  const email = `agent${number}@exemple.cd`
  return {
    ...{ username, usernameFolded: username.toLowerCase(), email, emailFolded: email },
    ...{ passwordHash: "", role: "user", createdAt: date, passwordChangedAt: date },
  }
}

async function insertAll<Table extends keyof Schema>(
  db: Database,
  table: Table,
  count: number,
  rowOf: (number: number) => Insertable<Schema[Table]>,
) {
  await inTransaction(db, async (trx) => {
    for (let first = 0; first < count; first += ROWS_PER_STATEMENT) {
      const length = Math.min(ROWS_PER_STATEMENT, count - first)
      const rows: Record<string, unknown>[] = Array.from({ length }, (_, index) => rowOf(first + index))
      await trx.insertInto<keyof Schema>(table).values(rows).execute()
    }
  })
}

/** Makes distinct pictures of one, by different comments in the file. */
async function storePictures(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const picture = Buffer.from(await (await createImageFile({ width: 32, height: 24 })).arrayBuffer())
  return Array.from({ length: LARGE.pictures }, () => {
    const text = randomBytes(PICTURE_BYTES - picture.length - 4)
    const comment = Buffer.from([0xff, 0xfe, (text.length + 2) >> 8, (text.length + 2) & 0xff])
    const content = Buffer.concat([picture.subarray(0, 2), comment, text, picture.subarray(2)])
    const name = nameImage(content, "jpg")
    writeFileSync(join(folder, name), content)
    return name
  })
}
