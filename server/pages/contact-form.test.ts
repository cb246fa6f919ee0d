// @module-tag engines
import { expect, test } from "vitest"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startPages } from "#server/testing/start-pages.ts"
import { servePages } from "./serve.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

type Site = Pick<Awaited<ReturnType<typeof startApp>>, "app" | "db">

function formOf(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const file of files) form.append("images", file)
  return form
}

/** Sends the form as browsers do, with the length of its body. */
async function post(site: Site, fields: Record<string, string>, files: readonly File[] = []) {
  const form = new Response(formOf(fields, files))
  const body = await form.arrayBuffer()
  const headers = {
    "Content-Type": form.headers.get("Content-Type") ?? "",
    "Content-Length": String(body.byteLength),
  }
  return site.app.request("http://site.example/contact", { method: "POST", body, headers })
}

function storedPictures(site: Site) {
  return site.db.selectFrom("messagePhotos").select(["messageId", "image"]).orderBy("position").execute()
}

/** Returns the names of the pictures that a rejected form keeps. */
async function picturesIn(rejected: Response) {
  expect(rejected.status).toBe(400)
  return / name="photos" value="([^"]*)"/.exec(await rejected.text())?.[1] ?? ""
}

test("a form without JavaScript brings its pictures, and leads to a page with its reference", async () => {
  await using site = await startPages()
  const files = await Promise.all([40, 50].map((width) => createImageFile({ width, height: 30 })))
  const sent = await post(site, { ...contactFields, email: "", phone: "+243 900 000 111" }, files)
  expect(sent.status).toBe(303)
  expect(sent.headers.get("Location")).toBe("/contact/merci")
  expect(sent.headers.get("Cache-Control")).toBe("no-store")
  const [message] = await site.db.selectFrom("messages").select(["reference", "phone", "email"]).execute()
  expect(message).toMatchObject({ phone: "+243900000111", email: "" })
  expect(await storedPictures(site)).toHaveLength(2)

  const [cookie = ""] = sent.headers.getSetCookie()
  expect(cookie).toMatch(/; Path=\/contact\/merci; HttpOnly; SameSite=Lax$/)
  expect(decodeURIComponent(cookie)).toContain(message?.reference)
  const headers = { Cookie: cookie.split(";")[0] ?? "" }
  const page = await site.app.request("http://site.example/contact/merci", { headers })
  expect(page.headers.get("Cache-Control")).toBe("no-store")
  expect(await page.text()).toMatch(new RegExp(`${message?.reference} /demande/[\\w-]{22}`))
})

test("a rejected form has its pictures already, and is sent with them once it is mended", async () => {
  await using site = await startPages()
  const rejected = await post(site, { ...contactFields, message: "court" }, [await createImageFile()])
  expect(rejected.status).toBe(400)
  const [picture] = await site.db.selectFrom("images").select("name").where("privateAt", "is not", null).execute()
  expect((await post(site, { ...contactFields, photos: picture?.name ?? "" })).status).toBe(303)
  expect(await storedPictures(site)).toMatchObject([{ image: picture?.name }])
})

test("a form with too many pictures keeps the first four, and one picture counts once", async () => {
  await using site = await startApp({ pages })
  const files = await Promise.all([1, 2, 3, 4].map(() => createImageFile()))
  const four = await picturesIn(await post(site, { ...contactFields, message: "court" }, files))
  expect(four.split(" ")).toHaveLength(4)
  const fifth = await post(site, { ...contactFields, photos: four }, [await createImageFile()])
  expect(await fifth.clone().text()).toMatch(/4 photos au maximum.*4\u00a0photos sont déjà jointes/s)
  expect(await picturesIn(fifth)).toBe(four)
  expect((await post(site, { ...contactFields, photos: four }, files.slice(0, 1))).status).toBe(303)
  expect(await storedPictures(site)).toHaveLength(4)
})

test("a picture that is no longer there is told at its field, and the form goes without it", async () => {
  await using site = await startApp({ pages })
  const pictures = "0123456789abcdef0123456789abcdef.jpg"
  const rejected = await post(site, { ...contactFields, photos: pictures }, [await createImageFile()])
  expect(await rejected.clone().text()).toContain("Une photo n’est plus disponible, envoyez-la de nouveau</p>")
  const left = await picturesIn(rejected)
  expect(left).toMatch(/^[0-9a-f]+\.jpg$/)
  expect((await post(site, { ...contactFields, photos: left })).status).toBe(303)
  expect(await storedPictures(site)).toMatchObject([{ image: left }])
})

test.each([
  ["a file that is no picture", [new File(["texte"], "note.txt")]],
  ["five pictures", Array.from({ length: 5 }, (_, index) => new File(["x"], `${index}.jpg`))],
])("a form with %s is rejected", async (_what, files) => {
  await using site = await startPages()
  expect((await post(site, contactFields, files)).status).toBe(400)
  expect(await site.db.selectFrom("messages").select("id").execute()).toEqual([])
})

