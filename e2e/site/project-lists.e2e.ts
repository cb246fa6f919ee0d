import type { Page, Route } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"
import { sectorScreens } from "./screens.ts"

const procedure = "**/trpc/projects.page*"

test.use({ expectedConsole: /Failed to load resource/ })

async function walkTo(page: Page, link: string) {
  await mainNavigation(page).getByRole("link", { name: link }).click()
  await expect(mainNavigation(page).getByRole("link", { name: link })).toHaveAttribute("aria-current", "page")
}

type Answer = (route: Route) => Promise<void>

const own: Answer = (route) => route.continue()

/** Holds calls for lists until they are given an answer; `hold` makes later calls wait again. */
async function controlLists(page: Page) {
  let answer = Promise.withResolvers<Answer>()
  await page.route(procedure, async (route) => (await answer.promise)(route))
  return {
    hold() {
      answer = Promise.withResolvers()
    },
    give: (given: Answer) => answer.resolve(given),
  }
}

const error = (page: Page) => page.getByText(/^Erreur (serveur|lors de la récupération des projets)$/)

test("each list says that it is loading, then shows its projects, or what failed until a later visit @slow", async ({
  page,
  request,
}) => {
  test.setTimeout(60_000)
  const loading = page.getByText("Chargement des projets...", { exact: true })
  const lists = await controlLists(page)
  await openPage(page, "/about")

  await test.step("a list that cannot be fetched says so in its place, and is fetched by a later visit", async () => {
    await walkTo(page, "Agriculture")
    await expect(loading).toBeVisible()
    lists.give((route) => route.abort("connectionfailed"))
    const agriculture = page.getByRole("region", { name: "Projets agricoles" })
    await expect(agriculture.getByText("Erreur lors de la récupération des projets", { exact: true })).toBeVisible()
    await expect(agriculture.getByRole("heading", { level: 3 })).toHaveCount(0)
    await expect(loading).toBeHidden()
    lists.hold()
    lists.give(own)
    await walkTo(page, "Accueil")
    await walkTo(page, "Agriculture")
    await expect(agriculture.getByRole("heading", { level: 3 }).first()).toBeVisible()
    await expect(error(page)).toBeHidden()
  })

  await test.step("construction keeps its fixed projects below an « Erreur serveur »", async () => {
    lists.hold()
    await walkTo(page, "Construction")
    await expect(loading).toBeVisible()
    await expect(page.getByRole("heading", { name: "Immeuble R+10" })).toBeVisible()
    const internal = { code: -32603, message: "boom", data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } }
    lists.give((route) => route.fulfill({ status: 500, json: [{ error: internal }] }))
    const construction = page.getByRole("region", { name: "Nos Réalisations" })
    await expect(construction.getByText("Erreur serveur", { exact: true })).toBeVisible()
    await expect(construction.getByRole("heading", { level: 3 })).toHaveCount(7)
  })

  await test.step("so does whatever a proxy answers, status 200 with its own page included", async () => {
    lists.hold()
    lists.give((route) => route.fulfill({ contentType: "text/html", body: "<h1>Bad Gateway</h1>" }))
    await walkTo(page, "Transport")
    await expect(error(page)).toHaveText("Erreur serveur")
  })

  const others = sectorScreens.filter(({ link }) => !["Agriculture", "Construction", "Transport"].includes(link))
  for (const { link, sector } of others) {
    await test.step(`${link} says that it is loading, then shows its projects`, async () => {
      const [newest] = await (await request.get("/api/projects", { params: { sector } })).json()
      lists.hold()
      await walkTo(page, link)
      await expect(loading).toBeVisible()
      await expect(page.getByRole("heading", { name: newest.project_name })).toBeHidden()
      lists.give(own)
      await expect(page.getByRole("heading", { name: newest.project_name })).toBeVisible()
      await expect(loading).toBeHidden()
    })
  }
})
