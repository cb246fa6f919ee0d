// @module-tag engines
import { expect, test } from "vitest"
import { collectImageGarbage } from "#server/jobs/garbage-collection.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { startApp } from "#server/testing/start-app.ts"
import { emptyTrash } from "./trash.ts"

const MINUTE_MS = 60_000

async function startSite() {
  let time = Date.UTC(2026, 2, 2, 7)
  const site = await startApp({ now: () => new Date(time) })
  for (const name of ["a.jpg", "b.jpg"]) await createTestImage(site.db, name)
  const manager = await createProjectManager(site)
  const id = await createTestProject(site.db, { name: "Pont", images: [{ name: "a.jpg", alt: "Avant" }] })
  return {
    ...site,
    id,
    manager,
    pass: (ms: number) => {
      time += ms
    },
    history: async () => (await manager.ask("revisions", id)).data,
    change: async (fields: object) => (await manager.call("update", { id, ...fields })).data,
  }
}

test("each save is a revision: who, when and what, pictures included", async () => {
  await using site = await startSite()
  await site.change({ name: "Viaduc", address: "Limete" })
  await site.change({ images: [{ name: "b.jpg", alt: "Après" }] })
  const by = expect.stringContaining("admin")
  expect(await site.history()).toEqual([
    {
      version: 3,
      at: "2026-03-02T07:00:00.000Z",
      by,
      action: "update",
      changes: [
        { field: "images", before: [{ name: "a.jpg", alt: "Avant" }], after: [{ name: "b.jpg", alt: "Après" }] },
      ],
    },
    {
      version: 2,
      at: "2026-03-02T07:00:00.000Z",
      by,
      action: "update",
      changes: [
        { field: "name", before: "Pont", after: "Viaduc" },
        { field: "address", before: "Gombe, Kinshasa", after: "Limete" },
      ],
    },
    { version: 1, at: expect.any(String), by: null, action: "create", changes: [] },
  ])
})

test("a revision brings back texts, pictures and the URL; the state stays, and it is a revision itself", async () => {
  await using site = await startSite()
  await site.change({ name: "Viaduc", images: [] })
  await site.change({ description: "Faux", status: "Annulé" })
  await site.manager.call("withdraw", { id: site.id })
  const { data } = await site.manager.call("revert", { id: site.id, revision: 1 })
  expect(data).toMatchObject({ name: "Pont", slug: "pont", status: "En cours", state: "draft", version: 5 })
  expect(data.images).toMatchObject([{ name: "a.jpg", alt: "Avant", width: 1280 }])
  const back = await site.manager.call("revert", { id: site.id, revision: 3 })
  expect(back.data).toMatchObject({ name: "Viaduc", description: "Faux", images: [] })
  expect((await site.history()).map(({ action }) => action)).toEqual([
    ...["revert", "revert", "withdraw", "update", "update", "create"],
  ])
})

test("a revision that is none is 404, and an outdated version a conflict", async () => {
  await using site = await startSite()
  await site.change({ name: "Viaduc" })
  const restore = async (input: { revision: number; version?: number }) =>
    (await site.manager.call("revert", { id: site.id, ...input })).status
  expect(await restore({ revision: 7 })).toBe(404)
  expect(await restore({ revision: 1, version: 1 })).toBe(409)
  expect((await site.manager.ask("managed", site.id)).data.version).toBe(2)
})

test("the automatic saves of one sitting are one revision, of another or another account their own", async () => {
  await using site = await startSite()
  await site.manager.call("withdraw", { id: site.id })
  const other = await createProjectManager(site)
  const type = (text: string, by = site.manager) =>
    by.call("update", { id: site.id, description: text, automatic: true })
  for (const text of ["U", "Un", "Un pont"]) await type(text)
  const [first, withdrawn] = await site.history()
  expect(first).toMatchObject({ version: 5, action: "autosave" })
  expect(first?.changes).toEqual([{ field: "description", before: "Un projet d’essai.", after: "Un pont" }])
  expect(withdrawn).toMatchObject({ version: 2 })
  await type("Un pont.", other)
  site.pass(11 * MINUTE_MS)
  await type("Un pont neuf.", other)
  expect((await site.history()).map(({ version }) => version)).toEqual([7, 6, 5, 2, 1])
  const { data } = await site.manager.call("revert", { id: site.id, revision: 5 })
  expect(data.description).toBe("Un pont")
})

test("the pictures of earlier revisions stay until the project has left the trash", async () => {
  await using site = await startSite()
  await site.change({ images: [] })
  site.pass(3 * 24 * 60 * MINUTE_MS)
  const names = async () => (await site.db.selectFrom("images").select("name").execute()).map(({ name }) => name)
  await collectImageGarbage(site)
  expect(await names()).toEqual(["a.jpg"])
  await site.manager.call("delete", site.id)
  site.pass(31 * 24 * 60 * MINUTE_MS)
  await emptyTrash(site)
  expect(await names()).toEqual([])
})

test("a picture in the trash is erased in time although a version shows it, which is restored without it", async () => {
  await using site = await startSite()
  await site.change({ images: [], name: "Viaduc" })
  await site.db.updateTable("images").set({ deletedAt: "2026-03-02" }).where("name", "=", "a.jpg").execute()
  const names = async () => (await site.db.selectFrom("images").select("name").execute()).map(({ name }) => name)
  site.pass(29 * 24 * 60 * MINUTE_MS)
  await collectImageGarbage(site)
  expect(await names()).toContain("a.jpg")
  site.pass(2 * 24 * 60 * MINUTE_MS)
  await collectImageGarbage(site)
  expect(await names()).not.toContain("a.jpg")
  expect(await site.db.selectFrom("projectRevisionImages").selectAll().execute()).toEqual([])
  const { call } = await createProjectManager(site)
  const { data } = await call("revert", { id: site.id, revision: 1 })
  expect(data).toMatchObject({ name: "Pont", images: [] })
})

test("typing a draft leaves one entry in the audit log, as it leaves one revision; what is public, one a save", async () => {
  await using site = await startSite()
  await site.manager.call("withdraw", { id: site.id })
  for (const description of ["U", "Un", "Un pont"]) await site.change({ description, automatic: true })
  await site.manager.call("publish", { id: site.id })
  for (const description of ["Un viaduc", "Un pont"]) await site.change({ description, automatic: true })
  const audited = site.db.selectFrom("audit").select("action").where("subject", "=", "project").orderBy("id")
  const entries = await audited.execute()
  const actions = ["withdraw", "autosave", "publish", "update", "update"]
  expect(entries.map(({ action }) => action)).toEqual(actions)
  expect((await site.history()).map(({ action }) => action)).toEqual([...actions.toReversed(), "create"])
})
