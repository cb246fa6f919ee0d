import { readFileSync } from "node:fs"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test, vi } from "vitest"
import type { ResponseContent } from "./cached-response.ts"
import { ResponseCache } from "./response-cache.ts"

/** Creates an empty cache whose content version the test sets, and notes the keys that were created. */
function createCache(maxBytes?: number) {
  const content = { version: 1 as number | undefined, created: [] as string[] }
  const cache = new ResponseCache({ contentVersion: () => content.version, headers: {}, ...(maxBytes && { maxBytes }) })
  const getOrCreate = (key: string, { body = key, status = 200 }: Partial<ResponseContent> = {}) =>
    cache.getOrCreate(key, async () => {
      content.created.push(key)
      return { status, headers: {}, body }
    })
  return { cache, content, getOrCreate }
}

const request = (headers: Record<string, string> = {}) => new Request("http://site.example/", { headers })

/** This text is long enough for the compression levels to differ. */
const text = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")

test("holds no more than its bytes, and evicts the least recently used response", async () => {
  const { content, getOrCreate } = createCache(100_000)
  const body = "x".repeat(10_000) // it counts twice, for its compressed forms
  for (const name of ["a", "b", "c", "d"]) await getOrCreate(name, { body })
  await getOrCreate("a", { body })
  await getOrCreate("e", { body })
  content.created.length = 0
  for (const name of ["a", "c", "d", "e"]) await getOrCreate(name, { body })
  expect(content.created).toEqual([])
  await getOrCreate("b", { body })
  expect(content.created).toEqual(["b"])
})

test("does not cache a response that would evict all others", async () => {
  const { content, getOrCreate } = createCache(100_000)
  await getOrCreate("small")
  for (const name of ["huge", "huge", "small"])
    await getOrCreate(name, { body: name.repeat(name === "huge" ? 4000 : 1) })
  expect(content.created).toEqual(["small", "huge", "huge"])
})

test("caches nothing but status 200", async () => {
  const { content, getOrCreate } = createCache()
  for (const status of [404, 404, 500, 500, 307, 307]) await getOrCreate("page", { status })
  expect(content.created).toHaveLength(6)
})

test("neither caches nor serves from the cache while the content's version is unknown", async () => {
  const { cache, content, getOrCreate } = createCache()
  await getOrCreate("page")
  content.version = undefined
  await getOrCreate("page")
  await getOrCreate("page")
  expect(cache.refresh()).toBe(false)
  expect(content.created).toHaveLength(3)
})

test("a response whose creation began before a write is sent to the waiting requests, and not cached", async () => {
  const { cache, content, getOrCreate } = createCache()
  const { promise, resolve } = Promise.withResolvers<ResponseContent>()
  const before = cache.getOrCreate("page", () => promise)
  content.version = 2
  resolve({ status: 200, headers: {}, body: "old" })
  expect(await (await (await before).respond(request())).text()).toBe("old")
  expect(cache.find("page")).toBeUndefined()
  await getOrCreate("page")
  expect(content.created).toEqual(["page"])
})

test("a request after a write does not wait for what was begun before it", async () => {
  const { cache, content, getOrCreate } = createCache()
  const before = cache.getOrCreate("page", () => new Promise(() => {}))
  content.version = 2
  expect((await getOrCreate("page")).status).toBe(200)
  expect(cache.find("page")).toBeDefined()
  expect(await Promise.race([before, "pending"])).toBe("pending")
})

test("simultaneous calls share one creation", async () => {
  const { content, getOrCreate } = createCache()
  const [first, ...others] = await Promise.all([getOrCreate("page"), getOrCreate("page"), getOrCreate("page")])
  for (const other of others) expect(other).toBe(first)
  expect(content.created).toEqual(["page"])
})

test("an older version of the content empties the cache too, as after a restore", async () => {
  const { content, getOrCreate } = createCache()
  content.version = 7
  await getOrCreate("page")
  content.version = 3
  await getOrCreate("page")
  await getOrCreate("page")
  expect(content.created).toHaveLength(2)
})

test("a failed creation fails for all who wait for it, and is not cached", async () => {
  const { cache, getOrCreate } = createCache()
  const failing = () => cache.getOrCreate("page", () => Promise.reject(new Error("no")))
  const all = await Promise.allSettled([failing(), failing()])
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect((await getOrCreate("page")).status).toBe(200)
})

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("%s is compressed quickly first, and better some moments later", async (encoding, decompress) => {
  const { getOrCreate } = createCache()
  const cached = await getOrCreate("page", { body: text })
  const fetchEncoded = async () => {
    const response = await cached.respond(request({ "Accept-Encoding": encoding }))
    expect(response.headers.get("Content-Encoding")).toBe(encoding)
    const body = Buffer.from(await response.arrayBuffer())
    expect(decompress(body).toString()).toBe(text)
    expect(response.headers.get("Content-Length")).toBe(String(body.length))
    return { size: body.length, etag: response.headers.get("ETag") }
  }
  const first = await fetchEncoded()
  const last = await vi.waitFor(async () => {
    const later = await fetchEncoded()
    expect(later.size).toBeLessThan(first.size)
    return later
  }, 10_000)
  expect(last.etag).toBe(first.etag)
})
