import { afterAll, expect, test } from "vitest"
import { publicPaths, startDemoSite } from "#server/testing/built-pages.ts"

const site = await startDemoSite()
afterAll(() => site[Symbol.asyncDispose]())

async function elementsOf(path: string, name: string): Promise<Record<string, string>[]> {
  const { document } = await site.open(path)
  return Array.from(document.querySelectorAll(name), (element) =>
    Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
  )
}

function isBundled({ src }: Record<string, string>) {
  return src?.startsWith("/photos/")
}

test.each(publicPaths)(
  "every picture of %s has its size and an alternative text, and all but the first are lazy",
  async (path) => {
    const pictures = await elementsOf(path, "img")
    expect(pictures.length).toBeGreaterThan(0)
    for (const [index, { src, width, height, alt, loading }] of pictures.entries()) {
      expect(Number(width), src).toBeGreaterThan(0)
      expect(Number(height), src).toBeGreaterThan(0)
      expect(alt, src).toBeDefined()
      if (index > 0) expect(loading, src).toBe("lazy")
    }
  },
)

test("every variant that a page offers is there, with the content type of its name", { timeout: 60_000 }, async () => {
  const sources = (await Promise.all(publicPaths.map((path) => elementsOf(path, "source")))).flat()
  const urls = sources.flatMap(({ srcset = "" }) =>
    srcset.split(",").map((source) => source.trim().split(" ")[0] ?? ""),
  )
  const shown = (await Promise.all(publicPaths.map((path) => elementsOf(path, "img")))).flat().filter(isBundled)
  const all = new Set([...urls, ...shown.map(({ src = "" }) => src)])
  expect(all.size).toBeGreaterThan(100)
  for (const url of all) {
    const response = await site.request(url, { method: "HEAD" })
    expect(response.status, url).toBe(200)
    expect(response.headers.get("Content-Type"), url).toBe(url.endsWith(".avif") ? "image/avif" : "image/jpeg")
    expect(response.headers.get("Cache-Control"), url).toMatch(/immutable/)
  }
})

test("each bundled picture comes as AVIF in four widths at most, with one JPEG behind", async () => {
  const bundled = (await elementsOf("/construction", "img")).filter(isBundled)
  expect(bundled.length).toBeGreaterThan(10)
  for (const { src } of bundled) expect(src).toMatch(/\.jpg$/)
  const sources = (await elementsOf("/construction", "source")).filter(({ media }) => !media)
  expect(sources.length).toBeGreaterThan(10)
  for (const { type, srcset = "", sizes } of sources) {
    expect(type).toBe("image/avif")
    expect(srcset.split(",").length).toBeLessThanOrEqual(4)
    expect(sizes).toBeTruthy()
  }
})

test("the placeholder is a JPEG", async () => {
  const response = await site.request("/api/placeholder.jpg")
  expect(response.headers.get("Content-Type")).toBe("image/jpeg")
  expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})
