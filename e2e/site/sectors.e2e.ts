import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { staticPage } from "./static-page.ts"

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

test.describe("agriculture", () => {
  const page = staticPage("/agriculture")

  test("offers cereal crops, organic farming and modern technology", async () => {
    expect(await headingsOf(page(), /cultures/i)).toEqual([
      "Cultures céréalières",
      "Agriculture biologique",
      "Technologies modernes",
    ])
  })

  test("counts more than 500 hectares and a yield raised by 15 % in 2023", async () => {
    expect(await figuresOf(page(), /2023/)).toEqual([
      expect.stringMatching(/^500\+ hectares/),
      expect.stringMatching(/^15 % .*rendement/),
    ])
  })

  test("shows photos of its activities", async () => {
    const photos = page()
      .getByRole("region", { name: /activités/i })
      .getByRole("img")
    expect(await photos.count()).toBeGreaterThanOrEqual(3)
  })

  test("shows the server's projects under 'Projets agricoles'", async () => {
    expect((await headingsOf(page(), "Projets agricoles")).length).toBeGreaterThanOrEqual(2)
  })
})

test.describe("élevage", () => {
  const page = staticPage("/elevage")

  test("counts 200+ cattle, 150+ sheep and 100 % ethics", async () => {
    expect(await figuresOf(page(), /chiffres/i)).toEqual([
      expect.stringMatching(/^200\+ bovins/),
      expect.stringMatching(/^150\+ (moutons|ovins)/),
      expect.stringMatching(/^100 % éthique/),
    ])
  })

  test("explains natural feeding, veterinary follow-up and breeding conditions", async () => {
    expect(await headingsOf(page(), /approche/i)).toEqual([
      "Alimentation naturelle",
      "Suivi vétérinaire",
      expect.stringMatching(/^Conditions d.élevage$/),
    ])
  })

  test("shows the server's projects under 'Projets d'élevage'", async () => {
    expect((await headingsOf(page(), "Projets d'élevage")).length).toBeGreaterThanOrEqual(2)
  })
})

test.describe("transport", () => {
  const page = staticPage("/transport")

  test("offers road transport, logistics, express delivery in 24h and GPS tracking", async () => {
    expect(await headingsOf(page(), /services/i)).toEqual([
      "Transport routier",
      "Logistique",
      "Express 24h",
      "Suivi GPS",
    ])
  })

  test("counts 5000+ deliveries, 98 % on time and 4.9/5 satisfaction in 2023", async () => {
    expect(await figuresOf(page(), /2023/)).toEqual([
      expect.stringMatching(/^5 ?000\+ livraisons/),
      expect.stringMatching(/^98 % à l.heure/),
      expect.stringMatching(/^4[.,]9\/5 .*satisfaction/),
    ])
  })

  test("has a fleet of 25 trucks, 15 semi-trailers and 10 vans, and 3 warehouses", async () => {
    expect(await figuresOf(page(), /flotte/i)).toEqual([
      "25 camions",
      "15 semi-remorques",
      "10 fourgonnettes",
      "3 entrepôts",
    ])
  })

  test("shows the server's projects under 'Projets de transport'", async () => {
    expect((await headingsOf(page(), "Projets de transport")).length).toBeGreaterThanOrEqual(2)
  })
})

test.describe("the sale of materials", () => {
  const page = staticPage("/ventes-materiaux")

  test("opens with a text and a gallery of three photos", async () => {
    await expect(page().getByRole("main").getByRole("figure").getByRole("img")).toHaveCount(3)
    expect((await page().getByRole("main").getByRole("paragraph").allTextContents()).join("").length).toBeGreaterThan(
      300,
    )
  })

  test("lists products and the services that go with them", async () => {
    const lists = page()
      .getByRole("region", { name: /produits/i })
      .getByRole("list")
    await expect(lists).toHaveCount(2)
    for (const list of await lists.all()) expect(await list.getByRole("listitem").count()).toBeGreaterThanOrEqual(3)
  })

  test("'Demander un devis' writes an e-mail to the company", async () => {
    const link = page().getByRole("main").getByRole("link", { name: "Demander un devis" })
    await expect(link).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  })
})

test.describe("real estate", () => {
  const page = staticPage("/immobilier")

  test("lists services and reasons to choose the company", async () => {
    expect((await headingsOf(page(), /services/i)).length).toBeGreaterThanOrEqual(3)
    const reasons = page()
      .getByRole("region", { name: /pourquoi/i })
      .getByRole("listitem")
    expect(await reasons.count()).toBeGreaterThanOrEqual(3)
  })

  test("'Nous contacter' writes an e-mail to the company", async () => {
    const link = page().getByRole("main").getByRole("link", { name: "Nous contacter" })
    await expect(link).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  })
})

for (const path of ["/ventes-materiaux", "/immobilier"]) {
  test(`${path} shows project cards in three columns from medium screens up`, async ({ page, request }) => {
    await page.setViewportSize({ width: 768, height: 900 })
    const sector = path.slice(1)
    const projects: { project_name: string }[] = await (
      await request.get("/api/projects", { params: { sector } })
    ).json()
    await page.goto(path, { waitUntil: "domcontentloaded" })
    const tops = projects.slice(0, 3).map(async ({ project_name }) => {
      const card = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: project_name, level: 3 }) })
      return (await card.boundingBox())?.y
    })
    const [first, ...others] = await Promise.all(tops)
    expect(first).toBeGreaterThan(0)
    expect(others).toEqual(projects.slice(1, 3).map(() => first))
  })
}
