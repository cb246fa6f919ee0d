// @module-tag engines
import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import type { ImageStore, ObjectStore } from "#server/images/store/image-store.ts"
import { deleteExpiredUploads, UNFINISHED_MAX, UPLOAD_LIFETIME_MS } from "#server/images/store/resumable-uploads.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

interface Sent {
  offset: number | string
  content?: BodyInit
  isLast?: boolean
  headers?: Record<string, string>
}

async function startSite(images?: ImageStore) {
  const clock = { now: new Date() }
  const site = await startApp({ now: () => clock.now, ...(images && { images }) })
  const headers = await signInAs(site, "admin")
  return {
    ...site,
    clock,
    headers,
    async begin(length: number, name = "vue.jpg"): Promise<string> {
      const response = await site.postJson("/api/uploads", { name, length }, headers)
      expect(response.status).toBe(201)
      return response.headers.get("Location") ?? ""
    },
    async append(path: string, { offset, content = "", isLast = false, headers: more }: Sent) {
      const response = await site.request(path, {
        method: "PATCH",
        body: content,
        duplex: "half",
        headers: {
          ...headers,
          "Content-Type": "application/partial-upload",
          "Upload-Offset": String(offset),
          "Upload-Complete": isLast ? "?1" : "?0",
          ...more,
        },
      } as RequestInit)
      const text = await response.text()
      return { status: response.status, ...uploadHeaders(response), body: text && JSON.parse(text) }
    },
    async ask(path: string, more: Record<string, string> = {}) {
      const response = await site.request(path, { method: "HEAD", headers: { ...headers, ...more } })
      return { status: response.status, ...uploadHeaders(response) }
    },
    rows: async () => ({
      uploads: await site.db.selectFrom("uploads").select(["received", "image"]).execute(),
      parts: await site.db.selectFrom("uploadParts").select("start").orderBy("start").execute(),
    }),
    imageRows: () => site.db.selectFrom("images").select(["name", "fileName"]).execute(),
  }
}

function uploadHeaders({ headers }: Response) {
  return { offset: headers.get("Upload-Offset"), complete: headers.get("Upload-Complete") }
}

async function makePicture() {
  return Buffer.from(await (await createImageFile({ width: 300, height: 200 })).arrayBuffer())
}

test("a picture that arrives in parts is stored under the name that POST /upload gives it", async () => {
  await using site = await startSite()
  const picture = await makePicture()
  const path = await site.begin(picture.length, "façade.jpg")
  const half = Math.floor(picture.length / 2)
  expect(await site.append(path, { offset: 0, content: picture.subarray(0, half) })).toEqual({
    status: 204,
    offset: String(half),
    complete: "?0",
    body: "",
  })
  const last = await site.append(path, { offset: half, content: picture.subarray(half), isLast: true })
  const stored = await site.imageRows()
  expect(stored).toEqual([{ name: expect.stringMatching(/^[0-9a-f]{32}\.jpg$/), fileName: "façade.jpg" }])
  const filenames = stored.map(({ name }) => name)
  expect(last).toEqual({
    status: 200,
    offset: String(picture.length),
    complete: "?1",
    body: { success: true, filenames },
  })
  const images = new File([picture], "façade.jpg")
  const whole = await site.request("/upload", {
    method: "POST",
    body: createForm({ images }),
    headers: site.headers,
  })
  expect(await whole.json()).toEqual({ success: true, filenames })
  expect((await site.rows()).parts).toEqual([])
  expect(readdirSync(site.uploads)).toEqual(filenames)
  const audit = await site.db.selectFrom("audit").select(["action", "details"]).orderBy("id").execute()
  expect(audit).toEqual([1, 2].map(() => ({ action: "upload", details: JSON.stringify({ name: filenames[0] }) })))
})

