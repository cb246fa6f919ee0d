import { expect, test } from "#e2e/fixtures.ts"

test.use({ javaScriptEnabled: false })

/** The seven that belong to the page, in the specification's order. */
const fixedProjects = [
  /scolaire.*R\+4|R\+4.*scolaire/i,
  /^Appartements R\+3/,
  /^Appartements R\+2/,
  /^Appartements R\+3/,
  /^Décoration intérieure d.une maison/,
  /^Rénovation d.un appartement/,
  /R\+10/,
]

test("the construction page has its expertise, its models, and the server's projects before the seven fixed ones", async ({
  page,
}) => {
  await page.goto("/construction", { waitUntil: "domcontentloaded" })
  const expertise = page.getByRole("region", { name: /expertise/i })
  await expect(expertise.getByRole("heading", { level: 3 })).toHaveText([
    /résidentiel/i,
    /bâtiments commerciaux/i,
    /rénovation et extension/i,
  ])

  const models = page.getByRole("region", { name: "Nos Maquettes" }).getByRole("figure")
  const count = await models.count()
  expect(count).toBeGreaterThanOrEqual(3)
  await expect(models).toHaveText(Array.from({ length: count }, (_, index) => `Maquette ${index + 1}`))
  for (const model of await models.all()) await expect(model.getByRole("img")).toHaveAttribute("alt", /\S{3}/)

  const cards = page.getByRole("region", { name: "Nos Réalisations" }).getByRole("list").first().locator("> li")
  const stored = await (await page.request.get("/api/projects?sector=Construction")).json()
  const names = stored.map((project: { project_name: string }) => project.project_name)
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
})
