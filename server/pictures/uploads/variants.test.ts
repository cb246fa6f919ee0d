import { lstatSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import sharp, { type Sharp } from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyTrashLater } from "#server/testing/empty-trash-later.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile, toFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const MODERN = "image/avif,image/webp,*/*"
const FOR_EVER = "public, max-age=31536000, immutable"

/** Starts a site with one image, by default one with noise that has variants of two widths. */
async function startWith(file?: File) {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const body = createForm({ images: file ?? (await makeNoise(700, 90)) })
  const response = await site.request("/upload", { method: "POST", body, headers })
  const [name = ""] = ((await response.json()) as { filenames: string[] }).filenames
  return {
    ...site,
    name,
    headers,
    get: (query: string, accept = MODERN, more: Record<string, string> = {}) =>
      site.request(`/uploads/${name}${query}`, { headers: { Accept: accept, ...more } }),
  }
}

async function makeNoise(width: number, height: number, name = "photo.jpg") {
  const grain = { type: "gaussian", mean: 128, sigma: 30 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: "#000000", noise: grain } })
  return toFile(await picture.jpeg().toBuffer(), name)
}

async function measure(response: Response) {
  const { width, format } = await sharp(await response.clone().arrayBuffer()).metadata()
  return { width, format, type: response.headers.get("Content-Type") }
}

describe("once all variants are encoded", () => {
  let site: Awaited<ReturnType<typeof startWith>>
  beforeAll(async () => {
    site = await startWith(await makeNoise(1300, 90))
    await site.variants.waitUntilIdle()
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  test("after an upload all widths up to its own are encoded, in both formats", async () => {
    const widths = [320, 640, 960, 1280]
    const expected = widths.flatMap((width) => [`${site.name}.${width}.avif`, `${site.name}.${width}.webp`])
    expect(readdirSync(site.variantsFolder).sort()).toEqual(expected.sort())
  })

  test.each([
    ["image/avif,image/webp,*/*", "heif", "image/avif"],
    ["image/webp,*/*", "webp", "image/webp"],
    ["image/avif;q=0,image/webp", "webp", "image/webp"],
    ["image/png,*/*;q=0.8", "jpeg", "image/jpeg"],
    ["", "jpeg", "image/jpeg"],
  ])("Accept: %j gets the lightest format that it names, cacheable for ever", async (accept, format, type) => {
    const response = await site.get("?w=640", accept)
    expect(await measure(response)).toEqual({ width: 640, format, type })
    expect(response.headers.get("Cache-Control")).toBe(FOR_EVER)
    expect(response.headers.get("Vary")).toBe("Accept, Save-Data, Cookie")
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
  })

  test("a browser with data saver, its own or the site’s, gets a narrower variant", async () => {
    for (const saving of [{ "Save-Data": "on" }, { Cookie: "economie=1" }] as Record<string, string>[]) {
      const narrowed = [await site.get("?w=960", MODERN, saving), await site.get("?w=1280", MODERN, saving)]
      expect(await Promise.all(narrowed.map(measure))).toMatchObject([{ width: 320 }, { width: 640 }])
    }
    expect(await measure(await site.get("?w=960", MODERN, { "Save-Data": "off" }))).toMatchObject({ width: 960 })
  })

  test("a matching If-None-Match gets 304, and HEAD no body", async () => {
    const full = await site.get("?w=640")
    const etag = full.headers.get("ETag") ?? ""
    expect((await site.get("?w=640", MODERN, { "If-None-Match": etag })).status).toBe(304)
    const head = await site.request(`/uploads/${site.name}?w=640`, { method: "HEAD", headers: { Accept: MODERN } })
    expect(head.headers.get("Content-Length")).toBe(full.headers.get("Content-Length"))
    expect(await head.text()).toBe("")
  })
})

test("the first request for AVIF gets WebP, cacheable for a minute, and later ones get AVIF", async () => {
  await using site = await startWith()
  await site.variants.waitUntilIdle()
  for (const file of readdirSync(site.variantsFolder)) rmSync(join(site.variantsFolder, file))
  const first = await site.get("?w=320")
  expect(await measure(first)).toMatchObject({ width: 320, type: "image/webp" })
  expect(first.headers.get("Cache-Control")).toBe("public, max-age=60")
  await site.variants.waitUntilIdle()
  const second = await site.get("?w=320")
  expect(await measure(second)).toMatchObject({ width: 320, type: "image/avif" })
  expect(second.headers.get("Cache-Control")).toBe(FOR_EVER)
  expect(second.headers.get("ETag")).not.toBe(first.headers.get("ETag"))
})

test("until AVIF is encoded, Accept without WebP gets JPEG", async () => {
  await using site = await startWith()
  await site.variants.waitUntilIdle()
  for (const file of readdirSync(site.variantsFolder)) rmSync(join(site.variantsFolder, file))
  expect(await measure(await site.get("?w=320", "image/avif"))).toMatchObject({ type: "image/jpeg" })
  await site.variants.waitUntilIdle()
  expect(await measure(await site.get("?w=320", "image/avif"))).toMatchObject({ type: "image/avif" })
})

test("simultaneous requests for one variant get the same one", async () => {
  await using site = await startWith()
  await site.variants.waitUntilIdle()
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.get("?w=640", "image/png")))
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  expect(readdirSync(site.variantsFolder).filter((file) => file.endsWith(".640.jpg"))).toHaveLength(1)
})

