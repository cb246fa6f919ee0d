// @module-tag engines
import { sql } from "kysely"
import { expect, test, vi } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { resolveContent } from "#server/content/published/resolve.ts"
import { CONTENT_SLUGS, type ContentOf } from "#server/contract/content/pages.ts"
import type { ContentPicture } from "#server/contract/content/public.ts"
import { PHONE_INVALID } from "#server/contract/phone-field.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { collectImageGarbage } from "#server/jobs/garbage-collection.ts"
import { dataUrlOf } from "#server/pages/render.ts"
import { servePages } from "#server/pages/serve.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startApp } from "#server/testing/start-app.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

async function startSite() {
  const site = await startApp({ pages })
  return {
    ...site,
    anne: await createEditor(site),
    ben: await createEditor(site),
    read: async (path: string) => (await site.request(path)).text(),
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** Returns the content of the about page with that text as title and text of its history. */
function about(text: string, picture: string = defaultContent["a-propos"].hero.photo): ContentOf<"a-propos"> {
  const { hero, values, ...page } = structuredClone(defaultContent["a-propos"])
  return { ...page, values, hero: { ...hero, photo: picture }, history: { title: text, paragraphs: [text] } }
}

async function auditOf({ db }: Site) {
  const rows = await db.selectFrom("audit").select(["action", "details"]).orderBy("id").execute()
  return rows.map(({ action, details }) => ({ action, ...JSON.parse(details) }))
}

test("the next request of a cached page shows what was published, in its HTML and in its data", async () => {
  await using site = await startSite()
  for (const text of ["Un", "Deux", "Trois"].map((name) => `Histoire ${name}`)) {
    for (const path of ["/about", dataUrlOf("/about")]) expect(await site.read(path)).not.toContain(text)
    await site.anne.replace("a-propos", about(text))
    for (const path of ["/about", dataUrlOf("/about")]) expect(await site.read(path)).toContain(text)
  }
})

test("a page's data stays what the page was rendered from, whatever is published afterwards", async () => {
  await using site = await startSite()
  const findDataUrl = async () => /data-queries="([^"]+)"/.exec(await site.read("/about"))?.[1] ?? ""
  const dataUrl = await findDataUrl()
  const before = await site.read(dataUrl)
  await site.anne.replace("a-propos", about("Histoire nouvelle"))
  expect(await site.read(dataUrl)).toBe(before)
  expect(await findDataUrl()).not.toBe(dataUrl)
  expect(await site.read(await findDataUrl())).toContain("Histoire nouvelle")
  // A page that this process has not rendered gets the data of now.
  expect(await site.read(dataUrlOf("/about", "unknown"))).toContain("Histoire nouvelle")
})

test("hydration fetches its data, which only pages with fields hold, since later data could replace these", async () => {
  await using site = await startSite()
  await site.anne.replace("annonce", { text: "Nous fermons", href: "", from: "", until: "" })
  const count = async (path: string) => (await site.read(path)).match(/Nous fermons/g)?.length
  for (const path of ["/", "/transport"])
    expect([await count(path), await count(dataUrlOf(path))], path).toEqual([1, 1])
  for (const path of ["/contact", "/login", "/register"]) expect(await count(path), path).toBe(2)
})

test("the company's facts change on all pages with one publication", async () => {
  await using site = await startSite()
  const company = structuredClone(defaultContent.entreprise)
  company.contact.phone = "+243 811 222 333"
  await site.anne.replace("entreprise", company)
  for (const path of ["/", "/transport", "/about", "/contact", "/login"]) {
    const html = await site.read(path)
    expect(html, path).toContain("+243 811 222 333")
    expect(html, path).not.toContain(defaultContent.entreprise.contact.phone)
  }
})

test("signs stay on the line of their word, however the owner has typed the space before them", async () => {
  await using site = await startSite()
  await site.anne.replace("annonce", { text: "Ouvert demain ! Venez : « au marché »", href: "", from: "", until: "" })
  expect(await site.read("/transport")).toContain("Ouvert demain\u202f! Venez\u00a0: «\u00a0au marché\u00a0»")
})

test("what search engines read of a rich text is its plain words", async () => {
  await using site = await startSite()
  const heads = structuredClone(defaultContent.referencement)
  heads["a-propos"].description = "Une **famille** et [ses métiers](/contact) à {nom}."
  await site.anne.replace("referencement", heads)
  expect(await site.read("/about")).toContain(
    '<meta name="description" content="Une famille et ses métiers à Groupe Lisanga."',
  )
})

