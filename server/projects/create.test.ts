// @module-tag engines
import { readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import type { Project } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { createForm, createImageFile, toFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const fields = {
  project_name: "École de Limete",
  description: "Douze classes.",
  address: "7e Rue, Limete",
  status: "En cours",
  sector: "Construction",
}

const required = "Tous les champs obligatoires doivent être remplis"

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    headers,
    create: (form: Parameters<typeof createForm>[0]) =>
      site.request("/api/projects", { method: "POST", body: createForm(form), headers }),
    draft: (input: object) => site.postJson("/trpc/projects.create", input, headers),
  }
}

/** Expects that neither a project nor a picture is found in any way. */
async function expectNothing(site: Awaited<ReturnType<typeof startSite>>) {
  expect(await (await site.request("/api/projects")).json()).toEqual([])
  expect(await site.db.selectFrom("images").select("name").execute()).toEqual([])
  expect(readdirSync(site.uploads)).toEqual([])
}

describe("POST /api/projects", () => {
  test("creates a project with its pictures, in their order, and returns it", async () => {
    await using site = await startSite()
    const images = [await createImageFile(), await createImageFile()]
    const response = await site.create({ ...fields, project_images: images, image_alts: ["La façade", ""] })
    expect(response.status).toBe(201)
    const { success, message, project } = (await response.json()) as Record<string, unknown> & {
      project: { id: number; project_images: string[] }
    }
    expect({ success, message }).toEqual({ success: true, message: "Projet ajouté avec succès !" })
    expect(project).toMatchObject({ ...fields, image_alts: ["La façade", ""], version: 1 })
    expect(new Set(readdirSync(site.uploads))).toEqual(new Set(project.project_images))
    const { state, published_at, ...everybodys } = project as Record<string, unknown>
    expect([state, published_at]).toEqual(["published", everybodys.created_at])
    expect(await (await site.request(`/api/projects/${project.id}`)).json()).toEqual(everybodys)
    expect(response.headers.get("ETag")).toBeNull()
  })

  test("a picture without a text gets the project's name and its number, an empty text stays empty", async () => {
    await using site = await startSite()
    for (const name of ["a.jpg", "b.jpg"]) await createTestImage(site.db, name)
    const images = { ...fields, project_images: '["a.jpg", "b.jpg"]' }
    const without = await site.create(images)
    const texts = ["École de Limete, photo 1", "École de Limete, photo 2"]
    expect(await without.json()).toMatchObject({ project: { image_alts: texts } })
    const decorative = await site.create({ ...images, image_alts: "" })
    expect(await decorative.json()).toMatchObject({ project: { image_alts: ["", texts[1]] } })
  })

  test("needs neither address nor pictures; a browser sends an empty file for an empty file field", async () => {
    await using site = await startSite()
    const form = { ...fields, address: "  ", project_images: toFile(new Uint8Array(), ""), image_alts: "" }
    const response = await site.create(form)
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ project: { address: null, project_images: [], image_alts: [] } })
  })

  test("accepts stored pictures by their names, as a JSON list or in repeated fields", async () => {
    await using site = await startSite()
    for (const name of ["a.jpg", "b.jpg"]) await createTestImage(site.db, name)
    const response = await site.create({ ...fields, project_images: '["a.jpg"]', image_alts: '["Vue"]' })
    expect(await response.json()).toMatchObject({ project: { project_images: ["a.jpg"], image_alts: ["Vue"] } })
    const repeated = await site.create({ ...fields, project_images: ["b.jpg", "a.jpg"] })
    expect(await repeated.json()).toMatchObject({ project: { project_images: ["b.jpg", "a.jpg"] } })
  })

  test("a draft may have empty fields but for its name and sector", async () => {
    await using site = await startSite()
    const empty = { description: "", address: "", status: "" }
    const response = await site.create({ state: "draft", project_name: "École", sector: "Transport", ...empty })
    expect(await response.json()).toMatchObject({ project: { description: "", address: null, status: null } })
    const nameless = await site.create({ state: "draft", project_name: "", sector: "", ...empty })
    expect(await nameless.json()).toMatchObject({ errors: { project_name: required, sector: required } })
  })

  test.each(["Ventes-matériaux", "vente-materiaux", "VENTES DE MATÉRIAUX"])(
    "the sector may be spelt %s",
    async (sector) => {
      await using site = await startSite()
      const response = await site.create({ ...fields, sector })
      expect(await response.json()).toMatchObject({ project: { sector: "Ventes de matériaux" } })
    },
  )

  test.each([
    ["no field at all", {}, ["description", "project_name", "sector", "status"]],
    ["a blank name", { ...fields, project_name: "  " }, ["project_name"]],
    ["no description", { ...fields, description: "" }, ["description"]],
    ["no status", { ...fields, status: "" }, ["status"]],
    ["no sector", { ...fields, sector: " " }, ["sector"]],
    ["a file for a name", { ...fields, project_name: toFile(new Uint8Array(1), "a") }, ["project_name"]],
  ] as [string, Record<string, string | File>, string[]][])(
    "%s is 400, with what is missing",
    async (_what, form, faulty) => {
      await using site = await startSite()
      const response = await site.create({ ...form, project_images: await createImageFile() })
      expect(response.status).toBe(400)
      const errors = Object.fromEntries(faulty.map((name) => [name, required]))
      expect(await response.json()).toEqual({ success: false, message: required, errors })
      await expectNothing(site)
    },
  )

  test("a missing field is reported before an invalid one, and both are named", async () => {
    await using site = await startSite()
    const response = await site.create({ ...fields, project_name: "", status: "Livré" })
    const errors = { project_name: required, status: "Statut inconnu" }
    expect(await response.json()).toEqual({ success: false, message: required, errors })
  })

  test.each([
    ["an unknown status", { status: "Livré" }, "status", "Statut inconnu"],
    ["an unknown sector", { sector: "Mines" }, "sector", "Secteur inconnu"],
    ["a name over 200", { project_name: "x".repeat(201) }, "project_name", "Le nom ne peut dépasser 200 caractères"],
    ["an address over 300", { address: "x".repeat(301) }, "address", "L’adresse ne peut dépasser 300 caractères"],
    [
      "a description over 10 000",
      { description: "x".repeat(10_001) },
      "description",
      "La description ne peut dépasser 10 000 caractères",
    ],
    ["a picture that is not stored", { project_images: '["b.jpg"]' }, "project_images", "Image inconnue : b.jpg"],
    [
      "the name of a picture that is not stored",
      { project_images: "b.jpg" },
      "project_images",
      "Image inconnue : b.jpg",
    ],
    ["JSON that is no list", { project_images: '{"0":"a.jpg"}' }, "project_images", responseTexts.imagesNotAList],
    ["more texts than pictures", { image_alts: ["a", "b"] }, "image_alts", responseTexts.tooManyAlts],
    [
      "a text over 300",
      { project_images: '["a.jpg"]', image_alts: "x".repeat(301) },
      "image_alts",
      "La description ne peut dépasser 300 caractères",
    ],
    [
      "thirteen pictures",
      { project_images: JSON.stringify(Array(13).fill("a.jpg")) },
      "project_images",
      "Trop d'images (12 au maximum)",
    ],
  ] as [string, Record<string, string>, string, string][])("%s is 400", async (_what, wrong, field, message) => {
    await using site = await startSite()
    const response = await site.create({ ...fields, ...wrong })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ success: false, message, errors: { [field]: message } })
    await expectNothing(site)
  })

  test("a picture that is cut off is named, and nothing is stored of the others", async () => {
    await using site = await startSite()
    const whole = await createImageFile()
    const cut = toFile(new Uint8Array(await whole.arrayBuffer()).subarray(0, -20), "coupée.jpg")
    const response = await site.create({ ...fields, project_images: [whole, cut] })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({
      success: false,
      message: "Format d'image non pris en charge (JPG, PNG ou WebP)",
      errors: { project_images: "coupée.jpg : illisible" },
    })
    await expectNothing(site)
  })

  test("a creation that fails in the database leaves neither row nor file", async () => {
    await using site = await startSite()
    await site.db.schema.dropTable("audit").execute()
    expect((await site.create({ ...fields, project_images: await createImageFile() })).status).toBe(500)
    await expectNothing(site)
  })

  test("rejects JSON", async () => {
    await using site = await startSite()
    expect((await site.postJson("/api/projects", fields, site.headers)).status).toBe(415)
  })
})

