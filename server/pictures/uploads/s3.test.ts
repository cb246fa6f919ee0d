import { expect, test } from "vitest"
import { createS3ImageStore } from "#server/images/store/s3-image-store.ts"
import { emptyTrashLater } from "#server/testing/empty-trash-later.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

/** Starts a site with its images in S3, and an administrator who is signed in. */
async function startOnS3() {
  const folder = createTemporaryFolder()
  const s3 = await startS3Server()
  const site = await startApp({ images: createS3ImageStore(s3.settings, folder.path) })
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    s3,
    headers,
    async upload(...files: File[]) {
      return site.request("/upload", { method: "POST", body: createForm({ images: files }), headers })
    },
    async [Symbol.asyncDispose]() {
      s3.misbehave({})
      await site[Symbol.asyncDispose]()
      await s3[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

function listImageRows(site: Awaited<ReturnType<typeof startOnS3>>) {
  return site.db.selectFrom("images").select("name").execute()
}

test("an uploaded image is in the bucket, is served by the site with its own headers, and goes with its project", async () => {
  await using site = await startOnS3()
  const file = await createImageFile({ width: 800, height: 600 })
  const { filenames } = (await (await site.upload(file)).json()) as { filenames: string[] }
  const [name = ""] = filenames
  expect([...site.s3.objects.keys()]).toContain(`site/originals/${name}`)
  const image = await site.request(`/uploads/${name}`)
  expect(image.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
  expect(image.headers.get("Content-Security-Policy")).toContain("sandbox")
  expect(Buffer.from(await image.arrayBuffer())).toEqual(site.s3.objects.get(`site/originals/${name}`)?.content)
  const again = await site.request(`/uploads/${name}`, { headers: { "If-None-Match": `"${name}"` } })
  expect(again.status).toBe(304)
  await site.variants.waitUntilIdle()
  const variant = await site.request(`/uploads/${name}?w=320`, { headers: { Accept: "image/webp" } })
  expect(variant.headers.get("Content-Type")).toBe("image/webp")
  expect((await site.request("/uploads/absent.jpg")).status).toBe(404)

  const project = { name: "École", description: "R+2", sector: "Construction", status: "En cours" }
  const create = { ...project, images: [{ name, alt: "Vue" }] }
  const json = { ...site.headers, "Content-Type": "application/json" }
  const created = await site.request("/trpc/projects.create", {
    method: "POST",
    headers: json,
    body: JSON.stringify(create),
  })
  expect(created.status).toBe(200)
  const [row] = await site.db.selectFrom("projects").select("id").execute()
  await site.request(`/api/projects/${row?.id}`, { method: "DELETE", headers: site.headers })
  await emptyTrashLater(site)
  expect([...site.s3.objects.keys()]).toEqual([])
})

test.each([
  ["that refuses", { status: 403, code: "AccessDenied" }, 503, "Le stockage des images ne répond pas"],
  ["that fails", { status: 500 }, 503, "Le stockage des images ne répond pas"],
  ["that breaks off", { cutAfter: 100 }, 503, "Le stockage des images ne répond pas"],
  ["that is full", { status: 400, code: "QuotaExceeded" }, 507, "Espace disque insuffisant"],
])(
  "a store %s refuses an upload with a French message, and keeps nothing of it",
  async (_what, fault, status, text) => {
    await using site = await startOnS3()
    site.s3.misbehave({ method: "PUT", ...fault })
    const response = await site.upload(await createImageFile())
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, message: expect.stringContaining(text) })
    expect([...site.s3.objects.keys()]).toEqual([])
    expect(await listImageRows(site)).toEqual([])
    site.s3.misbehave({})
    expect((await site.upload(await createImageFile())).status).toBe(200)
  },
)

test("of two images whose second cannot be stored, neither is kept", async () => {
  await using site = await startOnS3()
  const files = [await createImageFile({ width: 300, height: 200 }), await createImageFile({ width: 500, height: 400 })]
  const put = site.images.originals.put
  let stored = 0
  site.images.originals.put = async (...object) => {
    stored += 1
    if (stored === 2) site.s3.misbehave({ method: "PUT", status: 500 })
    await put(...object)
  }
  expect((await site.upload(...files)).status).toBe(503)
  expect(stored).toBe(2)
  expect([...site.s3.objects.keys()]).toEqual([])
  expect(await listImageRows(site)).toEqual([])
})

test("an image that the store cuts in the middle is not taken for complete, and can be fetched again", async () => {
  await using site = await startOnS3()
  const response = await site.upload(await createImageFile({ width: 1200, height: 900 }))
  const [name] = ((await response.json()) as { filenames: string[] }).filenames
  await site.variants.waitUntilIdle()
  site.s3.misbehave({ method: "GET", cutAfter: 500 })
  const cut = await site.request(`/uploads/${name}`)
  await expect(cut.arrayBuffer()).rejects.toThrow()
  site.s3.misbehave({})
  expect((await site.request(`/uploads/${name}`)).status).toBe(200)
})

test("while the store takes long to delete, the database is read and written", async () => {
  await using site = await startOnS3()
  const project_images = [await createImageFile(), await createImageFile()]
  const fields = { project_name: "École", description: "R+2", sector: "Construction", status: "En cours" }
  const body = createForm({ ...fields, project_images })
  const created = await site.request("/api/projects", { method: "POST", body, headers: site.headers })
  const { project } = (await created.json()) as { project: { id: number } }
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const remove = site.images.originals.delete
  site.images.originals.delete = async (name) => {
    begun.resolve()
    await answered.promise
    await remove(name)
  }
  await site.request(`/api/projects/${project.id}`, { method: "DELETE", headers: site.headers })
  const deleting = emptyTrashLater(site)
  await begun.promise
  expect(await (await site.request("/api/projects")).json()).toEqual([])
  expect((await site.postJson("/api/contact", contactFields)).status).toBe(201)
  answered.resolve()
  await deleting
  expect([...site.s3.objects.keys()]).toEqual([])
})

test("while the store is away images are 503, and everything else stands", async () => {
  await using site = await startOnS3()
  const response = await site.upload(await createImageFile())
  const [name] = ((await response.json()) as { filenames: string[] }).filenames
  await site.variants.waitUntilIdle()
  site.s3.misbehave({ status: 503, code: "SlowDown" })
  for (const path of [`/uploads/${name}`, `/uploads/${name}?w=320`]) {
    const image = await site.request(path)
    expect(image.status).toBe(503)
    expect(image.headers.get("Retry-After")).toBe("5")
  }
  expect((await site.request("/api/projects")).status).toBe(200)
  const health = await site.request("/api/health")
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({ parts: { database: "ok", images: "failing" } })
})