test("a form that is too long, or one too many, is rejected with what was typed", async () => {
  await using site = await startApp({ pages })
  const message = "a".repeat(5001)
  const long = await post(site, { ...contactFields, message })
  expect(long.status).toBe(400)
  expect(await long.text()).toContain(message)

  for (let count = 0; count < 10; count += 1) {
    expect((await post(site, { ...contactFields, message: `Demande numéro ${count}` })).status).toBe(303)
  }
  const last = await post(site, { ...contactFields, message: "Une demande de trop" })
  expect(last.status).toBe(429)
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0)
  const html = await last.text()
  expect(html).toContain("Trop de tentatives, réessayez plus tard")
  expect(html).toContain("Une demande de trop</textarea>")
  expect(html).toMatch(new RegExp(`value="${contactFields.sector}" selected`))
  expect(await site.db.selectFrom("messages").select("id").execute()).toHaveLength(10)
})

test("a line end counts and is stored as one character", async () => {
  await using site = await startPages()
  expect((await post(site, { ...contactFields, message: "12345\r\n789" })).status).toBe(400)
  expect((await post(site, { ...contactFields, message: "Bonjour,\r\n\r\nun devis" })).status).toBe(303)
  expect(await site.db.selectFrom("messages").select("message").execute()).toEqual([
    { message: "Bonjour,\n\nun devis" },
  ])
})

test.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "a form in Latin-1, of type %s, is rejected at its field and not stored",
  async (type) => {
    await using site = await startApp({ pages })
    const fields = { ...contactFields, firstName: "Ren\xe9e" }
    const parts = Object.entries(fields).map(([name, value]) =>
      type.startsWith("multipart")
        ? `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
        : `${name}=${escape(value)}&`,
    )
    const body = Buffer.from(`${parts.join("")}--x--`, "latin1")
    const response = await site.request("/contact", { method: "POST", headers: { "Content-Type": type }, body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("Le texte contient un caractère illisible (\ufffd)")
    expect(await site.db.selectFrom("messages").select("id").execute()).toEqual([])
  },
)

test("a robot's form looks like any other, and is judged spam", async () => {
  await using site = await startPages()
  const sent = await post(site, { ...contactFields, ne_pas_remplir: "https://spam.example" })
  expect(sent.status).toBe(303)
  expect(sent.headers.get("Location")).toBe("/contact/merci")
  expect(await site.db.selectFrom("messages").select("state").execute()).toEqual([{ state: "spam" }])
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

test("the form says how long a request is kept, and how to have it erased", async () => {
  await using site = await startApp({ pages })
  const read = async () => (await site.request("/contact")).text()
  const initial = await read()
  expect(initial).toContain("Nous gardons votre demande 24\u00a0mois après le dernier échange")
  expect(initial).toContain('href="mailto:contact@lisanga.example?subject=Effacer%20ma%20demande"')
  for (const [keepMonths, text] of [
    [6, "Nous gardons votre demande 6\u00a0mois après le dernier échange"],
    [0, "Nous gardons votre demande jusqu’à ce que vous nous demandiez de l’effacer"],
  ] as const) {
    const messages = { ...parametres.messages, keepMonths }
    await publishTestContent(site.db, "parametres", { ...parametres, messages }, new Date())
    expect(await read()).toContain(text)
  }
})

test("no browser and no password manager fills in the honeypot", async () => {
  await using site = await startApp({ pages })
  const html = await (await site.request("/contact")).text()
  const [field = ""] = /<input[^>]*name="ne_pas_remplir"[^>]*>/.exec(html) ?? []
  for (const attribute of [
    'autoComplete="off"',
    'tabindex="-1"',
    "data-1p-ignore",
    "data-bwignore",
    'data-lpignore="true"',
    'data-form-type="other"',
  ]) {
    expect(field.toLowerCase()).toContain(attribute.toLowerCase())
  }
})

test("the page that is cached for everybody has no request id", async () => {
  await using site = await startApp({ pages })
  const html = await (await site.request("/contact")).text()
  expect(html).toContain("Demande de Devis")
  expect(html).not.toContain("requestId")
  expect(html).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)
})

test("a name that is an advertisement is rejected at its field", async () => {
  await using site = await startPages()
  const rejected = await post(site, { ...contactFields, firstName: "Gagnez 5000 $ sur https://gagnez.example" })
  expect(rejected.status).toBe(400)
  expect(await rejected.text()).toContain("Écrivez seulement votre prénom, sans e-mail ni adresse de site")
})

test.each([
  ["the site alone", {}, "connect-src 'self'"],
  [
    "the e-mail service too, once it is configured",
    { EMAILJS_SERVICE_ID: "service", EMAILJS_TEMPLATE_ID: "template", EMAILJS_PUBLIC_KEY: "key" },
    "connect-src 'self' https://api.emailjs.com",
  ],
])("the page may call %s", async (_what, settings, directive) => {
  await using site = await startApp({ pages, settings })
  const policy = (await site.request("/contact")).headers.get("Content-Security-Policy") ?? ""
  expect(policy.split("; ")).toContain(directive)
})
