// @module-tag engines
import { readdirSync } from "node:fs"
import sharp, { type Sharp } from "sharp"
import { expect, test } from "vitest"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile, toFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startLibrary } from "#server/testing/start-library.ts"

/** Makes a picture with shapes, since pictures of one colour all look alike. */
async function createScene(seed: number, encode: (picture: Sharp) => Sharp = (one) => one.png()) {
  const pixels = Buffer.from(Array.from({ length: 6 * 4 * 3 }, (_, index) => ((index + 1) * seed * 2_654_435) % 256))
  const picture = sharp(pixels, { raw: { width: 6, height: 4, channels: 3 } }).resize(300, 200, { kernel: "nearest" })
  return toFile(await encode(sharp(await picture.png().toBuffer())).toBuffer(), `scene-${seed}.png`)
}

test("the library lists stored pictures before those that ship with the site", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createImageFile({ name: "Chantier Élysée.jpg", width: 400, height: 300 }))
  const { pictures, found, trashed } = await site.search()
  expect(pictures[0]).toMatchObject({ name, fileName: "Chantier Élysée.jpg", isBundled: false })
  expect(pictures[0]?.picture).toMatchObject({ width: 400, height: 300 })
  expect(pictures[1]).toMatchObject({ isBundled: true, createdAt: null })
  expect([found > 48, pictures.length, trashed]).toEqual([true, 48, 0])
  const next = await site.search("", 2)
  expect(next.pictures).toHaveLength(found - 48)
  expect(next.pictures.map((one) => one.name)).not.toContain(name)
})

test("a picture of a form that was not saved is no picture of the library", async () => {
  await using site = await startLibrary()
  const headers = await signInAs(site, "admin")
  const body = createForm({ images: await createImageFile() })
  await site.request("/upload", { method: "POST", body, headers })
  expect((await site.search()).pictures.every(({ isBundled }) => isBundled)).toBe(true)
})

test("a search ignores accents and case in file name, alternative text, project and page", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createImageFile({ name: "Dépôt_100%.jpg" }))
  const find = async (text: string) => (await site.search(text)).pictures.map((one) => one.name)
  expect(await find("depot_")).toEqual([name])
  expect(await find("DÉPÔT_100%")).toEqual([name])
  expect(await find("dépôt_1000")).toEqual([])
  expect(await find("D\u0000")).toEqual([])
  await site.call("pictures.describe", { name, alt: "Sacs de ciment empilés", focus: null })
  expect(await find("EMPILES")).toEqual([name])
  await createTestProject(site.db, { name: "Marché de Lemba", images: [{ name, alt: "Étals couverts" }] })
  expect(await find("marche de lemba")).toEqual([name])
  expect(await find("etals")).toEqual([name])
  await site.db.insertInto("contentImages").values({ page: "transport", state: "draft", image: name }).execute()
  expect(await find("transport")).toContain(name)
  expect(await find("hero/home")).toEqual(["hero/home", "hero/home-portrait"])
  // The content that the site starts with shows it.
  expect(await find("a propos")).toContain("hero/about")
})

test("details tell variants, uses, text and focal point", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createScene(3, (picture) => picture.resize(700).jpeg({ quality: 100 })))
  await site.variants.waitUntilIdle()
  const id = await createTestProject(site.db, { name: "École", images: [{ name, alt: "La cour" }] })
  await site.call("pictures.describe", { name, alt: " Une école ", focus: { x: 10, y: 90 } })
  const { data } = await site.query("get", name)
  expect(data).toMatchObject({
    picture: { alt: "Une école", focus: { x: 10, y: 90 } },
    uses: [{ kind: "project", id, name: "École", alt: "La cour" }],
  })
  const stored = readdirSync(site.variantsFolder).length
  expect(stored).toBeGreaterThan(0)
  expect((data as { variants: unknown[] }).variants).toHaveLength(stored)
  const bundled = await site.query("get", "hero/about")
  expect(bundled.data).toMatchObject({
    variants: expect.arrayContaining([{ width: 480, format: "avif", bytes: expect.any(Number) }]),
  })
  expect((bundled.data as { uses: unknown }).uses).toContainEqual({
    kind: "content",
    page: "a-propos",
    label: "À propos",
    state: "published",
  })
  expect((await site.query("get", "absente.jpg")).status).toBe(404)
})

test("a description stands in the audit log with before and after", async () => {
  await using site = await startLibrary()
  await site.call("pictures.describe", { name: "hero/about", alt: "Un", focus: null })
  await site.call("pictures.describe", { name: "hero/about", alt: "Deux", focus: { x: 1, y: 2 } })
  const [, last] = await site.audit("describe")
  expect(JSON.parse(last?.details ?? "")).toEqual({
    name: "hero/about",
    before: { alt: "Un", focus: null },
    after: { alt: "Deux", focus: { x: 1, y: 2 } },
  })
})

