import { expect, test } from "vitest"
import { contactFields } from "#server/testing/fixtures.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { startPages } from "#server/testing/start-pages.ts"

type Site = Awaited<ReturnType<typeof startPages>>

function formOf(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append("images", file)
  return form
}

function post(site: Site, fields: Record<string, string>, files: readonly File[] = []) {
  return site.app.request("http://site.example/contact", { method: "POST", body: formOf(fields, files) })
}

function storedPhotos(site: Site) {
  return site.db.selectFrom("messagePhotos").select(["messageId", "image"]).orderBy("position").execute()
}

test("a form without JavaScript brings its photos, and leads to a page with its reference", async () => {
  await using site = await startPages()
  const files = await Promise.all([40, 50].map((width) => createImageFile({ width, height: 30 })))
  const sent = await post(site, { ...contactFields, email: "", phone: "+243 900 000 111" }, files)
  expect(sent.status).toBe(303)
  expect(sent.headers.get("Location")).toBe("/contact/merci")
  const [message] = await site.db.selectFrom("messages").select(["reference", "phone", "email"]).execute()
  expect(message).toMatchObject({ phone: "+243900000111", email: "" })
  expect(await storedPhotos(site)).toHaveLength(2)

  const [cookie = ""] = sent.headers.getSetCookie()
  expect(cookie).toMatch(/; Path=\/contact\/merci; HttpOnly; SameSite=Lax$/)
  expect(decodeURIComponent(cookie)).toContain(message?.reference)
  const headers = { Cookie: cookie.split(";")[0] ?? "" }
  const page = await site.app.request("http://site.example/contact/merci", { headers })
  expect(page.headers.get("Cache-Control")).toBe("no-store")
  expect(await page.text()).toMatch(new RegExp(`${message?.reference} /demande/[\\w-]{22}`))
})

test("a rejected form has its photos already, and is sent with them once it is mended", async () => {
  await using site = await startPages()
  const rejected = await post(site, { ...contactFields, message: "court" }, [await createImageFile()])
  expect(rejected.status).toBe(400)
  const [photo] = await site.db.selectFrom("images").select("name").where("privateAt", "is not", null).execute()
  expect((await post(site, { ...contactFields, photos: photo?.name ?? "" })).status).toBe(303)
  expect(await storedPhotos(site)).toMatchObject([{ image: photo?.name }])
})

test.each([
  ["a file that is no picture", [new File(["texte"], "note.txt")]],
  ["five photos", Array.from({ length: 5 }, (_, index) => new File(["x"], `${index}.jpg`))],
])("a form with %s is rejected", async (_what, files) => {
  await using site = await startPages()
  expect((await post(site, contactFields, files)).status).toBe(400)
  expect(await site.db.selectFrom("messages").select("id").execute()).toEqual([])
})

test.each(["", "x", "{}", '{"reference":"LIS-AAAA-26","statusUrl":"//evil.example"}', '{"reference":"<b>"}'])(
  "a forged cookie shows no receipt: %j",
  async (value) => {
    await using site = await startPages()
    const headers = { Cookie: `demande=${encodeURIComponent(value)}` }
    const page = await site.app.request("http://site.example/contact/merci", { headers })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/LIS|evil|<b>/)
  },
)
