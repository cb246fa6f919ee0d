// @module-tag engines
import { randomUUID } from "node:crypto"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { CHANGES_MAX } from "#server/contract/bulk.ts"
import type { BulkAction } from "#server/contract/projects.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite(parts: { now?: () => Date } = {}) {
  const site = await startApp(parts)
  const manager = await createProjectManager(site)
  /** Changes projects in chunks, as the table does. */
  async function changeAll(ids: number[], action: BulkAction, batchId = randomUUID()) {
    const results = []
    for (let start = 0; start < ids.length; start += CHANGES_MAX) {
      const { status, data } = await manager.call("change", {
        ids: ids.slice(start, start + CHANGES_MAX),
        batchId,
        action,
      })
      expect(status).toBe(200)
      results.push(data)
    }
    return {
      batchId,
      changed: results.reduce((sum, { changed }) => sum + changed, 0),
      failed: results.flatMap(({ failed }) => failed),
    }
  }
  async function undoAll(batchId: string) {
    const total = { undone: 0, skipped: 0 }
    for (;;) {
      const { undone, skipped, more } = (await manager.call("undo", batchId)).data
      total.undone += undone
      total.skipped += skipped
      if (!more) return total
    }
  }
  const snapshot = () =>
    site.db
      .selectFrom("projects")
      .select(["id", "name", "sector", "status", "state", "slug", "publishedAt", "deletedAt", "pin"])
      .orderBy("id")
      .execute()
  return { ...site, manager, changeAll, undoAll, snapshot }
}

test.each<[number, BulkAction]>([
  [1000, { kind: "trash" }],
  [CHANGES_MAX + 1, { kind: "withdraw" }],
  [2, { kind: "status", status: "Annulé" }],
  [2, { kind: "sector", sector: "Transport" }],
])("%i projects are changed by %j, and one undo takes all of it back", { timeout: 180_000 }, async (count, action) => {
  await using site = await startSite()
  const ids = await createTestProjects(
    site.db,
    Array.from({ length: count }, (_, index) => ({ name: `p${index}` })),
  )
  const before = await site.snapshot()
  const { batchId, changed, failed } = await site.changeAll(ids, action)
  expect([changed, failed]).toEqual([count, []])
  expect(await site.snapshot()).not.toEqual(before)
  expect(await site.undoAll(batchId)).toEqual({ undone: count, skipped: 0 })
  expect(await site.snapshot()).toEqual(before)
  expect(await site.undoAll(batchId)).toEqual({ undone: 0, skipped: 0 })
})

test("drafts are published together; those that are incomplete are named and stay", async () => {
  await using site = await startSite()
  const complete = await createTestProject(site.db, { publishedAt: null })
  const { data } = await site.manager.call("createDraft", { name: "Inachevé", sector: "Transport" })
  const result = await site.changeAll([complete, data.id, 999], { kind: "publish" })
  const reason = "Ce projet est incomplet, il lui manque pour être publié\u00a0: une description et un statut"
  expect(result).toMatchObject({ changed: 1, failed: [{ id: data.id, name: "Inachevé", reason }] })
  expect((await site.snapshot()).map(({ state }) => state)).toEqual(["published", "draft"])
})

test("projects that are published within one millisecond are listed in the order of the table", async () => {
  const moment = new Date()
  await using site = await startSite({ now: () => moment })
  const table: number[] = []
  for (let row = 0; row < 5; row += 1) table.push(await createTestProject(site.db, { publishedAt: null }))
  const batchId = randomUUID()
  for (const ids of [table.slice(2).reverse(), table.slice(0, 2).reverse()]) {
    await site.changeAll(ids, { kind: "publish" }, batchId)
  }
  const { data } = await site.manager.ask("list", { limit: 5 })
  expect(data.map(({ id }) => id)).toEqual(table)
})

test("an undo leaves alone what somebody has changed since", async () => {
  await using site = await startSite()
  const ids = [await createTestProject(site.db), await createTestProject(site.db)]
  const { batchId } = await site.changeAll(ids, { kind: "status", status: "Annulé" })
  await site.manager.call("update", { id: ids[0] ?? 0, status: "Terminé" })
  expect(await site.undoAll(batchId)).toEqual({ undone: 1, skipped: 1 })
  expect((await site.snapshot()).map(({ status }) => status)).toEqual(["Terminé", "En cours"])
})

test("what is found can be changed as a whole, and the trash is restored as a whole", async () => {
  await using site = await startSite()
  for (const sector of ["Transport", "Transport", "Immobilier"] as const) await createTestProject(site.db, { sector })
  const find = async (criteria: object) =>
    (await site.manager.ask("ids", { search: "", sort: "newest", ...criteria })).data
  const found = await find({ sector: "Transport" })
  expect(found).toHaveLength(2)
  await site.changeAll(found, { kind: "trash" })
  expect(await find({})).toHaveLength(1)
  expect(await find({ search: "immo" })).toHaveLength(1)
  expect(await site.changeAll(await find({ state: "trashed" }), { kind: "restore" })).toMatchObject({ changed: 2 })
  expect(await find({})).toHaveLength(3)
})

test("too many projects, none, or an unknown action are rejected", async () => {
  await using site = await startSite()
  const ids = Array.from({ length: CHANGES_MAX + 1 }, (_, index) => index + 1)
  const batchId = randomUUID()
  const statuses = []
  for (const input of [
    { ids, batchId, action: { kind: "trash" } },
    { ids: [], batchId, action: { kind: "trash" } },
    { ids: [1], batchId: "x", action: { kind: "trash" } },
    { ids: [1], batchId, action: { kind: "erase" } },
  ]) {
    statuses.push((await site.manager.call("change", input as never)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400])
})

test("an undo brings back the pins of projects that had left their sector", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { sector: "Construction" })
  await site.manager.call("pin", { sector: "Construction", ids: [id] })
  const { batchId } = await site.changeAll([id], { kind: "sector", sector: "Transport" })
  expect(await site.snapshot()).toMatchObject([{ sector: "Transport", pin: null }])
  await site.undoAll(batchId)
  expect(await site.snapshot()).toMatchObject([{ sector: "Construction", pin: 1 }])
})

test("a project that the database rejects stays as it was, and the others are changed", async () => {
  await using site = await startSite()
  const ids = await createTestProjects(site.db, [{ name: "Bac" }, { name: "Bus" }, { name: "Car" }])
  await sql`create unique index one_of_transport on projects (sector) where sector = 'Transport'`.execute(site.db)
  const { changed, failed } = await site.changeAll(ids, { kind: "sector", sector: "Transport" })
  expect(changed).toBe(1)
  expect(failed.map(({ name, reason }) => `${name} : ${reason}`)).toEqual([
    "Bus : Cet enregistrement existe déjà",
    "Car : Cet enregistrement existe déjà",
  ])
  expect((await site.snapshot()).map(({ sector }) => sector)).toEqual(["Transport", "Construction", "Construction"])
  const entries = await site.db.selectFrom("audit").select("subjectName").where("action", "=", "update").execute()
  expect(entries).toEqual([{ subjectName: "Bac" }])
})
