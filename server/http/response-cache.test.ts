import { readFileSync } from "node:fs"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test, vi } from "vitest"
import type { Content } from "./cached-response.ts"
import { keepAnswers } from "./response-cache.ts"

/** An empty store on content whose version the test sets, and a count of what was made. */
function openStore(bytes?: number) {
  const content = { version: 1 as number | undefined, made: [] as string[] }
  const kept = keepAnswers({ contentVersion: () => content.version, headers: {}, ...(bytes && { bytes }) })
  const obtain = (name: string, { body = name, status = 200 }: Partial<Content> = {}) =>
    kept.obtain(name, async () => {
      content.made.push(name)
      return { status, headers: {}, body }
    })
  return { kept, content, obtain }
}

const ask = (headers: Record<string, string> = {}) => new Request("http://site.example/", { headers })

/** A text that is long enough for the levels to differ. */
const words = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")

test("holds no more than its bytes, and lets go of what was asked for longest ago", async () => {
  const { content, obtain } = openStore(100_000)
  const body = "x".repeat(10_000) // counted twice, for its compressed forms
  for (const name of ["a", "b", "c", "d"]) await obtain(name, { body })
  await obtain("a", { body })
  await obtain("e", { body })
  content.made.length = 0
  for (const name of ["a", "c", "d", "e"]) await obtain(name, { body })
  expect(content.made).toEqual([])
  await obtain("b", { body })
  expect(content.made).toEqual(["b"])
})

test("does not keep an answer that would drive all others out", async () => {
  const { content, obtain } = openStore(100_000)
  await obtain("small")
  for (const name of ["huge", "huge", "small"]) await obtain(name, { body: name.repeat(name === "huge" ? 4000 : 1) })
  expect(content.made).toEqual(["small", "huge", "huge"])
})

test("remembers a bounded number of addresses, none of them long", async () => {
  const { kept, content, obtain } = openStore()
  await obtain("page")
  const found = () => addresses.filter((address) => kept.at(address, content.version)).length
  const addresses = Array.from({ length: 5000 }, (_, index) => `/?utm=${index}`)
  for (const address of addresses) kept.note(address, "page")
  expect(found()).toBeGreaterThan(0)
  expect(found()).toBeLessThanOrEqual(1000)
  kept.note(`/?${"x".repeat(300)}`, "page")
  expect(kept.at(`/?${"x".repeat(300)}`, content.version)).toBeUndefined()
})

test("keeps nothing but status 200", async () => {
  const { content, obtain } = openStore()
  for (const status of [404, 404, 500, 500, 307, 307]) await obtain("page", { status })
  expect(content.made).toHaveLength(6)
})

test("keeps nothing while the content's version cannot be told, and hands nothing kept out", async () => {
  const { kept, content, obtain } = openStore()
  await obtain("page")
  kept.note("/page", "page")
  content.version = undefined
  await obtain("page")
  await obtain("page")
  expect(kept.at("/page", undefined)).toBeUndefined()
  expect(content.made).toHaveLength(3)
})

test("an older version of the content counts as another one, as after a backup was put back", async () => {
  const { content, obtain } = openStore()
  content.version = 7
  await obtain("page")
  content.version = 3
  await obtain("page")
  await obtain("page")
  expect(content.made).toHaveLength(2)
})

test("what fails in the making fails for all who wait for it, and is made anew for the next", async () => {
  const { kept, obtain } = openStore()
  const failing = () => kept.obtain("page", () => Promise.reject(new Error("no")))
  const all = await Promise.allSettled([failing(), failing()])
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect((await obtain("page")).status).toBe(200)
})

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("%s is there at once, and smaller some moments later", async (encoding, decompress) => {
  const { obtain } = openStore()
  const answer = await obtain("page", { body: words })
  const fetchForm = async () => {
    const response = await answer.respond(ask({ "Accept-Encoding": encoding }))
    expect(response.headers.get("Content-Encoding")).toBe(encoding)
    const body = Buffer.from(await response.arrayBuffer())
    expect(decompress(body).toString()).toBe(words)
    expect(response.headers.get("Content-Length")).toBe(String(body.length))
    return { size: body.length, etag: response.headers.get("ETag") }
  }
  const first = await fetchForm()
  const last = await vi.waitFor(async () => {
    const later = await fetchForm()
    expect(later.size).toBeLessThan(first.size)
    return later
  }, 10_000)
  expect(last.etag).toBe(first.etag)
})
