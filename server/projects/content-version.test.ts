// @module-tag engines
import { sql } from "kysely"
import { expect, test } from "vitest"
import { inTransaction } from "#server/database/transaction.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { startApp } from "#server/testing/start-app.ts"
import { publishDueProjects } from "./due.ts"

const NOW = Date.UTC(2026, 2, 2, 7)

async function startSite() {
  let time = NOW
  const site = await startApp({ now: () => new Date(time) })
  for (const name of ["a.jpg", "b.jpg"]) await createTestImage(site.db, name)
  async function version() {
    return (await site.db.selectFrom("contentVersion").select("version").executeTakeFirstOrThrow()).version
  }
  return {
    ...site,
    manager: await createProjectManager(site),
    wait(ms: number) {
      time += ms
    },
    /** Whether that work empties the cache of pages. */
    async isNoticed(work: () => Promise<unknown>) {
      const before = await version()
      await work()
      return (await version()) > before
    },
    run: (statement: string) => inTransaction(site.db, (trx) => sql.raw(statement).execute(trx)),
  }
}

const images = [{ name: "a.jpg", alt: null }]

test("a draft is created, written, illustrated, scheduled, deleted and restored without dropping cached pages", async () => {
  await using site = await startSite()
  const { manager, isNoticed } = site
  const draft = { name: "Pont", sector: "Construction", description: "Un pont.", status: "En cours" } as const
  let id = 0
  const steps = {
    create: async () => {
      id = (await manager.call("createDraft", draft)).data.id
    },
    update: () => manager.call("update", { id, name: "Grand pont" }),
    illustrate: () => manager.call("update", { id, images }),
    replace: () => manager.call("update", { id, images: [{ name: "b.jpg", alt: "Vue" }] }),
    schedule: () => manager.call("schedule", { id, at: "2999-01-01T08:00" }),
    withdraw: () => manager.call("withdraw", { id }),
    delete: () => manager.call("delete", id),
    restore: () => manager.call("restore", id),
  }
  for (const [name, step] of Object.entries(steps)) expect(await isNoticed(step), name).toBe(false)
  const { data } = await manager.ask("managed", id)
  expect(data).toMatchObject({ state: "draft", name: "Grand pont", version: 8, images: [{ name: "b.jpg" }] })
})

test("whatever visitors see of a project drops cached pages when it changes", async () => {
  await using site = await startSite()
  const { manager, isNoticed, db } = site
  const id = await createTestProject(db, { name: "Pont", publishedAt: null })
  const steps = {
    publish: () => manager.call("publish", { id }),
    rename: () => manager.call("update", { id, name: "Grand pont" }),
    illustrate: () => manager.call("update", { id, images }),
    caption: () => manager.call("update", { id, images: [{ name: "a.jpg", alt: "Vue" }] }),
    pin: () => manager.call("pin", { sector: "Construction", ids: [id] }),
    withdraw: () => manager.call("withdraw", { id }),
    "publish again": () => manager.call("publish", { id }),
    delete: () => manager.call("delete", id),
    restore: () => manager.call("restore", id),
    schedule: () => manager.call("schedule", { id, at: "2026-03-02T08:10" }),
    "due publication": () => {
      site.wait(600_000)
      return publishDueProjects(site)
    },
  }
  for (const [name, step] of Object.entries(steps)) expect(await isNoticed(step), name).toBe(true)
  expect((await manager.ask("managed", id)).data.state).toBe("published")
})

test("statements of other programs drop cached pages where they touch a published project", async () => {
  await using site = await startSite()
  const { isNoticed, run, db } = site
  const hidden = await createTestProject(db, { publishedAt: null, images: [{ name: "b.jpg", alt: null }] })
  const shown = await createTestProject(db, { images })
  const insert = (id: number, publishedAt: string) =>
    `insert into projects (id, name, name_folded, description, sector, sector_folded, slug, created_at, updated_at, published_at)
     values (${id}, 'A', 'a', '', 'Transport', 'transport', 'a-${id}', '', '', ${publishedAt})`
  const expected: [statement: string, isNoticed: boolean][] = [
    [insert(901, "null"), false],
    [insert(902, "'2026-01-01T00:00:00.000Z'"), true],
    [`update projects set name = 'Autre' where id = ${hidden}`, false],
    [`update projects set name = 'Autre' where id in (${hidden}, ${shown})`, true],
    [`update project_images set alt = 'Vue' where project_id = ${hidden}`, false],
    [`update project_images set alt = 'Vue' where project_id = ${shown}`, true],
    [`update project_images set project_id = 902 where project_id = ${hidden}`, true],
    [`update project_images set project_id = ${hidden} where project_id = 902`, true],
    ["update images set width = 10 where name = 'b.jpg'", false],
    ["update images set width = 10 where name = 'a.jpg'", true],
    [`insert into project_images (project_id, position, image) values (${hidden}, 1, 'c.jpg')`, false],
    [`insert into project_images (project_id, position, image) values (${shown}, 1, 'c.jpg')`, true],
    [`delete from project_images where project_id = ${hidden}`, false],
    [`delete from project_images where project_id = ${shown} and position = 1`, true],
    ["delete from images where name = 'b.jpg'", false],
    ["delete from images where name = 'a.jpg'", true],
    [`update projects set published_at = null where id = ${shown}`, true],
    [`delete from projects where id = ${shown}`, false],
    ["delete from projects where id = 901", false],
    ["delete from projects where id = 902", true],
  ]
  for (const [statement, isSeen] of expected) expect(await isNoticed(() => run(statement)), statement).toBe(isSeen)
})

test("a picture that a page of the site shows drops cached pages when it changes", async () => {
  await using site = await startSite()
  const { isNoticed, run } = site
  await run("insert into content_images (page, state, image) values ('accueil', 'published', 'a.jpg')")
  expect(await isNoticed(() => run("update images set colour = '#000000' where name = 'b.jpg'"))).toBe(false)
  expect(await isNoticed(() => run("update images set colour = '#000000' where name = 'a.jpg'"))).toBe(true)
  expect(await isNoticed(() => run("delete from images where name = 'a.jpg'"))).toBe(true)
})

test("what is written about a picture drops cached pages if a page may show it", async () => {
  await using site = await startSite()
  const { isNoticed, run, db } = site
  await createTestProject(db, { images })
  await createTestProject(db, { publishedAt: null, images: [{ name: "b.jpg", alt: null }] })
  for (const [name, isShown] of [
    ["a.jpg", true],
    ["b.jpg", false],
    ["hero/home", true],
  ] as const) {
    for (const statement of [
      `insert into image_details (name, alt) values ('${name}', 'Une vue')`,
      `update image_details set alt = 'La vue' where name = '${name}'`,
      `delete from image_details where name = '${name}'`,
    ]) {
      expect(await isNoticed(() => run(statement)), statement).toBe(isShown)
    }
  }
  expect(await isNoticed(() => run("delete from image_details where name = 'c.jpg'"))).toBe(false)
})
