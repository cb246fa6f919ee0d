// @module-tag isolated
import { QueryClientProvider } from "@tanstack/react-query"
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ApiContext, browserLink, createApi, createQueryClient } from "#client/app/api.ts"
import { showValue } from "#client/office/french/field-values.ts"
import { changesOf, formValuesOf } from "#client/office/projects/form/form-values.ts"
import { CONTROL_NAMES, fieldsOf, isRequired } from "#client/office/projects/form/project-fields.ts"
import { ProjectFieldset } from "#client/office/projects/form/project-fieldset.tsx"
import { ProjectTable } from "#client/office/projects/table/project-table.tsx"
import { uploadedSource } from "#client/pictures/picture.tsx"
import { ProjectPageView } from "#client/site/projects/page/project-page.tsx"
import { ProjectList } from "#client/site/projects/project-list.tsx"
import { EDITABLE_FIELDS } from "#server/contract/editable-fields.ts"
import { PROJECT_COLUMNS } from "#server/contract/project-columns.ts"
import { PROJECT_FIELDS, PublishableProject } from "#server/contract/project-drafts.ts"
import { ManagedProject } from "#server/contract/projects.ts"
import { toWire } from "#server/http/wire-names.ts"
import { writeProjectsCsv } from "#server/projects/export-csv.ts"
import { readProjectsCsv } from "#server/projects/import-csv.ts"
import { projectNames } from "#server/projects/wire.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { createForm } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

/** The places in which people see each field. TypeScript demands an entry for each new field. */
const places = {
  id: [],
  name: ["card", "page", "table"],
  description: ["card", "page"],
  address: ["card", "page", "table"],
  status: ["card", "page", "table"],
  sector: ["page", "table"],
  images: ["card", "page", "table"],
  version: [],
  createdAt: ["table"],
  updatedAt: [],
  slug: ["card"],
  publishedAt: [],
  state: [],
  publishAt: [],
  deletedAt: [],
  pin: [],
} satisfies Record<keyof ManagedProject, ("card" | "page" | "table")[]>

/** Fills every field: each text with the word and its field's name, and each number with its own. */
function draftOf(word: string, first: number, choices: Pick<PublishableProject, "status" | "images">) {
  const values = CONTROL_NAMES.map((name, index) => {
    const { kind, options } = PROJECT_FIELDS[name]
    if (kind === "number") return [name, first + index]
    if (kind === "date") return [name, `2026-03-${10 + first / 100}`]
    return [name, kind === "choice" ? options?.[(first / 100) % options.length] : `${word} ${name}`]
  })
  return PublishableProject.parse({ ...Object.fromEntries(values), sector: "Transport", ...choices })
}

const draft = draftOf("Premier", 100, { status: "Terminé", images: [{ name: "a.jpg", alt: "La vue" }] })
const change = draftOf("Second", 200, { status: "En cours", images: [{ name: "b.jpg", alt: "Le pont" }] })

function toRest({ images, ...fields }: PublishableProject) {
  const lists = { images: images.map(({ name }) => name), alts: images.map(({ alt }) => alt ?? "") }
  return toWire(projectNames, { ...fields, ...lists })
}

async function startSite() {
  const site = await startApp()
  for (const name of ["a.jpg", "b.jpg"]) await createTestImage(site.db, name)
  const headers = await signInAs(site, "admin")
  const call = async (procedure: string, input: object): Promise<ManagedProject> => {
    const response = await site.postJson(`/trpc/projects.${procedure}`, input, headers)
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { data: ManagedProject } }).result.data
  }
  return { ...site, headers, call }
}

test("every field is created, answered and changed through tRPC", async () => {
  await using site = await startSite()
  const created = await site.call("create", draft)
  expect(Object.keys(created).sort()).toEqual(Object.keys(ManagedProject.shape).sort())
  expect(created).toMatchObject(draft)
  expect(await site.call("update", { id: created.id, ...change })).toMatchObject(change)
})