describe("projects.create", () => {
  const draft = { name: "Ferme", description: "Dix hectares.", status: "Terminé", sector: "agriculture" }

  test("stores a project with its author, bumps the content version and records it in the audit log", async () => {
    await using site = await startSite()
    await createTestImage(site.db, "a.jpg")
    const version = () => site.db.selectFrom("contentVersion").select("version").executeTakeFirstOrThrow()
    const before = (await version()).version
    const response = await site.draft({ ...draft, images: [{ name: "a.jpg", alt: "Le champ" }] })
    const { result } = (await response.json()) as { result: { data: Project } }
    expect(result.data).toMatchObject({
      name: "Ferme",
      sector: "Agriculture",
      address: null,
      images: [{ alt: "Le champ" }],
    })
    expect((await version()).version).toBeGreaterThan(before)
    const row = await site.db.selectFrom("projects").selectAll().executeTakeFirstOrThrow()
    expect(row.createdBy).toBeGreaterThan(0)
    const entry = await site.db.selectFrom("audit").selectAll().executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ accountId: row.createdBy, action: "create", subject: "project", subjectId: row.id })
  })

  test("rejects a picture that is not stored", async () => {
    await using site = await startSite()
    const response = await site.draft({ ...draft, images: [{ name: "b.jpg", alt: "" }] })
    const message = "Image inconnue : b.jpg"
    expect(await response.json()).toMatchObject({
      error: { message, data: { code: "invalid", fields: { images: message } } },
    })
    await expectNothing(site)
  })

  test("names the missing fields", async () => {
    await using site = await startSite()
    const response = await site.draft({ images: [] })
    const [name, description, status, sector] = Array(4).fill(required)
    expect(await response.json()).toMatchObject({
      error: { message: required, data: { fields: { name, description, status, sector } } },
    })
  })
})

