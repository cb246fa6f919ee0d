import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { deleteExpiredUploads, UNFINISHED_MAX, UPLOAD_LIFETIME_MS } from "#server/images/store/resumable-uploads.ts"
import { collectImageGarbage } from "#server/jobs/garbage-collection.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const clock = { now: new Date() }
  const site = await startApp({ now: () => clock.now, settings: { TRUST_PROXY: "1" } })
  return {
    ...site,
    clock,
    async begin(length: number): Promise<string> {
      const response = await site.postJson("/api/contact/uploads", { name: "mur.jpg", length })
      expect(response.status).toBe(201)
      return response.headers.get("Location") ?? ""
    },
    append(path: string, offset: number, content: Buffer, isLast = false, headers: Record<string, string> = {}) {
      const body = new Uint8Array(content)
      const part = { "Upload-Offset": String(offset), "Upload-Complete": isLast ? "?1" : "?0" }
      const type = { "Content-Type": "application/partial-upload" }
      return site.request(path, { method: "PATCH", body, headers: { ...type, ...part, ...headers } })
    },
    async ask(path: string, headers = {}) {
      const response = await site.request(path, { method: "HEAD", headers })
      return response.headers.get("Upload-Offset") ?? response.status
    },
  }
}

async function makePicture() {
  return Buffer.from(await (await createImageFile({ width: 300, height: 200 })).arrayBuffer())
}

test("a picture that arrives in parts is private, and can be named by a request", async () => {
  await using site = await startSite()
  const picture = await makePicture()
  const path = await site.begin(picture.length)
  expect((await site.append(path, 0, picture.subarray(0, 200))).status).toBe(204)
  expect(await site.ask(path)).toBe("200")
  const last = await site.append(path, 200, picture.subarray(200), true)
  const { filenames } = (await last.json()) as { filenames: string[] }
  const [name] = filenames
  expect((await site.request(`/uploads/${name}`)).status).toBe(404)
  expect((await site.request(`/api/admin/message-photos/${name}`)).status).toBe(401)
  const headers = await signInAs(site, "admin")
  expect((await site.request(`/api/admin/message-photos/${name}`, { headers })).status).toBe(200)
  expect((await site.postJson("/api/contact", { ...contactFields, photos: filenames })).status).toBe(201)
  expect(await site.db.selectFrom("messagePhotos").select("image").execute()).toEqual([{ image: name }])
})

test("a request can name what a visitor uploaded for a day, then the upload is forgotten", async () => {
  await using site = await startSite()
  const headers = await signInAs(site, "admin")
  const images = [await createImageFile()]
  await site.request("/upload", { method: "POST", headers, body: createForm({ images }) })
  const name = async () => {
    const pictures = (await site.db.selectFrom("images").select("name").execute()).map(({ name }) => name)
    return (await site.postJson("/api/contact", { ...contactFields, photos: pictures })).status
  }
  expect(await name(), "uploaded by a colleague alone").toBe(400)
  await site.request("/api/contact/photos", { method: "POST", body: createForm({ images }) })
  site.clock.now = new Date(site.clock.now.getTime() + DAY_MS - 1)
  expect(await name()).toBe(201)
  site.clock.now = new Date(site.clock.now.getTime() + 1)
  expect(await name()).toBe(400)
  await collectImageGarbage({ ...site, now: () => site.clock.now })
  expect(await site.db.selectFrom("visitorImages").selectAll().execute()).toEqual([])
})

test("a picture that the site has already stays as it is, and can be named by a request all the same", async () => {
  await using site = await startSite()
  const headers = await signInAs(site, "admin")
  const [shown, trashed] = [await createImageFile(), await createImageFile({ encode: (picture) => picture.png() })]
  const upload = async (path: string, images: File[], sent = {}) =>
    (await site.request(path, { method: "POST", headers: sent, body: createForm({ images }) })).json()
  await upload("/api/pictures", [shown, trashed], headers)
  const image = site.db.updateTable("images")
  await image.where("type", "=", "image/png").set({ deletedAt: site.clock.now.toISOString() }).execute()
  const { name } = await site.db
    .selectFrom("images")
    .select("name")
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow()
  await createTestProject(site.db, { images: [{ name, alt: null }] })
  const rows = async () => [
    await site.db.selectFrom("images").selectAll().orderBy("name").execute(),
    await site.db.selectFrom("contentVersion").selectAll().execute(),
  ]
  const before = await rows()
  site.clock.now = new Date(site.clock.now.getTime() + 1000)
  const { filenames: pictures } = await upload("/api/contact/photos", [shown, trashed])
  expect(await rows()).toEqual(before)
  expect((await site.postJson("/api/contact", { ...contactFields, photos: pictures })).status).toBe(201)
  for (const picture of pictures) {
    expect((await site.request(`/uploads/${picture}`)).status).toBe(picture === name ? 200 : 404)
    expect((await site.request(`/api/admin/message-photos/${picture}`, { headers })).status).toBe(200)
  }
})

