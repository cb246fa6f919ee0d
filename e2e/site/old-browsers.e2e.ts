import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { deleteLayers, deleteNewFunctions } from "#e2e/old-browser.ts"
import { contactRequest, sendContactForm, storedMessages, storedRequests, toast } from "./contact-form.ts"

test.use({ viewport: { width: 360, height: 740 } })

test("without functions of the last years a visitor walks by the menu, enlarges a picture, and sends a request with a picture, while a file that is none is named", async ({
  page,
  site,
}) => {
  await deleteNewFunctions(page)
  await page.goto("/transport")
  const menu = page.getByRole("navigation", { name: "Menu" })
  const open = page.getByRole("button", { name: "Ouvrir le menu" })
  await open.click()
  await expect(menu.getByRole("link")).toHaveCount(7)
  expect(await page.locator("#menu").boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await page.keyboard.press("Escape")
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await page.getByRole("button", { name: "Fermer le menu" }).click()
  await expect(menu).toBeHidden()
  await open.click()
  await menu.getByRole("link", { name: "Construction" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Construction")
  await expect(menu).toBeHidden()

  await page
    .getByRole("button", { name: /^Agrandir/ })
    .first()
    .click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.getByRole("button", { name: "Fermer", exact: true }).click()
  await open.click()
  await page.locator("#menu").getByRole("link", { name: "Contact", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")

  const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("note") }
  await page.getByLabel("Photos").setInputFiles([await makePicture({ name: "mur.jpg" }), note])
  await expect(page.getByText("note.txt")).toBeVisible()
  await expect(page.getByText("1\u00a0sur 1 envoyée")).toBeVisible()
  const request = contactRequest()
  await sendContactForm(page, request)
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedRequests(site, request)).toMatchObject([{ pictures: 1 }])
})

test("without cascade layers the pages are readable, and the form sends without the application", async ({
  page,
  site,
}) => {
  await deleteLayers(page)
  const scripts: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.push(request.url())
  })
  for (const path of ["/construction", "/contact"]) {
    await page.goto(path)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
    const sizes = await page.locator("svg:visible").evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
    expect(sizes.length, path).toBeGreaterThan(0)
    expect(Math.max(...sizes), path).toBeLessThan(32)
  }
  await expect(page.locator("[name=ne_pas_remplir]")).toBeHidden()
  const request = contactRequest()
  await sendContactForm(page, request)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  expect(await storedMessages(site, request)).toEqual([request])
  expect(scripts).toEqual([])
})
