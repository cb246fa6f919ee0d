import { expect, test } from "vitest"
import { PAGE_SLUGS } from "#server/contract/content/pages.ts"
import { contentAddress } from "#server/testing/content-address.ts"
import { createTestToken } from "#server/testing/create-test-token.ts"
import { calls } from "#server/testing/documented-calls.ts"
import { expectDocumented } from "#server/testing/expect-documented.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

async function startSite() {
  const site = await startApp()
  const { headers } = await createTestToken(site.db)

  /** Makes the call with a token, and expects that status and an answer as documented. */
  async function call(status: number, route: string, at = "", init: RequestInit = {}): Promise<Response> {
    const [method = "", path = ""] = route.split(" ")
    const sent = { ...init, method, headers: { ...headers, ...(init.headers as Record<string, string>) } }
    const response = await site.request(at || path, sent)
    expect(response.status, route).toBe(status)
    await expectDocumented(route, response)
    return response
  }

  const callJson = (status: number, route: string, at: string, body: unknown) =>
    call(status, route, at, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
  return { ...site, call, callJson }
}

const draft = { project_name: "École", description: "Une école.", status: "En cours", sector: "Construction" }

test("calls on projects answer as documented", async () => {
  await using site = await startSite()
  await createTestProject(site.db)
  await createTestProject(site.db, { name: "Hôpital" })
  const project_images = await createImageFile()
  await site.call(201, "POST /api/projects", "", {
    body: createForm({ ...draft, project_images, image_alts: "La cour" }),
  })
  await site.call(201, "POST /api/projects", "", {
    body: createForm({ project_name: "Pont", sector: "transport", state: "draft" }),
  })
  await site.call(400, "POST /api/projects", "", { body: createForm({ project_name: "Pont" }) })
  await site.call(415, "POST /api/projects", "", { body: "{}" })
  const list = await site.call(200, "GET /api/projects", "/api/projects?limit=1")
  expect(list.headers.get("Link")).toContain('rel="next"')
  const { headers } = await site.call(200, "GET /projects")
  await site.call(304, "GET /projects", "", { headers: { "If-None-Match": headers.get("ETag") ?? "" } })
  await site.call(400, "GET /api/projects", "/api/projects?sector=rien")
  for (const path of ["/api/projects", "/projects"]) await site.call(404, `GET ${path}`, `${path}?after=99`)
  await site.call(200, "GET /api/projects/:id", "/api/projects/1")
  await expectDocumented("GET /api/projects/:id", await site.request("/api/projects/1"))
  await site.call(404, "GET /api/projects/:id", "/api/projects/99")
  await site.callJson(200, "PUT /api/projects/:id", "/api/projects/1", { status: null, image_alts: [], version: 1 })
  await site.callJson(409, "PUT /api/projects/:id", "/api/projects/1", { status: "Terminé", version: 1 })
  await site.callJson(400, "PUT /api/projects/:id", "/api/projects/1", { project_name: " " })
  await site.call(200, "DELETE /api/projects/:id", "/api/projects/1")
  await site.call(200, "POST /api/projects/:id/restore", "/api/projects/1/restore")
  await site.call(200, "GET /api/admin/projects.csv")
  await site.variants.stop()
})

test("the import of projects answers as documented", async () => {
  await using site = await startSite()
  const template = await (await site.call(200, "GET /api/admin/projects-template.csv")).text()
  const sent = (body: string) => ({ headers: { "Content-Type": "text/csv" }, body })
  const batch = "/api/admin/projects-import/a1f0c2d4-5b6e-4f70-8a91-b2c3d4e5f607"
  await site.call(200, "POST /api/admin/projects-import/preview", "", sent(template))
  const faulty = `${template.trimEnd()}\r\nPont;Rien;Rien;;;`
  await site.call(200, "POST /api/admin/projects-import/preview", "", sent(faulty))
  await site.call(201, "POST /api/admin/projects-import/:batch", batch, sent(template))
  await site.call(400, "POST /api/admin/projects-import/:batch", batch, sent("a;b"))
})

test("calls on requests answer as documented", async () => {
  await using site = await startSite()
  const sent = await site.call(201, "POST /api/contact/photos", "", {
    body: createForm({ images: await createImageFile() }),
  })
  const pictures = ((await sent.json()) as { filenames: string[] }).filenames
  await site.callJson(201, "POST /api/contact", "", { ...contactFields, phone: "+243 81 234 56 78", photos: pictures })
  await site.callJson(400, "POST /api/contact", "", { ...contactFields, email: "" })
  await site.call(200, "GET /api/contact-messages")
  await site.call(400, "GET /api/contact-messages", "/api/contact-messages?state=rien")
  await site.call(404, "GET /api/contact-messages", "/api/contact-messages?after=99")
  await site.call(200, "GET /api/admin/message-photos/:name", `/api/admin/message-photos/${pictures[0]}`)
  await site.call(200, "GET /api/admin/messages/:id/person", "/api/admin/messages/1/person")
  await site.call(200, "GET /api/admin/messages.csv")
  await site.call(
    200,
    "GET /api/admin/message-figures.csv",
    "/api/admin/message-figures.csv?du=2026-03-01&au=2026-03-31",
  )
  await site.call(403, "GET /api/admin/events")
  await site.call(200, "DELETE /api/contact-messages/:id", "/api/contact-messages/1")
  await site.variants.stop()
})

test("calls on images answer as documented", async () => {
  await using site = await startSite()
  const file = await createImageFile()
  const upload = await site.call(200, "POST /upload", "", { body: createForm({ images: file }) })
  const { filenames } = (await upload.json()) as { filenames: [string] }
  await site.call(200, "GET /uploads/:name", `/uploads/${filenames[0]}`)
  await site.call(200, "GET /uploads/:name", `/uploads/${filenames[0]}?w=1200&h=630`)
  await site.call(400, "GET /uploads/:name", `/uploads/${filenames[0]}?w=7`)
  await site.call(200, "POST /api/pictures", "", { body: createForm({ images: file }) })
  await site.call(200, "POST /api/pictures", "", {
    body: createForm({ images: await createImageFile({ width: 300 }) }),
  })
  await site.call(415, "POST /upload", "", { body: createForm({ images: new File(["x"], "a.jpg") }) })
  const begun = await site.callJson(201, "POST /api/uploads", "", { name: "vue.jpg", length: file.size })
  const at = begun.headers.get("Location") ?? ""
  const part = (offset: number, complete: string) => ({
    "Content-Type": "application/partial-upload",
    "Upload-Offset": String(offset),
    "Upload-Complete": complete,
  })
  await site.call(204, "PATCH /api/uploads/:id", at, { headers: part(0, "?0"), body: file.slice(0, 100) })
  await site.call(409, "PATCH /api/uploads/:id", at, { headers: part(7, "?0"), body: "x" })
  await site.call(204, "GET /api/uploads/:id", at)
  await site.call(200, "PATCH /api/uploads/:id", at, { headers: part(100, "?1"), body: file.slice(100) })
  await site.call(204, "DELETE /api/uploads/:id", at)
  await site.call(200, "GET /api/placeholder.jpg")
  await site.variants.stop()
})

test("the published content that pages share is answered as documented", async () => {
  await using site = await startSite()
  await site.call(200, "GET /api/content/content.site")
})

test.each(PAGE_SLUGS)("the published content of %s is answered as documented", async (slug) => {
  await using site = await startSite()
  await site.call(200, "GET /api/content/content.page", contentAddress(slug))
})

test("writes by another site's page are answered as documented", async () => {
  await using site = await startApp()
  const writes = calls.filter(({ route }) => !route.startsWith("GET "))
  for (const { route } of writes) {
    const [method = "", path = ""] = route.split(" ")
    const response = await site.request(path, { method, headers: { Origin: "https://evil.example" } })
    expect(response.status, route).toBe(403)
    await expectDocumented(route, response)
  }
})

test("sessions, figures and the service answer as documented", async () => {
  await using site = await startSite()
  const { email } = await createTestAccount(site.db)
  await site.callJson(200, "POST /api/login", "", { email, password: TEST_PASSWORD })
  await site.callJson(401, "POST /api/login", "", { email, password: "faux" })
  const account = {
    username: "amina",
    email: "amina@exemple.cd",
    password: TEST_PASSWORD,
    confirm_password: TEST_PASSWORD,
  }
  await site.callJson(201, "POST /api/register", "", account)
  await site.callJson(409, "POST /api/register", "", account)
  await site.callJson(400, "POST /api/register", "", { ...account, confirm_password: "" })
  await site.call(200, "POST /api/logout")
  await site.call(200, "GET /api/admin/stats")
  await site.call(200, "GET /admin/stats")
  for (const path of ["health", "ready", "openapi.json", "docs"]) await site.call(200, `GET /api/${path}`)
  await site.db.schema.dropTable("contentVersion").execute()
  await expectDocumented("GET /api/health", await site.request("/api/health"))
  await expectDocumented("GET /api/ready", await site.request("/api/ready"))
})
