// @module-tag engines
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const AT = "2025-01-02T03:04:05.678Z"

async function startSite() {
  const site = await startApp({ now: () => new Date("2025-06-07T08:09:10.111Z") })
  const headers = await signInAs(site, "admin")
  await createTestImage(site.db, "a.jpg")
  await createTestImage(site.db, "b.jpg")
  const images = [
    { name: "a.jpg", alt: "La façade" },
    { name: "ailleurs/vieille.jpg", alt: "Avant" },
  ]
  const id = await createTestProject(site.db, { at: AT, name: "École", status: "En cours", address: "Gombe", images })
  const put = (body: unknown, path = `/api/projects/${id}`) =>
    site.request(path, {
      method: "PUT",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  return {
    ...site,
    id,
    headers,
    put,
    /** Returns the changed project. */
    async change(body: unknown) {
      const response = await put(body)
      expect(response.status).toBe(200)
      const { project } = (await response.json()) as { project: Record<string, unknown> }
      expect(await (await site.request(`/api/projects/${id}`, { headers })).json()).toEqual(project)
      return project
    },
  }
}

const before = {
  project_name: "École",
  address: "Gombe",
  status: "En cours",
  sector: "Construction",
  project_images: ["a.jpg", "ailleurs/vieille.jpg"],
  image_alts: ["La façade", "Avant"],
  created_at: AT,
}

test("changes the fields that are sent and no others", async () => {
  await using site = await startSite()
  const response = await site.put({ project_name: "Lycée" })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    success: true,
    message: "Projet mis à jour avec succès !",
    project: { ...before, project_name: "Lycée", version: 2, updated_at: "2025-06-07T08:09:10.111Z" },
  })
  expect(await (await site.request("/api/projects")).json()).toMatchObject([{ project_name: "Lycée" }])
})

test("accepts every field of the edit form", async () => {
  await using site = await startSite()
  const form = {
    project_name: "Étable",
    description: "Pour cent vaches.",
    address: "Maluku",
    status: "Terminé",
    sector: "Élevage",
    project_images: ["b.jpg", "a.jpg"],
  }
  expect(await site.change(form)).toMatchObject({ ...form, image_alts: ["Étable, photo 1", "La façade"] })
  const row = await site.db.selectFrom("projects").selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ nameFolded: "etable", statusFolded: "termine", sectorFolded: "elevage" })
})

test("a change without a difference changes nothing, not even the version", async () => {
  await using site = await startSite()
  for (const body of [{}, before, { project_images: before.project_images, version: 1 }, { id: 99, unknown: true }]) {
    expect(await site.change(body)).toMatchObject({ ...before, version: 1, updated_at: AT })
  }
  expect(await site.db.selectFrom("audit").select("id").execute()).toEqual([])
})

test("address and status may be emptied", async () => {
  await using site = await startSite()
  expect(await site.change({ address: "", status: null })).toMatchObject({ address: null, status: null })
  expect(await site.change({ status: "Annulé", address: null })).toMatchObject({ address: null, status: "Annulé" })
})

test("any status may follow any other", async () => {
  await using site = await startSite()
  for (const from of STATUSES)
    for (const to of STATUSES) {
      await site.change({ status: from })
      expect(await site.change({ status: to })).toMatchObject({ status: to })
    }
})

test("a description may be emptied", async () => {
  await using site = await startSite()
  expect(await site.change({ description: "" })).toMatchObject({ description: "" })
})

test.each([
  ["names in a list", { project_images: ["b.jpg"] }, ["b.jpg"], ["École, photo 1"]],
  ["names in a string", { project_images: '["b.jpg", "a.jpg"]' }, ["b.jpg", "a.jpg"], ["École, photo 1", "La façade"]],
  ["no picture", { project_images: [] }, [], []],
  [
    "another order, with texts",
    { project_images: ["ailleurs/vieille.jpg", "a.jpg"], image_alts: ["1", "2"] },
    ["ailleurs/vieille.jpg", "a.jpg"],
    ["1", "2"],
  ],
  ["texts alone", { image_alts: '["Neuf"]' }, before.project_images, ["Neuf", "École, photo 2"]],
  ["an empty text on purpose", { image_alts: ["", "Après"] }, before.project_images, ["", "Après"]],
])("pictures: %s", async (_what, body, project_images, image_alts) => {
  await using site = await startSite()
  expect(await site.change(body)).toMatchObject({ project_images, image_alts, version: 2 })
})