describe("POST /api/projects with an Idempotency-Key", () => {
  async function startWithKeys() {
    const site = await startSite()
    const send = (key: string, headers = site.headers, name = fields.project_name) =>
      site.request("/api/projects", {
        method: "POST",
        headers: { ...headers, "Idempotency-Key": key },
        body: createForm({ ...fields, project_name: name }),
      })
    const idOf = async (response: Response) => ((await response.json()) as { project: { id: number } }).project.id
    return { ...site, send, idOf }
  }

  test("creates one project, however often and however fast it is repeated", async () => {
    await using site = await startWithKeys()
    const responses = await Promise.all([1, 2, 3].map(() => site.send("chantier-7")))
    responses.push(await site.send("chantier-7", site.headers, "Autre nom"))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(await Promise.all(responses.map(site.idOf))).size).toBe(1)
    expect(await site.db.selectFrom("projects").select("name").execute()).toEqual([{ name: fields.project_name }])
  })

  test("creates another project with another key, and for another account", async () => {
    await using site = await startWithKeys()
    const other = await signInAs(site, "editor")
    const responses = [await site.send("a"), await site.send("b"), await site.send("a", other)]
    expect(new Set(await Promise.all(responses.map(site.idOf))).size).toBe(3)
  })

  test.each(["", "clé", "a b", "a".repeat(256)])("rejects the key %j", async (key) => {
    await using site = await startWithKeys()
    const response = await site.send(key)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      success: false,
      message: responseTexts.idempotencyKeyInvalid,
    })
  })
})
