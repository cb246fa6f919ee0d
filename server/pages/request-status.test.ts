// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startAppWithMails } from "#server/testing/start-app-with-mails.ts"
import { servePages } from "./serve.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

const privateHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
}

/** Starts with a request and its page, on a clock that the test advances. */
async function startWithRequest(settings: Record<string, string> = {}) {
  const clock = { time: Date.UTC(2026, 2, 3, 9, 15) }
  const site = await startApp({ pages, now: () => new Date(clock.time), settings })
  const response = await site.postJson("/api/contact", { ...contactFields, firstName: "Béa", sector: "elevage" })
  const { id, reference, statusUrl } = (await response.json()) as { id: number; reference: string; statusUrl: string }
  const path = new URL(statusUrl).pathname
  return {
    ...site,
    id,
    reference,
    path,
    clock,
    read: async (at = path) => (await site.request(at)).text(),
    add: (fields: Record<string, string>, headers: Record<string, string> = {}, at = path) =>
      site.request(at, { method: "POST", body: new URLSearchParams(fields), headers }),
    entries: () => site.db.selectFrom("messageEntries").select(["kind", "text"]).orderBy("id").execute(),
  }
}

test("the sender reads the request, its state and its reference, and nobody indexes, caches or is told the page", async () => {
  await using site = await startWithRequest()
  const response = await site.request(site.path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
  const html = await response.text()
  for (const text of [
    "Béa",
    site.reference,
    contactFields.message,
    "Reçue",
    "Élevage",
    "3 mars 2026",
    "30 août 2026",
  ]) {
    expect(html).toContain(text)
  }
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).toContain('<meta name="referrer" content="no-referrer"')
  expect(html).not.toMatch(/rel="canonical"|og:url/)
  expect(await site.read("/sitemap.xml")).not.toContain("demande")
})

test("a redirect and a rejection at its URL are as private as the page", async () => {
  await using site = await startWithRequest()
  const redirect = await site.request(`${site.path}/`)
  const rejection = await site.request(site.path, { method: "POST", headers: { Origin: "https://evil.example" } })
  expect([redirect.status, rejection.status]).toEqual([308, 403])
  for (const { headers } of [redirect, rejection]) expect(Object.fromEntries(headers)).toMatchObject(privateHeaders)
})

test("answers and additions stand in their order, notes and reasons do not", async () => {
  await using site = await startWithRequest()
  const headers = await signInAs(site, "admin")
  await site.add({ text: "Il y a aussi un puits." })
  const note = { id: site.id, kind: "note", text: "Client pressé", idempotencyKey: randomUUID(), lastEntry: 0 }
  expect((await site.postJson("/trpc/messages.addEntry", note, headers)).status).toBe(200)
  const at = new Date(site.clock.time).toISOString()
  await site.db
    .insertInto("messageEntries")
    .values({ messageId: site.id, at, kind: "answer", text: "Quel débit ?" })
    .execute()
  const html = (await site.read()).split("<main")[1] ?? ""
  const [request, addition, answer] = [contactFields.message, "Il y a aussi un puits.", "Quel débit ?"].map((text) =>
    html.indexOf(text),
  )
  expect(request).toBeGreaterThan(0)
  expect(addition).toBeGreaterThan(request ?? 0)
  expect(answer).toBeGreaterThan(addition ?? 0)
  expect(await site.read()).not.toContain("Client pressé")
})

test("a request judged spam reads like any other", async () => {
  await using site = await startWithRequest()
  await site.db.updateTable("messages").set({ state: "spam", suspicions: '["links"]' }).execute()
  expect(await site.read()).toContain("Reçue")
  expect(await site.read()).not.toMatch(/spam|indésirable|suspicions/i)
})

test("without JavaScript the sender adds something, once however often it is sent", async () => {
  await using site = await startWithRequest()
  const html = await site.read()
  const idempotencyKey = /name="idempotencyKey" value="([\w-]{36})"/.exec(html)?.[1] ?? ""
  for (const _ of [1, 2]) {
    // Browsers send the origin « null » here, since the page sends no referrer.
    const response = await site.add({ text: " Il y a aussi un puits. ", idempotencyKey }, { Origin: "null" })
    expect(response.status).toBe(303)
    expect(response.headers.get("Location")).toBe(`${site.path}?ajout=true#ajout`)
    expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
  }
  expect(await site.entries()).toEqual([{ kind: "addition", text: "Il y a aussi un puits." }])
  expect(await site.read(`${site.path}?ajout=true`)).toContain("C’est enregistré")
})