test("of two editors the second gets a conflict with what the first has saved", async () => {
  await using site = await startSite()
  const [first, second] = [await site.anne.open("a-propos"), await site.ben.open("a-propos")]
  expect((await site.anne.save(first, about("Anne"))).status).toBe(200)
  const rejected = await site.ben.save(second, about("Ben"))
  expect(rejected).toMatchObject({ status: 409, current: { content: about("Anne"), state: "changed" } })
  for (const change of [site.ben.publish, site.ben.discard]) expect((await change(second)).status).toBe(409)
  expect((await site.ben.schedule(second, "2099-01-01T08:00")).status).toBe(409)
  expect((await site.anne.open("a-propos")).content).toEqual(about("Anne"))
  // Ben has seen the conflict, so he may replace it.
  expect(await site.ben.save(rejected.current ?? second, about("Ben"))).toMatchObject({ status: 200 })
})

test("of two savings at once one is a conflict", async () => {
  await using site = await startSite()
  const opened = await site.anne.open("a-propos")
  const saved = await Promise.all(
    [site.anne, site.ben].map((editor, index) => editor.save(opened, about(`N° ${index}`))),
  )
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
})

test.each(["publish", "discard", "revert"] as const)(
  "%s in between is a conflict for what was opened before",
  async (name) => {
    await using site = await startSite()
    const { page: draft } = await site.anne.save(await site.anne.open("a-propos"), about("Anne"))
    if (name === "revert") await site.ben.revert("a-propos", 0)
    else await site.ben[name](draft)
    expect((await site.anne.save(draft, about("Anne encore"))).status).toBe(409)
    expect((await site.anne.publish(draft)).status).toBe(409)
  },
)

test("a draft that follows a discarded or an unchanged one is not taken for it", async () => {
  await using site = await startSite()
  const { page: draft } = await site.anne.save(await site.anne.open("a-propos"), about("Anne"))
  const { page: published } = await site.ben.discard(draft)
  const { page: other } = await site.ben.save(published, about("Ben"))
  expect(await site.anne.save(draft, about("Anne encore"))).toMatchObject({
    status: 409,
    current: { content: about("Ben") },
  })
  expect((await site.anne.publish(draft)).status).toBe(409)
  expect((await site.ben.publish(other)).status).toBe(200)
})

test("a publication that fails midway leaves the old content, and its draft", async () => {
  await using site = await startSite()
  await site.anne.replace("a-propos", about("Ancienne"))
  const saved = await site.anne.save(await site.anne.open("a-propos"), about("Nouvelle"))
  // The audit entry is the last write of a publication, so that its failure undoes all.
  await sql`alter table audit rename to audit_away`.execute(site.db)
  expect((await site.anne.publish(saved.page)).status).toBe(500)
  await sql`alter table audit_away rename to audit`.execute(site.db)
  expect(await site.read("/about")).toContain("Ancienne")
  expect(await site.read("/about")).not.toContain("Nouvelle")
  expect(await site.db.selectFrom("revisions").select("id").execute()).toHaveLength(1)
  expect(await site.anne.publish(saved.page)).toMatchObject({ status: 200 })
  expect(await site.read("/about")).toContain("Nouvelle")
})

test("content that does not fit its schema is not served: the last good revision is, and the log says so", async () => {
  await using site = await startSite()
  await site.anne.replace("a-propos", about("Bonne"))
  const good = JSON.stringify(about("Mauvaise"))
  const misfits = [
    { schemaVersion: 1, content: "{" },
    { schemaVersion: 1, content: "null" },
    { schemaVersion: 1, content: good.replace('"history"', '"histoire"') },
    { schemaVersion: 1, content: good.replace('"Mauvaise"', '""') },
    { schemaVersion: 2, content: good },
  ]
  for (const misfit of misfits) {
    const row = { page: "a-propos" as const, publishedAt: new Date().toISOString(), accountId: null, ...misfit }
    await inTransaction(site.db, (trx) => trx.insertInto("revisions").values(row).execute())
    site.lines.length = 0
    const html = await site.read("/about")
    expect(html).toContain("Bonne")
    expect(html).not.toContain("Mauvaise")
    expect(site.lines.join("")).toMatch(/"page":"a-propos","revision":\d+.*published content does not fit its schema/)
  }
  const bad = misfits.map(({ content }) => content)
  await inTransaction(site.db, (trx) => trx.deleteFrom("revisions").where("content", "not in", bad).execute())
  expect(await site.read("/about")).toContain(defaultContent["a-propos"].history.title)
})

test("an incomplete draft is saved, but neither published nor scheduled: the answer names its fields", async () => {
  await using site = await startSite()
  const saved = await site.anne.save(await site.anne.open("a-propos"), about(""))
  expect(saved.status).toBe(200)
  const fields = { "history.title": "À remplir", "history.paragraphs.0": "À remplir" }
  expect(await site.anne.publish(saved.page)).toMatchObject({ status: 400, fields })
  expect(await site.anne.schedule(saved.page, "2099-01-01T08:00")).toMatchObject({ status: 400, fields })
})

