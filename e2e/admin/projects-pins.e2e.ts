import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { delayCalls, noConnection } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openTable, row, searchBox, selectorOf, stateLink, statusOf } from "./project-table.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Pont", "Route", "Gare", "Quai"]) await createTestProject(db, { name, sector: "Transport" })
  },
})
test.use({ expectedConsole: /Failed to load resource/ })

function pinned(page: Page) {
  return page.getByRole("region", { name: "En tête du secteur" }).getByRole("listitem")
}

function button(page: Page, action: string, name: string) {
  return page.getByRole("main").getByRole("button", { name: `${action} : ${name}`, exact: true })
}

/** The calls that store an order; the pattern excludes `projects.pinned`, so the list itself is still answered. */
const pinCalls = /\/trpc\/projects\.pin(\?|$)/

/** Waits for the order of the sector's public page. */
function expectPublicOrder(page: Page, expected: readonly string[]) {
  return expect
    .poll(async () => {
      const html = await (await page.request.get("/transport")).text()
      return expected.toSorted((one, other) => html.indexOf(`>${one}<`) - html.indexOf(`>${other}<`))
    })
    .toEqual(expected)
}

async function pin(page: Page, name: string, position: number) {
  await button(page, "Épingler en tête", name).click()
  await expect(pinned(page)).toHaveCount(position)
}

async function walkByKeys(page: Page) {
  await test.step("arrows walk the rows, Space and x select", async () => {
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Quai")).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Gare")).toBeFocused()
    await page.keyboard.press("Space")
    await expect(selectorOf(page, "Gare")).toBeChecked()
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("x")
    await expect(selectorOf(page, "Quai")).toBeChecked()
    await expect(page.getByText("2 projets sélectionnés", { exact: true })).toBeVisible()
    await page.keyboard.press("x")
    await expect(selectorOf(page, "Quai")).not.toBeChecked()
  })
  await test.step("the Tab key reaches the row that was left", async () => {
    await page.keyboard.press("ArrowDown")
    await searchBox(page).focus()
    await expect(page.locator("tr[tabindex='0']")).toHaveCount(1)
    await expect(row(page, "Gare")).toHaveAttribute("tabindex", "0")
  })
  await test.step("in a field the keys write, and in a select they choose", async () => {
    await page.keyboard.type("x/?")
    await expect(searchBox(page)).toHaveValue("x/?")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await searchBox(page).fill("")
    await expect(page).toHaveURL("/admin/projects")
    await statusOf(page, "Gare").focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("x")
    await page.keyboard.press("Escape")
    await expect(page.locator("tr:focus")).toHaveCount(0)
    await expect(selectorOf(page, "Gare")).toBeChecked()
  })
  const dialog = page.getByRole("dialog", { name: "Raccourcis clavier" })
  const switchOff = dialog.getByLabel(/^Utiliser les touches/)
  await test.step("? opens their list, in which no row is walked", async () => {
    await row(page, "Gare").focus()
    await page.keyboard.press("?")
    await expect(dialog.getByRole("definition")).toHaveCount(6)
    await expectAccessible(page)
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Quai")).not.toBeFocused()
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
  })
  await test.step("/ goes to the search, and Enter opens a row", async () => {
    await row(page, "Pont").focus()
    await page.keyboard.press("/")
    await expect(searchBox(page)).toBeFocused()
    await page.keyboard.type("pont")
    await expect(row(page, "Gare")).toHaveCount(0)
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Pont")).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page.getByLabel("Nom du projet")).toHaveValue("Pont")
  })
  await test.step("those of one character can be turned off, which stays so", async () => {
    await page.getByRole("complementary").getByRole("link", { name: "Projets" }).click()
    await page.getByRole("button", { name: "Raccourcis" }).click()
    await switchOff.uncheck()
    await page.keyboard.press("Escape")
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(row(page, "Gare")).toBeVisible()
    await page.keyboard.press("/")
    await page.keyboard.press("?")
    await expect(searchBox(page)).not.toBeFocused()
    await expect(dialog).toHaveCount(0)
    await page.getByRole("button", { name: "Raccourcis" }).click()
    await expect(switchOff).not.toBeChecked()
  })
}

