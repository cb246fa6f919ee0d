import { readdirSync } from "node:fs"
import { type AddressInfo, connect } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { expect, test, vi } from "vitest"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

test("fifty simultaneous uploads succeed, and reads are served meanwhile", async () => {
  await using site = await startApp({ settings: { RATE_LIMITS: "0" } })
  const headers = await signInAs(site, "admin")
  const pictures = await Promise.all(Array.from({ length: 50 }, () => createImageFile({ width: 300, height: 200 })))
  let pending = pictures.length
  const uploads = pictures.map(async (images) => {
    const { status } = await site.request("/upload", { method: "POST", body: createForm({ images }), headers })
    pending -= 1
    return status
  })
  const pendingAtReads: number[] = []
  while (pending > 0) {
    expect((await site.request("/api/projects")).status).toBe(200)
    pendingAtReads.push(pending)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(new Set(await Promise.all(uploads))).toEqual(new Set([200]))
  expect(await site.db.selectFrom("images").select("name").execute()).toHaveLength(50)
  // Reads were served between the uploads, and not only after all of them.
  expect(new Set(pendingAtReads).size).toBeGreaterThan(10)
  await site.variants.stop()
})

test.each(["/upload", "/api/projects"])("an interrupted upload to %s leaves nothing", async (path) => {
  await using site = await startApp()
  const { Cookie } = (await signInAs(site, "admin")) as { Cookie: string }
  const server = createAdaptorServer({ fetch: site.app.fetch }).listen(0, "127.0.0.1")
  try {
    await vi.waitUntil(() => server.listening)
    const { port } = server.address() as AddressInfo
    const socket = connect(port, "127.0.0.1")
    const picture = Buffer.from(await (await createImageFile({ width: 900, height: 600 })).arrayBuffer())
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${Cookie}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${picture.length + 10_000}\r\n\r\n` +
        `--x\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    )
    socket.write(picture.subarray(0, picture.length / 2))
    await vi.waitUntil(() => readdirSync(site.uploads).length > 0)
    socket.destroy()
    await vi.waitUntil(() => readdirSync(site.uploads).length === 0)
    expect(await site.db.selectFrom("images").selectAll().execute()).toEqual([])
    expect(await site.db.selectFrom("projects").selectAll().execute()).toEqual([])
    expect(site.lines.join("")).not.toContain('"level":"error"')
  } finally {
    server.close()
  }
})

test("a file name keeps its accents", async () => {
  await using site = await startApp()
  const headers = await signInAs(site, "admin")
  const images = new File(["pas une image"], "façade à Limété.jpg")
  const response = await site.request("/upload", { method: "POST", body: createForm({ images }), headers })
  expect(await response.json()).toMatchObject({
    errors: { images: "façade à Limété.jpg : Format d'image non pris en charge (JPG, PNG ou WebP)" },
  })
})

test("an upload of 3,000 files is rejected", async () => {
  await using site = await startApp()
  const headers = await signInAs(site, "admin")
  const body = createForm({ images: Array.from({ length: 3000 }, () => new File(["x"], "a.jpg")) })
  const response = await site.request("/upload", { method: "POST", body, headers })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: "Trop d'images (12 au maximum)" })
  expect(readdirSync(site.uploads)).toEqual([])
})
