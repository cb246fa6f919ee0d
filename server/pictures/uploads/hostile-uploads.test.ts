import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { crc32, deflateSync } from "node:zlib"
import type { Sharp } from "sharp"
import { describe, expect, test, vi } from "vitest"
import { listenerOf } from "#server/http/listener.ts"
import { hostileTexts } from "#server/testing/hostile-texts.ts"
import { createForm, createImageFile, createPngDeclaring, toFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const script = "<script>alert(document.cookie)</script>"
const draft = { project_name: "École", description: "Une école.", status: "En cours", sector: "Construction" }

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const post = (path: string, body: BodyInit, more: Record<string, string> = {}) =>
    site.request(path, { method: "POST", body, headers: { ...headers, ...more }, duplex: "half" } as RequestInit)
  return {
    ...site,
    headers,
    post,
    upload: (file: File | File[]) => post("/upload", createForm({ images: file })),
    create: (file: File | File[]) => post("/api/projects", createForm({ ...draft, project_images: file })),
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Expects neither rows nor files, complete or not. */
async function expectNothing({ db, uploads }: Pick<Site, "db" | "uploads">) {
  for (const table of ["images", "projects", "audit"] as const) {
    expect(
      await db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as("count"))
        .execute(),
    ).toEqual([{ count: 0 }])
  }
  expect(readdirSync(uploads)).toEqual([])
}

/** Returns the name and content of the stored image, and the response. */
async function storedBy(site: Site, file: File) {
  const response = await site.upload(file)
  expect(response.status).toBe(200)
  const { filenames } = (await response.json()) as { filenames: [string] }
  const served = await site.request(`/uploads/${filenames[0]}`)
  return { name: filenames[0], content: readFileSync(join(site.uploads, filenames[0])), served }
}

function bytes(...parts: (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))
}

const png = "\x89PNG\r\n\x1a\n"