test("a picture that an editor sends too is no longer the readers' of messages alone", async () => {
  await using site = await startSite()
  const images = [await createImageFile()]
  const sent = await site.request("/api/contact/photos", { method: "POST", body: createForm({ images }) })
  const [name = ""] = ((await sent.json()) as { filenames: string[] }).filenames
  const headers = await signInAs(site, "editor")
  const read = async () => (await site.request(`/uploads/${name}`, { headers })).status
  expect(await read()).toBe(404)
  await site.request("/upload", { method: "POST", headers, body: createForm({ images }) })
  await createTestProject(site.db, { publishedAt: null, images: [{ name, alt: null }] })
  expect(await read()).toBe(200)
  expect((await site.request(`/uploads/${name}`)).status).toBe(404)
})

test("an administrator's upload is none of a visitor's, and the other way round", async () => {
  await using site = await startSite()
  const headers = await signInAs(site, "admin")
  const began = await site.postJson("/api/uploads", { name: "vue.jpg", length: 9 }, headers)
  const [id] = (began.headers.get("Location") ?? "").split("/").slice(-1)
  expect(await site.ask(`/api/contact/uploads/${id}`)).toBe(404)
  const path = await site.begin(9)
  expect(await site.ask(path.replace("/contact", ""), headers)).toBe(404)
  expect(await site.ask(path)).toBe("0")
  expect(await site.ask(`/api/contact/uploads/${crypto.randomUUID()}`)).toBe(404)
})

test("the log does not contain the id of an upload", async () => {
  await using site = await startSite()
  const path = await site.begin(9)
  await site.append(path, 0, Buffer.from("1234"))
  const [id = "missing"] = path.split("/").slice(-1)
  expect(site.lines.join("")).toContain('"/api/contact/uploads/…"')
  expect(site.lines.join("")).not.toContain(id)
})

test("an upload that is taken back, or a day old, is gone with its parts", async () => {
  await using site = await startSite()
  const [taken, old] = [await site.begin(9), await site.begin(9)]
  for (const path of [taken, old]) await site.append(path, 0, Buffer.from("1234"))
  expect((await site.request(taken, { method: "DELETE" })).status).toBe(204)
  expect(await site.ask(taken)).toBe(404)
  site.clock.now = new Date(site.clock.now.getTime() + UPLOAD_LIFETIME_MS)
  expect(await site.ask(old)).toBe(404)
  expect(await site.images.parts.list()).toHaveLength(1)
  await deleteExpiredUploads({ ...site, now: () => site.clock.now })
  expect(await site.db.selectFrom("uploadParts").selectAll().execute()).toEqual([])
  expect(await site.images.parts.list()).toEqual([])
})

test("a visitor has so many unfinished uploads at most, and begins so many at most in ten minutes", async () => {
  await using site = await startSite()
  const paths: string[] = []
  for (let count = 0; count < 40; count += 1) {
    site.clock.now = new Date(site.clock.now.getTime() + 1000)
    paths.push(await site.begin(9))
    if (count === 0) await site.append(paths[0] ?? "", 0, Buffer.from("1234"))
  }
  // The oldest upload is gone with its part.
  expect(await site.images.parts.list()).toEqual([])
  const asked = await Promise.all(paths.map((path) => site.ask(path)))
  expect(asked.filter((offset) => offset === "0")).toHaveLength(UNFINISHED_MAX)
  expect(asked[0]).toBe(404)
  expect((await site.postJson("/api/contact/uploads", { name: "mur.jpg", length: 9 })).status).toBe(429)
})

test("rejected pictures do not count as sent, up to a limit of their own", async () => {
  await using site = await startSite()
  const send = (file: File) => {
    const form = new FormData()
    form.append("images", file)
    return site.request("/api/contact/photos", { method: "POST", body: form })
  }
  for (let count = 0; count < 40; count += 1) expect((await send(new File(["x"], "mur.jpg"))).status).toBe(415)
  const picture = new File([new Uint8Array(await makePicture())], "mur.jpg")
  for (let count = 0; count < 10; count += 1) expect((await send(picture)).status).toBe(201)
  for (let count = 0; count < 10; count += 1) expect((await send(new File(["x"], "mur.jpg"))).status).toBe(415)
  expect((await send(picture)).status).toBe(429)
})

test("a visitor sends so many parts a minute at most", async () => {
  await using site = await startSite()
  const path = await site.begin(9)
  const send = (type: string) =>
    site.append(path, 0, Buffer.from("1"), false, { "Content-Type": type, "X-Forwarded-For": "203.0.113.23" })
  for (let count = 0; count < 600; count += 1) expect((await send("text/plain")).status).toBe(415)
  expect((await send("application/partial-upload")).status).toBe(429)
})

test("twenty pictures are taken in ten minutes, in parts or whole; one more waits and keeps its parts", async () => {
  await using site = await startSite()
  const picture = await makePicture()
  for (let count = 0; count < 20; count += 1) {
    const path = await site.begin(picture.length)
    expect((await site.append(path, 0, picture, true)).status).toBe(200)
  }
  const path = await site.begin(picture.length)
  const limited = await site.append(path, 0, picture, true)
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0)
  const form = new FormData()
  form.append("images", new File(["not decoded"], "mur.jpg"))
  expect((await site.request("/api/contact/photos", { method: "POST", body: form })).status).toBe(429)
  site.clock.now = new Date(site.clock.now.getTime() + 600_000)
  expect((await site.append(path, picture.length, Buffer.alloc(0), true)).status).toBe(200)
})
