import { afterEach, expect, test, vi } from "vitest"
import { contactFields } from "#server/testing/fixtures.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createRecord, type RequestRecord, reduceRequest } from "./request-record.ts"
import { SEND_MAX_MS, sendRecord } from "./send-requests.ts"

afterEach(() => vi.restoreAllMocks())

type Refuse = (method: string, url: string) => number | undefined

/**
 * Starts a site and a connection to it that breaks at the requests with these numbers, and whose proxy refuses some
 * requests with a status.
 */
async function startSite(breaks: readonly number[] = [], refuse: Refuse = () => undefined) {
  const site = await startApp()
  const sent: string[] = []
  let kept: RequestRecord
  const fetchFromSite = (async (url: string, init: RequestInit) => {
    sent.push(`${init.method} ${url.replace(/^.*[0-9a-f-]{36}$/, "upload")}`)
    const refusal = refuse(init.method ?? "", url)
    if (refusal) return new Response("<h1>Forbidden</h1>", { status: refusal })
    const response = await site.request(url, init)
    if (breaks.includes(sent.length)) throw new TypeError("Failed to fetch")
    return response
  }) as typeof fetch
  return {
    ...site,
    sent,
    /** Sends a request, and returns what is stored of it in the end. */
    async send(record: RequestRecord) {
      kept = record
      await sendRecord(record, fetchFromSite, async (action) => {
        kept = reduceRequest(kept, action) ?? kept
        return true
      })
      return kept
    },
    /** What is stored of the last request. */
    kept: () => kept,
    messages: () => site.db.selectFrom("messages").select(["id", "firstName", "idempotencyKey"]).execute(),
    pictures: () => site.db.selectFrom("messagePhotos").select("image").orderBy("position").execute(),
  }
}

async function createRequest(pictureCount = 0, fields = {}): Promise<RequestRecord> {
  const pictures = Array.from({ length: pictureCount }, async (_, index) => {
    const fileName = `photo-${index}.jpg`
    return { id: fileName, blob: await createImageFile({ width: 200 + index, height: 100 }), fileName }
  })
  return {
    ...createRecord("form", Date.now()),
    idempotencyKey: crypto.randomUUID(),
    state: "waiting",
    body: { ...contactFields, ...fields },
    pictures: await Promise.all(pictures),
  }
}

test("a request is sent, then its pictures, and has its receipt", async () => {
  await using site = await startSite()
  const request = await createRequest(2)
  const sent = await site.send(request)
  expect(sent).toMatchObject({
    state: "sent",
    pictures: [],
    receipt: { reference: expect.stringMatching(/^LIS-/), statusUrl: expect.stringMatching(/^\/demande\/[\w-]+$/) },
  })
  expect(await site.messages()).toMatchObject([{ idempotencyKey: request.idempotencyKey }])
  expect(await site.pictures()).toHaveLength(2)
  const upload = ["POST /api/contact/uploads", "PATCH upload"]
  expect(site.sent).toEqual(["POST /api/contact", ...upload, ...upload, "POST /api/contact"])
})

test("a request whose pictures are stored already is sent once", async () => {
  await using site = await startSite()
  const request = await createRequest(1)
  await site.send(request)
  const [picture] = await site.pictures()
  const pictures = request.pictures.map((one) => ({ ...one, name: picture?.image }))
  await site.send({ ...(await createRequest()), pictures })
  expect(site.sent.slice(4)).toEqual(["POST /api/contact"])
  expect(await site.pictures()).toHaveLength(2)
})

test("a text arrives although its pictures never do, and their sender learns of it", async () => {
  await using site = await startSite([], (_, url) => (url.includes("/contact/") ? 403 : undefined))
  let request = await createRequest(2)
  let time = Date.now()
  vi.spyOn(Date, "now").mockImplementation(() => time)
  for (const hours of [0, 1, 7, 7, 7]) {
    time += hours * 3_600_000
    await expect(site.send(request), `${hours} h later`).rejects.toThrow()
    expect(await site.messages()).toHaveLength(1)
    request = site.kept()
    expect(request.receipt?.reference).toMatch(/^LIS-/)
    expect(request.state).toBe("sending")
  }
  time += 7 * 3_600_000
  const sent = await site.send(request)
  expect(sent).toMatchObject({ pictures: [], missing: 2, receipt: request.receipt })
  expect(await site.messages()).toHaveLength(1)
})

