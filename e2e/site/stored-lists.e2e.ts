import type { APIRequestContext, Page } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { mainNavigation } from "./header.ts"
import { canonicalIn, titleIn } from "./html.ts"
import { sectorScreens } from "./screens.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

const texts: Record<(typeof sectorScreens)[number]["path"], string> = {
  "/construction": "Aucun projet de construction trouvé.",
  "/agriculture": "Aucun projet d'agriculture trouvé.",
  "/elevage": "Aucun projet d'élevage trouvé.",
  "/transport": "Aucun projet de transport trouvé.",
  "/ventes-materiaux": "Aucun projet trouvé.",
  "/immobilier": "Aucun projet immobilier trouvé.",
}

/** Creates 50 projects of one sector, 24 of another, and one with a long description; élevage has none. */
function fill(site: Site) {
  return withDatabase(site, async (db) => {
    for (let number = 1; number <= 50; number += 1) await createTestProject(db, { name: `Chantier ${number}` })
    await createTestProjects(
      db,
      Array.from({ length: 24 }, () => ({ sector: "Transport" as const })),
    )
    await createTestProject(db, {
      sector: "Agriculture",
      description: `${"Du maïs et du manioc. ".repeat(60)}Fin de la récolte.`,
    })
  })
}

/** Renames the table, so that every read of projects fails. */
async function hideProjects(site: Site) {
  await withDatabase(site, (db) => db.schema.alterTable("projects").renameTo("projects_away").execute())
}

async function bringProjectsBack(site: Site) {
  await withDatabase(site, (db) => db.schema.alterTable("projects_away").renameTo("projects").execute())
}

/** Returns the numbers of the projects shown, in their order; number 50 is the newest. */
async function shown(page: Page) {
  const names = await page.getByRole("heading", { level: 3, name: /^Chantier \d+$/ }).allTextContents()
  return names.map((name) => Number(name.split(" ")[1]))
}

function countdown(from: number, to: number) {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index)
}

/** Expects that a later page has its own title and canonical URL, and no fixed projects. */
async function expectOwnHead(request: APIRequestContext, site: Site) {
  const read = async (path: string) => (await request.get(path)).text()
  const [first, second] = [await read("/construction"), await read("/construction?page=2")]
  expect(canonicalIn(second)).toBe(`${site.url}/construction?page=2`)
  expect(titleIn(second)).not.toBe(titleIn(first))
  expect(first).toContain("Immeuble R+10")
  expect(second).not.toContain("Immeuble R+10")
  expect(await read("/transport")).not.toContain("Voir plus") // there are exactly 24 projects
}

async function expectPageNumbers(request: APIRequestContext, site: Site) {
  for (const path of [
    "/construction?page=4",
    "/construction?page=100000",
    "/transport?page=2",
    "/elevage?page=2", // it has no project
  ]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(404)
    expect(await response.text()).toContain("404 Page Not Found")
  }
  const queries = ["page=abc", "page=1", "page=0", "page=-2", "page=1.5", "page=", "page=2&page=3", "page=%5B%5D"]
  for (const query of queries) {
    const response = await request.get(`/construction?${query}`)
    expect(response.status(), query).toBe(200)
    const html = await response.text()
    expect(html, query).toContain("Chantier 50")
    expect(canonicalIn(html), query).toBe(`${site.url}/construction`)
  }
}

test.use({ expectedConsole: /status of 500/ })

test("lists without a project say so, long ones have pages of 24, and those that fail are fetched again @slow", async ({
  page,
  request,
  site,
}) => {
  test.setTimeout(60_000)
  const construction = page.getByRole("region", { name: "Nos Réalisations" })
  const headings = construction.getByRole("heading", { level: 3 })

  await test.step("each sector's page says that it has no project, as it arrives and for who comes to it", async () => {
    expect(await (await request.get("/api/projects")).json()).toEqual([])
    for (const { path } of sectorScreens) {
      const html = (await (await request.get(path)).text()).replaceAll("&#x27;", "'")
      expect(html, path).toContain(`>${texts[path]}<`)
      expect(html, path).not.toContain("Chargement des projets...")
    }
    await openPage(page, "/about")
    for (const link of ["Ventes de Matériaux", "Construction"]) {
      await mainNavigation(page).getByRole("link", { name: link }).click()
      const path = sectorScreens.find((screen) => screen.link === link)?.path ?? "/construction"
      await expect(page.getByText(texts[path], { exact: true })).toBeVisible()
    }
    await expect(construction.getByText("Aucun projet de construction trouvé.", { exact: true })).toBeVisible()
    await expect(headings).toHaveCount(7)
  })

  await test.step("a list that fails on the server says so with status 500, and « Réessayer » fetches it", async () => {
    await fill(site)
    await hideProjects(site)
    for (const path of ["/", "/about", "/contact"]) expect((await request.get(path)).status(), path).toBe(200)
    const response = await openPage(page, "/construction")
    expect(response?.status()).toBe(500)
    const failure = page.getByText("Erreur serveur", { exact: true })
    await expect(construction.getByText("Erreur serveur", { exact: true })).toBeVisible()
    await expect(headings).toHaveCount(7)
    const retry = page.getByRole("button", { name: "Réessayer" })
    const failedAgain = page.waitForResponse(/projects\.page/)
    await retry.click()
    expect((await failedAgain).status()).toBe(500)
    await expect(failure).toBeVisible()
    await bringProjectsBack(site)
    await retry.click()
    await expect(headings).not.toHaveCount(7)
    await expect(failure).toBeHidden()
    await expect(retry).toBeHidden()
    await expect(construction.getByRole("heading", { level: 2 })).toBeFocused()
  })

  await test.step("'Voir plus' leads through pages of 24 to the oldest project, and back", async () => {
    const more = page.getByRole("link", { name: "Voir plus" })
    expect(await shown(page)).toEqual(countdown(50, 27))
    await expect(more).toHaveAttribute("href", "/construction?page=2")
    await more.click()
    await expect(page).toHaveURL("/construction?page=2")
    await expect.poll(() => shown(page)).toEqual(countdown(26, 3))
    await more.click()
    await expect(page).toHaveURL("/construction?page=3")
    await expect.poll(() => shown(page)).toEqual([2, 1])
    await expect(more).toBeHidden()
    await page.goBack()
    await expect.poll(() => shown(page)).toEqual(countdown(26, 3))
  })

  await test.step("a long description opens and closes", async () => {
    await mainNavigation(page).getByRole("link", { name: "Agriculture" }).click()
    const end = page.getByText("Fin de la récolte.")
    await expect(page.getByText(/^Du maïs et du manioc/)).toBeVisible()
    await expect(end).toBeHidden()
    await page.getByText("Lire la suite").click()
    await expect(end).toBeVisible()
    await page.getByText("Réduire").click()
    await expect(end).toBeHidden()
  })

  await test.step("a later page has a title and a canonical URL of its own, without the fixed projects", () =>
    expectOwnHead(request, site))
  await test.step("a page beyond the last is not found, and a number that makes no sense is the first page", () =>
    expectPageNumbers(request, site))
})