test("the creation tells the limits and the lifetime, and HEAD the offset, until the upload expires", async () => {
  await using site = await startSite()
  const created = await site.postJson("/api/uploads", { name: "vue.jpg", length: 9 }, site.headers)
  expect(created.headers.get("Upload-Limit")).toBe("max-size=10485760, max-append-size=1048576, max-age=86400")
  const { id } = (await created.json()) as { id: string }
  const path = `/api/uploads/${id}`
  expect(created.headers.get("Location")).toBe(path)
  await site.append(path, { offset: 0, content: "1234" })
  site.clock.now = new Date(site.clock.now.getTime() + UPLOAD_LIFETIME_MS - 1000)
  const head = await site.request(path, { method: "HEAD", headers: site.headers })
  expect(head.status).toBe(204)
  expect(Object.fromEntries(head.headers)).toMatchObject({
    "cache-control": "no-store",
    "upload-offset": "4",
    "upload-length": "9",
    "upload-complete": "?0",
    "upload-limit": "max-size=10485760, max-append-size=1048576, max-age=1",
  })
  await deleteExpiredUploads({ ...site, now: () => site.clock.now })
  expect((await site.rows()).parts).toHaveLength(1)
  site.clock.now = new Date(site.clock.now.getTime() + 1000)
  expect((await site.ask(path)).status).toBe(404)
  expect(await site.append(path, { offset: 4, content: "56789", isLast: true })).toMatchObject({
    status: 404,
    body: { message: responseTexts.uploadNotFound },
  })
  await deleteExpiredUploads({ ...site, now: () => site.clock.now })
  expect(await site.rows()).toEqual({ uploads: [], parts: [] })
})

test("what has arrived of a part that breaks off counts, and the upload goes on from there", async () => {
  await using site = await startSite()
  const picture = await makePicture()
  const path = await site.begin(picture.length)
  const arrived = [picture.subarray(0, 300), picture.subarray(300, 500)]
  const broken = new ReadableStream({
    pull(controller) {
      const chunk = arrived.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" }))
    },
  })
  expect((await site.append(path, { offset: 0, content: broken, isLast: true })).status).toBe(400)
  expect(await site.ask(path)).toEqual({ status: 204, offset: "500", complete: "?0" })
  expect(await site.imageRows()).toEqual([])
  const rest = await site.append(path, { offset: 500, content: picture.subarray(500), isLast: true })
  expect(rest).toMatchObject({ status: 200, body: { success: true } })
  expect(site.lines.join("")).not.toContain('"level":"error"')
})

test("a part at another offset is 409 with the present one, and changes nothing", async () => {
  await using site = await startSite()
  const path = await site.begin(9)
  await site.append(path, { offset: 0, content: "1234" })
  const before = await site.rows()
  for (const offset of [0, 3, 5, 9]) {
    expect(await site.append(path, { offset, content: "x", isLast: offset === 9 })).toEqual({
      status: 409,
      offset: "4",
      complete: "?0",
      body: { success: false, message: responseTexts.uploadOffsetDiffers },
    })
  }
  expect(await site.rows()).toEqual(before)
})

test("of parts that arrive at once at one offset one is appended, the others are 409", async () => {
  await using site = await startSite()
  const path = await site.begin(3)
  const letters = ["a", "b", "c", "d", "e", "f"]
  const appended = await Promise.all(letters.map((content) => site.append(path, { offset: 0, content })))
  expect(appended.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409])
  expect(appended.every(({ offset }) => offset === "1")).toBe(true)
  const won = letters[appended.findIndex(({ status }) => status === 204)]
  const [part] = await site.db.selectFrom("uploadParts").select("name").execute()
  expect(await site.images.parts.list()).toEqual([part?.name])
  expect(String(await site.images.parts.read(part?.name ?? ""))).toBe(won)
})

