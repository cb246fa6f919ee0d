// @module-tag engines
import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import { CSV_BYTES_MAX, CSV_ROWS_MAX } from "#server/contract/csv.ts"
import { IMPORTED_COLUMNS, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import type { ImportResult, ProjectImport } from "#server/contract/project-import.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { hostileText } from "#server/testing/hostile-texts.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const PATH = "/api/admin/projects-import"
const TITLES = "Nom du projet;Secteur;Statut;Adresse;Description;Images"

function fileOf(...rows: string[]): string {
  return [TITLES, ...rows].join("\r\n")
}

function rowOf(name: string, images = ""): string {
  return `${name};Transport;En cours;Gombe;Un projet;${images}`
}

type Answer = { status: number; body: ImportResult & ProjectImport & { success: boolean; message?: string } }

async function startSite() {
  const site = await startApp()
  const { headers, ...manager } = await createProjectManager(site)
  async function send(path: string, body: BodyInit, more: Record<string, string> = {}): Promise<Answer> {
    const sent = { ...headers, "Content-Type": "text/csv", ...more }
    const response = await site.request(`${PATH}/${path}`, { method: "POST", headers: sent, body })
    return { status: response.status, body: await response.json() }
  }
  const listStored = () =>
    site.db.selectFrom("projects").select(["id", "name", "slug", "state", "version"]).orderBy("id").execute()
  async function undoAll(batch: string): Promise<number> {
    const { undone, more } = (await manager.call("undo", batch)).data
    return more ? undone + (await undoAll(batch)) : undone
  }
  return { ...site, headers, manager, send, listStored, undoAll }
}

test("a preview tells what each row would become, and stores nothing", async () => {
  await using site = await startSite()
  const { status, body } = await site.send("preview", fileOf(rowOf("École"), "Lycée;Pêche;Fini;;;c.jpg"))
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: 1, invalid: 1, ignored: [] })
  expect(body.rows.map(({ line, errors }) => [line, ...errors.map(({ field }) => field)])).toEqual([
    [2],
    [3, "sector", "status"],
  ])
  expect(await site.listStored()).toEqual([])
})

test.each([
  ["", "draft", null],
  ["?state=draft", "draft", null],
  ["?state=published", "published", expect.any(String)],
  ["?state=x", "draft", null],
])("with « %s » the projects are %s", async (query, state, publishedAt) => {
  await using site = await startSite()
  await createTestImage(site.db, "vue.jpg")
  const batch = randomUUID()
  const { status, body } = await site.send(`${batch}${query}`, fileOf(rowOf("École", "vue.jpg"), rowOf("Pont")))
  expect([status, body]).toEqual([201, { success: true, created: 2, updated: 0, batch }])
  const first = (await site.listStored()).find(({ name }) => name === "École") ?? { id: 0 }
  const { data } = await site.manager.ask("managed", first.id)
  expect(data).toMatchObject({ name: "École", sector: "Transport", status: "En cours", state, version: 1 })
  expect(data).toMatchObject({ publishedAt, address: "Gombe", description: "Un projet", images: [{ name: "vue.jpg" }] })
  const listed = (await (await site.request("/api/projects")).json()) as { project_name: string }[]
  const names = state === "published" ? ["École", "Pont"] : []
  expect(listed.map(({ project_name }) => project_name)).toEqual(names)
  expect((await site.manager.ask("revisions", first.id)).data).toMatchObject([{ version: 1, action: "import" }])
  const imports = site.db.selectFrom("audit").select("subjectName").where("action", "=", "import").orderBy("id")
  expect((await imports.execute()).map(({ subjectName }) => subjectName)).toEqual(["Pont", "École"])
})

test("imported projects are found by a search, counted, and edited like any other", async () => {
  await using site = await startSite()
  await site.send(randomUUID(), fileOf(rowOf("Élévateur à grain"), rowOf("Pont")))
  const search = await site.manager.ask("search", { search: "elevateur", sort: "newest", page: 1 })
  expect(search.data).toMatchObject({ found: 1, counts: { total: 2, ongoing: 2 }, states: { draft: 2 } })
  const [{ id, version } = { id: 0, version: 0 }] = search.data.projects
  expect((await site.manager.call("update", { id, version, name: "Silo" })).data).toMatchObject({ slug: "silo" })
  expect((await site.manager.call("publish", { id })).data).toMatchObject({ state: "published" })
})