test.each([
  ["2027-01-02T08:00", "2027-01-01T08:00", responseTexts.endsBeforeStart],
  ["2027-01-01T08:00", "2027-01-01T08:00", responseTexts.endsBeforeStart],
  ["", "2020-01-01T08:00", responseTexts.endsInPast],
])("an announcement from « %s » until « %s » is not published", async (from, until, message) => {
  await using site = await startSite()
  const announcement = { text: "Fermé", href: "", from, until }
  expect(await site.anne.replace("annonce", announcement)).toMatchObject({ status: 400, fields: { until: message } })
  expect((await site.anne.replace("annonce", { ...announcement, text: "" })).status).toBe(200)
})

test("an announcement is not scheduled for a moment at which it is over", async () => {
  await using site = await startSite()
  const announcement = { text: "Fermé", href: "", from: "", until: "2099-01-01T08:00" }
  const { page } = await site.anne.save(await site.anne.open("annonce"), announcement)
  const fields = { until: responseTexts.endsInPast }
  expect(await site.anne.schedule(page, "2099-01-01T08:00")).toMatchObject({ status: 400, fields })
  expect((await site.anne.schedule(page, "2099-01-01T07:59")).status).toBe(200)
})

test("opening hours follow each other until midnight", async () => {
  await using site = await startSite()
  const { entreprise } = defaultContent
  const publish = (monday: string) =>
    site.anne.replace("entreprise", { ...entreprise, hours: { ...entreprise.hours, monday } })
  const fields = { "hours.monday": responseTexts.hoursOutOfOrder }
  for (const hours of ["18h00-8h00", "8h-8h", "8h00-24h59", "8h00-12h00, 11h00-14h00"]) {
    expect(await publish(hours), hours).toMatchObject({ status: 400, fields })
  }
  for (const hours of ["", "0h-24h", "18h00-0h00", "8h30–12h, 14h00 - 18h00"])
    expect((await publish(hours)).status, hours).toBe(200)
})

test.each([
  ["0812345678", "+243 812 345 678"],
  ["081 234 56 78", "+243 812 345 678"],
  ["243812345678", "+243 812 345 678"],
  ["00243 812345678", "+243 812 345 678"],
  ["+243 (0)81 234 56 78", "+243 812 345 678"],
  ["tel:+243812345678", "+243 812 345 678"],
  ["\u202a+243 81 234 56 78\u202c", "+243 81 234 56 78"],
  ["+243 81 234 56 78", "+243 81 234 56 78"],
  ["0033 6 12 34 56 78", "+33 6 12 34 56 78"],
])("the company's number « %s » is understood and shown as « %s », which its links call", async (typed, shown) => {
  await using site = await startSite()
  const company = structuredClone(defaultContent.entreprise)
  Object.assign(company.contact, { phone: typed, whatsapp: typed })
  const { status, page } = await site.anne.replace("entreprise", company)
  expect([status, page?.content]).toEqual([
    200,
    expect.objectContaining({ contact: { ...company.contact, phone: shown, whatsapp: shown } }),
  ])
  const html = await site.read("/contact")
  for (const part of [
    `href="tel:${shown.replaceAll(" ", "")}"`,
    `href="https://wa.me/${shown.replace(/\D/g, "")}`,
    `>${shown}<`,
  ])
    expect(html).toContain(part)
})

test("all faults of a page are told at once", async () => {
  await using site = await startSite()
  const { entreprise } = defaultContent
  const faulty = {
    ...entreprise,
    facts: { ...entreprise.facts, name: "" },
    contact: { ...entreprise.contact, phone: "+243 12 34 56 78", whatsapp: "bureau" },
    hours: { ...entreprise.hours, monday: "18h00-8h00" },
  }
  expect((await site.anne.replace("entreprise", faulty)).fields).toEqual({
    "facts.name": "À remplir",
    "contact.phone": PHONE_INVALID,
    "contact.whatsapp": PHONE_INVALID,
    "hours.monday": responseTexts.hoursOutOfOrder,
  })
  const { history, ...page } = about("", "absente.jpg")
  expect((await site.anne.replace("a-propos", { ...page, history })).fields).toEqual({
    "hero.photo": "Image inconnue : absente.jpg",
    "history.title": "À remplir",
    "history.paragraphs.0": "À remplir",
  })
})