test.each([
  ["a blank name", { project_name: " " }, "project_name", "Tous les champs obligatoires doivent être remplis"],
  [
    "a name of characters that nobody sees",
    { project_name: "\u200b\u2060" },
    "project_name",
    "Tous les champs obligatoires doivent être remplis",
  ],
  ["no name", { project_name: null }, "project_name", "Tous les champs obligatoires doivent être remplis"],
  ["a blank sector", { sector: "" }, "sector", "Tous les champs obligatoires doivent être remplis"],
  ["an unknown sector", { sector: "Mines" }, "sector", "Secteur inconnu"],
  ["an unknown status", { status: "Livré" }, "status", "Statut inconnu"],
  ["an empty status", { status: "" }, "status", "Statut inconnu"],
  ["a number for a name", { project_name: 12 }, "project_name", "Tous les champs obligatoires doivent être remplis"],
  ["an address that is no text", { address: 1 }, "address", "L’adresse doit être un texte"],
  ["a version that is none", { version: "1" }, "version", "Version invalide"],
  ["a picture that is not stored", { project_images: ["a.jpg", "c.jpg"] }, "project_images", "Image inconnue : c.jpg"],
  ["pictures in an object", { project_images: { 0: "a.jpg" } }, "project_images", responseTexts.imagesNotAList],
  ["pictures in a text", { project_images: "a.jpg" }, "project_images", responseTexts.imagesNotAList],
  ["null for pictures", { project_images: null }, "project_images", responseTexts.imagesNotAList],
  ["a number among the names", { project_images: [1] }, "project_images", "Nom d’image invalide"],
  ["thirteen pictures", { project_images: Array(13).fill("a.jpg") }, "project_images", "Trop d'images (12 au maximum)"],
  ["texts that are no list", { image_alts: "La façade" }, "image_alts", responseTexts.altsNotAList],
  ["texts that are no texts", { image_alts: [1] }, "image_alts", responseTexts.altsNotAList],
  ["more texts than pictures", { image_alts: ["1", "2", "3"] }, "image_alts", responseTexts.tooManyAlts],
])("%s is 400 and changes nothing", async (_what, body, field, message) => {
  await using site = await startSite()
  const response = await site.put({ ...body, description: "Changée." })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ success: false, message, errors: { [field]: message } })
  expect(await site.change({})).toMatchObject({ ...before, version: 1 })
})

test("of two edits of one version the second is a conflict, which contains the current project", async () => {
  await using site = await startSite()
  await site.change({ project_name: "La première", version: 1 })
  const response = await site.put({ project_name: "La seconde", version: 1 })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    success: false,
    message: responseTexts.projectChanged,
    project: { id: site.id, project_name: "La première", version: 2, project_images: before.project_images },
  })
  expect(await site.change({ project_name: "Sans version" })).toMatchObject({
    project_name: "Sans version",
    version: 3,
  })
})

test("tRPC returns the conflict's project in its own names", async () => {
  await using site = await startSite()
  const response = await site.postJson("/trpc/projects.update", { id: site.id, version: 7, name: "x" }, site.headers)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    error: {
      data: { code: "conflict", current: { id: site.id, name: "École", version: 1, images: [{ name: "a.jpg" }, {}] } },
    },
  })
})

test("a change bumps the content version and is recorded with its fields", async () => {
  await using site = await startSite()
  const version = () => site.db.selectFrom("contentVersion").select("version").executeTakeFirstOrThrow()
  const earlier = (await version()).version
  await site.change({ status: "Terminé", address: "Limete", sector: "Construction" })
  expect((await version()).version).toBe(earlier + 1)
  const entry = await site.db.selectFrom("audit").selectAll().executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: "update", subject: "project", subjectId: site.id })
  expect(new Set(Object.keys(JSON.parse(entry.details).after))).toEqual(new Set(["status", "address"]))
})

test("an unknown project is 404, something that is no id 400, a body that is no object 400, another type 415", async () => {
  await using site = await startSite()
  expect((await site.put({}, "/api/projects/999")).status).toBe(404)
  expect((await site.put({}, "/api/projects/abc")).status).toBe(400)
  for (const body of [null, [], "texte", 1]) expect((await site.put(body)).status).toBe(400)
  const body = new URLSearchParams({ project_name: "x" })
  expect((await site.request(`/api/projects/${site.id}`, { method: "PUT", body, headers: site.headers })).status).toBe(
    415,
  )
})

test.each([
  ["a list", '[["a.jpg"]]'],
  ["an object that turns into no text", '[{ "toString": 1, "valueOf": 1 }]'],
  ["lists within lists", `${"[".repeat(9000)}${"]".repeat(9000)}`],
])("%s as a picture's name is 400, and the pictures stay", async (_what, names) => {
  await using site = await startSite()
  const response = await site.put({ project_images: names })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ errors: { project_images: "Nom d’image invalide" } })
  expect(await (await site.request(`/api/projects/${site.id}`)).json()).toMatchObject({ version: 1 })
})

test("of twelve changes at once without a version each overwrites", async () => {
  await using site = await startSite()
  const sent = Array.from({ length: 12 }, (_, number) => site.put({ address: `rue ${number}` }))
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(await (await site.request(`/api/projects/${site.id}`)).json()).toMatchObject({ version: 13 })
})

test("of two changes at once without a version neither takes back the pictures of the other", async () => {
  await using site = await startSite()
  const sent = [{ project_images: ["a.jpg", "b.jpg"] }, { image_alts: ["La porte", "Avant"] }]
  const responses = await Promise.all(sent.map((body) => site.put(body)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const response = await site.request(`/api/projects/${site.id}`, { headers: site.headers })
  const { project_images, image_alts } = (await response.json()) as Record<string, string[]>
  expect(project_images).toEqual(["a.jpg", "b.jpg"])
  expect(image_alts?.[0]).toBe("La porte")
})
