import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { linkedDataOf, linkOf, metaOf, ORIGIN, publicPaths, startDemoSite } from "#server/testing/built-pages.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"

const site = await startDemoSite()
afterAll(() => site[Symbol.asyncDispose]())

const project = "/realisations/villa-familiale-a-ma-campagne"

async function openAll() {
  return Promise.all(publicPaths.map(async (path) => ({ path, ...(await site.open(path)) })))
}

test.each(publicPaths)(
  "%s is shared with its title, description and picture, and says that it is French",
  async (path) => {
    const { document } = await site.open(`${path}?utm_source=radio`)
    expect(document.documentElement.lang).toBe("fr")
    expect(linkOf(document, "canonical")).toBe(ORIGIN + path)
    expect(metaOf(document, "og:url")).toBe(ORIGIN + path)
    expect(metaOf(document, "og:title")).toBe(document.title)
    expect(metaOf(document, "og:description")).toBe(metaOf(document, "description"))
    expect(metaOf(document, "og:image")).toMatch(/^http:\/\/site\.example\/.+\.(jpg|png)$/)
    expect(metaOf(document, "og:type")).toBe("website")
    expect(metaOf(document, "og:site_name")).toBe("Groupe Lisanga")
    expect(metaOf(document, "twitter:card")).toBe("summary_large_image")
    expect(metaOf(document, "robots")).toBeUndefined()
  },
)

test("each page has a title and a description that no other page has", async () => {
  const pages = await openAll()
  const titles = pages.map(({ document }) => document.title)
  const descriptions = pages.map(({ document }) => metaOf(document, "description") ?? "")
  expect(new Set(titles).size).toBe(publicPaths.length)
  expect(new Set(descriptions).size).toBe(publicPaths.length)
  expect(titles.filter((title) => !title.includes("Groupe Lisanga"))).toEqual([])
  expect(descriptions.filter((text) => text.length < 50 || text.length > 160)).toEqual([])
})

test("each share picture is a JPEG of at most 300 kB in the size that the page says, and each sector has its own", async () => {
  const pages = await openAll()
  for (const { path, document } of pages) {
    const picture = await site.request((metaOf(document, "og:image") ?? "").replace(ORIGIN, ""))
    expect(picture.headers.get("Content-Type"), path).toBe("image/jpeg")
    const content = Buffer.from(await picture.arrayBuffer())
    expect(content.length, path).toBeLessThan(300_000)
    const { width, height } = await sharp(content).metadata()
    expect([metaOf(document, "og:image:width"), metaOf(document, "og:image:height")]).toEqual([`${width}`, `${height}`])
  }
  const sectors = Object.values(SECTOR_SLUGS).map((slug) => `/${slug}`)
  const ofSectors = pages.filter(({ path }) => sectors.includes(path)).map((page) => metaOf(page.document, "og:image"))
  expect(new Set([metaOf(pages[0]?.document as Document, "og:image"), ...ofSectors]).size).toBe(7)
})

test.each([
  ["/", "Construction, transport et immobilier à Kinshasa"],
  ["/construction", "Construction à Kinshasa"],
  ["/agriculture", "Agriculture à Kinshasa"],
  ["/elevage", "Élevage de bovins et de moutons en RDC"],
  ["/transport", "Transport et logistique à Kinshasa"],
  ["/ventes-materiaux", "Vente de matériaux de construction à Kinshasa"],
  ["/immobilier", "Immobilier à Kinshasa"],
  ["/about", "À propos\u00a0: une entreprise familiale de Kinshasa"],
  ["/contact", "Contact et devis gratuit à Kinshasa"],
  ["/realisations", "Réalisations à Kinshasa et en RDC"],
])("the title of %s says what people search: %s", async (path, title) => {
  expect((await site.open(path)).document.title).toBe(`${title} – Groupe Lisanga`)
})

test("the home page presents the organisation to search engines", async () => {
  const [organisation] = linkedDataOf((await site.open("/")).document)
  expect(organisation).toMatchObject({
    "@context": "https://schema.org",
    name: "Groupe Lisanga",
    url: `${ORIGIN}/`,
    telephone: "+243 900 000 000",
    email: "contact@lisanga.example",
    foundingDate: "2023",
    address: { streetAddress: "24 avenue de la Paix, Gombe", addressLocality: "Kinshasa", addressCountry: "CD" },
  })
})

test.each(publicPaths.slice(1))("%s has the breadcrumb from the home page", async (path) => {
  const blocks = linkedDataOf((await site.open(path)).document)
  const trail = blocks.find((block) => block["@type"] === "BreadcrumbList")
  expect(trail?.itemListElement).toMatchObject([
    { position: 1, name: "Accueil", item: `${ORIGIN}/` },
    { position: 2, item: ORIGIN + path },
  ])
})