test("a picture that the site does not have is rejected, one of the library is not", async () => {
  await using site = await startSite()
  const rejected = await site.anne.replace("a-propos", about("Photo", "absente.jpg"))
  expect(rejected).toMatchObject({ status: 400, fields: { "hero.photo": "Image inconnue : absente.jpg" } })
  for (const name of ["toString", "__proto__", "../hero/home"]) {
    expect(await site.anne.replace("a-propos", about("Photo", name)), name).toMatchObject({ status: 400 })
  }
  await createTestImage(site.db, "absente.jpg")
  expect((await site.anne.replace("a-propos", about("Photo", "absente.jpg"))).status).toBe(200)
  const shown = await site.db.selectFrom("contentImages").selectAll().execute()
  expect(shown).toEqual([{ page: "a-propos", state: "published", image: "absente.jpg" }])
})

test("on phones the home page's own crop goes with its photo, until somebody chooses one for phones", async () => {
  await using site = await startSite()
  const pathOf = (picture: ContentPicture | null) => picture?.path
  const shown = async () => {
    const { photo, portrait } = (await resolveContent(site, "accueil")).hero
    return [pathOf(photo), pathOf(portrait) ?? null]
  }
  const choose = async (photo: string, portrait: string) => {
    const { hero, ...content } = structuredClone(defaultContent.accueil)
    await publishTestContent(site.db, "accueil", { ...content, hero: { ...hero, photo, portrait } })
    return await shown()
  }
  const [home, crop] = await shown()
  expect([home, crop]).toEqual([expect.stringMatching(/^hero-home\./), expect.stringMatching(/^hero-home-portrait\./)])
  expect(await choose("hero/about", "")).toEqual([expect.stringMatching(/^hero-about\./), null])
  expect(await choose("hero/about", "hero/home-portrait")).toEqual([expect.stringMatching(/^hero-about\./), null])
  expect(await choose("hero/home", "sectors/elevage")).toEqual([home, expect.stringMatching(/^sectors-elevage\./)])
})

test("each change stands in the audit log with what was before and after", async () => {
  await using site = await startSite()
  const field = "Notre histoire › Titre"
  const { title } = defaultContent["a-propos"].history
  await site.anne.replace("a-propos", about("Un"))
  await site.anne.save(await site.anne.open("a-propos"), about("Deux"))
  await site.anne.discard(await site.anne.open("a-propos"))
  await site.anne.revert("a-propos", 0)
  const found = (await auditOf(site)).map(({ action, changes }) => ({
    action,
    ...changes.find((change: { field: string }) => change.field === field),
  }))
  expect(found).toEqual([
    { action: "save", field, before: title, after: "Un" },
    { action: "publish", field, before: title, after: "Un" },
    { action: "save", field, before: "Un", after: "Deux" },
    { action: "discard", field, before: "Deux", after: "Un" },
    { action: "restore", field, before: "Un", after: title },
  ])
})

test("a revision is restored as a draft, and published again, also with a picture that nothing shows any more", async () => {
  await using site = await startSite()
  await createTestImage(site.db, "hier.jpg")
  await site.anne.replace("a-propos", about("Hier", "hier.jpg"))
  const { revision } = await site.anne.open("a-propos")
  await site.anne.replace("a-propos", about("Aujourd’hui"))
  await collectImageGarbage(site)
  const { page } = await site.anne.revert("a-propos", revision)
  expect(page).toMatchObject({ state: "changed", content: about("Hier", "hier.jpg") })
  expect(await site.read("/about")).toContain("Aujourd’hui")
  await site.anne.publish(page)
  expect(await site.read("/about")).toContain("Hier")
  expect((await site.anne.revert("a-propos", 999)).status).toBe(404)
  expect((await site.anne.revert("contact", revision)).status).toBe(404)
})

test("a page is listed as published, changed or scheduled", async () => {
  await using site = await startSite()
  const { page } = await site.anne.save(await site.anne.open("contact"), defaultContent.contact)
  await site.anne.schedule(page, "2099-01-01T08:00")
  await site.anne.save(await site.anne.open("a-propos"), about("Un"))
  const states = await Promise.all(CONTENT_SLUGS.map(async (slug) => [slug, (await site.anne.open(slug)).state]))
  const expected = {
    ...Object.fromEntries(CONTENT_SLUGS.map((slug) => [slug, "published"])),
    contact: "scheduled",
    "a-propos": "changed",
  }
  expect(Object.fromEntries(states)).toEqual(expected)
})

test("a page that cannot be rendered while the database is away is 503, and may be asked for again", async () => {
  await using site = await startSite()
  vi.spyOn(site.db, "selectFrom").mockImplementation(() => {
    throw new AppError("unavailable", responseTexts.busy, { retryAfter: 5 })
  })
  const response = await site.request("/about")
  expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"])
  expect(await response.text()).toContain(responseTexts.busy)
})
