import { request as httpRequest } from "node:http"
import { expect, test } from "#e2e/fixtures.ts"
import { contactRequest, storedMessages } from "./contact-form.ts"

/** The contract's failure in JSON: French, without a trace of what is inside. */
const failure = { success: false, message: expect.stringMatching(/^(?!.*(Error|at |node_modules)).{5,}$/) }

const json = { "Content-Type": "application/json" }

const bodies: { what: string; body: string; headers?: Record<string, string>; status: number }[] = [
  { what: "malformed JSON", body: '{"firstName": "Amina"', status: 400 },
  { what: "no body", body: "", status: 400 },
  { what: "a JSON text", body: '"bonjour"', status: 400 },
  { what: "null", body: "null", status: 400 },
  { what: "a list", body: "[]", status: 400 },
  { what: "a body of another type", body: "firstName=Amina", headers: { "Content-Type": "text/plain" }, status: 415 },
  { what: "a body of more than 1 MiB", body: JSON.stringify({ message: "a".repeat(1_100_000) }), status: 413 },
]

for (const { what, body, headers = json, status } of bodies) {
  test(`POST /api/contact with ${what} answers ${status} in JSON`, async ({ request }) => {
    const response = await request.post("/api/contact", { data: Buffer.from(body), headers })
    expect(response.status()).toBe(status)
    expect(await response.json()).toMatchObject(failure)
  })
}

const fields: { given: Record<string, unknown>; errors: Record<string, unknown> }[] = [
  { given: { firstName: 7 }, errors: { firstName: "Le prénom est requis" } },
  { given: { lastName: null }, errors: { lastName: "Le nom est requis" } },
  { given: { email: ["a@exemple.cd"] }, errors: { email: "Email invalide" } },
  { given: { email: `${"a".repeat(250)}@exemple.cd` }, errors: { email: "Email invalide" } },
  { given: { sector: "mines" }, errors: { sector: "Veuillez sélectionner un secteur" } },
  { given: { message: {} }, errors: { message: "Le message doit contenir au moins 10 caractères" } },
  { given: { firstName: "a".repeat(101) }, errors: { firstName: expect.stringContaining("100") } },
  { given: { message: "a".repeat(5001) }, errors: { message: expect.any(String) } },
  {
    given: { firstName: "", sector: "" },
    errors: { firstName: "Le prénom est requis", sector: "Veuillez sélectionner un secteur" },
  },
]

for (const { given, errors } of fields) {
  test(`a contact request with ${JSON.stringify(given).slice(0, 40)} names the fields at fault, and no other`, async ({
    request,
    site,
  }) => {
    const data = contactRequest()
    const response = await request.post("/api/contact", { data: { ...data, ...given } })
    expect(response.status()).toBe(400)
    expect(await response.json()).toEqual({ ...failure, errors })
    expect(await storedMessages(site, data)).toEqual([])
  })
}

test("a contact request with a request id that is none is refused", async ({ request }) => {
  const response = await request.post("/api/contact", { data: { ...contactRequest(), requestId: "deux" } })
  expect(response.status()).toBe(400)
  expect(await response.json()).toMatchObject({ errors: { requestId: expect.any(String) } })
})

test("the same request id sent twice is a success that is stored once", async ({ request, site }) => {
  const data = { ...contactRequest(), requestId: crypto.randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => request.post("/api/contact", { data })))
  expect(answers.map((answer) => answer.status())).toEqual([201, 201, 201])
  expect(new Set(await Promise.all(answers.map(async (answer) => (await answer.json()).id))).size).toBe(1)
  expect(await storedMessages(site, data)).toHaveLength(1)
})

const reads = [
  { path: "/api/projects?sector=mines", statuses: [400], message: "Secteur inconnu" },
  { path: "/projects?sector=", statuses: [400], message: "Secteur inconnu" },
  { path: "/api/projects/999999", statuses: [404], message: "Projet introuvable" },
  { path: "/api/projects/abc", statuses: [400, 404], message: expect.any(String) },
  { path: "/api/projects/-1", statuses: [400, 404], message: expect.any(String) },
  { path: "/api/projects/1e3", statuses: [400, 404], message: expect.any(String) },
  { path: "/api/projects?limit=zéro", statuses: [400], message: expect.any(String) },
]

for (const { path, statuses, message } of reads) {
  test(`GET ${path} answers ${statuses.join(" or ")} in JSON`, async ({ request }) => {
    const response = await request.get(path)
    expect(statuses).toContain(response.status())
    expect(await response.json()).toMatchObject({ success: false, message })
  })
}

test("every spelling of a sector is understood", async ({ request }) => {
  for (const sector of ["Ventes-matériaux", "vente-materiaux", "VENTES DE MATÉRIAUX", "ventes-materiaux"]) {
    const projects = await (await request.get("/projects", { params: { sector } })).json()
    expect(projects.length, sector).toBeGreaterThan(0)
    expect(new Set(projects.map((project: { sector: string }) => project.sector))).toEqual(
      new Set(["Ventes de matériaux"]),
    )
  }
})

test("an unknown procedure, or input that is none, answers JSON below 500", async ({ request }) => {
  for (const path of ["/trpc/inconnue", "/trpc/projects.page", "/trpc/projects.page?input=%7B", "/trpc/", "/trpc"]) {
    const response = await request.get(path)
    expect(response.status(), path).toBeGreaterThanOrEqual(400)
    expect(response.status(), path).toBeLessThan(500)
    expect(await response.text(), path).not.toMatch(/node_modules|stack/)
  }
})

test("a Host that is no host is refused", async ({ site }) => {
  const { hostname, port } = new URL(site.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { Host: "exemple.cd/<script>" }
    httpRequest({ hostname, port, path: "/", headers }, (answer) => resolve(answer.resume().statusCode))
      .once("error", reject)
      .end()
  })
  expect(status).toBe(400)
})

test("strange queries leave pages as they are", async ({ request }) => {
  for (const query of ["?__proto__=1", "?page[]=2", "?q=%E0%A4%A", "?%00", `?${"a=1&".repeat(500)}`]) {
    expect((await request.get(`/transport${query}`)).status(), query).toBe(200)
  }
})