test.each([
  ["a missing name", ";Transport;En cours;;x;"],
  ["an unknown sector", "Pont;Pêche;En cours;;x;"],
  ["an image that is not stored", rowOf("Pont", "inconnue.jpg")],
  ["too many cells", `${rowOf("Pont")};;;y`],
])("%s in one row of many, and no project is created", async (_, row) => {
  await using site = await startSite()
  const { status, body } = await site.send(randomUUID(), fileOf(rowOf("École"), row, rowOf("Hangar")))
  expect(status).toBe(400)
  expect(body).toEqual({
    success: false,
    message: responseTexts.importHasErrors,
  })
  for (const table of ["projects", "projectSlugs", "projectRevisions"] as const)
    expect(await site.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test("the same batch, sent again or twice at once, creates once and answers the same", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "École" })
  const batch = randomUUID()
  const file = fileOf(rowOf("École"), rowOf("École"))
  const answers = await Promise.all([site.send(batch, file), site.send(batch, file), site.send(batch, file)])
  answers.push(await site.send(batch, file), await site.send(batch, fileOf(rowOf("Autre"))))
  expect(answers).toEqual(answers.map(() => ({ status: 201, body: { success: true, created: 2, updated: 0, batch } })))
  expect(await site.listStored()).toHaveLength(3)
  expect((await site.send(randomUUID(), file)).status).toBe(201)
  expect(await site.listStored()).toHaveLength(5)
})

test("projects of one name, also of a stored one, have slugs of their own", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "École" })
  const names = ["École", "école !", "Ecole", "!!!", "???", "n".repeat(200), `${"n".repeat(199)}m`]
  expect((await site.send(`${randomUUID()}?state=published`, fileOf(...names.map((name) => rowOf(name))))).status).toBe(
    201,
  )
  const stored = await site.listStored()
  expect(new Set(stored.map(({ slug }) => slug)).size).toBe(names.length + 1)
  for (const { slug, name } of stored) {
    const { data } = await site.manager.ask("atSlug", slug)
    expect(data).toMatchObject({ kind: "found", project: { name } })
  }
})

test("exported drafts without status or description are imported as drafts, but not published", async () => {
  await using site = await startSite()
  await site.manager.call("createDraft", { name: "Inachevé", sector: "Transport" })
  const file = await (await site.request("/api/admin/projects.csv", { headers: site.headers })).text()
  const known = (await site.listStored())[0]?.id
  expect((await site.send("preview", file)).body).toMatchObject({ valid: 1, created: 0, updated: 0 })
  const anew = file.replace(`\r\n${known};`, "\r\n;")
  expect((await site.send("preview", anew)).body).toMatchObject({ valid: 1, created: 1, publishable: 0 })
  expect(await site.send(`${randomUUID()}?state=published`, anew)).toMatchObject({
    status: 400,
    body: {
      message: responseTexts.importIncomplete,
    },
  })
  expect((await site.send(randomUUID(), anew)).status).toBe(201)
  const [, imported = { id: 0 }] = await site.listStored()
  const { data } = await site.manager.ask("managed", imported.id)
  expect(data).toMatchObject({ name: "Inachevé", description: "", status: null, state: "draft" })
})

test("an import that is repeated after its undo has the URLs of the first one, unless those were public", async () => {
  await using site = await startSite()
  const file = fileOf(rowOf("École"), rowOf("École"), rowOf("Pont"))
  const importAs = async (state: string) => {
    const batch = randomUUID()
    await site.send(`${batch}?state=${state}`, file)
    return { batch, slugs: (await site.listStored()).filter((row) => row.state === state).map(({ slug }) => slug) }
  }
  const first = await importAs("draft")
  expect(first.slugs.toSorted()).toEqual(["ecole", "ecole-2", "pont"])
  await site.undoAll(first.batch)
  const second = await importAs("published")
  expect(second.slugs.toSorted()).toEqual(["ecole", "ecole-2", "pont"])
  await site.undoAll(second.batch)
  const third = await importAs("published")
  expect(third.slugs.toSorted()).toEqual(["ecole-3", "ecole-4", "pont-2"])
})

