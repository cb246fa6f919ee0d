import type { Page, Route } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"
import { sectorScreens } from "./screens.ts"

const procedure = "**/trpc/projects.page*"

async function walkTo(page: Page, link: string) {
  await mainNavigation(page).getByRole("link", { name: link }).click()
  await expect(mainNavigation(page).getByRole("link", { name: link })).toHaveAttribute("aria-current", "page")
}

test("each list says that it is loading, then shows its projects", async ({ page, request }) => {
  let answered = Promise.withResolvers<void>()
  await page.route(procedure, async (route) => {
    await answered.promise
    await route.continue()
  })
  await openPage(page, "/about")
  for (const { link, sector } of sectorScreens) {
    const [newest] = await (await request.get("/api/projects", { params: { sector } })).json()
    answered = Promise.withResolvers()
    await mainNavigation(page).getByRole("link", { name: link }).click()
    await expect(page.getByText("Chargement des projets...", { exact: true })).toBeVisible()
    await expect(page.getByRole("heading", { name: newest.project_name })).toBeHidden()
    if (link === "Construction") await expect(page.getByRole("heading", { name: "Immeuble R+10" })).toBeVisible()
    answered.resolve()
    await expect(page.getByRole("heading", { name: newest.project_name })).toBeVisible()
    await expect(page.getByText("Chargement des projets...")).toBeHidden()
  }
})

test.describe("that fail", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body })
  const html = (status: number) => (route: Route) =>
    route.fulfill({ status, contentType: "text/html", body: "<html><h1>Bad Gateway</h1></html>" })
  const internal = { code: -32603, message: "boom", data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } }

  // One kind a sector: what has failed once is shown from the cache the next time.
  const serverFailures = [
    { link: "Construction", answer: "an error in JSON", fail: json(500, [{ error: internal }]) },
    { link: "Agriculture", answer: "other JSON", fail: json(500, { success: false, message: "boom" }) },
    { link: "Élevage", answer: "a proxy's 502 in HTML", fail: html(502) },
    { link: "Transport", answer: "a proxy's page with status 200", fail: html(200) },
    {
      link: "Ventes de Matériaux",
      answer: "a 503 without a body",
      fail: (route: Route) => route.fulfill({ status: 503 }),
    },
    { link: "Immobilier", answer: "a refusal", fail: json(429, [{ error: { ...internal, message: "Too many" } }]) },
  ]

  test("say 'Erreur serveur' whatever the server's failure looks like", async ({ page }) => {
    await openPage(page, "/about")
    for (const { link, answer, fail } of serverFailures) {
      await page.unroute(procedure)
      await page.route(procedure, fail)
      await walkTo(page, link)
      const error = page.getByText(/^Erreur (serveur|lors de la récupération des projets)$/)
      await expect.soft(error, answer).toHaveText("Erreur serveur", { timeout: 5000 })
    }
  })

  test("say so in place of the list, below which construction keeps its fixed projects; a later visit fetches it again", async ({
    page,
  }) => {
    await page.route(procedure, (route) => route.abort("connectionfailed"))
    await openPage(page, "/about")
    await walkTo(page, "Agriculture")
    const agriculture = page.getByRole("region", { name: "Projets agricoles" })
    await expect(agriculture.getByText("Erreur lors de la récupération des projets", { exact: true })).toBeVisible()
    await expect(agriculture.getByRole("heading", { level: 3 })).toHaveCount(0)
    await expect(agriculture.getByText("Chargement des projets...")).toBeHidden()
    await walkTo(page, "Construction")
    const construction = page.getByRole("region", { name: "Nos Réalisations" })
    await expect(construction.getByText("Erreur lors de la récupération des projets")).toBeVisible()
    await expect(construction.getByRole("heading", { level: 3 })).toHaveCount(7)
    await page.unroute(procedure)
    await walkTo(page, "Agriculture")
    await expect(agriculture.getByRole("heading", { level: 3 }).first()).toBeVisible()
    await expect(agriculture.getByText("Erreur lors de")).toBeHidden()
  })
})
