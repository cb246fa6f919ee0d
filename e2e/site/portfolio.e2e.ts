import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { canonicalIn, metaIn, titleIn } from "./html.ts"

test.use({ viewport: { width: 360, height: 740 } })

test("projects are filtered by links, whose counts hold, and each filter can be removed", async ({ page, request }) => {
  const main = page.getByRole("main")
  const filters = page.getByRole("navigation", { name: "Filtrer les réalisations" })
  const cards = main.getByRole("heading", { level: 3 })
  const all = (await (await request.get("/api/projects")).json()).length
  const transport = (await (await request.get("/api/projects?sector=transport")).json()).length

  await test.step("filters that leave nothing say so and lead back", async () => {
    await openPage(page, "/realisations?secteur=transport&statut=annule")
    await expect(page.getByText("Aucune réalisation ne correspond à ces critères.")).toBeVisible()
  })
  await test.step("the list says that it is loading", async () => {
    const answered = Promise.withResolvers<void>()
    await page.route("**/trpc/projects.portfolio*", async (route) => {
      await answered.promise
      await route.continue()
    })
    await main.getByRole("link", { name: "Toutes nos réalisations" }).click()
    await expect(page.getByText("Chargement des projets...", { exact: true })).toBeVisible()
    await expect(filters).toBeVisible()
    answered.resolve()
    await expect(page).toHaveURL("/realisations")
    await expect(main.getByRole("heading", { name: `${all} projets`, exact: true })).toBeVisible()
    await expect(cards).toHaveCount(all)
  })
  const filter = async (name: string | RegExp) => {
    await filters.getByText("Filtrer", { exact: true }).click()
    await filters.getByRole("link", { name }).click()
    await expect(main.getByRole("heading", { name: /projet/ })).toBeInViewport()
  }
  await filter(new RegExp(`^Transport ${transport}$`))
  await expect(page).toHaveURL("/realisations?secteur=transport")
  await expect(cards).toHaveCount(transport)
  await filter(/^En cours \d+$/)
  await expect(page).toHaveURL("/realisations?secteur=transport&statut=en-cours")
  const heading = main.getByRole("heading", { name: /^\d+ projets?\s· Transport\s· En cours$/ })
  await expect(heading).toBeVisible()
  await expect(heading).toHaveText(new RegExp(`^${await cards.count()} projet`))
  await filter("Retirer le filtre : Transport")
  await expect(page).toHaveURL("/realisations?statut=en-cours")
  await filter("Retirer le filtre : En cours")
  await expect(page).toHaveURL("/realisations")
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test("each combination has one URL, only the list without filters is for search engines, and pages end", async ({
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
  expect((await request.get("/realisations?page=999")).status()).toBe(404)
})