test("a project of an undone import has the URL of its name again when it leaves the trash", async () => {
  await using site = await startSite()
  const batch = randomUUID()
  await site.send(batch, fileOf(rowOf("Pont")))
  const [{ id } = { id: 0 }] = await site.listStored()
  await site.undoAll(batch)
  expect((await site.manager.call("restore", id)).data).toMatchObject({ slug: "pont", state: "draft" })
})

test("a thousand rows are imported, and one undo moves all of them to the trash", { timeout: 60_000 }, async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "Projet 7" })
  const batch = randomUUID()
  const file = fileOf(...Array.from({ length: CSV_ROWS_MAX }, (_, index) => rowOf(`Projet ${index}`)))
  expect((await site.send("preview", file)).body).toMatchObject({ valid: CSV_ROWS_MAX, invalid: 0 })
  expect((await site.send(batch, file)).body).toMatchObject({ created: CSV_ROWS_MAX })
  const stored = await site.listStored()
  const order = stored.slice(1).map((_, index) => `Projet ${index}`)
  expect(stored.map(({ name }) => name).slice(1)).toEqual(order.reverse())
  expect(await site.undoAll(batch)).toBe(CSV_ROWS_MAX)
  const states = (await site.listStored()).map(({ state }) => state)
  expect(states).toEqual(["published", ...Array.from({ length: CSV_ROWS_MAX }, () => "trashed")])
  expect(await site.undoAll(batch)).toBe(0)
})

test("an undo leaves alone what somebody has changed since, and a restored project is a draft again", async () => {
  await using site = await startSite()
  const batch = randomUUID()
  await site.send(batch, fileOf(rowOf("École"), rowOf("Pont")))
  const [bridge = { id: 0 }, school = { id: 0 }] = await site.listStored()
  await site.manager.call("update", { id: school.id, name: "Lycée" })
  expect((await site.manager.call("undo", batch)).data).toEqual({ undone: 1, skipped: 1, more: false })
  expect((await site.listStored()).map(({ state }) => state)).toEqual(["trashed", "draft"])
  await site.manager.call("restore", bridge.id)
  expect((await site.listStored()).map(({ state }) => state)).toEqual(["draft", "draft"])
})

test("the template has the columns of an import, and can be imported", async () => {
  await using site = await startSite()
  const response = await site.request("/api/admin/projects-template.csv", { headers: site.headers })
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="modele-projets.csv"')
  const file = await response.arrayBuffer()
  const titles = IMPORTED_COLUMNS.map((column) => PROJECT_CSV_TITLES[column])
  expect(
    Buffer.from(file)
      .toString()
      .startsWith(`\ufeff${titles.join(";")}\r\n`),
  ).toBe(true)
  expect((await site.send("preview", file)).body).toMatchObject({ valid: 1, invalid: 0, ignored: [] })
})

test("a file of Excel in Windows-1252 is read", async () => {
  await using site = await startSite()
  const file = Buffer.from(fileOf("Hôtel d\x92élite;Élevage;Terminé;;Été;"), "latin1")
  expect((await site.send(randomUUID(), file)).status).toBe(201)
  expect((await site.listStored())[0]).toMatchObject({ name: "Hôtel d’élite", slug: "hotel-d-elite" })
})

const zip = Buffer.from("PK\x03\x04aaaa")

