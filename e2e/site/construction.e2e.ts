import { expect, test } from "#e2e/fixtures.ts"
import { staticPage } from "./static-page.ts"

const page = staticPage("/construction")

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

function realisations() {
  return page().getByRole("region", { name: "Nos Réalisations" }).getByRole("list").first().locator("> li")
}

test("the expertise is residential, commercial, and renovation and extension", async () => {
  const expertise = page().getByRole("region", { name: /expertise/i })
  await expect(expertise.getByRole("heading", { level: 3 })).toHaveText([
    /résidentiel/i,
    /bâtiments commerciaux/i,
    /rénovation et extension/i,
  ])
})

test("'Nos Maquettes' shows photos titled 'Maquette N'", async () => {
  const figures = page().getByRole("region", { name: "Nos Maquettes" }).getByRole("figure")
  const count = await figures.count()
  expect(count).toBeGreaterThanOrEqual(3)
  const titles = Array.from({ length: count }, (_, index) => `Maquette ${index + 1}`)
  await expect(figures).toHaveText(titles)
  for (const figure of await figures.all()) await expect(figure.getByRole("img")).toHaveAttribute("alt", /\S{3}/)
})

test("'Nos Réalisations' shows the server's projects, then the seven fixed ones in order", async ({ request }) => {
  const fetched: { project_name: string }[] = await (await request.get("/api/projects?sector=Construction")).json()
  const names = fetched.map(({ project_name }) => project_name)
  await expect(realisations().getByRole("heading", { level: 3 })).toHaveText([...names, ...fixedProjects])
})

test("each fixed project shows its place, its year and a status", async () => {
  const cards = await realisations().all()
  for (const card of cards.slice(-7)) {
    await expect(card.getByText(/^\S.+\s· 20\d\d$/)).toBeVisible()
    await expect(card.getByText(/^(En cours|Terminé)$/)).toBeVisible()
    await expect(card.getByRole("img")).toHaveAttribute("alt", /\S{3}/)
  }
})

test("of the fixed projects some are under way and some finished", async () => {
  const fixed = await Promise.all((await realisations().all()).slice(-7).map((card) => card.textContent()))
  expect(fixed.some((text) => text?.includes("En cours"))).toBe(true)
  expect(fixed.some((text) => text?.includes("Terminé"))).toBe(true)
})

test("badges have their status's colour", async () => {
  const colours = { Terminé: "rgb(31, 107, 63)", "En cours": "rgb(29, 95, 134)", "En attente": "rgb(244, 194, 92)" }
  const region = page().getByRole("region", { name: "Nos Réalisations" })
  for (const [status, colour] of Object.entries(colours)) {
    await expect(region.getByText(status, { exact: true }).first()).toHaveCSS("background-color", colour)
  }
})
