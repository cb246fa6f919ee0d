// @module-tag engines
import { expect, test } from "vitest"
import type { Role } from "#server/contract/domains/roles.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { type SavedView, VIEWS_MAX, type ViewDraft } from "#server/contract/views.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

type Site = Awaited<ReturnType<typeof startSite>>

interface Failure {
  error: { message: string; data: { httpStatus: number; fields?: Record<string, string> } }
}

/** Returns an account's calls; a failure has its status and message. */
async function openAs(site: Awaited<ReturnType<typeof startApp>>, role: Role) {
  const headers = await signInAs(site, role)
  const read = async (response: Response) => {
    const body = (await response.json()) as { result: { data: never } } | Failure
    if (!("error" in body)) return body.result.data
    const { message, data } = body.error
    return { status: data.httpStatus, message, ...(data.fields && { fields: data.fields }) } as never
  }
  return {
    list: async (): Promise<SavedView[]> => read(await site.request("/trpc/views.list", { headers })),
    save: async (draft: Partial<Record<keyof ViewDraft, unknown>>): Promise<SavedView> =>
      read(await site.postJson("/trpc/views.save", { shared: false, params: {}, ...draft }, headers)),
    delete: async (id: number) => read(await site.postJson("/trpc/views.delete", id, headers)),
  }
}

async function startSite() {
  const site = await startApp({ settings: { RATE_LIMITS: "0" } })
  return { ...site, anne: await openAs(site, "admin"), ben: await openAs(site, "editor") }
}

async function auditOf({ db }: Site) {
  const rows = await db.selectFrom("audit").select(["action", "subjectId", "details"]).orderBy("id").execute()
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
}

const params = {
  search: "école",
  sector: "Élevage",
  status: "none",
  state: "draft",
  year: 2025,
  pictures: "without",
  sort: "name",
  columns: ["status", "sector"],
}

test("a view keeps its name and everything that the table can be asked", async () => {
  await using site = await startSite()
  const saved = await site.anne.save({ name: "  Écoles à finir ", params })
  expect(saved).toEqual({
    id: 1,
    name: "Écoles à finir",
    shared: false,
    isOwn: true,
    owner: expect.stringMatching(/^admin \d+$/),
    params,
    version: 1,
  })
  expect(await site.anne.list()).toEqual([saved])
})

test("a list holds one's own views and those that others share, by name", async () => {
  await using site = await startSite()
  await site.anne.save({ name: "Zoo" })
  await site.anne.save({ name: "École", shared: true })
  await site.ben.save({ name: "Abri", shared: true })
  await site.ben.save({ name: "Caché" })
  const listed = async (account: Site["anne"]) => (await account.list()).map(({ name, isOwn }) => [name, isOwn])
  expect(await listed(site.anne)).toEqual([
    ["Abri", false],
    ["École", true],
    ["Zoo", true],
  ])
  expect(await listed(site.ben)).toEqual([
    ["Abri", true],
    ["Caché", true],
    ["École", false],
  ])
})

test("a view is renamed, replaced and shared by its id", async () => {
  await using site = await startSite()
  const { id, version } = await site.anne.save({ name: "Écoles", params })
  const changed = await site.anne.save({ id, version, name: "Lycées", shared: true, params: { sort: "oldest" } })
  expect(changed).toMatchObject({ id, version: 2, name: "Lycées", shared: true, params: { sort: "oldest" } })
  expect(await site.anne.list()).toEqual([changed])
  expect(await site.ben.list()).toMatchObject([{ id, isOwn: false }])
  await site.anne.save({ id, name: "Lycées" })
  expect(await site.ben.list()).toEqual([])
})

test("a view is shared since the moment when its owner began to", async () => {
  await using site = await startSite()
  const { id } = await site.anne.save({ name: "Écoles", shared: true })
  const read = () => site.db.selectFrom("savedViews").select(["sharedAt", "createdAt"]).executeTakeFirstOrThrow()
  const { createdAt } = await read()
  await site.anne.save({ id, name: "Lycées", shared: true })
  expect(await read()).toEqual({ sharedAt: createdAt, createdAt })
  await site.anne.save({ id, name: "Lycées" })
  expect(await read()).toMatchObject({ sharedAt: null })
})

test("what has changed in the meantime is not overwritten", async () => {
  await using site = await startSite()
  const { id } = await site.anne.save({ name: "Écoles" })
  await site.anne.save({ id, version: 1, name: "Lycées" })
  const late = await site.anne.save({ id, version: 1, name: "Collèges" })
  expect(late).toEqual({ status: 409, message: responseTexts.viewChanged })
  expect(await site.anne.list()).toMatchObject([{ name: "Lycées", version: 2 }])
})

test("the views of an account have different names, whatever their case and accents", async () => {
  await using site = await startSite()
  const { id } = await site.anne.save({ name: "Écoles" })
  const other = await site.anne.save({ name: "Ponts" })
  const message = responseTexts.viewNameTaken
  const taken = { status: 409, message, fields: { name: message } }
  expect(await site.anne.save({ name: "ECOLES" })).toEqual(taken)
  expect(await site.anne.save({ id: other.id, name: "écoles" })).toEqual(taken)
  expect(await site.anne.save({ id, name: "ÉCOLES" })).toMatchObject({ id, name: "ÉCOLES" })
  expect(await site.ben.save({ name: "Écoles" })).toMatchObject({ isOwn: true })
})

