import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { canonicalIn, metaIn, titleIn } from "./html.ts"

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test("projects are filtered by links, whose counts hold, and each filter can be removed", async ({ page }) => {
      await page.goto("/construction")
      await page.getByRole("link", { name: "Toutes nos réalisations" }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nos réalisations")
      const main = page.getByRole("main")
      const filters = page.getByRole("navigation", { name: "Filtrer les réalisations" })
      const cards = main.getByRole("heading", { level: 3 })
      const all = (await (await page.request.get("/api/projects")).json()).length
      const transport = (await (await page.request.get("/api/projects?sector=transport")).json()).length
      await expect(main.getByRole("heading", { name: `${all} projets`, exact: true })).toBeVisible()
      await expect(cards).toHaveCount(all)
      await filters.getByRole("link", { name: `Transport ${transport}`, exact: true }).click()
      await expect(page).toHaveURL("/realisations?secteur=transport")
      await expect(cards).toHaveCount(transport)
      await filters.getByRole("link", { name: /^En cours \d+$/ }).click()
      await expect(page).toHaveURL("/realisations?secteur=transport&statut=en-cours")
      const heading = main.getByRole("heading", { name: /^\d+ projets?\s· Transport\s· En cours$/ })
      await expect(heading).toHaveText(new RegExp(`^${await cards.count()} projet`))
      await filters.getByRole("link", { name: "Retirer le filtre : Transport" }).click()
      await expect(page).toHaveURL("/realisations?statut=en-cours")
      await filters.getByRole("link", { name: "Retirer le filtre : En cours" }).click()
      await expect(page).toHaveURL("/realisations")
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })

    test("filters that leave nothing say so and lead back", async ({ page }) => {
      await page.goto("/realisations?secteur=transport&statut=annule")
      await expect(page.getByText("Aucune réalisation ne correspond à ces critères.")).toBeVisible()
      await page.getByRole("main").getByRole("link", { name: "Toutes nos réalisations" }).click()
      await expect(page).toHaveURL("/realisations")
    })
  })
}

test("each combination has one URL, and only the list without filters is for search engines", async ({
  request,
  site,
}) => {
  const redirects = {
    "/realisations?statut=termine&secteur=transport": "/realisations?secteur=transport&statut=termine",
    "/realisations?secteur=Transport": "/realisations?secteur=transport",
    "/realisations?secteur=mines&annee=12&page=1": "/realisations",
    "/realisations?annee=1950&secteur=transport": "/realisations?secteur=transport",
  }
  for (const [path, canonical] of Object.entries(redirects)) {
    const response = await request.get(path)
    expect(response.url(), path).toBe(site.url + canonical)
  }
  for (const [path, robots] of [
    ["/realisations", undefined],
    ["/realisations?secteur=transport&statut=termine", "noindex"],
  ] as const) {
    const html = await (await request.get(`${path}${path.includes("?") ? "&" : "?"}utm_source=radio`)).text()
    expect(canonicalIn(html)).toBe(site.url + path)
    expect(metaIn(html, "robots"), path).toBe(robots)
  }
  const filtered = await (await request.get("/realisations?secteur=transport&annee=2025")).text()
  expect(titleIn(filtered)).toBe("Réalisations, Transport, 2025 – Groupe Lisanga")
})

test.describe("pages", () => {
  test.use({ expectedConsole: /status of 404/ })

  test("there is no page beyond the last", async ({ page }) => {
    const response = await page.goto("/realisations?page=999")
    expect(response?.status()).toBe(404)
  })
})

test("the list says that it is loading", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route("**/trpc/projects.portfolio*", async (route) => {
    await answered.promise
    await route.continue()
  })
  await openPage(page, "/construction")
  await page.getByRole("link", { name: "Toutes nos réalisations" }).click()
  await expect(page.getByText("Chargement des projets...", { exact: true })).toBeVisible()
  answered.resolve()
  await expect(page.getByRole("heading", { name: /^\d+ projets$/ })).toBeVisible()
})
