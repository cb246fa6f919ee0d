import sharp from "sharp"
import { expect, test } from "vitest"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { type SendHttp, UploadError } from "./http.ts"
import { CHUNK_BYTES, type ResumableUpload, uploadInChunks } from "./resumable-upload.ts"

/** Returns a picture of three and a half chunks; its noise does not compress. */
async function makePicture(): Promise<Blob> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const
  const side = Math.round(Math.sqrt((CHUNK_BYTES * 3.5) / 3))
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: "#888", noise } })
  const content = await picture.png({ compressionLevel: 0 }).toBuffer()
  return new Blob([new Uint8Array(content)])
}

type Break = "before it arrives" | "before the response"

/**
 * Starts a site and a connection to it that breaks at the requests with these numbers, and whose proxy refuses these
 * methods.
 */
async function startSite(breaks: Record<number, Break> = {}, refused: Record<string, number> = {}) {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const sent: { method: string; offset: string | undefined; bytes: number }[] = []
  const send: SendHttp = async (url, { method, body, headers: more = {}, onProgress }) => {
    const broken = breaks[sent.length]
    const bytes = body instanceof Blob ? body.size : 0
    sent.push({ method, offset: more["Upload-Offset"], bytes })
    onProgress?.(0.5)
    if (broken === "before it arrives") throw new UploadError("Erreur de réseau")
    if (refused[method]) return new Response("<h1>Forbidden</h1>", { status: refused[method] })
    const response = await site.request(url, { method, headers: { ...headers, ...more }, ...(body && { body }) })
    if (broken) throw new UploadError("Erreur de réseau")
    return response
  }
  const progress: number[] = []
  const options = {
    url: "/api/uploads",
    wholeUrl: "/upload",
    send,
    onProgress: (value: number) => progress.push(value),
    signal: new AbortController().signal,
  }
  return {
    ...site,
    sent,
    progress,
    upload: (file: Blob, upload: ResumableUpload) => uploadInChunks(file, "vue.png", upload, options),
    images: () => site.db.selectFrom("images").select(["name", "fileName"]).execute(),
  }
}

test("a picture travels in chunks, each of which is sent once", async () => {
  await using site = await startSite()
  const file = await makePicture()
  const { filenames } = await site.upload(file, { acknowledged: 0 })
  expect(await site.images()).toEqual([{ name: filenames?.[0], fileName: "vue.png" }])
  const offsets = [0, 1, 2, 3].map((chunk) => chunk * CHUNK_BYTES)
  expect(site.sent.map(({ method, offset }) => [method, offset])).toEqual([
    ["POST", undefined],
    ...offsets.map((offset) => ["PATCH", String(offset)]),
  ])
  expect(site.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(file.size)
  const acknowledged = offsets.flatMap((offset, index) => {
    const half = Math.min(CHUNK_BYTES, file.size - offset) / 2
    return index === 0 ? [half] : [offset, offset + half]
  })
  expect(site.progress).toEqual(acknowledged.map((bytes) => bytes / file.size))
})

test("after a chunk that did not arrive, the upload goes on with that chunk", async () => {
  await using site = await startSite({ 2: "before it arrives" })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(file, upload)).rejects.toMatchObject({ status: 0 })
  expect(upload).toMatchObject({ url: expect.stringContaining("/api/uploads/"), acknowledged: CHUNK_BYTES })
  await site.upload(file, upload)
  const requests = site.sent.map(({ method, offset }) => `${method} ${Number(offset ?? 0) / CHUNK_BYTES}`)
  expect(requests).toEqual(["POST 0", "PATCH 0", "PATCH 1", "HEAD 0", "PATCH 1", "PATCH 2", "PATCH 3"])
  expect(await site.images()).toHaveLength(1)
})

test("a chunk whose response was lost is not sent again", async () => {
  await using site = await startSite({ 2: "before the response" })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(file, upload)).rejects.toThrow()
  await site.upload(file, upload)
  expect(site.sent.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(file.size)
  expect(await site.images()).toHaveLength(1)
})

test("where the last response was lost, the image is not sent or stored again", async () => {
  await using site = await startSite({ 4: "before the response" })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(file, upload)).rejects.toThrow()
  const [image] = await site.images()
  expect(await site.upload(file, upload)).toEqual({ success: true, filenames: [image?.name] })
  expect(site.sent.at(-1)).toEqual({ method: "PATCH", offset: String(file.size), bytes: 0 })
  expect(await site.db.selectFrom("audit").select("id").execute()).toHaveLength(1)
})

test("an upload that has gone meanwhile is begun anew", async () => {
  await using site = await startSite({ 2: "before it arrives" })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(file, upload)).rejects.toThrow()
  await site.db.deleteFrom("uploads").execute()
  expect((await site.upload(file, upload)).filenames).toHaveLength(1)
})

test("a chunk that another request was faster with is skipped", async () => {
  await using site = await startSite({ 1: "before it arrives" })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(file, upload)).rejects.toThrow()
  const other: ResumableUpload = { ...upload }
  const [first] = await Promise.all([site.upload(file, upload), site.upload(file, other)])
  expect(first.filenames).toHaveLength(1)
  expect(await site.images()).toHaveLength(1)
})

test("a file that the server rejects is not resumed", async () => {
  await using site = await startSite()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(new Blob(["x".repeat(CHUNK_BYTES + 1)]), upload)).rejects.toMatchObject({
    status: 415,
    message: "Format d'image non pris en charge (JPG, PNG ou WebP)",
  })
  expect(upload.url).toBeUndefined()
})

test.each([403, 405, 501])("where a proxy refuses PATCH by %i, the whole picture goes by POST", async (status) => {
  await using site = await startSite({}, { PATCH: status })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  const { filenames } = await site.upload(file, upload)
  expect(await site.images()).toEqual([{ name: filenames?.[0], fileName: "vue.png" }])
  expect(site.sent.map(({ method }) => method)).toEqual(["POST", "PATCH", "POST"])
})

test("where a proxy refuses HEAD too, an interrupted upload goes on by POST", async () => {
  await using site = await startSite({ 1: "before it arrives" }, { PATCH: 405, HEAD: 405 })
  const file = await makePicture()
  const upload: ResumableUpload = { acknowledged: 0 }
  await expect(site.upload(file, upload)).rejects.toMatchObject({ status: 0 })
  expect((await site.upload(file, upload)).filenames).toHaveLength(1)
  expect(site.sent.map(({ method }) => method)).toEqual(["POST", "PATCH", "HEAD", "POST", "PATCH", "POST"])
})
