// @module-tag engines
import { readdirSync } from "node:fs"
import { afterEach, expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { pages } from "#server/pages/pages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { startApp } from "#server/testing/start-app.ts"

// The files of a worker share its clock.
afterEach(() => vi.useRealTimers())

const MEBIBYTE = 1024 * 1024

const IMAGE = `${"0".repeat(32)}.jpg`

/** A body that tells whether somebody has begun to read it, and that a test sends on and ends. */
function watchedBody(headers: Record<string, string> = {}) {
  const state = { isRead: false }
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = controller
      },
      pull(controller) {
        if (!state.isRead) controller.enqueue(new TextEncoder().encode("--x\r\n"))
        state.isRead = true
      },
    },
    { highWaterMark: 0 },
  )
  const type = { "Content-Type": "multipart/form-data; boundary=x", ...headers }
  return {
    state,
    send: (bytes: number) => stream?.enqueue(new Uint8Array(bytes)),
    end() {
      stream?.close()
      stream = undefined
    },
    init: { method: "POST", body, headers: type, duplex: "half" } as RequestInit,
  }
}

type Site = Awaited<ReturnType<typeof startApp>>

/** Counts twenty pictures of a client without an address, as tests send from none. */
async function reachPictureLimit({ db, now }: Pick<Site, "db" | "now">) {
  const at = now()
  const event = { action: "contact photo", subject: "", at: at.toISOString() }
  const expiresAt = new Date(at.getTime() + 600_000).toISOString()
  await db
    .insertInto("limits")
    .values(Array.from({ length: 20 }, () => ({ ...event, expiresAt })))
    .execute()
}

async function storeWaitingPicture({ db }: Site, bytes: number) {
  const image = { name: IMAGE, width: 1, height: 1, bytes, type: "image/jpeg", colour: "#808080" }
  const at = new Date().toISOString()
  await db
    .insertInto("images")
    .values({ ...image, createdAt: at, privateAt: at })
    .execute()
  await db.insertInto("visitorImages").values({ name: IMAGE, uploadedAt: at }).execute()
}

test("pictures over the limit are rejected before their body is read", async () => {
  await using site = await startApp()
  await reachPictureLimit(site)
  const { state, init } = watchedBody()
  const response = await site.request("/api/contact/photos", init)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
  expect(state.isRead).toBe(false)
  expect(readdirSync(site.uploads)).toEqual([])
})

test.each([
  ["pictures", "contact photo"],
  ["requests", "contact"],
])("a form with pictures over the limit of %s is rejected before its body is read", async (_what, action) => {
  await using site = await startApp({ pages: pages(() => Promise.reject(new Error("nothing is rendered"))) })
  await reachPictureLimit(site)
  await site.db.updateTable("limits").set({ action }).execute()
  const { state, init } = watchedBody({ "Content-Length": String(2 * MEBIBYTE) })
  expect((await site.request("/contact", init)).status).toBe(429)
  expect(state.isRead).toBe(false)
})

test("a visitor's body with pictures is as large as four pictures at most", async () => {
  await using site = await startApp()
  const { state, init } = watchedBody({ "Content-Length": String(42 * MEBIBYTE) })
  expect((await site.request("/api/contact/photos", init)).status).toBe(413)
  expect(state.isRead).toBe(false)
})

test("of one visitor's bodies with pictures twelve are read at a time, and the others wait", async () => {
  await using site = await startApp()
  const sent = Array.from({ length: 14 }, () => {
    const { init, ...body } = watchedBody()
    return { ...body, response: site.request("/api/contact/photos", init) }
  })
  const reading = () => sent.filter(({ state }) => state.isRead).length
  await expect.poll(reading).toBe(12)
  const health = await site.request("/api/health")
  expect([health.status, reading()]).toEqual([200, 12])
  sent[0]?.end()
  await expect.poll(reading).toBe(13)
  for (const { end } of sent) end()
  for (const { response } of sent) expect((await response).status).toBe(400)
})

const FULL = responseTexts.tooManyPicturesWaiting

test("visitors' pictures are rejected while a gibibyte of them waits for requests, and requests are not", async () => {
  await using site = await startApp()
  await storeWaitingPicture(site, 1023 * MEBIBYTE)
  const begin = (length: number) => site.postJson("/api/contact/uploads", { name: "mur.jpg", length })
  const rejected = await begin(MEBIBYTE + 1)
  expect([rejected.status, await rejected.json()]).toEqual([503, { success: false, message: FULL }])
  // What two uploads only announce takes no room, and what arrives of one does.
  const [begun] = [await begin(MEBIBYTE), await begin(MEBIBYTE)]
  const append = (offset: number, body: string) => {
    const headers = { "Content-Type": "application/partial-upload", "Upload-Complete": "?0" }
    const path = begun.headers.get("Location") ?? ""
    return site.request(path, { method: "PATCH", body, headers: { ...headers, "Upload-Offset": String(offset) } })
  }
  expect((await append(0, "1234")).status).toBe(204)
  expect((await append(4, "5678")).status).toBe(503)
  const { state, init } = watchedBody()
  await site.db
    .updateTable("images")
    .set({ bytes: 1025 * MEBIBYTE })
    .execute()
  const pictures = await site.request("/api/contact/photos", init)
  expect([pictures.status, await pictures.json(), state.isRead]).toEqual([
    503,
    { success: false, message: FULL },
    false,
  ])
  const request = await site.postJson("/api/contact", { ...contactFields, photos: [IMAGE] })
  expect(request.status).toBe(201)
  // The picture that waited is taken up now.
  const body = createForm({ images: await createImageFile() })
  expect((await site.request("/api/contact/photos", { method: "POST", body })).status).toBe(201)
})

test("while others wait, a body that drips is given up, and one that flows is not", async () => {
  await using site = await startApp()
  vi.useFakeTimers({ toFake: ["performance"] })
  const bodies = Array.from({ length: 13 }, () => watchedBody())
  const responses = bodies.map(({ init }) => site.request("/api/contact/photos", init))
  await expect.poll(() => bodies.filter(({ state }) => state.isRead).length).toBe(12)
  vi.advanceTimersByTime(11_000)
  let rejected: number | undefined
  void Promise.resolve(responses[0]).then((response) => (rejected = response?.status))
  // The last body may not be waiting yet, until which the others are not checked.
  function sendOn() {
    if (rejected === undefined) bodies[1]?.send(100_000)
    if (rejected === undefined) bodies[0]?.send(1)
    return rejected
  }
  await expect.poll(sendOn).toBe(503)
  await expect.poll(() => bodies[12]?.state.isRead).toBe(true)
  for (const { end } of bodies.slice(1)) end()
  expect((await responses[1])?.status).toBe(400)
  await Promise.all(responses)
})
