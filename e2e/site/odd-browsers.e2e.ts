import { writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { doubleText } from "#e2e/double-text.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { translate } from "#e2e/translate.ts"
import { contactForm, contactRequest, sendContactForm, storedMessages, toast } from "./contact-form.ts"
import { screens } from "./screens.ts"

test("a page that the browser translates goes on working, and its texts change", async ({ page, site }) => {
  await openPage(page, "/construction")
  await translate(page, { follows: true })
  const next = page.getByRole("button", { name: "Suivant" }).first()
  const photoNumber = page.locator("main section p[aria-live=polite]").first()
  await expect(photoNumber).toHaveText(/1\D+2/)
  await next.click()
  await expect(photoNumber).toHaveText(/2\D+2/)
  await page
    .getByRole("button", { name: /^Agrandir/ })
    .first()
    .click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("banner").getByRole("link", { name: "Élevage" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EN Élevage")
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: false }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EN Contactez-Nous")
  await page.locator("form button[type=submit]").first().click()
  await expect(page.getByText("EN Le prénom est requis")).toBeVisible()
  await page.locator("[name=firstName]").fill("Amina")
  await expect(page.getByText("Le prénom est requis")).toHaveCount(0)
  const request = contactRequest()
  for (const [name, value] of Object.entries(request)) {
    if (name === "sector") await page.locator("[name=sector]").selectOption(value)
    else await page.locator(`[name=${name}]`).fill(value)
  }
  await page.locator("form button[type=submit]").first().click()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedMessages(site, request)).toHaveLength(1)
})

test.describe("where an extension adds elements", () => {
  test.use({ expectedConsole: /Minified React error #418/ })

  test("the form is hydrated and sends", async ({ page, site }) => {
    await page.goto("/contact")
    await page.evaluate(() => {
      document.documentElement.dataset.extension = "on"
      document.head.prepend(document.createElement("meta"))
      document.body.prepend(Object.assign(document.createElement("div"), { textContent: "Extension" }))
      document.body.append(document.createElement("grammarly-desktop-integration"))
      for (const field of document.querySelectorAll("input")) {
        field.dataset.extension = "on"
        field.after(document.createElement("com-1password-button"))
      }
    })
    await contactForm(page).firstName.focus()
    await expectHydrated(page)
    const request = contactRequest()
    await sendContactForm(page, request)
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedMessages(site, request)).toHaveLength(1)
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, expectedConsole: /ERR_FAILED/ })

  test("every public page fits at 200 % text size, and without its font", async ({ page }) => {
    await page.route("**/*.woff2", (route) => route.abort())
    for (const { path } of screens) {
      await page.goto(path)
      await doubleText(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })

  test("with forced colours, buttons have borders, and the current link and icons are seen", async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" })
    await page.goto("/contact")
    const button = contactForm(page).button
    const borderOf = (element: Element) => {
      const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
      return { isDrawn: borderTopWidth !== "0px" && borderTopStyle !== "none" && borderTopColor !== backgroundColor }
    }
    expect(await button.evaluate(borderOf)).toEqual({ isDrawn: true })
    await contactForm(page).firstName.focus()
    const outline = await contactForm(page).firstName.evaluate((field) => getComputedStyle(field).outlineStyle)
    expect(outline).not.toBe("none")
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    const links = page.getByRole("navigation", { name: "Menu" }).getByRole("link")
    await page.goto("/transport")
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    const colours = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).borderLeftColor))
    expect(colours.filter((colour) => colour !== colours[0])).toHaveLength(1)
  })
})

test("a page that is printed at once has its pictures", async ({ page }) => {
  await page.goto("/construction")
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  await expect
    .poll(() =>
      page.locator("main img").evaluateAll((all) => all.filter((one) => !(one as HTMLImageElement).complete).length),
    )
    .toBe(0)
  expect(await page.locator("main img").count()).toBeGreaterThan(3)
})

test.describe("a page that was saved as a file", () => {
  test.use({ expectedConsole: /ERR_F|CORS policy/ })

  test("is readable, and does not try to load the application", async ({ page }, testInfo) => {
    const scripts: string[] = []
    page.on("request", (request) => {
      if (request.url().endsWith(".js")) scripts.push(request.url())
    })
    await page.goto("/construction")
    const file = testInfo.outputPath("page.html")
    await writeFile(file, await page.content())
    await page.goto(pathToFileURL(file).href)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Construction")
    await expect(page.getByText("Notre expertise")).toBeVisible()
    await page.keyboard.press("Tab")
    // Its styles hide the controls that need scripts by this attribute.
    await expect(page.locator("html")).not.toHaveAttribute("data-script")
    expect(scripts).toEqual([])
  })
})
