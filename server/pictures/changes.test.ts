// @module-tag engines
import { expect, test } from "vitest"
import { contentAddress } from "#server/testing/content-address.ts"
import { emptyTrashLater } from "#server/testing/empty-trash-later.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { startLibrary } from "#server/testing/start-library.ts"

const NOBODYS = { page: "accueil", revision: 0, version: 0 }

/** Returns the picture at the top of the home page as visitors get it. */
async function heroOf(site: Awaited<ReturnType<typeof startLibrary>>) {
  const response = await site.request(contentAddress("accueil"))
  const body = (await response.json()) as { result: { data: { content: { hero: { photo: object } } } } }
  return body.result.data.content.hero.photo
}

test("a picture is replaced in projects, in drafts and on published pages at once", async () => {
  await using site = await startLibrary()
  const [old, by] = [await site.uploadOne(await createImageFile()), await site.uploadOne(await createImageFile())]
  const both = await createTestProject(site.db, { images: [old, by].map((name) => ({ name, alt: "A" })) })
  const imported = await createTestProject(site.db, { images: [{ name: `/uploads/${old}`, alt: "B" }] })
  await site.call("pictures.replace", { name: "hero/home", by: old })
  const edited = (await site.queryContent("accueil")) as { content: object }
  await site.call("content.saveDraft", { ...NOBODYS, revision: 1, content: edited.content })
  const draft = await site.db.selectFrom("drafts").select("version").executeTakeFirstOrThrow()

  expect(await site.call("pictures.replace", { name: old, by })).toMatchObject({ status: 200 })

  const shown = await site.db
    .selectFrom("projectImages")
    .select(["projectId", "position", "image", "alt"])
    .orderBy("projectId")
    .orderBy("position")
    .execute()
  expect(shown).toEqual([
    { projectId: both, position: 0, image: by, alt: "A" },
    { projectId: imported, position: 0, image: by, alt: "B" },
  ])
  const projects = await site.db.selectFrom("projects").select("version").execute()
  expect(projects).toEqual([{ version: 2 }, { version: 2 }])
  expect(await heroOf(site)).toMatchObject({ name: by })
  const pages = await site.db
    .selectFrom("contentImages")
    .selectAll()
    .where("image", "in", [old, by])
    .orderBy("state")
    .execute()
  expect(pages).toEqual([
    { page: "accueil", state: "draft", image: by },
    { page: "accueil", state: "published", image: by },
  ])
  expect(await site.db.selectFrom("drafts").select("version").execute()).toEqual([{ version: draft.version + 1 }])
  expect(JSON.parse((await site.audit("replace"))[1]?.details ?? "")).toEqual({
    name: old,
    by,
    projects: [both, imported],
    pages: ["accueil"],
  })
  const publications = await site.db.selectFrom("audit").selectAll().where("action", "=", "publish").execute()
  expect(JSON.parse(publications.at(-1)?.details ?? "")).toEqual({
    page: "accueil",
    changes: [{ field: "Haut de page › Photo", before: old, after: by }],
  })
  expect((await site.search()).pictures.map(({ name }) => name)).toContain(old)
})

test("a picture without a text takes that of the one it replaces", async () => {
  await using site = await startLibrary()
  const [first, second] = [await site.uploadOne(await createImageFile()), await site.uploadOne(await createImageFile())]
  await site.call("pictures.replace", { name: "hero/home", by: first })
  expect(await heroOf(site)).toMatchObject({ alt: expect.stringContaining("panorama") })
  await site.call("pictures.describe", { name: second, alt: "Le nouveau panorama", focus: null })
  await site.call("pictures.replace", { name: first, by: second })
  expect(await heroOf(site)).toMatchObject({ alt: "Le nouveau panorama" })
})

test("a picture is replaced by another one that the library has", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createImageFile())
  expect((await site.call("pictures.replace", { name, by: name })).status).toBe(400)
  expect((await site.call("pictures.replace", { name, by: "absente.jpg" })).status).toBe(404)
  expect((await site.call("pictures.replace", { name: "hero/absente", by: name })).status).toBe(404)
})

test("a picture in use is not deleted, and the answer names where it is used", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createImageFile())
  const id = await createTestProject(site.db, { name: "École", images: [{ name, alt: null }] })
  await site.db.insertInto("contentImages").values({ page: "contact", state: "draft", image: name }).execute()
  const refused = await site.call("pictures.delete", name)
  expect(refused).toMatchObject({
    status: 409,
    message: "Cette image est utilisée\u00a0: projet «\u00a0École\u00a0», brouillon de «\u00a0Contact\u00a0»",
  })
  await site.db.deleteFrom("contentImages").where("state", "=", "draft").execute()
  await site.call("projects.delete", id)
  expect((await site.call("pictures.delete", name)).status).toBe(409)
  await emptyTrashLater(site)
  expect((await site.call("pictures.delete", name)).status).toBe(200)
  expect((await site.call("pictures.delete", "hero/home")).status).toBe(409)
})

test("a deleted picture is in the trash, cannot be used, and comes back", async () => {
  await using site = await startLibrary()
  const file = await createImageFile({ name: "Zinzolin.jpg" })
  const name = await site.uploadOne(file)
  await site.call("pictures.delete", name)
  expect((await site.search("zinzolin")).found).toBe(0)
  expect(await site.search("zinzolin", 1, true)).toMatchObject({ found: 1, trashed: 1 })
  const draft = { name: "École", description: "Une école.", status: "En cours", sector: "Construction" }
  expect((await site.call("projects.create", { ...draft, images: [{ name, alt: "" }] })).status).toBe(400)
  await site.call("pictures.restore", name)
  expect(await site.search("zinzolin")).toMatchObject({ found: 1, trashed: 0 })
  expect((await site.call("pictures.restore", name)).status).toBe(404)
  const [entry] = await site.audit("restore")
  expect(JSON.parse(entry?.details ?? "")).toMatchObject({ name, after: { deletedAt: null } })

  await site.call("pictures.delete", name)
  expect(await site.upload(file)).toMatchObject([{ name, isKnown: true }])
  expect(await site.search("zinzolin")).toMatchObject({ found: 1, trashed: 0 })
})

test("projects show stored pictures alone, so that none that ships with the site takes their place", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createImageFile())
  await createTestProject(site.db, { images: [{ name, alt: "A" }] })
  expect(await site.call("pictures.replace", { name, by: "hero/home" })).toMatchObject({ status: 409 })
  expect(await site.db.selectFrom("projectImages").select("image").execute()).toEqual([{ image: name }])
})
