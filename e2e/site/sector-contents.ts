import type { Page } from "@playwright/test"
import { expect } from "#e2e/fixtures.ts"
import type { sectorScreens } from "./screens.ts"

/** Returns a region's figures as people read them: « 500+ hectares cultivés ». */
async function figuresOf(page: Page, region: string | RegExp) {
  const figures = await page.getByRole("region", { name: region }).getByRole("listitem").allTextContents()
  return figures.map((figure) => figure.replace(/\s/g, " "))
}

async function headingsOf(page: Page, region: string | RegExp) {
  return page.getByRole("region", { name: region }).getByRole("heading", { level: 3 }).allTextContents()
}

/** These seven belong to the page, in the order of the specification. */
const fixedProjects = [
  /scolaire.*R\+4|R\+4.*scolaire/i,
  /^Appartements R\+3/,
  /^Appartements R\+2/,
  /^Appartements R\+3/,
  /^Décoration intérieure d.une maison/,
  /^Rénovation d.un appartement/,
  /R\+10/,
]

async function expectConstruction(page: Page) {
  expect(await headingsOf(page, /expertise/i)).toEqual([
    expect.stringMatching(/résidentiel/i),
    expect.stringMatching(/bâtiments commerciaux/i),
    expect.stringMatching(/rénovation et extension/i),
  ])
  const models = page.getByRole("region", { name: "Nos Maquettes" }).getByRole("figure")
  const count = await models.count()
  expect(count).toBeGreaterThanOrEqual(3)
  await expect(models).toHaveText(Array.from({ length: count }, (_, index) => `Maquette ${index + 1}`))
  for (const model of await models.all()) await expect(model.getByRole("img")).toHaveAttribute("alt", /\S{3}/)

  const cards = page.getByRole("region", { name: "Nos Réalisations" }).getByRole("list").first().locator("> li")
  const names = (await storedProjects(page, "Construction")).map(({ project_name }) => project_name)
  await expect(cards.getByRole("heading", { level: 3 })).toHaveText([...names, ...fixedProjects])
  const fixed = (await cards.all()).slice(-7)
  for (const card of fixed) {
    await expect(card.getByText(/^\S.+\s· 20\d\d$/)).toBeVisible()
    await expect(card.getByText(/^(En cours|Terminé)$/)).toBeVisible()
    await expect(card.getByRole("img")).toHaveAttribute("alt", /\S{3}/)
  }
  const texts = (await Promise.all(fixed.map((card) => card.textContent()))).join()
  expect(texts).toContain("En cours")
  expect(texts).toContain("Terminé")
}

async function storedProjects(page: Page, sector: string): Promise<{ project_name: string }[]> {
  return (await page.request.get("/api/projects", { params: { sector }, maxRetries: 1 })).json()
}

async function expectAgriculture(page: Page) {
  expect(await headingsOf(page, /cultures/i)).toEqual([
    "Cultures céréalières",
    "Agriculture biologique",
    "Technologies modernes",
  ])
  expect(await figuresOf(page, /2023/)).toEqual([
    expect.stringMatching(/^500\+ hectares/),
    expect.stringMatching(/^15 % .*rendement/),
  ])
  const pictures = page.getByRole("region", { name: /activités/i }).getByRole("img")
  expect(await pictures.count()).toBeGreaterThanOrEqual(3)
  expect((await headingsOf(page, "Projets agricoles")).length).toBeGreaterThanOrEqual(2)
}

async function expectElevage(page: Page) {
  expect(await figuresOf(page, /chiffres/i)).toEqual([
    expect.stringMatching(/^200\+ bovins/),
    expect.stringMatching(/^150\+ (moutons|ovins)/),
    expect.stringMatching(/^100 % éthique/),
  ])
  expect(await headingsOf(page, /approche/i)).toEqual([
    "Alimentation naturelle",
    "Suivi vétérinaire",
    expect.stringMatching(/^Conditions d.élevage$/),
  ])
  expect((await headingsOf(page, "Projets d'élevage")).length).toBeGreaterThanOrEqual(2)
}

async function expectTransport(page: Page) {
  expect(await headingsOf(page, /services/i)).toEqual(["Transport routier", "Logistique", "Express 24h", "Suivi GPS"])
  expect(await figuresOf(page, /2023/)).toEqual([
    expect.stringMatching(/^5 ?000\+ livraisons/),
    expect.stringMatching(/^98 % à l.heure/),
    expect.stringMatching(/^4[.,]9\/5 .*satisfaction/),
  ])
  expect(await figuresOf(page, /flotte/i)).toEqual([
    "25 camions",
    "15 semi-remorques",
    "10 fourgonnettes",
    "3 entrepôts",
  ])
  expect((await headingsOf(page, "Projets de transport")).length).toBeGreaterThanOrEqual(2)
}

/** Expects the server's projects in three columns from medium screens up. */
async function expectThreeColumns(page: Page, sector: string) {
  const projects = await storedProjects(page, sector)
  await page.setViewportSize({ width: 768, height: 900 })
  const tops = projects.slice(0, 3).map(async ({ project_name }) => {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: project_name, level: 3 }) })
    return (await card.boundingBox())?.y
  })
  const [first, ...others] = await Promise.all(tops)
  expect(first).toBeGreaterThan(0)
  expect(others).toEqual(projects.slice(1, 3).map(() => first))
}

async function expectMaterials(page: Page) {
  const main = page.getByRole("main")
  await expect(main.getByRole("figure").getByRole("img")).toHaveCount(3)
  expect((await main.getByRole("paragraph").allTextContents()).join("").length).toBeGreaterThan(300)
  const lists = page.getByRole("region", { name: /produits/i }).getByRole("list")
  await expect(lists).toHaveCount(2)
  for (const list of await lists.all()) expect(await list.getByRole("listitem").count()).toBeGreaterThanOrEqual(3)
  const quote = main.getByRole("link", { name: "Demander un devis" })
  await expect(quote).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  await expectThreeColumns(page, "ventes-materiaux")
}

async function expectRealEstate(page: Page) {
  expect((await headingsOf(page, /services/i)).length).toBeGreaterThanOrEqual(3)
  const reasons = page.getByRole("region", { name: /pourquoi/i }).getByRole("listitem")
  expect(await reasons.count()).toBeGreaterThanOrEqual(3)
  const contact = page.getByRole("main").getByRole("link", { name: "Nous contacter" })
  await expect(contact).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  await expectThreeColumns(page, "immobilier")
}

type SectorPath = (typeof sectorScreens)[number]["path"]

/** These functions check what each sector's page must show. */
export const expectSector: Record<SectorPath, (page: Page) => Promise<void>> = {
  "/construction": expectConstruction,
  "/agriculture": expectAgriculture,
  "/elevage": expectElevage,
  "/transport": expectTransport,
  "/ventes-materiaux": expectMaterials,
  "/immobilier": expectRealEstate,
}
