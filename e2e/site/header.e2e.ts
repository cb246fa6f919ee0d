import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainLinks, mainNavigation } from "./header.ts"
import { elementsIn } from "./html.ts"
import { screens } from "./screens.ts"

test("from 768 px up the seven links stand in the bar, without a menu", async ({ page }) => {
  await page.goto("/about", { waitUntil: "domcontentloaded" })
  const links = mainNavigation(page).getByRole("link")
  await expect(links).toHaveText(mainLinks.map(({ name }) => name))
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const link of await links.all()) await expect(link, `${width} px`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole("button", { name: /menu/i })).toBeHidden()
  }
})

test("the bar's links lead to the home page and to the six sectors, the company's name home", async ({ page }) => {
  await page.goto("/transport", { waitUntil: "domcontentloaded" })
  for (const { name, path } of mainLinks) {
    await expect(mainNavigation(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", path)
  }
  const company = page.getByRole("banner").getByRole("link", { name: "Groupe Lisanga" })
  await expect(company).toBeVisible()
  await expect(company).toHaveAttribute("href", "/")
})

test("the bar begins and ends where the page does, however wide the screen", async ({ page }) => {
  await openPage(page, "/construction")
  for (const width of [768, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const title = await page.getByRole("heading", { name: "Nos Réalisations" }).boundingBox()
    const company = await page.getByRole("banner").getByRole("link", { name: "Groupe Lisanga" }).boundingBox()
    const login = await page.getByRole("banner").getByRole("link", { name: "Connexion" }).boundingBox()
    expect(company?.x, `${width} px`).toBe(title?.x)
    expect((login?.x ?? 0) + (login?.width ?? 0), `${width} px`).toBeCloseTo(width - (title?.x ?? 0), 0)
  }
})

test("the Contact button leads to the contact page", async ({ page }) => {
  await openPage(page, "/")
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
  await expect(page).toHaveURL("/contact")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
})

test("the bar stays at the top while the page scrolls, as high as before", async ({ page }) => {
  await openPage(page, "/construction")
  const bar = page.getByRole("banner")
  const before = await bar.boundingBox()
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  expect(await bar.boundingBox()).toEqual(before)
  expect(before?.y).toBe(0)
})

test("each page marks its own link as the current one, and no other", async ({ request }) => {
  for (const { path } of screens) {
    const html = await (await request.get(path)).text()
    const bar = html.match(/<nav aria-label="Navigation principale"[\s\S]*?<\/nav>/)?.[0] ?? ""
    const current = elementsIn(bar, "a").filter((link) => link["aria-current"] === "page")
    const expected = mainLinks.some((link) => link.path === path) ? [path] : []
    expect(current.map(({ href }) => href)).toEqual(expected)
  }
})

test("the current link follows the visitor from page to page", async ({ page }) => {
  await openPage(page, "/")
  const current = mainNavigation(page).locator("[aria-current=page]")
  await expect(current).toHaveText("Accueil")
  await mainNavigation(page).getByRole("link", { name: "Élevage" }).click()
  await expect(current).toHaveText("Élevage")
  await page.goBack()
  await expect(current).toHaveText("Accueil")
})

test("going back while a page still fades in is no failure", async ({ page }) => {
  await openPage(page, "/")
  const current = mainNavigation(page).locator("[aria-current=page]")
  for (let turn = 0; turn < 6; turn += 1) {
    await mainNavigation(page).getByRole("link", { name: "Élevage" }).click()
    await page.goBack({ waitUntil: "commit" })
    await expect(current).toHaveText("Accueil")
  }
})

test("the current link differs by more than its colour", async ({ page }) => {
  await page.goto("/elevage", { waitUntil: "domcontentloaded" })
  const weights = mainNavigation(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).fontWeight))
  const [current, ...others] = [(await weights)[3], ...(await weights).toSpliced(3, 1)]
  expect(others).not.toContain(current)
})

test("moving between pages in the browser changes the title and starts at the top", async ({ page }) => {
  await openPage(page, "/agriculture")
  await page.mouse.wheel(0, 1200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800)
  await mainNavigation(page).getByRole("link", { name: "Immobilier" }).click()
  await expect(page).toHaveTitle(/^Immobilier/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test("moving between pages in the browser loads no new document", async ({ page }) => {
  await openPage(page, "/")
  await page.evaluate(() => document.body.setAttribute("data-same", ""))
  await mainNavigation(page).getByRole("link", { name: "Transport" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transport")
  await expect(page.locator("body[data-same]")).toBeAttached()
})