test.each<[string, string | Buffer<ArrayBuffer>, number, string]>([
  ["an empty file", "", 400, "Le fichier est vide"],
  ["titles alone", TITLES, 400, "Le fichier n’a pas de ligne sous ses titres de colonnes"],
  ["a workbook", zip, 415, "Ce fichier est un classeur\u00a0: enregistrez-le au format CSV"],
  ["a NUL", fileOf("a\0b"), 400, "Ce fichier n’est pas un fichier CSV (il contient des caractères nuls)"],
  ["an open quote", fileOf('"a'), 400, "Un guillemet est mal placé ou n’est pas fermé, à partir de la ligne 2"],
  ["a bomb of rows", `${TITLES}${"\n;".repeat(900_000)}`, 400, "Le fichier a trop de lignes"],
  ["a bomb of columns", ";".repeat(2_000_000), 400, "Le fichier est vide"],
  ["a bomb of quotes", fileOf(`"${'"'.repeat(1_999_000)}`), 400, "Un guillemet est mal placé"],
  ["one row too many", fileOf(...Array(CSV_ROWS_MAX + 1).fill(rowOf("a"))), 400, "Le fichier a trop de lignes"],
  ["a file too large", "x".repeat(CSV_BYTES_MAX + 1), 413, "Fichier trop volumineux (2 Mo au maximum)"],
])("%s is rejected as a whole, in preview and import", { timeout: 30_000 }, async (_, file, status, message) => {
  await using site = await startSite()
  for (const path of ["preview", randomUUID()]) {
    const answer = await site.send(path, file)
    expect(answer.status).toBe(status)
    expect(answer.body.success).toBe(false)
    expect(answer.body.message).toContain(message)
  }
  expect(await site.listStored()).toEqual([])
})

test("a file of 50 MB is rejected by its length, before it is read", async () => {
  await using site = await startSite()
  const { status, body } = await site.send(randomUUID(), "x", { "Content-Length": "50000000" })
  expect([status, body.message]).toEqual([413, "Fichier trop volumineux (2 Mo au maximum)"])
})

test.each(["x", "1", "preview2", "%00", "00000000-0000-0000-0000-00000000000g"])("%s is no batch", async (batch) => {
  await using site = await startSite()
  const { status } = await site.send(batch, fileOf(rowOf("École")))
  expect(status).toBe(400)
  expect(await site.listStored()).toEqual([])
})

test.each(["text/plain", "application/json", "multipart/form-data; boundary=x", "text/csvx"])(
  "a body of %s is no CSV",
  async (type) => {
    await using site = await startSite()
    for (const path of ["preview", randomUUID()]) {
      const { status } = await site.send(path, fileOf(rowOf("École")), { "Content-Type": type })
      expect(status).toBe(415)
    }
    expect(await site.listStored()).toEqual([])
  },
)

test("an administrator alone previews and imports", async () => {
  await using site = await startSite()
  const body = fileOf(rowOf("École"))
  for (const [session, status] of [
    [{}, 401],
    [await signInAs(site, "user"), 403],
  ] as const) {
    for (const path of ["preview", randomUUID()]) {
      const headers = { ...session, "Content-Type": "text/csv" }
      expect((await site.request(`${PATH}/${path}`, { method: "POST", headers, body })).status).toBe(status)
    }
  }
  expect(await site.listStored()).toEqual([])
})

/** The site's own projects as a file, with a change. */
async function exportOf(
  site: Awaited<ReturnType<typeof startSite>>,
  change: (file: string) => string = (file) => file,
) {
  return change(await (await site.request("/api/admin/projects.csv", { headers: site.headers })).text())
}

test("an export that comes back changes what differs alone, and the undo brings that back", async () => {
  await using site = await startSite()
  await createTestImage(site.db, "vue.jpg")
  const images = [{ name: "vue.jpg", alt: "Vue\u00a0: le  quai" }]
  const first = await createTestProject(site.db, { name: "École", description: "Trois niveaux", images })
  await createTestProject(site.db, { name: "Pont", images })
  const file = await exportOf(site, (text) => `${text.replace("Trois niveaux", "Quatre niveaux")};Route;Transport\r\n`)
  const { body } = await site.send("preview", file)
  expect(body).toMatchObject({ valid: 3, invalid: 0, created: 1, updated: 1 })
  expect(body.rows.map(({ action, current }) => [action, current])).toEqual([
    ["keep", "Pont"],
    ["update", "École"],
    ["create", undefined],
  ])
  const batch = randomUUID()
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await site.send(batch, file)).toMatchObject({ status: 201, body: { created: 1, updated: 1 } })
  }
  const described = async () => (await site.manager.ask("managed", first)).data
  expect(await described()).toMatchObject({ description: "Quatre niveaux", state: "published", version: 2 })
  expect((await site.listStored()).map(({ name, version }) => [name, version])).toEqual([
    ["École", 2],
    ["Pont", 1],
    ["Route", 1],
  ])
  expect(await site.undoAll(batch)).toBe(2)
  expect(await described()).toMatchObject({ description: "Trois niveaux", state: "published" })
  expect((await site.listStored()).map(({ state }) => state)).toEqual(["published", "published", "trashed"])
})

