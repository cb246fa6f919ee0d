// @module-tag isolated
import { readdirSync } from "node:fs"
import { Writable } from "node:stream"
import { afterEach, expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const parser = vi.hoisted(() => ({ create: undefined as (() => Writable) | undefined }))

vi.mock("@fastify/busboy", async (importOriginal) => {
  const { Busboy } = await importOriginal<typeof import("@fastify/busboy")>()
  return {
    Busboy: function create(config: ConstructorParameters<typeof Busboy>[0]) {
      return parser.create?.() ?? new Busboy(config)
    },
  }
})

afterEach(() => {
  parser.create = undefined
  vi.useRealTimers()
})

const paths = ["/upload", "/api/pictures", "/api/projects"]

async function startSite() {
  const app = await startApp()
  const headers = await signInAs(app, "admin")
  const send = (path: string, type: string, body: string) =>
    app.request(path, { method: "POST", headers: { ...headers, "Content-Type": type }, body })
  return { ...app, headers, send }
}

test.each([
  ["no parameter", ""],
  ["no boundary", "; charset=utf-8"],
  ["an empty boundary", "; boundary="],
  ["an empty boundary before another parameter", "; boundary=; charset=utf-8"],
  ["an empty quoted boundary", '; boundary=""'],
  ["a boundary of spaces", '; boundary="   "'],
  ["a boundary that ends in a space", '; boundary="a "'],
  ["a boundary of two words", "; boundary=a b"],
  ["a boundary without its second quote", '; boundary="a'],
  ["a boundary with a backslash", '; boundary="a\\"'],
  ["a boundary of 71 characters", `; boundary=${"a".repeat(71)}`],
  ["a boundary outside ASCII", "; boundary=\u00e9"],
])("a form with %s is rejected at once", async (_what, parameters) => {
  await using site = await startSite()
  for (const path of paths) {
    const response = await site.send(path, `multipart/form-data${parameters}`, "--\r\n\r\n----\r\n")
    expect(response.status, path).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, message: responseTexts.malformedForm })
  }
  expect(readdirSync(site.uploads)).toEqual([])
})

test("the connection is closed after a form that was not read to its end", async () => {
  await using site = await startSite()
  const rejected = await site.send("/upload", "multipart/form-data; boundary=a", "--a\r\nContent-Disposition")
  expect([rejected.status, rejected.headers.get("Connection")]).toEqual([400, "close"])
  const body = createForm({ images: await createImageFile() })
  const accepted = await site.request("/upload", { method: "POST", headers: site.headers, body })
  expect([accepted.status, accepted.headers.get("Connection")]).toEqual([200, null])
})

test.each(["=a b'()+_,-./:=?c", "*****", "a".repeat(70)])("a form with the boundary %j is read", async (boundary) => {
  await using site = await startSite()
  const head = 'Content-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}`),
    Buffer.from(await (await createImageFile()).arrayBuffer()),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { ...site.headers, "Content-Type": `multipart/form-data; boundary="${boundary}"` }
  expect((await site.request("/upload", { method: "POST", headers, body })).status).toBe(200)
})

test.each([
  ["takes nothing", () => new Writable({ write() {} })],
  ["takes everything and never ends", () => new Writable({ write: (_chunk, _encoding, next) => next(), final() {} })],
])("a request whose parser %s gets 503, and the failure is logged", async (_what, create) => {
  await using site = await startSite()
  const body = createForm({ images: await createImageFile() })
  parser.create = vi.fn(create)
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const pending = site.request("/upload", { method: "POST", headers: site.headers, body })
  await vi.waitFor(() => expect(parser.create).toHaveBeenCalled())
  await vi.advanceTimersByTimeAsync(60_000)
  const response = await pending
  expect(response.status).toBe(503)
  expect(response.headers.get("Retry-After")).toBe("5")
  expect(site.lines.join("")).toContain("The multipart parser did not end in time")
  expect(readdirSync(site.uploads)).toEqual([])
})
