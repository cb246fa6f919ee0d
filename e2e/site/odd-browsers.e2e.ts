import { writeFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { translate } from "#e2e/translate.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm, storedRequests, toast } from "./contact-form.ts"

test("a page that the browser translates goes on working, and its texts change", async ({ page }) => {
  await openPage(page, "/construction")
  await translate(page, { follows: true })
  const photoNumber = page.locator("main section p[aria-live=polite]").first()
  await expect(photoNumber).toHaveText(/1\D+2/)
  await page.getByRole("button", { name: "Suivant" }).first().click()
  await expect(photoNumber).toHaveText(/2\D+2/)
  await page
    .getByRole("button", { name: /^Agrandir/ })
    .first()
    .click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("banner").getByRole("link", { name: "Élevage" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EN Élevage")
})

test("a form that the browser translates shows its errors and takes them back", async ({ page }) => {
  await openPage(page, "/contact")
  await translate(page, { follows: true })
  await page.locator("form button[type=submit]").first().click()
  await expect(page.getByText("EN Le prénom est requis")).toBeVisible()
  await page.locator("[name=firstName]").fill("Amina")
  await expect(page.getByText("Le prénom est requis")).toHaveCount(0)
})

test.describe("where React has to render the page anew,", () => {
  test.use({ expectedConsole: /Minified React error #418/ })

  test("since it was translated before the script arrived, what was typed and chosen stays and is sent", async ({
    page,
    site,
  }) => {
    const request = contactRequest()
    const { message, sector, button } = contactForm(page)
    const arrived = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", (route) => arrived.promise.then(() => route.continue()))
    await page.goto("/contact")
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
    expect(await storedRequests(site, request)).toMatchObject([{ photos: 1 }])
  })

  test("since an extension has added elements, the form sends", async ({ page, site }) => {
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
    expect(await storedRequests(site, request)).toHaveLength(1)
  })
})

test("with forced colours buttons have borders, fields show their focus, and the menu its current link", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ forcedColors: "active" })
  await page.goto("/contact")
  const { button, firstName } = contactForm(page)
  const isBordered = await button.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element)
    return borderTopWidth !== "0px" && borderTopStyle !== "none" && borderTopColor !== backgroundColor
  })
  expect(isBordered).toBe(true)
  await firstName.focus()
  expect(await firstName.evaluate((field) => getComputedStyle(field).outlineStyle)).not.toBe("none")
  await page.goto("/transport")
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const links = page.getByRole("navigation", { name: "Menu" }).getByRole("link")
  const colours = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).borderLeftColor))
  expect(colours.filter((colour) => colour !== colours[0])).toHaveLength(1)
})

test("a page that is printed at once has its pictures", async ({ page }) => {
  await page.goto("/construction")
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  const pictures = page.locator("main img")
  expect(await pictures.count()).toBeGreaterThan(3)
  await expect
    .poll(() => pictures.evaluateAll((all) => all.filter((one) => !(one as HTMLImageElement).complete).length))
    .toBe(0)
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