test("a project's page is presented to search engines and link previews with its own picture", async () => {
  const name = "Villa familiale à Ma Campagne"
  const { document } = await site.open(project)
  expect(document.title).toBe(`${name} – Groupe Lisanga`)
  expect(linkOf(document, "canonical")).toBe(ORIGIN + project)
  const description = metaOf(document, "description") ?? ""
  expect(description).toMatch(/^Villa à un étage pour une famille.*…$/)
  expect(description.length).toBeLessThanOrEqual(156)
  expect(metaOf(document, "og:type")).toBe("article")
  expect(metaOf(document, "robots")).toBeUndefined()
  const image = metaOf(document, "og:image") ?? ""
  expect(image).toMatch(new RegExp(`^${ORIGIN}/uploads/\\w+\\.\\w+\\?w=1200&h=630$`))
  const picture = await site.request(image.replace(ORIGIN, ""))
  expect(picture.headers.get("Content-Type")).toBe("image/jpeg")
  expect((await picture.arrayBuffer()).byteLength).toBeLessThan(300_000)
  expect(document.querySelectorAll('link[as="image"]')).toHaveLength(1)
  const [trail, work] = linkedDataOf(document)
  expect(trail).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { name: "Accueil", item: `${ORIGIN}/` },
      { name: "Réalisations", item: `${ORIGIN}/realisations` },
      { name, item: ORIGIN + project },
    ],
  })
  expect(work).toMatchObject({
    "@type": "CreativeWork",
    name,
    description,
    image,
    datePublished: "2026-08-24T10:05:00.000Z",
    dateModified: expect.any(String),
    contentLocation: { name: "Quartier Ma Campagne, Ngaliema, Kinshasa" },
    creator: { "@id": `${ORIGIN}/#organisation` },
  })
})

test("a fixed project's page has its own title, description, picture and breadcrumb", async () => {
  const path = "/realisations/immeuble-r-10"
  const { document } = await site.open(path)
  expect(document.title).toBe("Immeuble R+10 – Groupe Lisanga")
  expect(linkOf(document, "canonical")).toBe(ORIGIN + path)
  expect(metaOf(document, "description")).toMatch(/^Dix étages au-dessus d’un socle commercial/)
  expect(metaOf(document, "og:image")).toMatch(/\/photos\/realisations-immeuble-r10-vue-3\.\w+-1200\.jpg$/)
  const [trail, work] = linkedDataOf(document)
  expect(trail?.itemListElement).toMatchObject([{}, { name: "Réalisations" }, { item: ORIGIN + path }])
  expect(work).toMatchObject({ "@type": "CreativeWork", name: "Immeuble R+10", dateCreated: "2025" })
  expect((await site.open("/realisations/immeuble-r-11")).status).toBe(404)
})

test("of the filtered lists of projects none is for search engines, and each has its own title", async () => {
  const path = "/realisations?secteur=transport&annee=2025"
  const { document } = await site.open(`${path}&utm_source=radio`)
  expect(document.title).toBe("Réalisations, Transport, 2025 – Groupe Lisanga")
  expect(linkOf(document, "canonical")).toBe(ORIGIN + path)
  expect(metaOf(document, "robots")).toBe("noindex")
})

test("the sitemap lists the public pages and every project, and nothing else", async () => {
  const xml = await (await site.request("/sitemap.xml")).text()
  const urls = Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url]) => url)
  const projects = (await (await site.request("/api/projects")).json()) as { slug: string }[]
  expect(projects.length).toBeGreaterThan(11)
  const { document } = await site.open("/construction")
  const fixed = [...document.querySelectorAll("#projets h3 a")].map((link) => link.getAttribute("href") ?? "").slice(-7)
  const paths = [...publicPaths, ...projects.map(({ slug }) => `/realisations/${slug}`), ...fixed]
  expect(urls.sort()).toEqual(paths.map((path) => ORIGIN + path).sort())
})

test("the page's icons are there", async () => {
  const { document } = await site.open("/")
  for (const rel of ["icon", "apple-touch-icon"]) {
    const icon = await site.request(linkOf(document, rel) ?? "/no-icon")
    expect(icon.headers.get("Content-Type"), rel).toMatch(/^image\//)
  }
})

test("the web manifest names the company and icons that are there", async () => {
  const response = await site.request(linkOf((await site.open("/")).document, "manifest") ?? "/no-manifest")
  expect(response.headers.get("Content-Type")).toContain("application/manifest+json")
  const { name, lang, start_url, icons } = (await response.json()) as {
    name: string
    lang: string
    start_url: string
    icons: { src: string; type: string }[]
  }
  expect({ name, lang, start_url }).toEqual({ name: "Groupe Lisanga", lang: "fr", start_url: "/" })
  expect(icons.length).toBeGreaterThan(0)
  for (const { src, type } of icons) expect((await site.request(src)).headers.get("Content-Type")).toBe(type)
})

test("the office has a manifest of its own, since iPhones push only to applications", async () => {
  expect(linkOf((await site.open("/")).document, "manifest")).toBe("/site.webmanifest")
  const headers = await signInAs(site, "agent")
  const page = await (await site.request("/admin/account", { headers })).text()
  expect(page).toContain('href="/bureau.webmanifest"')
  const manifest = await (await site.request("/bureau.webmanifest")).json()
  expect(manifest).toMatchObject({ name: "Groupe Lisanga", display: "standalone", start_url: "/admin/dashboard" })
})

test("a page's scripts call the site alone", async () => {
  expect((await site.open("/")).headers.get("Content-Security-Policy")).toContain("connect-src 'self';")
})
