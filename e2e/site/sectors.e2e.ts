import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"

/** A region's figures as people read them: « 500+ hectares cultivés ». */
async function figuresOf(page: Page, region: string | RegExp) {
  const found = page.getByRole("region", { name: region })
  const values = await found.getByRole("definition").allTextContents()
  const labels = await found.getByRole("term").allTextContents()
  return values.map((value, index) => `${value} ${labels[index]}`.replace(/\s/g, " "))
}

async function headingsOf(page: Page, region: string | RegExp) {
  return page.getByRole("region", { name: region }).getByRole("heading", { level: 3 }).allTextContents()
}

test.use({ javaScriptEnabled: false })

function open(page: Page, path: string) {
  return page.goto(path, { waitUntil: "domcontentloaded" })
}

test("agriculture offers three kinds of crops, counts hectares and yield, and shows photos and projects", async ({
  page,
}) => {
  await open(page, "/agriculture")
  expect(await headingsOf(page, /cultures/i)).toEqual([
    "Cultures céréalières",
    "Agriculture biologique",
    "Technologies modernes",
  ])
  expect(await figuresOf(page, /2023/)).toEqual([
    expect.stringMatching(/^500\+ hectares/),
    expect.stringMatching(/^15 % .*rendement/),
  ])
  expect(
    await page
      .getByRole("region", { name: /activités/i })
      .getByRole("img")
      .count(),
  ).toBeGreaterThanOrEqual(3)
  expect((await headingsOf(page, "Projets agricoles")).length).toBeGreaterThanOrEqual(2)
})

test("élevage counts its animals, explains its approach, and shows projects", async ({ page }) => {
  await open(page, "/elevage")
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
})

test("transport has its services, the figures of 2023, its fleet, and projects", async ({ page }) => {
  await open(page, "/transport")
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
})

/** The server's projects stand in three columns from medium screens up. */
async function expectThreeColumns(page: Page, sector: string) {
  const response = await page.request.get("/api/projects", { params: { sector } })
  const projects: { project_name: string }[] = await response.json()
  await page.setViewportSize({ width: 768, height: 900 })
  const tops = projects.slice(0, 3).map(async ({ project_name }) => {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: project_name, level: 3 }) })
    return (await card.boundingBox())?.y
  })
  const [first, ...others] = await Promise.all(tops)
  expect(first).toBeGreaterThan(0)
  expect(others).toEqual(projects.slice(1, 3).map(() => first))
}

test("the sale of materials has a text, a gallery, products, services and a quote by e-mail", async ({ page }) => {
  await open(page, "/ventes-materiaux")
  const main = page.getByRole("main")
  await expect(main.getByRole("figure").getByRole("img")).toHaveCount(3)
  expect((await main.getByRole("paragraph").allTextContents()).join("").length).toBeGreaterThan(300)
  const lists = page.getByRole("region", { name: /produits/i }).getByRole("list")
  await expect(lists).toHaveCount(2)
  for (const list of await lists.all()) expect(await list.getByRole("listitem").count()).toBeGreaterThanOrEqual(3)
  const quote = main.getByRole("link", { name: "Demander un devis" })
  await expect(quote).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  await expectThreeColumns(page, "ventes-materiaux")
})

test("real estate has services, reasons, and an e-mail to the company", async ({ page }) => {
  await open(page, "/immobilier")
  expect((await headingsOf(page, /services/i)).length).toBeGreaterThanOrEqual(3)
  const reasons = page.getByRole("region", { name: /pourquoi/i }).getByRole("listitem")
  expect(await reasons.count()).toBeGreaterThanOrEqual(3)
  const contact = page.getByRole("main").getByRole("link", { name: "Nous contacter" })
  await expect(contact).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  await expectThreeColumns(page, "immobilier")
})
