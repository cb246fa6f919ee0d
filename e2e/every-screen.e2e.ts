import type { Locator, Page } from "@playwright/test"
import { sitePages } from "#server/contract/site-pages.ts"
import type { Site } from "#server/testing/start-site.ts"
import { expectAccessible } from "./accessible.ts"
import { expectFitsLargeText } from "./admin/fits-large-text.ts"
import { expectFitsPhone } from "./admin/fits-phone.ts"
import { signInAsAdmin } from "./dedicated-site.ts"
import { expect, test } from "./fixtures.ts"
import { expectHydrated } from "./open-page.ts"

const publicPaths = [
  ...sitePages.map(({ path }) => path),
  "/realisations?secteur=transport&statut=annule",
  "/realisations/villa-familiale-a-ma-campagne",
  "/contact/merci",
  "/mot-de-passe-oublie",
  "/demande",
  "/introuvable",
  // Their links are of no use any more.
  "/invitation/inconnue",
  "/reinitialiser/inconnu",
  "/demande/inconnue",
]

const officePaths = [
  "/admin/projects",
  "/admin/projects?etat=corbeille",
  "/admin/project-form",
  "/admin/project-edit",
  "/admin/project-edit/1",
  "/admin/project-edit/1/historique",
  "/admin/projects-import",
  "/admin/images",
  "/admin/messages",
  "/admin/stats",
  "/admin/site-management",
  "/admin/site-management/accueil",
  "/admin/site-management/contact",
  "/admin/site-management/entreprise",
  "/admin/site-management/parametres",
  "/admin/site-management/accueil/historique",
  "/admin/users",
  "/admin/audit",
  "/admin/account",
  "/admin/tokens",
]

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }
const widths = [768, 1440]

/** Expects a screen that is open to be accessible at its width, and to fit every width, also in large letters. */
async function expectSound(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  // What follows the heading loads by itself.
  await expect(page.locator(".skeleton")).toHaveCount(0)
  await expectAccessible(page)
  await expectFitsPhone(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `pixels beyond the right edge at ${width} px`).toBeLessThanOrEqual(0)
  }
  await expectFitsLargeText(page)
}

/** Forced colours take the ground away that marks the link of the screen that is open. */
async function expectOneMarkedLink(page: Page) {
  await page.emulateMedia({ forcedColors: "active" })
  const links = page.getByRole("complementary").getByRole("link")
  await expect(links).not.toHaveCount(0)
  const outlines = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).outlineStyle))
  expect(outlines.filter((style) => style === "solid")).toHaveLength(1)
  await page.emulateMedia({ forcedColors: "none" })
}

/** Expects the four links of each row to be equally high, although one needs two lines. */
async function expectEqualHeights(links: Locator) {
  await expect(links).toHaveCount(4)
  for (const [width, columns] of [
    [360, 2],
    [1280, 4],
  ] as const) {
    await links.page().setViewportSize({ width, height: 800 })
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height))
    for (let first = 0; first < 4; first += columns)
      expect(new Set(heights.slice(first, first + columns)).size, `${width} px: ${heights}`).toBe(1)
  }
}

test.describe("every screen meets WCAG 2.2 AA, and fits every width and large text:", () => {
  test.use({ viewport: phone, expectedConsole: /status of 4(04|10)/ })
  test.describe.configure({ mode: "parallel" })

  for (const path of publicPaths)
    test(path, async ({ page }) => {
      await page.goto(path)
      await expectHydrated(page)
      // Deferred sections change their guessed heights then, which must not fall between two measurements.
      await expect(page.locator(":root[data-loaded]")).toBeAttached()
      await expectSound(page)
    })

  test.describe("in the office,", () => {
    test.use({ storageState: ({ site }, use) => signInAsAdmin(site).then(use), viewport: desk })

    for (const path of officePaths)
      test(path, async ({ page }) => {
        await page.goto(path, { waitUntil: "domcontentloaded" })
        await expectOneMarkedLink(page)
        await expectSound(page)
      })

    test("the dashboard, whose quick actions are equally high", async ({ page }) => {
      await page.goto("/admin/dashboard", { waitUntil: "domcontentloaded" })
      await expectOneMarkedLink(page)
      await expectEqualHeights(page.getByRole("navigation", { name: "Actions rapides" }).getByRole("link"))
      await page.setViewportSize(desk)
      await expectSound(page)
    })

    test("an invitation", async ({ page }) => {
      const response = await page.request.post("/trpc/users.invite", { data: { role: "editor" } })
      const { result } = await response.json()
      await page.context().clearCookies()
      await page.setViewportSize(phone)
      await page.goto(`/invitation/${result.data.token}`)
      await expectHydrated(page)
      await expect(page.getByRole("button", { name: "Créer mon compte" })).toBeVisible()
      await expectSound(page)
    })

    test("a request, and what its sender sees", async ({ page, site }) => {
      const { id, statusUrl } = await sendRequest(site)
      await page.goto(`/admin/messages/${id}`, { waitUntil: "domcontentloaded" })
      await expectSound(page)
      await page.setViewportSize(phone)
      await page.goto(new URL(statusUrl).pathname)
      await expectSound(page)
    })
  })
})

async function sendRequest({ url }: Site): Promise<{ id: number; statusUrl: string }> {
  const response = await fetch(`${url}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      firstName: "Amina",
      lastName: "Kabongo",
      email: "amina@exemple.cd",
      sector: "construction",
      message: "Bonjour, je voudrais un devis pour une maison.",
    }),
  })
  expect(response.status).toBe(201)
  return response.json()
}