test("the text and the focal point are changed apart, so that no editor undoes the other's change", async () => {
  await using site = await startLibrary()
  const name = await site.uploadOne(await createImageFile())
  const change = async (changed: object) => (await site.call("pictures.describe", { name, ...changed })).data
  await change({ alt: "Une grue", focus: { x: 1, y: 2 } })
  await change({ alt: "Une pelle" })
  expect(await change({ focus: { x: 3, y: 4 } })).toMatchObject({
    picture: { alt: "Une pelle", focus: { x: 3, y: 4 } },
  })
  expect(await change({})).toMatchObject({ picture: { alt: "Une pelle", focus: { x: 3, y: 4 } } })
  const [, , last] = await site.audit("describe")
  expect(JSON.parse(last?.details ?? "")).toMatchObject({
    before: { alt: "Une pelle", focus: { x: 1, y: 2 } },
    after: { alt: "Une pelle", focus: { x: 3, y: 4 } },
  })
})

test("the same content is found by itself", async () => {
  await using site = await startLibrary()
  const [first] = await site.upload(await createScene(5))
  const [again] = await site.upload(await createScene(5))
  expect(first).toMatchObject({ isKnown: false, twins: [] })
  expect(again).toMatchObject({ name: first?.name, isKnown: true, twins: [] })
})

test("a near duplicate is reported, and joins the library only if somebody keeps it", async () => {
  await using site = await startLibrary()
  const original = await site.uploadOne(await createScene(7))
  const smaller = () => createScene(7, (picture) => picture.resize(240).jpeg({ quality: 60 }))
  const [duplicate] = await site.upload(await smaller())
  expect(duplicate?.twins.map(({ name }) => name)).toEqual([original])
  const listed = async () => (await site.search()).pictures.filter((one) => !one.isBundled).map((one) => one.name)
  expect(await listed()).toEqual([original])
  await site.call("pictures.drop", duplicate?.name)
  expect(readdirSync(site.uploads)).toEqual([original])
  const [kept] = await site.upload(await smaller())
  await site.call("pictures.keep", kept?.name)
  expect((await listed()).sort()).toEqual([original, kept?.name ?? ""].sort())
  await site.call("pictures.drop", kept?.name)
  expect(await listed()).toHaveLength(2)
})

test("an upload joins the library on its own call too, if that has no near duplicate", async () => {
  await using site = await startLibrary()
  const headers = await signInAs(site, "admin")
  const listed = async () => (await site.search()).pictures.filter((one) => !one.isBundled).map((one) => one.name)
  async function upload(images: File) {
    const response = await site.request("/upload", { method: "POST", body: createForm({ images }), headers })
    return ((await response.json()) as { filenames: string[] }).filenames[0] ?? ""
  }
  const original = await upload(await createScene(7))
  expect((await site.call("pictures.add", original)).data).toMatchObject({ isKnown: false, twins: [] })
  expect((await site.call("pictures.add", original)).data).toMatchObject({ isKnown: true, twins: [] })
  expect(await site.audit("keep")).toHaveLength(1)
  const smaller = await upload(await createScene(7, (picture) => picture.resize(240).jpeg({ quality: 60 })))
  expect((await site.call("pictures.add", smaller)).data).toMatchObject({ isKnown: false, twins: [{ name: original }] })
  expect(await listed()).toEqual([original])
})

/** Draws the plan of a house on white: all six have the same sheet, and other rooms. */
async function drawPlan(index: number): Promise<File> {
  const walls = Array.from({ length: 5 }, (_, wall) => {
    const at = ((index * 37 + wall * 53) % 80) / 100
    return wall % 2
      ? `<path d="M${220 + at * 800} 400v${300 + at * 500}"/>`
      : `<path d="M220 ${400 + at * 900}h${250 + at * 550}"/>`
  })
  const sheet = `<rect x="60" y="60" width="1120" height="1634"/><rect x="700" y="1560" width="480" height="134"/>`
  const house = `<rect x="220" y="400" width="820" height="${850 + index * 9}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#fdfdfb"/>
    <g fill="none" stroke="#555" stroke-width="2">${sheet}${house}${walls.join("")}</g></svg>`
  return toFile(await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer(), `plan-${index}.jpg`)
}

test("plans that were scanned on white are no near duplicates of each other", async () => {
  await using site = await startLibrary()
  for (let index = 0; index < 6; index += 1) {
    expect(await site.upload(await drawPlan(index))).toMatchObject([{ isKnown: false, twins: [] }])
  }
})

test("pictures that differ, and pictures of one colour each, are no near duplicates", async () => {
  await using site = await startLibrary()
  await site.upload(await createScene(11), await createImageFile({ colour: "#103050" }))
  const others = await site.upload(await createScene(13), await createImageFile({ colour: "#d0b080" }))
  expect(others.map(({ twins }) => twins)).toEqual([[], []])
})