test("an upload that is completed again, also at once, gives the same name and one image", async () => {
  await using site = await startSite()
  const picture = await makePicture()
  const path = await site.begin(picture.length)
  await site.append(path, { offset: 0, content: picture })
  const last = { offset: picture.length, isLast: true }
  const answers = await Promise.all([1, 2, 3].map(() => site.append(path, last)))
  answers.push(await site.append(path, last))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await site.imageRows()).toHaveLength(1)
  expect(await site.db.selectFrom("audit").select("id").execute()).toHaveLength(1)
  expect(await site.ask(path)).toEqual({ status: 204, offset: String(picture.length), complete: "?1" })
  expect((await site.append(path, { offset: picture.length, content: "x" })).status).toBe(400)
})

test("another administrator's upload, an invented one and a cancelled one are 404", async () => {
  await using site = await startSite()
  const path = await site.begin(9)
  await site.append(path, { offset: 0, content: "1234" })
  const other = await signInAs(site, "admin")
  expect((await site.ask(path, other)).status).toBe(404)
  expect((await site.append(path, { offset: 4, content: "x", headers: other })).status).toBe(404)
  expect((await site.request(path, { method: "DELETE", headers: other })).status).toBe(404)
  const invented = [crypto.randomUUID(), "1", "' or 1=1 --", "%2e%2e%2fsite.db", "a%00b", "x".repeat(5000)]
  for (const id of invented) {
    const forged = id.includes("%") ? `/api/uploads/${id}` : `/api/uploads/${encodeURIComponent(id)}`
    expect((await site.ask(forged)).status, id).toBe(404)
    expect((await site.append(forged, { offset: 0, content: "x" })).status, id).toBe(404)
  }
  expect((await site.ask(path)).offset).toBe("4")
  expect((await site.request(path, { method: "DELETE", headers: site.headers })).status).toBe(204)
  expect((await site.ask(path)).status).toBe(404)
  expect(await site.rows()).toEqual({ uploads: [], parts: [] })
})

test("a file that is longer or shorter than declared is rejected", async () => {
  await using site = await startSite()
  const path = await site.begin(9)
  const rejected = { status: 400, body: { message: responseTexts.uploadLengthDiffers } }
  expect(await site.append(path, { offset: 0, content: "0123456789" })).toMatchObject(rejected)
  expect(await site.append(path, { offset: 0, content: "0123", isLast: true })).toMatchObject(rejected)
  await site.append(path, { offset: 0, content: "012345678" })
  expect(await site.append(path, { offset: 9, content: "9" })).toMatchObject(rejected)
  expect((await site.rows()).uploads).toEqual([{ received: 9, image: null }])
})

test.each([
  [
    { name: "vue.jpg", length: 10 * 1024 * 1024 + 1 },
    413,
    { images: "vue.jpg : Image trop volumineuse (10 Mo au maximum)" },
  ],
  [{ name: "vue.jpg", length: 0 }, 400, { length: responseTexts.uploadLengthInvalid }],
  [{ name: "vue.jpg", length: "9" }, 400, { length: responseTexts.uploadLengthInvalid }],
  [{ name: "", length: 9 }, 400, { name: responseTexts.uploadNameMissing }],
  [{ name: "x".repeat(1001), length: 9 }, 400, { name: responseTexts.uploadNameTooLong }],
])("an upload of %j is not begun", async (body, status, errors) => {
  await using site = await startSite()
  const response = await site.postJson("/api/uploads", body, site.headers)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ success: false, errors })
  expect((await site.rows()).uploads).toEqual([])
})

test("a part of more than a mebibyte is rejected, whether it tells its length or not", async () => {
  await using site = await startSite()
  const path = await site.begin(3_000_000)
  const content = new Uint8Array(1024 * 1024 + 1)
  const declared = { offset: 0, content, headers: { "Content-Length": String(content.length) } }
  expect((await site.append(path, declared)).status).toBe(413)
  const streamed = new ReadableStream({
    start(controller) {
      controller.enqueue(content.subarray(0, 600_000))
      controller.enqueue(content.subarray(600_000))
      controller.close()
    },
  })
  expect((await site.append(path, { offset: 0, content: streamed })).status).toBe(413)
  expect(await site.rows()).toEqual({ uploads: [{ received: 0, image: null }], parts: [] })
  expect((await site.append(path, { offset: 0, content: content.subarray(1) })).status).toBe(204)
})

