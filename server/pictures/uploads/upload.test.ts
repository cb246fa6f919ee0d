import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createForm, createImageFile, toFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

type Site = Awaited<ReturnType<typeof startApp>>

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  return { ...site, upload: (images: File | File[]) => post(site, createForm({ images }), headers), headers }
}

function post(site: Site, body: FormData | string, headers: Record<string, string> = {}) {
  return site.request("/upload", { method: "POST", body, headers })
}

async function namesOf(response: Response): Promise<string[]> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { filenames: string[] }).filenames
}

test("an image is stored under a hash of its content, with its metadata, and served", async () => {
  await using site = await startSite()
  const [name = ""] = await namesOf(
    await site.upload(await createImageFile({ width: 90, height: 60, colour: "#c86432" })),
  )
  expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/)
  expect(readdirSync(site.uploads)).toEqual([name])
  const [row] = await site.db.selectFrom("images").selectAll().execute()
  expect(row).toMatchObject({ name, width: 90, height: 60, type: "image/jpeg" })
  expect(row?.bytes).toBe(readFileSync(join(site.uploads, name)).length)
  expect(row?.colour).toMatch(/^#c[0-9a-f]6[0-9a-f]3[0-9a-f]$/)
  const served = await site.request(`/uploads/${name}`)
  expect(served.headers.get("Content-Type")).toBe("image/jpeg")
})

test("names are in the order of the files, and the same image is stored once", async () => {
  await using site = await startSite()
  const [red, blue] = [await createImageFile({ colour: "#ff0000" }), await createImageFile({ colour: "#0000ff" })]
  const names = await namesOf(await site.upload([red, blue, red]))
  expect(names[2]).toBe(names[0])
  expect(new Set(names).size).toBe(2)
  expect(await namesOf(await site.upload([blue, red]))).toEqual([names[1], names[0]])
  expect(readdirSync(site.uploads)).toHaveLength(2)
  expect(await site.db.selectFrom("images").select("name").execute()).toHaveLength(2)
})

test("an upload is in the audit log with its account", async () => {
  await using site = await startSite()
  const [name] = await namesOf(await site.upload(await createImageFile()))
  const [entry] = await site.db.selectFrom("audit").selectAll().execute()
  expect(entry).toMatchObject({ action: "upload", subject: "image", details: JSON.stringify({ name }) })
  expect(entry?.subjectName).toMatch(/\.(jpg|png)$/)
  expect(entry?.accountId).toBeGreaterThan(0)
})

test("twelve images are accepted, thirteen and none are rejected", async () => {
  await using site = await startSite()
  const picture = await createImageFile()
  expect(await namesOf(await site.upload(Array(12).fill(picture)))).toHaveLength(12)
  const many = await site.upload(Array(13).fill(picture))
  expect(many.status).toBe(400)
  const images = "Trop d'images (12 au maximum)"
  expect(await many.json()).toEqual({ success: false, message: images, errors: { images } })
  const none = await site.upload(toFile(new Uint8Array(), ""))
  expect(none.status).toBe(400)
  expect(await none.json()).toMatchObject({ errors: { images: responseTexts.noImages } })
})

test("a file whose name has a NUL is rejected, and nothing of its request is stored", async () => {
  await using site = await startSite()
  const picture = await createImageFile()
  const response = await site.upload([picture, new File([picture], "a\0b.jpg")])
  expect(response.status).toBe(400)
  const message = responseTexts.fileNameWithNul
  expect(await response.json()).toEqual({ success: false, message, errors: { images: `ab.jpg : ${message}` } })
  expect(readdirSync(site.uploads)).toEqual([])
  expect(await site.db.selectFrom("images").select("name").execute()).toEqual([])
})

test.each([
  ["a visitor", undefined, 401, responseTexts.signInRequired],
  ["a user", "user", 403, "Accès réservé à l'administrateur"],
] as const)("%s is rejected before the body is read", async (_who, role, status, message) => {
  await using site = await startApp()
  const headers = { ...(role && (await signInAs(site, role))), "Content-Type": "multipart/form-data; boundary=x" }
  for (const path of ["/upload", "/api/projects"]) {
    let read = false
    const body = new ReadableStream(
      {
        pull(controller) {
          read = true
          controller.error(new Error("The body was read"))
        },
      },
      { highWaterMark: 0 },
    )
    const response = await site.request(path, { method: "POST", body, headers, duplex: "half" } as RequestInit)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ success: false, message })
    expect(read).toBe(false)
  }
})

test.each([
  ["JSON", "application/json", "{}", 415],
  ["a form without files", "application/x-www-form-urlencoded", "images=a", 415],
  ["a form without a boundary", "multipart/form-data", "a", 400],
  ["a form that is cut off", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; na", 400],
])("%s is rejected in French", async (_what, type, body, status) => {
  await using site = await startSite()
  const response = await post(site, body, { ...site.headers, "Content-Type": type })
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ success: false, message: expect.stringMatching(/formulaire/) })
})

test.each([
  ["its length says so", true],
  ["it is chunked", false],
])("a body over twelve pictures of 10 MiB is 413, when %s", async (_how, lengthKnown) => {
  await using site = await startSite()
  const bytes = 121 * 1024 * 1024 + 1
  const piece = new Uint8Array(1024 * 1024)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= bytes) controller.close()
      else controller.enqueue(piece)
      sent += piece.length
    },
  })
  const headers = {
    ...site.headers,
    "Content-Type": "multipart/form-data; boundary=x",
    ...(lengthKnown && { "Content-Length": String(bytes) }),
  }
  const response = await site.request("/upload", { method: "POST", body, headers, duplex: "half" } as RequestInit)
  expect([response.status, response.headers.get("Connection")]).toEqual([413, "close"])
  expect(await response.json()).toEqual({ success: false, message: responseTexts.bodyTooLarge })
})

test("if the database fails, new files are deleted and older ones stay", async () => {
  await using site = await startSite()
  const old = await createImageFile()
  const [stored] = await namesOf(await site.upload(old))
  await site.db.schema.dropTable("audit").execute()
  const response = await site.upload([old, await createImageFile()])
  expect(response.status).toBe(500)
  expect(readdirSync(site.uploads)).toEqual([stored])
  expect(await site.db.selectFrom("images").select("name").execute()).toEqual([{ name: stored }])
})

test("while the folder of images is missing uploads are 503, and the log says why", async () => {
  await using site = await startSite()
  rmSync(site.uploads, { recursive: true })
  const response = await site.upload(await createImageFile())
  expect(response.status).toBe(503)
  expect(response.headers.get("Retry-After")).toBe("5")
  expect(await response.json()).toMatchObject({ message: responseTexts.imagesUnavailable })
  expect(site.lines.join("")).toContain("ENOENT")
  mkdirSync(site.uploads)
  expect((await site.upload(await createImageFile())).status).toBe(200)
})

test("a missing file is stored again when its image is uploaded again", async () => {
  await using site = await startSite()
  const picture = await createImageFile()
  const [name = ""] = await namesOf(await site.upload(picture))
  rmSync(join(site.uploads, name))
  await site.upload(picture)
  expect(readdirSync(site.uploads)).toEqual([name])
})