test("columns that a file lacks stay as they are, also the texts of its pictures", async () => {
  await using site = await startSite()
  await createTestImage(site.db, "vue.jpg")
  const images = [{ name: "vue.jpg", alt: "Le quai" }]
  const id = await createTestProject(site.db, { name: "École", address: "Gombe", images })
  const file = `Identifiant;Nom du projet;Secteur;Images\r\n${id};Lycée;Transport;vue.jpg`
  expect(await site.send(randomUUID(), file)).toMatchObject({ status: 201, body: { created: 0, updated: 1 } })
  const { data } = await site.manager.ask("managed", id)
  expect(data).toMatchObject({ name: "Lycée", sector: "Transport", address: "Gombe", images })
})

test.each([
  ["a text that is no number", "Id7", responseTexts.importIdInvalid],
  ["the id of another row", "1", responseTexts.importIdRepeated],
  ["the id of a project in the trash", "2", responseTexts.importInTrash],
])("%s is an error of its row", async (_name, id, message) => {
  await using site = await startSite()
  for (const name of ["École", "Pont"]) await createTestProject(site.db, { name })
  await site.manager.call("delete", 2)
  const titles = "Identifiant;Nom du projet;Secteur"
  const { body } = await site.send("preview", `${titles}\r\n1;École;Transport\r\n${id};Route;Transport`)
  expect(body.rows[1]?.errors).toEqual([{ field: null, message }])
})

test("a published project is not made incomplete by a file", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { name: "École" })
  const file = `Identifiant;Nom du projet;Secteur;Description\r\n${id};École;Transport;`
  const { body } = await site.send("preview", file)
  expect(body.rows[0]?.errors.map(({ field }) => field)).toEqual(["description"])
})