test("of several views of one name that are saved at once, one is", async () => {
  await using site = await startSite()
  const saved = await Promise.all(["Écoles", "ecoles", "ÉCOLES"].map((name) => site.anne.save({ name })))
  expect(saved.filter((view) => "status" in view)).toHaveLength(2)
  expect(await site.anne.list()).toHaveLength(1)
})

test("an account has fifty views at most, and can change them all the same", async () => {
  await using site = await startSite()
  await Promise.all(Array.from({ length: VIEWS_MAX + 2 }, (_, number) => site.anne.save({ name: `Vue ${number}` })))
  expect(await site.anne.list()).toHaveLength(VIEWS_MAX)
  const message = responseTexts.tooManyViews
  expect(await site.anne.save({ name: "De trop" })).toEqual({ status: 409, message })
  const [first] = await site.anne.list()
  expect(await site.anne.save({ id: first?.id, name: "Renommée" })).toMatchObject({ name: "Renommée" })
  expect(await site.ben.save({ name: "Autre" })).toMatchObject({ name: "Autre" })
})

test("editors change and delete their own views alone, shared or not", async () => {
  await using site = await startSite()
  const missing = { status: 404, message: responseTexts.viewNotFound }
  for (const shared of [true, false]) {
    const { id } = await site.anne.save({ name: `Partagée : ${shared}`, shared })
    expect(await site.ben.save({ id, name: "Prise" })).toEqual(missing)
    expect(await site.ben.delete(id)).toEqual(missing)
    expect(await site.anne.delete(id)).toEqual({ id })
    expect(await site.anne.delete(id)).toEqual(missing)
  }
  expect(await site.anne.list()).toEqual([])
})

test("an administrator deletes others' shared views, but can neither change them nor delete the rest", async () => {
  await using site = await startSite()
  const missing = { status: 404, message: responseTexts.viewNotFound }
  const [shared, own] = [await site.ben.save({ name: "Ponts", shared: true }), await site.ben.save({ name: "Routes" })]
  expect(await site.anne.save({ id: shared.id, name: "Prise" })).toEqual(missing)
  expect(await site.anne.delete(own.id)).toEqual(missing)
  expect(await site.anne.delete(shared.id)).toEqual({ id: shared.id })
  expect(await site.ben.list()).toEqual([own])
})

test("an account's views go with it", async () => {
  await using site = await startSite()
  await site.anne.save({ name: "Écoles", shared: true })
  await site.ben.save({ name: "Ponts" })
  const { accountId } = await site.db
    .selectFrom("savedViews")
    .select("accountId")
    .where("name", "=", "Écoles")
    .executeTakeFirstOrThrow()
  // Audit entries of an account keep its row from being deleted.
  await site.db.deleteFrom("audit").execute()
  await site.db.deleteFrom("accounts").where("id", "=", accountId).execute()
  expect(await site.db.selectFrom("savedViews").select("name").execute()).toEqual([{ name: "Ponts" }])
})

test("the audit says what was saved and deleted", async () => {
  await using site = await startSite()
  const { id } = await site.anne.save({ name: "Écoles" })
  await site.anne.save({ id, name: "Lycées", shared: true })
  await site.anne.delete(id)
  const before = { name: "Écoles", shared: false, params: {} }
  const after = { name: "Lycées", shared: true, params: {} }
  expect(await auditOf(site)).toEqual([
    { action: "create", subjectId: id, details: { after: before } },
    { action: "update", subjectId: id, details: { before, after } },
    { action: "delete", subjectId: id, details: { before: after } },
  ])
})

test("what a stored view asks and the program does not know is left out", async () => {
  await using site = await startSite()
  await site.anne.save({ name: "Écoles", params })
  const older = JSON.stringify({ ...params, sector: "Pêche", columns: ["budget"], map: true })
  await site.db.updateTable("savedViews").set({ params: older }).execute()
  const { sector, columns, ...known } = params
  expect((await site.anne.list())[0]?.params).toEqual(known)
})

test.each([
  ["no name", { name: " " }, { name: "Tous les champs obligatoires doivent être remplis" }],
  ["a long name", { name: "n".repeat(61) }, { name: "Le nom ne peut dépasser 60 caractères" }],
  ["NUL", { name: "a\0" }, { name: "Le texte contient un caractère interdit" }],
  ["a long search", { params: { search: "a".repeat(201) } }, { params: "Recherche trop longue" }],
  ["NUL in its search", { params: { search: "a\0" } }, { params: "Le texte contient un caractère interdit" }],
  ["an unknown sector", { params: { sector: "Pêche" } }, { params: "Secteur inconnu" }],
  ["an unknown status", { params: { status: "Fini" } }, { params: "Statut inconnu" }],
  ["an unknown state", { params: { state: "deleted" } }, { params: "État inconnu" }],
  ["no year", { params: { year: 20255 } }, { params: "Année inconnue" }],
  ["an unknown sort", { params: { sort: "price" } }, { params: "Tri inconnu" }],
  ["an unknown filter", { params: { pictures: "some" } }, { params: "Filtre inconnu" }],
  ["an unknown column", { params: { columns: ["name"] } }, { params: "Colonne inconnue" }],
  ["a column twice", { params: { columns: ["date", "date"] } }, { params: "Une colonne est citée deux fois" }],
])("a view of %s is rejected", async (_, draft, fields) => {
  await using site = await startSite()
  expect(await site.anne.save({ name: "Écoles", ...draft })).toMatchObject({ status: 400, fields })
  expect(await site.anne.list()).toEqual([])
})

test("keys that no filter has are dropped", async () => {
  await using site = await startSite()
  expect((await site.anne.save({ name: "Écoles", params: { page: 3, toString: "x" } })).params).toEqual({})
})