test("a narrower image is sent as the original", async () => {
  await using site = await startWith(await createImageFile({ width: 500, height: 400, encode: (it) => it.png() }))
  const response = await site.get("?w=640")
  expect(await measure(response)).toEqual({ width: 500, format: "png", type: "image/png" })
  await site.variants.waitUntilIdle()
  expect((await site.get("?w=640")).headers.get("Cache-Control")).toBe(FOR_EVER)
})

test("if the variant would be heavier, the original is sent, every time", async () => {
  const encode = (picture: Sharp) => picture.png({ palette: true })
  await using site = await startWith(await createImageFile({ width: 700, height: 5, encode }))
  for (let round = 0; round < 2; round += 1) {
    const response = await site.get("?w=640", "image/png")
    const stored = await site.get("")
    expect(Number(response.headers.get("Content-Length"))).toBe(Number(stored.headers.get("Content-Length")))
    expect(response.headers.get("Content-Type")).toBe("image/png")
  }
})

test.each(["0", "641", "abc", "", "320px", "-320", "1e3"])("?w=%s is 400", async (width) => {
  await using site = await startWith(await createImageFile())
  const response = await site.get(`?w=${width}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ success: false, message: expect.stringMatching(/^Largeur/) })
})

test("a variant of a missing image is 404 and not cacheable", async () => {
  await using site = await startApp()
  const response = await site.request("/uploads/missing.jpg?w=320")
  expect(response.status).toBe(404)
  expect(response.headers.get("Cache-Control")).toBe("no-store")
})

test("a variant that cannot be stored is sent nevertheless", async () => {
  await using site = await startWith()
  await site.variants.waitUntilIdle()
  rmSync(site.variantsFolder, { recursive: true })
  expect(await measure(await site.get("?w=640", "image/webp"))).toMatchObject({ width: 640, type: "image/webp" })
  expect(site.lines.join("")).toContain("variant not stored")
})

test("while a stored variant cannot be read, the original is sent and nothing is encoded again", async () => {
  await using site = await startWith()
  await site.variants.waitUntilIdle()
  const file = `${site.name}.640.webp`
  rmSync(join(site.variantsFolder, file))
  symlinkSync(file, join(site.variantsFolder, file))
  const response = await site.get("?w=640", "image/webp")
  expect(await measure(response)).toMatchObject({ width: 700, type: "image/jpeg" })
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=60")
  expect(lstatSync(join(site.variantsFolder, file)).isSymbolicLink()).toBe(true)
  expect(site.lines.join("")).toContain("ELOOP")
})

test("a stored file that cannot be decoded is sent unchanged", async () => {
  await using site = await startWith()
  writeFileSync(join(site.uploads, "old.jpg"), "pixels")
  const response = await site.request("/uploads/old.jpg?w=320", { headers: { Accept: MODERN } })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe("pixels")
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=60")
})

test("transparency stays in WebP and is white in JPEG", async () => {
  const clear = sharp({ create: { width: 700, height: 500, channels: 4, background: "#00000000" } })
  await using site = await startWith(toFile(await clear.png({ compressionLevel: 0 }).toBuffer(), "logo.png"))
  const pixelOf = async (response: Response) => [
    ...(await sharp(await response.arrayBuffer())
      .ensureAlpha()
      .extract({ left: 5, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ]
  writeFileSync(join(site.uploads, site.name), await clear.png({ compressionLevel: 0 }).toBuffer())
  expect((await pixelOf(await site.get("?w=640", "image/webp")))[3]).toBe(0)
  expect(await pixelOf(await site.get("?w=320", "image/png"))).toEqual([255, 255, 255, 255])
})

test("a project that leaves the trash deletes the variants of its pictures", async () => {
  await using site = await startWith()
  await site.variants.waitUntilIdle()
  expect(readdirSync(site.variantsFolder)).not.toEqual([])
  const id = await createTestProject(site.db, { images: [{ name: site.name, alt: "" }] })
  expect((await site.request(`/projects/${id}`, { method: "DELETE", headers: site.headers })).status).toBe(200)
  expect(readdirSync(site.variantsFolder)).not.toEqual([])
  await emptyTrashLater(site)
  expect(readdirSync(site.variantsFolder)).toEqual([])
})
