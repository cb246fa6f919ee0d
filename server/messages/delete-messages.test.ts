// @module-tag engines
import { expect, test } from "vitest"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startApp } from "#server/testing/start-app.ts"
import { deleteOldMessages } from "./delete-messages.ts"

const NOW = new Date("2026-03-31T10:00:00.000Z")

async function startWith(keepMonths: number, moments: readonly string[]) {
  const site = await startApp({ now: () => NOW })
  const messages = { ...parametres.messages, keepMonths }
  await publishTestContent(site.db, "parametres", { ...parametres, messages }, NOW)
  const row = { ...contactFields, fullNameFolded: "", messageFolded: "" }
  const rows = moments.map((createdAt) => ({ ...row, createdAt }))
  for (let start = 0; start < rows.length; start += 500)
    await site.db
      .insertInto("messages")
      .values(rows.slice(start, start + 500))
      .execute()
  return site
}

type Site = Awaited<ReturnType<typeof startWith>>

const listMoments = async ({ db }: Site) =>
  (await db.selectFrom("messages").select("createdAt").orderBy("createdAt").execute()).map(({ createdAt }) => createdAt)

const listAudited = async ({ db }: Site) =>
  (await db.selectFrom("audit").select(["accountId", "details"]).where("action", "=", "delete old").execute()).map(
    ({ accountId, details }) => ({ accountId, ...JSON.parse(details) }),
  )

test("messages older than the months of the settings are deleted, audited with their number", async () => {
  const before = "2026-02-28T10:00:00.000Z"
  await using site = await startWith(1, ["2020-01-01T00:00:00.000Z", "2026-02-28T09:59:59.999Z", before])
  await deleteOldMessages(site)
  expect(await listMoments(site)).toEqual([before])
  await deleteOldMessages(site)
  expect(await listAudited(site)).toEqual([{ accountId: null, count: 2, photos: 0, before, references: [] }])
})

test("0 months are for ever", async () => {
  await using site = await startWith(0, ["2001-01-01T00:00:00.000Z"])
  await deleteOldMessages(site)
  expect(await listMoments(site)).toHaveLength(1)
  expect(await listAudited(site)).toEqual([])
})

test("many are deleted in several transactions, with the mails that wait for them", async () => {
  await using site = await startWith(12, Array(121).fill("2024-01-01T00:00:00.000Z"))
  const { id: messageId } = await site.db.selectFrom("messages").select("id").limit(1).executeTakeFirstOrThrow()
  await site.db.insertInto("outbox").values({ messageId, nextAt: NOW.toISOString() }).execute()
  await deleteOldMessages(site)
  expect(await listMoments(site)).toEqual([])
  expect(await site.db.selectFrom("outbox").selectAll().execute()).toEqual([])
  expect((await listAudited(site)).map(({ count }) => count)).toEqual([50, 50, 21])
})