test("the good rows are imported alone where that is asked for, and the others are a file to correct", async () => {
  await using site = await startSite()
  const file = `${TITLES};Budget\r\n${rowOf("École")};1 000\r\nLycée;Pêche;Fini;;;;=2+3\r\n`
  const batch = randomUUID()
  expect((await site.send(batch, file)).status).toBe(400)
  expect(await site.send(`${batch}?faulty=skip`, file)).toMatchObject({ status: 201, body: { created: 1 } })
  expect((await site.listStored()).map(({ name }) => name)).toEqual(["École"])
  const headers = { ...site.headers, "Content-Type": "text/csv" }
  const faulty = await site.request(`${PATH}/faulty`, { method: "POST", headers, body: file })
  expect(faulty.headers.get("Content-Disposition")).toBe('attachment; filename="a-corriger.csv"')
  const [titles, row, end] = (await faulty.text()).split("\r\n")
  expect([titles, end]).toEqual([`${TITLES};Budget;À corriger`, ""])
  expect(row).toMatch(/^Lycée;Pêche;Fini;;;;'=2\+3;"Secteur\u00a0: .*\nStatut\u00a0: .*"$/s)
  const corrected = [titles, row?.replace("Pêche", "Transport").replace("Fini", "Terminé")].join("\r\n")
  expect(await site.send(randomUUID(), corrected)).toMatchObject({ status: 201, body: { created: 1 } })
  const onlyFaulty = `${TITLES}\r\nLycée;Pêche;Fini;;;`
  expect((await site.send(`${randomUUID()}?faulty=skip`, onlyFaulty)).status).toBe(400)
})

test("columns that only the server sets are ignored", async () => {
  await using site = await startSite()
  const others = "Identifiant;État;Date;Adresse web;slug;version;publishedAt;created_by;deletedAt;__proto__;constructor"
  const values = "77;Publié;2001-01-01;pris;pris;77;2001-01-01;77;2001-01-01;pris;pris"
  const file = `${TITLES};${others}\r\n${rowOf("École")};${values}`
  const { body } = await site.send("preview", file)
  expect(body.ignored).toEqual(others.split(";").slice(1))
  expect((await site.send(randomUUID(), file)).status).toBe(201)
  for (const table of ["projects", "projectSlugs", "projectRevisions"] as const) {
    for (const row of await site.db.selectFrom(table).selectAll().execute()) {
      expect(JSON.stringify(row), table).not.toMatch(/2001-01|pris/)
      expect(Object.values(row), table).not.toContain(77)
    }
  }
})

test("whatever a file holds, it is imported or rejected, and pages and lists go on", { timeout: 60_000 }, async () => {
  await using site = await startSite()
  const cell = fc.oneof(
    hostileText,
    hostileText.map((text) => `"${text.replaceAll('"', '""')}"`),
  )
  const row = fc.array(cell, { maxLength: 8 }).map((cells) => cells.join(";"))
  const named = cell.map((name) => rowOf(name))
  const text = fc.array(fc.oneof(row, named), { maxLength: 6 }).map((rows) => fileOf(...rows))
  const file = fc.oneof(
    { weight: 4, arbitrary: text.map((content) => Buffer.from(content)) },
    { weight: 1, arbitrary: text.map((content) => Buffer.from(content, "utf16le")) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )
  let imported = 0
  const property = fc.asyncProperty(file, async (bytes) => {
    const preview = await site.send("preview", bytes)
    expect([200, 400, 415]).toContain(preview.status)
    const result = await site.send(`${randomUUID()}?state=published`, bytes)
    expect(result.status).toBe(preview.status !== 200 ? preview.status : preview.body.invalid > 0 ? 400 : 201)
    if (result.status === 201) imported += result.body.created
  })
  await fc.assert(property, { seed: fuzzSeed, numRuns: 150 })
  expect(imported).toBeGreaterThan(0)
  expect(await site.listStored()).toHaveLength(imported)
  expect((await site.request("/api/projects")).status).toBe(200)
  expect((await site.request("/api/admin/projects.csv", { headers: site.headers })).status).toBe(200)
})

test("the encoding and the separator may be chosen for the preview and for the import", async () => {
  await using site = await startSite()
  const file = Buffer.from(fileOf(rowOf("École")).replaceAll(";", ","), "latin1")
  const { body } = await site.send("preview", file)
  expect(body.reading).toMatchObject({ encoding: "windows-1252", separator: "comma" })
  expect(body.reading.rows[1]).toEqual(["École", "Transport", "En cours", "Gombe", "Un projet", ""])
  const choice = "encoding=macintosh&separator=comma"
  const chosen = await site.send(`preview?${choice}`, file)
  expect(chosen.body.rows[0]?.values.name).toBe("…cole")
  expect((await site.send(`${randomUUID()}?${choice}`, file)).status).toBe(201)
  expect(await site.listStored()).toMatchObject([{ name: "…cole" }])
})

test("a file that lacks columns is rejected, and its first rows can be read all the same", async () => {
  await using site = await startSite()
  const file = fileOf(rowOf("École"))
  const rejected = await site.send("preview?separator=bar", file)
  expect(rejected).toMatchObject({ status: 400, body: { message: expect.stringContaining("absentes") } })
  const { status, body } = await site.send("reading?separator=bar", file)
  expect(status).toBe(200)
  expect(body).toEqual({ encoding: "utf-8", separator: "bar", rows: [[TITLES], [rowOf("École")]] })
})

test.each(["encoding=ebcdic", "separator=x"])("%s is 400", async (query) => {
  await using site = await startSite()
  for (const path of ["preview", "reading", randomUUID()]) {
    const { status, body } = await site.send(`${path}?${query}`, fileOf(rowOf("École")))
    expect(status).toBe(400)
    expect(body.message).toMatch(/^(Encodage|Séparateur) inconnu$/)
  }
})
