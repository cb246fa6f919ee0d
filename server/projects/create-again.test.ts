// @module-tag engines
import { join } from "node:path"
import { expect, test } from "vitest"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { openInstances } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

const idempotencyKey = "0b9f3c1e-6a59-4d7a-9b0e-2f6f1f0c7d11"

const fields = { name: "Pont", sector: "Construction", description: "Un pont.", status: "En cours" } as const

async function startSite(given: Parameters<typeof startApp>[0] = {}) {
  const site = await startApp(given)
  return { ...site, manager: await createProjectManager(site) }
}

test.each(["create", "createDraft"] as const)("%s, sent again, returns the project of the first time", async (name) => {
  await using site = await startSite()
  const { data: first } = await site.manager.call(name, { ...fields, idempotencyKey })
  const again = await site.manager.call(name, {
    ...fields,
    name: "Grand pont",
    idempotencyKey: idempotencyKey.toUpperCase(),
  })
  expect(again).toMatchObject({ status: 200, data: first })
  expect(await site.db.selectFrom("projects").select("name").execute()).toEqual([{ name: "Pont" }])
  expect(await site.db.selectFrom("audit").selectAll().where("action", "=", "create").execute()).toHaveLength(1)
})

test("what has become of the project meanwhile is returned, whichever call asks", async () => {
  await using site = await startSite()
  const { id } = (await site.manager.call("createDraft", { ...fields, idempotencyKey })).data
  await site.manager.call("update", { id, name: "Grand pont" })
  const { data } = await site.manager.call("create", { ...fields, idempotencyKey })
  expect(data).toMatchObject({ id, name: "Grand pont", state: "draft", version: 2 })
})

test("another request, and one without an id, creates another project", async () => {
  await using site = await startSite()
  const ids = [idempotencyKey, crypto.randomUUID(), undefined, undefined].map((idempotencyKey) => ({
    ...fields,
    idempotencyKey,
  }))
  for (const input of ids) expect((await site.manager.call("createDraft", input)).status).toBe(200)
  expect(await site.db.selectFrom("projects").select("id").execute()).toHaveLength(4)
  const { status, message } = await site.manager.call("create", { ...fields, idempotencyKey: "encore" })
  expect([status, message]).toEqual([400, "requestId doit être un UUID"])
})

test("of requests that arrive at two instances at once one creates the project", async () => {
  using folder = createTemporaryFolder()
  const { db, other } = await openInstances(join(folder.path, "site.db"))
  await using one = await startSite({ db })
  await using two = await startSite({ db: other })
  const sent = [one, two, one, two].map(({ manager }) => manager.call("create", { ...fields, idempotencyKey }))
  const answers = await Promise.all(sent)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
  expect(await db.selectFrom("projects").select("id").execute()).toHaveLength(1)
})