test("rows are walked by keys, and projects pinned to the top of their sector, ordered and unpinned @slow", async ({
  page,
}) => {
  await openTable(page)
  await test.step("keys walk the rows, select and open them, and those of one character can be turned off", () =>
    walkByKeys(page))
  await page.keyboard.press("Escape")
  await stateLink(page, "Publiés").click()
  await page.getByRole("combobox", { name: "Filtrer par secteur" }).selectOption("Transport")
  await expect(page.getByText("Aucun projet épinglé")).toBeVisible()

  await test.step("an order that cannot be stored goes back to the one before with a red banner", async () => {
    await page.route(pinCalls, noConnection)
    await button(page, "Épingler en tête", "Pont").click()
    const failure = "L’ordre n’a pas pu être enregistré : connexion impossible"
    await expect(page.getByRole("alert").first()).toContainText(failure)
    await expect(page.getByText("Aucun projet épinglé")).toBeVisible()

    // This time the list cannot be fetched again either.
    await page.route(/\/trpc\/projects\.pin/, noConnection)
    await button(page, "Épingler en tête", "Quai").click()
    await expect(page.getByText("Aucun projet épinglé")).toBeVisible()
    await expect(page.getByText("Quai est épinglé")).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step("they stand at the top of the public page", async () => {
    await pin(page, "Pont", 1)
    await pin(page, "Gare", 2)
    await expect(pinned(page)).toHaveText([/Pont/, /Gare/])
    await expectPublicOrder(page, ["Pont", "Gare", "Quai", "Route"])
  })
  await test.step("buttons order them, keep the focus and announce the place", async () => {
    await button(page, "Monter", "Gare").press("Enter")
    await expect(pinned(page)).toHaveText([/Gare/, /Pont/])
    await expect(button(page, "Monter", "Gare")).toBeFocused()
    await expect(page.getByText("Gare est épinglé en position 1.")).toBeAttached()
    await expectPublicOrder(page, ["Gare", "Pont", "Quai", "Route"])
  })
  await test.step("dragging orders them", async () => {
    await pin(page, "Route", 3)
    await pinned(page).nth(2).locator("[draggable=true]").dragTo(pinned(page).first())
    await expect(pinned(page)).toHaveText([/Route/, /Gare/, /Pont/])
    await expectPublicOrder(page, ["Route", "Gare", "Pont", "Quai"])
  })
  await test.step("an answer to one order leaves the later one that is shown, on which the next one builds", async () => {
    const first = Promise.withResolvers<void>()
    const later = Promise.withResolvers<void>()
    let calls = 0
    await page.route(pinCalls, async (route) => {
      calls += 1
      await (calls === 1 ? first : later).promise
      return route.continue()
    })
    await button(page, "Monter", "Pont").click()
    await button(page, "Monter", "Pont").click()
    await expect(pinned(page)).toHaveText([/Pont/, /Route/, /Gare/])
    const refetched = page.waitForResponse(/\/trpc\/projects\.(pinned|search)/)
    first.resolve()
    await (await refetched).finished()
    await button(page, "Monter", "Gare").click()
    await expect(pinned(page)).toHaveText([/Pont/, /Gare/, /Route/])
    later.resolve()
    await expectPublicOrder(page, ["Pont", "Gare", "Route", "Quai"])
    await expect(pinned(page)).toHaveText([/Pont/, /Gare/, /Route/])
    await page.unrouteAll({ behavior: "wait" })
  })
  await test.step("so does a list that was on its way", async () => {
    const lists = await delayCalls(page, "projects.pinned")
    const requested = page.waitForRequest(/\/trpc\/.*projects\.pinned/)
    await button(page, "Monter", "Gare").click()
    const list = (await requested).response()
    const orders = Promise.withResolvers<void>()
    await page.route(pinCalls, (route) => orders.promise.then(() => route.continue()))
    await button(page, "Monter", "Route").click()
    await expect(pinned(page)).toHaveText([/Gare/, /Route/, /Pont/])
    lists.release()
    await (await list)?.finished()
    await button(page, "Monter", "Route").click()
    await expect(pinned(page)).toHaveText([/Route/, /Gare/, /Pont/])
    orders.resolve()
    await expectPublicOrder(page, ["Route", "Gare", "Pont", "Quai"])
    await expect(pinned(page)).toHaveText([/Route/, /Gare/, /Pont/])
    await page.unrouteAll({ behavior: "wait" })
  })
  await test.step("where a later one fails too, the order that was stored last is shown", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let calls = 0
    await page.route(pinCalls, async (route) => {
      calls += 1
      const isFirst = calls === 1
      await promise
      return isFirst ? route.continue() : noConnection(route)
    })
    await delayCalls(page, "projects.pinned")
    for (let presses = 1; presses <= 2; presses += 1) await button(page, "Monter", "Pont").click()
    await button(page, "Descendre", "Route").click()
    await expect(pinned(page)).toHaveText([/Pont/, /Gare/, /Route/])
    resolve()
    await expect(page.getByRole("alert").first()).toContainText("L’ordre n’a pas pu être enregistré")
    await expect(pinned(page)).toHaveText([/Route/, /Pont/, /Gare/])
    await page.unrouteAll()
    await button(page, "Monter", "Gare").click()
    await expect(page.getByRole("alert")).toHaveCount(0)
    await expectPublicOrder(page, ["Route", "Gare", "Pont", "Quai"])
  })
  await test.step("a fourth one is refused with a message", async () => {
    await button(page, "Épingler en tête", "Quai").click()
    const refusal = "Trois projets au plus peuvent être épinglés en tête d’un secteur"
    await expect(page.getByRole("alert")).toContainText(refusal)
    await expect(pinned(page)).toHaveCount(3)
    await expectAccessible(page)
    await expectFitsPhone(page)
  })
  await test.step("one that is unpinned leaves the top", async () => {
    await button(page, "Désépingler", "Route").first().click()
    await expect(pinned(page)).toHaveText([/Gare/, /Pont/])
    await expectPublicOrder(page, ["Gare", "Pont", "Quai", "Route"])
  })
})