test.each([
  ["", "Écrivez un texte"],
  ["x".repeat(5001), "Le texte ne peut dépasser 5 000 caractères"],
])("a rejected addition keeps what was typed", async (text, error) => {
  await using site = await startWithRequest()
  const idempotencyKey = randomUUID()
  const response = await site.add({ text, idempotencyKey })
  expect(response.status).toBe(400)
  expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
  const html = await response.text()
  expect(html).toContain(error)
  expect(html).toContain(`value="${idempotencyKey}"`)
  expect(html).toContain(`${text}</textarea>`)
  // Browsers ignore it where the URL has a fragment.
  expect(html).toMatch(/<textarea[^>]* autofocus=""/)
  expect(html).toMatch(/<form[^>]* action="[^"#]*"/)
  expect(await site.entries()).toEqual([])
})

test("without JavaScript an addition brings its pictures, which the page counts", async () => {
  await using site = await startWithRequest()
  const post = (images: File[], photos = "") => {
    const body = createForm({ text: "Voici le puits.", idempotencyKey: randomUUID(), photos, images })
    return site.request(site.path, { method: "POST", body })
  }
  expect((await post([await createImageFile()])).status).toBe(303)
  expect(await site.read()).toContain("1\u00a0photo jointe")
  const file = new File(["texte"], "note.txt", { type: "text/plain" })
  const rejected = await post([file])
  expect(rejected.status).toBe(400)
  expect(Object.fromEntries(rejected.headers)).toMatchObject(privateHeaders)
  expect(await site.entries()).toHaveLength(1)
})

test("by REST an addition is stored once, and its pictures may follow it, twelve in all", async () => {
  await using site = await startWithRequest({ RATE_LIMITS: "0" })
  const token = site.path.split("/").at(-1)
  const upload = async (count: number) => {
    const images = await Promise.all(Array.from({ length: count }, () => createImageFile()))
    const response = await site.request("/api/contact/photos", { method: "POST", body: createForm({ images }) })
    return ((await response.json()) as { filenames: string[] }).filenames
  }
  const add = (given: object) =>
    site.postJson("/api/contact/additions", { token, text: "Le portail est vert.", ...given })
  const stored = async () => (await site.db.selectFrom("messagePhotos").select("image").execute()).length
  const idempotencyKey = randomUUID()
  const sent = await add({ idempotencyKey })
  expect([sent.status, await sent.json()]).toEqual([201, { success: true, message: responseTexts.additionSent }])
  await site.db.updateTable("messages").set({ readAt: "2026-03-03T09:20:00.000Z" }).execute()
  const photos = await upload(2)
  for (const _ of [1, 2]) expect((await add({ idempotencyKey, photos })).status).toBe(201)
  expect(await site.entries()).toEqual([{ kind: "addition", text: "Le portail est vert." }])
  expect(await stored()).toBe(2)
  expect(await site.db.selectFrom("messages").select("readAt").execute()).toEqual([{ readAt: null }])
  for (const _ of [1, 2])
    expect((await add({ idempotencyKey: randomUUID(), photos: await upload(4) })).status).toBe(201)
  const full = await add({ idempotencyKey: randomUUID(), photos: await upload(3) })
  expect(full.status).toBe(400)
  expect(await full.json()).toMatchObject({ errors: { images: responseTexts.tooManyAddedPictures } })
  expect(await stored()).toBe(10)
  expect((await add({ token: "guessed" })).status).toBe(404)
  expect((await add({ photos: ["0123456789abcdef0123456789abcdef.jpg"] })).status).toBe(400)
})

test("the pictures of a request that follow it are stored behind those that its sender has added meanwhile, and behind a gap", async () => {
  await using site = await startWithRequest()
  const requestId = randomUUID()
  const upload = async () => {
    const body = createForm({ images: [await createImageFile()] })
    const response = await site.request("/api/contact/photos", { method: "POST", body })
    return ((await response.json()) as { filenames: string[] }).filenames
  }
  const send = (photos?: string[]) => site.postJson("/api/contact", { ...contactFields, requestId, photos })
  const { id, statusUrl } = (await (await send()).json()) as { id: number; statusUrl: string }
  const token = new URL(statusUrl, "http://localhost").pathname.split("/").at(-1)
  const add = async (photos: string[]) =>
    expect((await site.postJson("/api/contact/additions", { token, text: "Le puits.", photos })).status).toBe(201)
  const stored = async () => {
    const rows = site.db.selectFrom("messagePhotos").select("image").where("messageId", "=", id).orderBy("position")
    return (await rows.execute()).map(({ image }) => image)
  }
  const [added, own, later] = [await upload(), await upload(), await upload()]
  await add(added)
  for (const _ of [1, 2]) expect((await send(own)).status).toBe(201)
  expect(await stored()).toEqual([...added, ...own])
  await site.db
    .deleteFrom("messagePhotos")
    .where("image", "=", added[0] ?? "")
    .execute()
  await add(later)
  expect(await stored()).toEqual([...own, ...later])
})

test("another site cannot make a browser add something", async () => {
  await using site = await startWithRequest()
  const response = await site.add({ text: "Bonjour" }, { Origin: "https://autre.example" })
  expect(response.status).toBe(403)
  expect((await site.add({ text: "Bonjour" }, { Origin: "null", "Sec-Fetch-Site": "cross-site" })).status).toBe(403)
  expect(await site.entries()).toEqual([])
})

test("a guessed link is 404 with a way to write, and reveals nothing", async () => {
  await using site = await startWithRequest()
  for (const token of ["AAAAAAAAAAAAAAAAAAAAAA", site.path.slice(-22).toLowerCase(), `${site.path.slice(-22)}A`, "1"]) {
    const response = await site.request(`/demande/${token}`)
    expect(response.status, token).toBe(404)
    expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
    const html = await response.text()
    expect(html).toContain("Cette demande est introuvable")
    expect(html).toContain('href="/contact"')
    expect(html).not.toContain(contactFields.message)
  }
  expect((await site.add({ text: "Bonjour" }, {}, "/demande/AAAAAAAAAAAAAAAAAAAAAA")).status).toBe(303)
  expect(await site.entries()).toEqual([])
})

test("who guesses is stopped, at the page and at the call, and who has a link is not", async () => {
  await using site = await startWithRequest({ TRUST_PROXY: "1" })
  const as = (ip: string) => ({ headers: { "X-Forwarded-For": ip } })
  for (let count = 0; count < 20; count += 1) {
    expect((await site.request(`/demande/devine-${count}`, as("203.0.113.7"))).status).toBe(404)
  }
  const response = await site.request("/demande/devine", as("203.0.113.7"))
  expect(response.status).toBe(429)
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
  expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
  const call = `/trpc/messages.status?input=${encodeURIComponent(JSON.stringify("devine"))}`
  expect((await site.request(call, as("203.0.113.7"))).status).toBe(429)
  expect((await site.request(site.path, as("203.0.113.7"))).status).toBe(200)
})

test("the link expires 180 days after the last change", async () => {
  await using site = await startWithRequest()
  site.clock.time += 179 * DAY_MS
  await site.add({ text: "Où en êtes-vous ?" })
  site.clock.time += 180 * DAY_MS - 1
  expect((await site.request(site.path)).status).toBe(200)
  site.clock.time += 1
  expect((await site.request(site.path)).status).toBe(404)
  await site.add({ text: "Trop tard" })
  expect(await site.entries()).toEqual([{ kind: "addition", text: "Où en êtes-vous ?" }])
})

test("neither the log nor the database contains the token", async () => {
  await using site = await startWithRequest()
  const token = site.path.slice("/demande/".length)
  await site.request(site.path)
  await site.add({ text: "Bonjour" })
  await site.request(`/trpc/messages.status?input=${encodeURIComponent(JSON.stringify(token))}`)
  expect(site.lines.join("")).toContain('"/demande/…"')
  expect(site.lines.join("")).not.toContain(token)
  expect(JSON.stringify(await site.db.selectFrom("messageLinks").selectAll().execute())).not.toContain(token)
})

test("without JavaScript a lost link is mailed again to whoever knows reference and address", async () => {
  await using site = await startAppWithMails({ pages })
  const sent = await site.send({ email: "bea@exemple.cd" })
  const { reference } = (await sent.json()) as { reference: string }
  await site.mailTo("bea@exemple.cd")
  const post = (fields: Record<string, string>) =>
    site.request("/demande", { method: "POST", body: new URLSearchParams(fields) })
  const form = await site.request("/demande")
  expect(await form.text()).toContain('action="/demande" method="post"')

  const rejected = await post({ reference: "bonjour", contact: "<b>" })
  expect(rejected.status).toBe(400)
  const html = await rejected.text()
  for (const text of ["Référence invalide", "Téléphone ou e-mail invalide", 'value="bonjour"'])
    expect(html).toContain(text)

  for (const contact of ["autre@exemple.cd", "bea@exemple.cd"]) {
    const asked = await post({ reference, contact })
    expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/demande?envoye=1"])
  }
  const page = await (await site.request("/demande?envoye=1")).text()
  expect(page).toContain("Si une demande correspond, le lien vient d’être envoyé à son adresse e-mail.")
  const { pathname } = await site.linkTo("bea@exemple.cd", 2)
  expect(await (await site.request(pathname)).text()).toContain(reference)
})

test("the list of a device's requests is the same page for everybody, and says how to find one without a script", async () => {
  await using site = await startApp({ pages })
  const response = await site.request("/mes-demandes")
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).toMatch(/sans JavaScript, retrouvez.*href="\/demande"/s)
  expect(await (await site.request("/sitemap.xml")).text()).not.toContain("mes-demandes")
})