test.each([
  ["another media type", { "Content-Type": "application/octet-stream" }, 415],
  ["no offset", { "Upload-Offset": "" }, 400],
  ["a negative offset", { "Upload-Offset": "-1" }, 400],
  ["an offset that is no number", { "Upload-Offset": "0x0" }, 400],
  ["no word on its end", { "Upload-Complete": "" }, 400],
  ["an end of another form", { "Upload-Complete": "true" }, 400],
])("a part with %s is rejected", async (_what, headers, status) => {
  await using site = await startSite()
  const path = await site.begin(9)
  expect((await site.append(path, { offset: 0, content: "x", headers })).status).toBe(status)
  expect((await site.rows()).parts).toEqual([])
})

test("a file that is no picture is rejected as POST /upload does, and leaves nothing", async () => {
  await using site = await startSite()
  const picture = await makePicture()
  const torn = picture.subarray(0, picture.length - 300)
  for (const [content, reason] of [
    [Buffer.from("<script>alert(1)</script>"), "Format d'image non pris en charge (JPG, PNG ou WebP)"],
    [torn, "illisible"],
  ] as const) {
    const path = await site.begin(content.length, "façade.jpg")
    const rejected = await site.append(path, { offset: 0, content, isLast: true })
    const images = new File([new Uint8Array(content)], "façade.jpg")
    const init = { method: "POST", body: createForm({ images }), headers: site.headers }
    const whole = await site.request("/upload", init)
    expect({ status: rejected.status, body: rejected.body }).toEqual({ status: whole.status, body: await whole.json() })
    expect(rejected).toMatchObject({ status: 415, body: { errors: { images: `façade.jpg : ${reason}` } } })
    expect((await site.ask(path)).status).toBe(404)
  }
  expect(await site.rows()).toEqual({ uploads: [], parts: [] })
  expect(await site.imageRows()).toEqual([])
  expect(readdirSync(site.uploads)).toEqual([])
})

test("an image store that is full leaves the parts, so that the upload can be completed later", async () => {
  using folder = createTemporaryFolder()
  const store = createDiskImageStore(folder.path)
  const failures = [Object.assign(new Error("full"), { code: "ENOSPC" })]
  const originals: ObjectStore = {
    ...store.originals,
    async put(...given) {
      for (const failure of failures.splice(0)) throw failure
      return store.originals.put(...given)
    },
  }
  await using site = await startSite({ ...store, originals })
  const picture = await makePicture()
  const path = await site.begin(picture.length)
  expect(await site.append(path, { offset: 0, content: picture, isLast: true })).toMatchObject({
    status: 507,
    body: { message: "Espace disque insuffisant, réessayez plus tard" },
  })
  expect(await site.ask(path)).toEqual({ status: 204, offset: String(picture.length), complete: "?0" })
  expect((await site.append(path, { offset: picture.length, isLast: true })).status).toBe(200)
})

test("an account has so many unfinished uploads at most: the oldest makes room", async () => {
  await using site = await startSite()
  const paths: string[] = []
  for (let count = 0; count < UNFINISHED_MAX + 1; count += 1) {
    site.clock.now = new Date(site.clock.now.getTime() + 1000)
    paths.push(await site.begin(9))
    await site.append(paths.at(-1) ?? "", { offset: 0, content: "1234" })
  }
  const asked = await Promise.all(paths.map((path) => site.ask(path)))
  expect(asked.map(({ status }) => status)).toEqual([404, ...Array.from({ length: UNFINISHED_MAX }, () => 204)])
  expect((await site.rows()).parts).toHaveLength(UNFINISHED_MAX)
})