describe("a file that is no picture is rejected, whatever its name and its first bytes", () => {
  test.each([
    ["an SVG with a script", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`],
    [
      "an SVG behind a byte order mark and a prolog",
      `\xef\xbb\xbf<?xml version="1.0"?><!DOCTYPE svg><svg>${script}</svg>`,
    ],
    ["an SVG with an entity that reads a file", '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'],
    ["HTML", `<!doctype html>${script}`],
    ["HTML behind a JPEG's first bytes", `\xff\xd8\xff\xe0${script}`],
    ["HTML behind a PNG's first bytes", png + script],
    ["HTML behind a WebP's first bytes", `RIFF\xff\x00\x00\x00WEBPVP8 ${script}`],
    ["HTML behind an AVIF's first bytes", `\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1${script}`],
    ["a script that is a GIF", `GIF89a/*\x01\x00\x01\x00\x80\x00*/=1;alert(1)`],
    ["a BMP that is a script", "BM=alert(1)//"],
    ["a ZIP archive", "PK\x03\x04\x14\x00\x00\x00"],
    ["a program", "\x7fELF\x02\x01\x01"],
    ["PHP behind a JPEG's first bytes", "\xff\xd8\xff\xdb<?php system($_GET['c']); ?>"],
  ])("%s", async (_what, content) => {
    await using site = await startSite()
    for (const [name, type] of [
      ["photo.jpg", "image/jpeg"],
      ["photo.png", "image/png"],
      ["photo.jpg.html", "text/html"],
    ] as const) {
      const file = new File([new Uint8Array(bytes(content))], name, { type })
      for (const send of [site.upload, site.create]) expect((await send(file)).status, name).toBe(415)
    }
    await expectNothing(site)
  })
})

/** Makes a PNG with one more chunk before its pixels. */
async function withChunk(type: string, content: Uint8Array): Promise<File> {
  const whole = Buffer.from(await (await createImageFile({ encode: (picture) => picture.png() })).arrayBuffer())
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(bytes(type, content)))
  return toFile(bytes(whole.subarray(0, 33), length, type, content, check, whole.subarray(33)), "photo.png")
}

async function followedBy(encode: (picture: Sharp) => Sharp, tail: string | Uint8Array): Promise<File> {
  return toFile(bytes(new Uint8Array(await (await createImageFile({ encode })).arrayBuffer()), tail), "photo.html")
}

/** Makes a JPEG with a comment segment (ITU T.81 §B.2.4.5) after its first marker. */
async function withComment(text: string): Promise<File> {
  const whole = Buffer.from(await (await createImageFile()).arrayBuffer())
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length + 2)
  return toFile(bytes(whole.subarray(0, 2), "\xff\xfe", length, text, whole.subarray(2)), "photo.js")
}

describe("of a polyglot file only the picture is stored", () => {
  test.each<[string, string, () => Promise<File>]>([
    ["a JPEG followed by HTML", "image/jpeg", () => followedBy((picture) => picture.jpeg(), script)],
    [
      "a JPEG followed by a ZIP archive",
      "image/jpeg",
      () => followedBy((picture) => picture.jpeg(), `PK\x03\x04${script}`),
    ],
    ["a JPEG whose comment is a script", "image/jpeg", () => withComment(`*/=alert(1);/*${script}`)],
    ["a PNG followed by HTML", "image/png", () => followedBy((picture) => picture.png(), script)],
    ["a PNG whose text is HTML", "image/png", () => withChunk("tEXt", bytes("Comment\0", script))],
    ["a WebP followed by a program", "image/webp", () => followedBy((picture) => picture.webp(), script)],
    ["an AVIF followed by HTML", "image/avif", () => followedBy((picture) => picture.avif({ effort: 0 }), script)],
  ])("%s", async (_what, type, make) => {
    await using site = await startSite()
    const { name, content, served } = await storedBy(site, await make())
    expect(name).toMatch(/^[0-9a-f]{32}\.(jpg|png|webp|avif)$/)
    expect(content.toString("latin1")).not.toMatch(/script|alert|PK/)
    expect(served.headers.get("Content-Type")).toBe(type)
    expect(served.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(served.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'; sandbox;/)
  })
})

/** Makes a picture whose header declares another size. */
async function resized(encode: (picture: Sharp) => Sharp, patch: (content: Buffer) => void): Promise<File> {
  const content = Buffer.from(await (await createImageFile({ width: 64, height: 64, encode })).arrayBuffer())
  patch(content)
  return toFile(content, "photo")
}

describe("a few bytes that declare gigabytes of pixels are rejected before they are decoded", () => {
  const tooLarge = [413, "Image trop grande (50 millions de points au maximum)"] as const
  const unreadable = [415, "Format d'image non pris en charge (JPG, PNG ou WebP)"] as const

  test.each<[string, () => Promise<File>, readonly [number, string]]>([
    ["a PNG of 50 000 by 50 000", () => createPngDeclaring(50_000, 50_000), tooLarge],
    ["a PNG of 2 147 483 647 by 1", () => createPngDeclaring(2 ** 31 - 1, 1), unreadable],
    ["a JPEG of 65 500 by 65 500", () => resized((picture) => picture.jpeg(), widenJpeg), tooLarge],
    ["a WebP of 16 383 by 16 383", () => resized((picture) => picture.webp(), widenWebp), tooLarge],
    ["an AVIF of 50 000 by 50 000", () => resized((picture) => picture.avif({ effort: 0 }), widenAvif), tooLarge],
  ])("%s", async (_what, make, rejection) => {
    await using site = await startSite()
    const file = await make()
    for (const send of [site.upload, site.create]) {
      const response = await send(file)
      expect([response.status, (await response.json()).message]).toEqual(rejection)
    }
    await expectNothing(site)
  })

  test.each(["zTXt", "iCCP", "iTXt"])("a PNG with 64 MB of zeros in its %s is stored without them", async (type) => {
    await using site = await startSite()
    const packed = deflateSync(Buffer.alloc(64_000_000))
    const head = type === "iTXt" ? "Comment\0\x01\0\0\0" : "Comment\0\0"
    const response = await site.upload(await withChunk(type, bytes(head, packed)))
    expect(response.status).toBe(200)
    expect(readdirSync(site.uploads)).toHaveLength(1)
    for (const name of readdirSync(site.uploads)) {
      expect(readFileSync(join(site.uploads, name)).length).toBeLessThan(10_000)
    }
  })
})

/** Changes the frame header (ITU T.81 §B.2.2). */
function widenJpeg(content: Buffer) {
  const frame = content.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(content[at + 1] ?? 0))
  content.writeUInt16BE(65_500, frame + 5)
  content.writeUInt16BE(65_500, frame + 7)
}

/** Changes the key frame header (RFC 6386 §9.1). */
function widenWebp(content: Buffer) {
  const size = content.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3
  content.writeUInt16LE(16_383, size)
  content.writeUInt16LE(16_383, size + 2)
}

/** Changes the spatial extents (ISO/IEC 23008-12 §6.5.3). */
function widenAvif(content: Buffer) {
  const size = content.indexOf("ispe") + 8
  content.writeUInt32BE(50_000, size)
  content.writeUInt32BE(50_000, size + 4)
}

const names = [
  ...hostileTexts.paths,
  ...hostileTexts.markup,
  ...hostileTexts.lines,
  ...hostileTexts.unicode,
  ...[
    "../".repeat(50),
    `${"a".repeat(5000)}.jpg`,
    "/tmp/a.jpg",
    "site.db",
    ".tmp-1-a",
    "CON",
    "a.jpg/",
    "~/.ssh/id_rsa",
  ],
]

test("a file's own name is used in error messages only", async () => {
  await using site = await startSite()
  const picture = await createImageFile()
  for (const name of names.filter((one) => !one.includes("\0"))) {
    const response = await site.upload(new File([picture], name))
    expect(response.status, JSON.stringify(name)).toBe(200)
    const rejected = await site.upload(new File(["no picture"], name))
    expect(rejected.status, JSON.stringify(name)).toBe(415)
    expect(await rejected.json()).toMatchObject({ errors: { images: expect.stringMatching(/ : Format d'image/) } })
  }
  expect(readdirSync(site.uploads)).toHaveLength(1)
  await site.variants.waitUntilIdle()
  expect(
    readdirSync(join(site.uploads, "..")).filter((name) => !["variants", "parts", "builds"].includes(name)),
  ).toEqual(["uploads"])
})

describe("a form", () => {
  const boundary = "x"
  const typed = { "Content-Type": `multipart/form-data; boundary=${boundary}` }
  const part = (head: string, content: string | Uint8Array) =>
    bytes(`--${boundary}\r\n${head}\r\n\r\n`, content, "\r\n")
  const file = (name: string) => `Content-Disposition: form-data; name="images"; filename="${name}"`
  const end = `--${boundary}--\r\n`

  async function pixels(): Promise<Uint8Array> {
    return new Uint8Array(await (await createImageFile()).arrayBuffer())
  }

  test.each<[string, (picture: Uint8Array) => Uint8Array]>([
    ["another boundary than declared", (picture) => bytes("--y\r\n", file("a"), "\r\n\r\n", picture, "\r\n--y--\r\n")],
    ["no end", (picture) => part(file("a"), picture)],
    ["half a picture and no end", (picture) => part(file("a"), picture).subarray(0, 200)],
    ["a part without a head", (picture) => bytes(`--${boundary}\r\n`, picture, end)],
    ["a part without a name", (picture) => bytes(part('Content-Disposition: form-data; filename="a"', picture), end)],
    ["a part that is no form field", (picture) => bytes(part("Content-Disposition: attachment", picture), end)],
    [
      "a picture under another name",
      (picture) => bytes(part('Content-Disposition: form-data; name="a"; filename="a"', picture), end),
    ],
    [
      "a field named as an object's own",
      () => bytes(part('Content-Disposition: form-data; name="__proto__"', "a"), end),
    ],
    [
      "a form within the form",
      (picture) =>
        bytes(part(`${file("a")}\r\nContent-Type: multipart/mixed; boundary=y`, bytes("--y\r\n\r\n", picture)), end),
    ],
    ["nothing but its end", () => bytes(end)],
    ["nothing", () => bytes("")],
    ["five thousand pictures", (picture) => bytes(...Array(5000).fill(part(file("a"), picture.subarray(0, 20))), end)],
    [
      "five thousand fields",
      () => bytes(...Array(5000).fill(part('Content-Disposition: form-data; name="images"', "a")), end),
    ],
    ["a hundred thousand boundaries", () => bytes(`--${boundary}\r\n`.repeat(100_000), end)],
  ])("with %s is rejected and leaves nothing", async (_what, make) => {
    await using site = await startSite()
    for (const path of ["/upload", "/api/projects"]) {
      const response = await site.post(path, new Uint8Array(make(await pixels())), typed)
      expect([400, 413, 415], path).toContain(response.status)
      expect(await response.json()).toMatchObject({ success: false, message: expect.any(String) })
    }
    await expectNothing(site)
  })

  test.each([1, 500, 100_000])("that is interrupted after %i bytes is rejected and leaves nothing", async (most) => {
    await using site = await startSite()
    const start = part(file("a"), Buffer.alloc(100_000, await pixels())).subarray(0, most)
    for (const path of ["/upload", "/api/projects"]) {
      let sent = false
      const body = new ReadableStream({
        pull(controller) {
          if (sent) controller.error(new Error("gone"))
          else controller.enqueue(start)
          sent = true
        },
      })
      expect((await site.post(path, body, typed)).status).toBe(400)
    }
    await expectNothing(site)
  })

  test("whose sender disconnects leaves nothing, and the next upload succeeds", async () => {
    await using site = await startSite()
    const server = createServer(listenerOf(site.app, {})).listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const headers = { ...site.headers, ...typed, "Content-Length": "1000000" }
    const sending = request({ port, host: "127.0.0.1", method: "POST", path: "/upload", headers })
    sending.on("error", () => {})
    sending.write(part(file("a"), await pixels()))
    await vi.waitFor(() => expect(readdirSync(site.uploads)).toHaveLength(1))
    sending.destroy()
    await vi.waitFor(() => expectNothing(site))
    expect((await site.upload(await createImageFile())).status).toBe(200)
    server.close()
  })
})

test("with one picture too many, or one bad one, nothing is stored", async () => {
  await using site = await startSite()
  const picture = await createImageFile()
  for (const send of [site.upload, site.create]) {
    expect((await send(Array(13).fill(picture))).status).toBe(400)
    expect((await send(Array(200).fill(picture))).status).toBe(400)
    expect((await send([picture, toFile(bytes(script), "photo.jpg")])).status).toBe(415)
    expect((await send([picture, await createPngDeclaring(50_000, 50_000)])).status).toBe(413)
  }
  await expectNothing(site)
})