test("every field is created, answered and changed through REST, in snake case", async () => {
  await using site = await startSite()
  const { project_images, ...fields } = toRest(draft)
  const texts = Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])
  const body = createForm({
    ...(Object.fromEntries(texts) as Record<string, string | string[]>),
    project_images: JSON.stringify(project_images),
  })
  const { project: created } = (await (
    await site.request("/api/projects", { method: "POST", body, headers: site.headers })
  ).json()) as { project: { id: number } }
  expect(created).toMatchObject(toRest(draft))
  const { publishAt, deletedAt, pin, ...answered } = ManagedProject.shape
  const names = Object.keys(toWire(projectNames, { ...answered, alts: [] }))
  expect(Object.keys(created).sort()).toEqual(names.sort())
  expect(names.join()).toMatch(/^[a-z_,]+$/)
  const headers = { ...site.headers, "Content-Type": "application/json" }
  const path = `/api/projects/${created.id}`
  const changed = await site.request(path, { method: "PUT", body: JSON.stringify(toRest(change)), headers })
  expect(await changed.json()).toMatchObject({ project: toRest(change) })
  expect(await (await site.request(path, { headers })).json()).toMatchObject(toRest(change))
})

test("every field that may be empty may be left out, and is empty at first", async () => {
  await using site = await startSite()
  const required = EDITABLE_FIELDS.filter((name) => name !== "images" && isRequired(name, true))
  const created = await site.call("create", Object.fromEntries(required.map((name) => [name, draft[name]])))
  for (const name of CONTROL_NAMES.filter((name) => !required.includes(name))) expect(created[name], name).toBeNull()
})

test("every field is written to an exported file, and read from an imported one", async () => {
  await using site = await startSite()
  async function* chunks() {
    yield [await site.call("create", draft)]
  }
  const parts = await Array.fromAsync(writeProjectsCsv(chunks(), "https://lisanga.example"))
  const { rows } = readProjectsCsv(new TextEncoder().encode(parts.join("")))
  expect(rows.map(({ project }) => project)).toEqual([draft])
})

test("every field has a label, a control in the form, and its changes are saved", async () => {
  await using site = await startSite()
  const project = await site.call("create", draft)
  const markup = renderToStaticMarkup(<ProjectFieldset project={project} errors={{}} />)
  for (const name of CONTROL_NAMES) {
    expect(markup).toMatch(new RegExp(`>${PROJECT_FIELDS[name].label}( \\(.+\\))?</label>`))
    const control = markup.split(/<(?=input|textarea|select)/).find((part) => part.includes(`name="${name}"`))
    expect(control, name).toContain(String(project[name]))
  }
  expect(fieldsOf(project)).toEqual(draft)
  expect(changesOf(formValuesOf(project), change)).toEqual({ ...change, sector: undefined })
})

test("every field is shown on the card and in the table as listed", async () => {
  await using site = await startSite()
  const project = await site.call("create", draft)
  const markup = { card: renderCard(project), page: renderPage(project), table: renderTable(project) }
  for (const [name, listed] of Object.entries(places)) {
    for (const place of listed) expect(markup[place], `${name} in ${place}`).toContain(textOf(project, name))
  }
})

function textOf(project: ManagedProject, name: string): string {
  if (name === "images") return project.images[0]?.name ?? ""
  const field = Object.entries(PROJECT_FIELDS).find(([one]) => one === name)?.[1]
  const value = project[name as keyof ManagedProject]
  return field?.kind === "date" ? showValue(field, String(value)) : String(value)
}

function renderCard(project: ManagedProject): string {
  const { sector } = project
  return render(<ProjectList sector={sector} page={1} />, (api) =>
    api.queries.projects.page.setData({ sector, page: 1 }, { projects: [project], page: 1, more: false }),
  )
}

function renderPage(project: ManagedProject): string {
  const pictures = project.images.map((image, index) => uploadedSource(image, project.name, index))
  const url = "https://lisanga.example/realisations/premier"
  return render(<ProjectPageView project={project} pictures={pictures} isPublic related={[]} url={url} />)
}

function renderTable(project: ManagedProject): string {
  const events = { onEdit: () => {}, onDelete: () => {}, onRestore: () => {}, onFailure: () => {}, onStatus: () => {} }
  const selection = { ids: new Set<number>(), generation: 0, toggle: () => {}, set: () => {}, clear: () => {} }
  const params = { search: "", sort: "newest", page: 1 } as const
  return render(
    <ProjectTable
      projects={[project]}
      isStale={false}
      params={params}
      columns={PROJECT_COLUMNS}
      selection={selection}
      {...events}
    />,
  )
}

function render(content: ReactNode, prepare: (api: ReturnType<typeof createApi>) => void = () => {}): string {
  const queryClient = createQueryClient()
  const api = createApi(queryClient, browserLink())
  prepare(api)
  // Links can only be rendered within a router.
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true })
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>
        <ApiContext value={api}>{content}</ApiContext>
      </QueryClientProvider>
    </RouterContextProvider>,
  )
}