test("pictures that follow a text make it unread again", async () => {
  await using site = await startSite([2])
  const request = await createRequest(1)
  await expect(site.send(request)).rejects.toThrow()
  expect(await site.pictures()).toEqual([])
  const at = "2026-01-01T00:00:00.000Z"
  await site.db.updateTable("messages").set({ readAt: at }).execute()
  const sent = await site.send(site.kept())
  expect(sent).not.toHaveProperty("missing")
  expect(await site.pictures()).toHaveLength(1)
  const rows = await site.db.selectFrom("messages").select(["readAt", "changedAt"]).execute()
  expect(rows).toEqual([{ readAt: null, changedAt: expect.any(String) }])
})

test.each([403, 405, 501])("pictures go by POST where a proxy refuses PATCH by %i", async (status) => {
  await using site = await startSite([], (method) => (method === "PATCH" ? status : undefined))
  expect(await site.send(await createRequest(1))).not.toHaveProperty("missing")
  expect(site.sent.at(-2)).toBe("POST /api/contact/photos")
  expect(await site.pictures()).toHaveLength(1)
})

test("a request whose responses get lost is stored once, and no picture is sent again", async () => {
  await using site = await startSite([1, 4, 8, 9])
  const request = await createRequest(2)
  await expect(site.send(request)).rejects.toThrow()
  await expect(site.send(site.kept())).rejects.toThrow()
  await expect(site.send(site.kept())).rejects.toThrow()
  await expect(site.send(site.kept())).rejects.toThrow()
  await site.send(site.kept())
  expect(await site.messages()).toHaveLength(1)
  expect(await site.pictures()).toHaveLength(2)
})

test("pictures that the server has deleted meanwhile are sent again", async () => {
  await using site = await startSite()
  const request = await createRequest(1)
  const pictures = request.pictures.map((picture) => ({ ...picture, name: "0123456789abcdef0123456789abcdef.jpg" }))
  expect(await site.send({ ...request, pictures })).toHaveProperty("receipt")
  const again = ["POST /api/contact", "POST /api/contact/uploads", "PATCH upload", "POST /api/contact"]
  expect(site.sent).toEqual(["POST /api/contact", ...again])
  expect(await site.pictures()).toHaveLength(1)
})

test("a picture that only the server had is not sent as an empty one: the request comes back for another", async () => {
  await using site = await startSite()
  const attached = ["0123456789abcdef0123456789abcdef.jpg"]
  const sent = await site.send({ ...(await createRequest()), attached })
  expect(sent.state).toBe("rejected")
  expect(sent.rejection?.errors).toEqual({ photos: "Une photo n’est plus disponible, envoyez-la de nouveau" })
  expect(site.sent).toEqual(["POST /api/contact"])
})

test("a request that the server rejects has the errors of its fields", async () => {
  await using site = await startSite()
  const sent = await site.send(await createRequest(0, { email: "", phone: "12" }))
  expect(sent.rejection?.errors).toMatchObject({ phone: "Numéro de téléphone invalide, par exemple +243 812 345 678" })
  const file = { id: "note", blob: new Blob(["texte"]), fileName: "note.txt" }
  expect(await site.messages()).toEqual([])
  const withFile = await site.send({ ...(await createRequest()), pictures: [file] })
  expect(withFile).toMatchObject({ pictures: [], missing: 1, receipt: { reference: expect.any(String) } })
  expect(await site.messages()).toHaveLength(1)
})

test("a server that never answers leaves the request waiting", async () => {
  const request = await createRequest()
  vi.useFakeTimers()
  const hang = ((_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("Too late"))))) as typeof fetch
  const sent = expect(sendRecord(request, hang, async () => true)).rejects.toThrow("Too late")
  await vi.advanceTimersByTimeAsync(SEND_MAX_MS)
  await sent
  vi.useRealTimers()
})

test("a full server, and a proxy's page in its place, leave the request waiting", async () => {
  const request = await createRequest()
  const answers = [Response.json({ success: false }, { status: 429 }), new Response("<h1>Bad Gateway</h1>")]
  for (const answer of answers)
    await expect(
      sendRecord(
        request,
        async () => answer,
        async () => true,
      ),
    ).rejects.toThrow()
})
