import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { contactForm, contactRequest, sendContactForm, storedRequests } from "./contact-form.ts"

test.use({ javaScriptEnabled: false, expectedConsole: /status of 400/ })

test("without JavaScript a request is mended, and stored once with its picture", async ({ page, site }) => {
  const request = contactRequest({ firstName: '"><b>Aline</b> & co' })
  const { firstName, sector, message, button } = contactForm(page)
  await page.goto("/contact", { waitUntil: "domcontentloaded" })
  await expect(page.locator("[name=ne_pas_remplir]")).toBeHidden()
  await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg" }))
  await sendContactForm(page, { ...request, sector: "" })
  await expect(page.getByRole("alert")).toBeVisible()
  await expect(sector).toHaveAccessibleDescription(/Veuillez sélectionner un secteur/)
  await expect(sector).toBeFocused()
  await expect(page.getByText("Une photo est déjà jointe.")).toBeVisible()
  await expect(firstName).toHaveValue(request.firstName)
  await expect(message).toHaveValue(request.message)

  await sector.selectOption("Transport")
  await button.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  await page.reload()
  const [stored, ...others] = await storedRequests(site, request)
  expect(others).toEqual([])
  expect(stored?.pictures).toBe(1)
  await expect(page.getByText(stored?.reference ?? "", { exact: true })).toBeVisible()
})
