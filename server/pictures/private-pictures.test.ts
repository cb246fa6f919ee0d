// @module-tag engines
import { expect, test } from "vitest"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

/** Starts with a picture that a visitor has sent, and with a project and a picture of the company. */
async function startSite() {
  const site = await startApp()
  const picture = await createImageFile({ colour: "red" })
  const upload = async (path: string, image: File, headers: Record<string, string> = {}) => {
    const response = await site.request(path, { method: "POST", body: createForm({ images: image }), headers })
    return ((await response.json()) as { filenames: string[] }).filenames[0] ?? ""
  }
  const editor = await signInAs(site, "editor")
  return {
    ...site,
    editor,
    admin: await signInAs(site, "admin"),
    project: await createTestProject(site.db, {}),
    name: await upload("/api/contact/photos", picture),
    picture: await upload("/upload", await createImageFile({ colour: "green" }), editor),
    publish: (headers: Record<string, string>) => upload("/upload", picture, headers),
  }
}

const unknown = /Image (introuvable|inconnue)/

test("a visitor’s picture is unknown to every call that takes a picture’s name, whoever calls", async () => {
  await using site = await startSite()
  const { name, picture, project } = site
  const images = [{ name }]
  const fields = { name: "Puits", description: "Foré", status: "Terminé", sector: "Construction" }
  const calls: [procedure: string, input: unknown][] = [
    ["pictures.keep", name],
    ["pictures.add", name],
    ["pictures.describe", { name, alt: "Un puits" }],
    ["pictures.replace", { name, by: picture }],
    ["pictures.replace", { name: picture, by: name }],
    ["pictures.delete", name],
    ["pictures.restore", name],
    ["projects.create", { ...fields, images }],
    ["projects.createDraft", { ...fields, images }],
    ["projects.update", { id: project, images }],
  ]
  for (const headers of [site.editor, site.admin]) {
    for (const [procedure, input] of calls) {
      const response = await site.postJson(`/trpc/${procedure}`, input, headers)
      expect(await response.text(), procedure).toMatch(unknown)
    }
    const found = await site.request(`/trpc/pictures.get?input="${name}"`, { headers })
    expect(await found.text()).toMatch(unknown)
    const data = await site.request(`/trpc/pictures.find?input="${name}"`, { headers })
    expect(await data.json()).toEqual({ result: { data: null } })
    for (const query of ["", "?w=320", "?w=1200&h=630"]) {
      expect((await site.request(`/uploads/${name}${query}`, { headers })).status).toBe(404)
    }
  }
  const put = { method: "PUT", headers: { ...site.editor, "Content-Type": "application/json" } }
  const body = JSON.stringify({ project_images: [name] })
  expect(await (await site.request(`/api/projects/${project}`, { ...put, body })).text()).toMatch(unknown)
})

test("a visitor’s picture is not deleted by a call for abandoned uploads", async () => {
  await using site = await startSite()
  await site.postJson("/trpc/pictures.drop", site.name, site.editor)
  expect((await site.request(`/api/admin/message-photos/${site.name}`, { headers: site.admin })).status).toBe(200)
})

test("pages and the library show nothing of a private picture that got there earlier", async () => {
  await using site = await startSite()
  const { name } = site
  await site.db.updateTable("images").set({ libraryAt: site.now().toISOString() }).where("name", "=", name).execute()
  await site.db.insertInto("projectImages").values({ projectId: site.project, position: 0, image: name }).execute()
  await site.db.insertInto("contentImages").values({ page: "accueil", state: "published", image: name }).execute()
  expect((await site.request(`/uploads/${name}`)).status).toBe(404)
  const search = await site.request('/trpc/pictures.search?input={"search":"","page":1}', { headers: site.editor })
  expect(await search.text()).not.toContain(name)
})

test("whoever has the file itself may publish it", async () => {
  await using site = await startSite()
  expect(await site.publish(site.editor)).toBe(site.name)
  expect((await site.request(`/uploads/${site.name}`)).status).toBe(200)
  expect((await site.postJson("/trpc/pictures.keep", site.name, site.editor)).status).toBe(200)
})
