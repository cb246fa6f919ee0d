import { writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { translate } from "#e2e/translate.ts"
import { contactForm, contactRequest, fillContactForm, storedRequests, toast } from "./contact-form.ts"
import { mainNavigation } from "./header.ts"

test("a page that the browser translates goes on working, its texts change, and a form shows its errors and takes them back", async ({
  page,
}) => {
  await openPage(page, "/construction")
  await translate(page, { follows: true })
  const pictureNumber = page.locator(".carousel p[aria-live=polite]").first()
  await expect(pictureNumber).toHaveText(/1\D+2/)
  await page.getByRole("button", { name: "Suivant" }).first().click()
  await expect(pictureNumber).toHaveText(/2\D+2/)
  await page
    .getByRole("button", { name: /^Agrandir/ })
    .first()
    .click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("banner").getByRole("link", { name: "EN Contact", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EN Contactez-Nous")
  await page.locator("form button[type=submit]").first().click()
  await expect(page.getByText("EN Le prénom est requis")).toBeVisible()
  await page.locator("[name=firstName]").fill("Amina")
  await expect(page.getByText("Le prénom est requis")).toHaveCount(0)
})

test.describe("where React has to render the page anew,", () => {
  test.use({ expectedConsole: /Minified React error #418/ })

  test("since it was translated and an extension has added elements before the script arrived, what was typed and chosen stays and is sent", async ({
    page,
    site,
  }) => {
    const request = contactRequest()
    const { message, sector, button } = contactForm(page)
    const arrived = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", (route) => arrived.promise.then(() => route.continue()))
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
    await fillContactForm(page, request)
    await page.locator("[type=file]").setInputFiles(await makePicture({ name: "mur.jpg" }))
    await translate(page, { follows: false })
    arrived.resolve()
    await expectHydrated(page)
    await expect(message).toHaveValue(request.message)
    await expect(message).toBeFocused()
    await expect(sector).toHaveValue(request.sector)
    await expect(page.getByText("1 sur 1 envoyée", { exact: true })).toBeVisible()
    await button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedRequests(site, request)).toMatchObject([{ pictures: 1 }])
  })
})

test("with forced colours buttons have borders, fields show their focus, and the bar and the menu their current link, as in all colours", async ({
  page,
}) => {
  await page.goto("/transport")
  const inBar = mainNavigation(page).getByRole("link")
  await expect(inBar).toHaveCount(7)
  const current = await inBar.evaluateAll((all) => all.findIndex((link) => link.ariaCurrent === "page"))
  expect(current).toBeGreaterThan(0)
  const weights = await inBar.evaluateAll((all) => all.map((link) => getComputedStyle(link).fontWeight))
  expect(weights.toSpliced(current, 1)).not.toContain(weights[current])
  await page.emulateMedia({ forcedColors: "active" })
  const borders = await inBar.evaluateAll((all) => all.map((link) => getComputedStyle(link).borderBottomColor))
  expect(borders.toSpliced(current, 1)).not.toContain(borders[current])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const inMenu = page.getByRole("navigation", { name: "Menu" }).getByRole("link")
  const colours = await inMenu.evaluateAll((all) => all.map((link) => getComputedStyle(link).borderLeftColor))
  expect(colours.filter((colour) => colour !== colours[0])).toHaveLength(1)
  await page.goto("/contact")
  const { button, firstName } = contactForm(page)
  const isBordered = await button.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
    return borderTopWidth !== "0px" && borderTopStyle !== "none" && borderTopColor !== backgroundColor
  })
  expect(isBordered).toBe(true)
  await firstName.focus()
  expect(await firstName.evaluate((field) => getComputedStyle(field).outlineStyle)).not.toBe("none")
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
