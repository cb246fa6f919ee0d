import { expect, test } from "vitest"
import { PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { type CsvRow, readCsv } from "#server/csv/read-csv.ts"
import { createTestImage, createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const PATH = "/api/admin/projects.csv"

async function startSite() {
  const site = await startApp()
  const { headers, ...manager } = await createProjectManager(site)
  const download = (query = "") => site.request(`${PATH}${query}`, { headers })
  async function rows(query = ""): Promise<CsvRow["cells"][]> {
    const response = await download(query)
    expect(response.status).toBe(200)
    const bytes = new Uint8Array(await response.arrayBuffer())
    return readCsv(bytes, ["Identifiant"]).rows.map(({ cells }) => cells)
  }
  const names = async (query = "") => (await rows(query)).map(([, name]) => name)
  return { ...site, manager, download, rows, names }
}

test("the file is for Excel: a name, a byte order mark, semicolons and lines of Windows", async () => {
  await using site = await startSite()
  const at = "2025-03-04T10:00:00.000Z"
  const fields = { name: "École", description: "Deux\nlignes ; un point", address: null, status: "En cours" } as const
  await createTestProject(site.db, { ...fields, sector: "Ventes de matériaux", at })
  const response = await site.download()
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8")
  expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="projets.csv"')
  expect(response.headers.get("Cache-Control")).toBe("no-store")
  const [titles, row, end] = Buffer.from(await response.arrayBuffer())
    .toString()
    .split("\r\n")
  expect(titles).toBe(`\ufeff${Object.values(PROJECT_CSV_TITLES).join(";")}`)
  expect(row).toMatch(
    /^1;École;Ventes de matériaux;En cours;Publié;.*;2025-03-04;http:\/\/localhost\/realisations\/ecole$/s,
  )
  expect(row).toContain(';"Deux\nlignes ; un point";')
  expect(end).toBe("")
})

test("an administrator alone downloads it", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "Confidentiel" })
  for (const [headers, status] of [
    [{}, 401],
    [await signInAs(site, "user"), 403],
  ] as const) {
    const response = await site.request(PATH, { headers })
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain("Confidentiel")
  }
})

test("each state is told, and the trash is apart", async () => {
  await using site = await startSite()
  const draft = await createTestProject(site.db, { name: "Projet A", publishedAt: null })
  const scheduled = await createTestProject(site.db, { name: "Projet B", publishedAt: null })
  await createTestProject(site.db, { name: "Projet C" })
  const trashed = await createTestProject(site.db, { name: "Projet D" })
  await site.manager.call("schedule", { id: scheduled, at: "2099-01-01T08:00" })
  await site.manager.call("delete", trashed)
  const states = async (query: string) => (await site.rows(query)).map(([, name, , , state]) => `${name} ${state}`)
  expect(await states("?sort=name")).toEqual(["Projet A Brouillon", "Projet B Programmé", "Projet C Publié"])
  expect(await states("?etat=brouillon")).toEqual(["Projet A Brouillon"])
  expect(await states("?etat=programme")).toEqual(["Projet B Programmé"])
  expect(await states("?etat=corbeille")).toEqual(["Projet D Dans la corbeille"])
  await site.manager.call("publish", { id: draft })
  expect(await states("?etat=publie&sort=oldest")).toEqual(["Projet C Publié", "Projet A Publié"])
})

test("the filters in the address choose the rows, and the sort orders them", async () => {
  await using site = await startSite()
  await createTestImage(site.db, "vue.jpg")
  const images = [{ name: "vue.jpg", alt: null }]
  const projects: Parameters<typeof createTestProject>[1][] = [
    { name: "Étable", sector: "Élevage", status: "Terminé", at: "2023-06-01T00:00:00.000Z", images },
    { name: "Pont", sector: "Transport", status: "En cours", at: "2024-06-01T00:00:00.000Z" },
    { name: "Villa", sector: "Immobilier", status: null, at: "2025-06-01T00:00:00.000Z" },
  ]
  for (const project of projects) await createTestProject(site.db, project)
  const queries = {
    "": ["Villa", "Pont", "Étable"],
    "?sort=oldest": ["Étable", "Pont", "Villa"],
    "?sort=name": ["Étable", "Pont", "Villa"],
    "?secteur=elevage": ["Étable"],
    "?statut=en-cours": ["Pont"],
    "?statut=aucun": ["Villa"],
    "?annee=2024": ["Pont"],
    "?images=avec": ["Étable"],
    "?images=sans": ["Villa", "Pont"],
    "?search=ETA": ["Étable"],
    "?search=o&secteur=transport&statut=en-cours&annee=2024&images=sans": ["Pont"],
  }
  for (const [query, names] of Object.entries(queries)) expect(await site.names(query), query).toEqual(names)
  const nothing = await site.download("?secteur=agriculture")
  expect((await nothing.text()).split("\r\n")).toHaveLength(2)
})

test.each([
  "etat=supprime",
  "secteur=peche",
  "statut=fini",
  "annee=0001",
  "annee=99999",
  "images=constructor",
  "sort=price",
  `search=Projet${" ".repeat(200)}x`,
  "etat=__proto__&images=__proto__&sort=toString",
])("an unknown value is left out, as the table does: %s", async (query) => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "Projet unique" })
  expect(await site.names(`?${query}`)).toEqual(["Projet unique"])
})

test("no cell is a formula, and the file can be imported as it is", async () => {
  await using site = await startSite()
  const formulas = ['=HYPERLINK("http://evil.example")', "+1+1", "-2", "@SUM(1)", "\t=1", "'=1"]
  for (const name of formulas) await createTestProject(site.db, { name, description: name, address: name })
  const text = await (await site.download("?sort=oldest")).text()
  for (const start of text.split(/[;\r\n]+/)) expect(start.replace(/^"/, "")).not.toMatch(/^\s*[=+\-@]/)
  expect(await site.names("?sort=oldest")).toEqual(formulas)
})

test("a date that another program wrote badly is an empty cell, and the file is complete", async () => {
  await using site = await startSite()
  for (const name of ["Pont", "Villa"]) await createTestProject(site.db, { name, publishedAt: null })
  await site.db.updateTable("projects").set({ createdAt: "hier" }).where("name", "=", "Villa").execute()
  const rows = await site.rows("?sort=name")
  expect(rows.map((cells) => [cells[1], cells.at(-2)])).toEqual([
    ["Pont", expect.stringMatching(/^2025-/)],
    ["Villa", ""],
  ])
})

test("a thousand projects and more are written in their order, in chunks", { timeout: 60_000 }, async () => {
  await using site = await startSite()
  const all = Array.from({ length: 1203 }, (_, index) => ({ name: `Projet ${index}` }))
  await createTestProjects(site.db, all)
  const text = await (await site.download("?sort=oldest")).text()
  const names = text.split("\r\n").flatMap((line) => /^\d+;([^;]+)/.exec(line)?.[1] ?? [])
  expect(names).toEqual(all.map(({ name }) => name))
})
