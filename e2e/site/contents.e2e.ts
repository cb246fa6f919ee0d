import type { Page } from "@playwright/test"
import { doubleText, restoreText } from "#e2e/double-text.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { screens, sectorScreens } from "./screens.ts"
import { expectSector } from "./sector-contents.ts"

// A window resized before the preloaded picture is shown may choose another one (see pictures.e2e.ts).
test.use({ javaScriptEnabled: false, expectedConsole: /was preloaded using link preload but not used/ })

async function expectFigures(page: Page) {
  const figures = page.getByRole("listitem").filter({ hasText: /^\s*\d\+/ })
  await expect(figures).toHaveText([/^2\+ années d.expérience$/, "6+ employés"])
}

/** Expects a card for each sector, the company's story, its figures and its values. */
async function expectHome(page: Page) {
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
  await expect(cards.getByRole("heading", { level: 3 })).toHaveText(sectorScreens.map(({ link }) => link))
  for (const [index, { path }] of sectorScreens.entries()) {
    const card = cards.nth(index)
    await expect(card.getByRole("img")).toHaveAttribute("alt", /\S/)
    await expect(card.getByRole("paragraph")).toHaveText(/\S{3}/)
    await expect(card.getByRole("list").getByRole("listitem")).toHaveText([/\S/, /\S/, /\S/, /\S/])
    await expect(card.getByRole("link", { name: "En savoir plus" })).toHaveAttribute("href", path)
    await expect(card.getByRole("link", { name: "En savoir plus" })).toHaveText("En savoir plus")
  }
  const story = page.getByRole("region").filter({ hasText: "Confiance" })
  await expect(story).toContainText("2023")
  await expect(story).toContainText(/famille/)
  await expect(story.getByRole("link", { name: /À propos/i })).toHaveAttribute("href", "/about")
  await expectFigures(page)
  for (const value of ["Confiance", "Excellence", "Durabilité"]) {
    await expect(page.getByRole("heading", { name: value, exact: true })).toBeVisible()
  }
}

/** Expects the company's history, its sectors, its figures and its values. */
async function expectAbout(page: Page) {
  const main = page.getByRole("main")
  const subtitle = main.getByRole("paragraph").first()
  await expect(subtitle).toContainText(/familiale/)
  await expect(subtitle).toContainText(/leader multi-?sectoriel/)
  const history = page.getByRole("region", { name: /histoire/i })
  await expect(history.getByRole("paragraph")).toHaveCount(2)
  await expect(history).toContainText("2023")
  const text = (await main.textContent()) ?? ""
  for (const sector of [/construction/i, /agriculture/i, /élevage/i, /transport/i]) expect(text).toMatch(sector)
  expect(text).not.toMatch(/immobili|matériaux/i)
  await expectFigures(page)
  const picture = main.getByRole("img").first()
  await expect(picture).toBeInViewport()
  await expect(picture).toHaveAttribute("alt", /\S{3}/)
  const values = page.getByRole("region", { name: /valeurs/i }).getByRole("listitem")
  await expect(values.getByRole("heading")).toHaveText(["Confiance", "Excellence", "Durabilité"])
  await expect(values.getByRole("paragraph")).toHaveText([/\S{3}/, /\S{3}/, /\S{3}/])
  await expectFooter(page)
}

/** Expects the company, its networks, four sectors, services and contact. */
async function expectFooter(page: Page) {
  const footer = page.getByRole("contentinfo")
  const links = {
    "À propos": "/about",
    Réalisations: "/realisations",
    Construction: "/construction",
    Agriculture: "/agriculture",
    Élevage: "/elevage",
    Transport: "/transport",
    "+243 900 000 000": "tel:+243900000000",
    "contact@lisanga.example": "mailto:contact@lisanga.example",
    Facebook: /^https:\/\/www\.facebook\.com\//,
    LinkedIn: /^https:\/\/www\.linkedin\.com\//,
    Instagram: /^https:\/\/www\.instagram\.com\//,
  }
  for (const [name, href] of Object.entries(links)) {
    await expect(footer.getByRole("link", { name }), name).toHaveAttribute("href", href)
  }
  await expect(footer.getByRole("link", { name: /immobilier|matériaux/i })).toHaveCount(0)
  for (const text of [/entreprise familiale/i, "© 2023", "24 avenue de la Paix", "Kinshasa"]) {
    await expect(footer).toContainText(text)
  }
  for (const service of ["Devis gratuit", "Consultation", "Support 24/7", "Maintenance"]) {
    await expect(footer.getByText(service, { exact: true })).toBeVisible()
  }
}

const contents: Partial<Record<string, (page: Page) => Promise<void>>> = {
  ...expectSector,
  "/": expectHome,
  "/about": expectAbout,
}

/** Lists the elements that make the page scroll sideways, if it can. */
function sideways(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const right = (element: Element) => element.getBoundingClientRect().right
    const widest = [...document.querySelectorAll("body *")].sort((one, other) => right(other) - right(one)).slice(0, 40)
    const inner = widest.filter((element) => !widest.some((other) => other !== element && element.contains(other)))
    const names = inner.slice(0, 3).map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)
    return [`${scrollWidth} px in ${clientWidth}`, ...names]
  })
}

/** Doubles the text alone, as Firefox does on request, which no media query follows. */
function doubleTextAlone(page: Page) {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync("html { font-size: 200% }")
    document.adoptedStyleSheets = [sheet]
  })
}

function restoreTextAlone(page: Page) {
  return page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
}

test("each public page arrives with one heading in sight and what it has to tell, and never scrolls sideways @slow", async ({
  page,
}) => {
  test.setTimeout(90_000)
  const project = { path: "/realisations/villa-familiale-a-ma-campagne", heading: "Villa familiale à Ma Campagne" }
  for (const { path, heading } of [...screens, project]) {
    await page.setViewportSize({ width: 1280, height: 720 })
    // Until its style sheet is there, pictures of a page are as wide as their files.
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport()
    await contents[path]?.(page)
    await doubleText(page)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toMatch(/^3\d/)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      expect.soft(await sideways(page), `${path} with 200 % text at ${width} px`).toEqual([])
    }
    await restoreText(page)
    await doubleTextAlone(page)
    expect.soft(await sideways(page), `${path} with its text alone doubled`).toEqual([])
    await expect.soft(page.getByRole("button", { name: "Ouvrir le menu" }), path).toBeInViewport({ ratio: 1 })
    await restoreTextAlone(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await sideways(page), `${path} at 320 px`).toEqual([])
  }
})
