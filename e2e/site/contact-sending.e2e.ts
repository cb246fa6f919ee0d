import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm, storedMessages, toast } from "./contact-form.ts"

const procedure = "**/trpc/messages.send*"

test("a request is stored with its five fields", async ({ page, site }) => {
  const request = contactRequest({ firstName: "Élodie", message: "Bonjour,\nun devis pour 200 sacs <de> ciment ?" })
  await openPage(page, "/contact")
  await sendContactForm(page, request)
  await expect(toast(page)).toBeVisible()
  expect(await storedMessages(site, request)).toEqual([request])
})

test("success shows 'Message envoyé' and empties the form", async ({ page }) => {
  await openPage(page, "/contact")
  await sendContactForm(page, contactRequest())
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(toast(page)).toContainText("Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.")
  const { firstName, lastName, email, sector, message } = contactForm(page)
  for (const field of [firstName, lastName, email, sector, message]) await expect(field).toHaveValue("")
  await expect(page).toHaveURL("/contact")
})

test("while it is sent the button reads 'Envoi en cours...' and does nothing", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route(procedure, (route) => answered.promise.then(() => route.continue()))
  await openPage(page, "/contact")
  await sendContactForm(page, contactRequest())
  const { button } = contactForm(page)
  await expect(button).toHaveText("Envoi en cours...")
  await expect(button).toBeDisabled()
  answered.resolve()
  await expect(button).toHaveText("Envoyer la demande")
  await expect(button).toBeEnabled()
})

test("a double click stores one message", async ({ page, site }) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await contactForm(page).button.dblclick()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedMessages(site, request)).toHaveLength(1)
})

test("Enter pressed many times stores one message", async ({ page, site }) => {
  const request = contactRequest()
  const answered = Promise.withResolvers<void>()
  await page.route(procedure, (route) => answered.promise.then(() => route.continue()))
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  for (let press = 0; press < 3; press += 1) await contactForm(page).email.press("Enter")
  answered.resolve()
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(contactForm(page).button).toBeEnabled()
  expect(await storedMessages(site, request)).toHaveLength(1)
})

test("two different requests, one after the other, store two messages", async ({ page, site }) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await sendContactForm(page, request)
  await expect(contactForm(page).message).toHaveValue("")
  await sendContactForm(page, { ...request, message: "Et aussi trois cents briques, s’il vous plaît." })
  await expect.poll(() => storedMessages(site, request)).toHaveLength(2)
})

test("what is typed before the page's script arrives is kept and sent", async ({ page, site }) => {
  const request = contactRequest()
  const arrived = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", (route) => arrived.promise.then(() => route.continue()))
  await page.goto("/contact", { waitUntil: "commit" })
  await fillContactForm(page, request)
  arrived.resolve()
  await expectHydrated(page)
  await expect(contactForm(page).message).toHaveValue(request.message)
  await expect(contactForm(page).sector).toHaveValue(request.sector)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedMessages(site, request)).toEqual([request])
})

test("a form sent before the page's script arrives reaches the server too", async ({ page, site }) => {
  const request = contactRequest()
  await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  await page.goto("/contact")
  await sendContactForm(page, request)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  expect(await storedMessages(site, request)).toEqual([request])
})

test.describe("sent before the page's script arrives and refused", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("a form comes alive with its messages and what was typed", async ({ page, site }) => {
    const request = contactRequest()
    const scripts = "**/assets/*.js"
    await page.route(scripts, (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
    await page.goto("/contact")
    await fillContactForm(page, { ...request, email: "nulle part" })
    await page.unroute(scripts)
    await contactForm(page).button.click()
    await expectHydrated(page)
    await expect(page.getByText("Email invalide", { exact: true })).toBeVisible()
    await expect(contactForm(page).message).toHaveValue(request.message)
    await contactForm(page).email.fill(request.email)
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedMessages(site, request)).toEqual([request])
  })
})

test("a filled field for robots looks like success and stores nothing", async ({ page, site }) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await page.locator("[name=website]").evaluate((field: HTMLInputElement) => {
    field.value = "https://spam.example"
  })
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedMessages(site, request)).toEqual([])
})

test.describe("after a failure", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("the same request sent again is stored once, even when the first answer was lost on its way", async ({
    page,
    site,
  }) => {
    const request = contactRequest()
    await page.route(procedure, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await openPage(page, "/contact")
    await sendContactForm(page, request)
    await expect(toast(page)).toContainText("Erreur")
    await page.unroute(procedure)
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedMessages(site, request)).toHaveLength(1)
  })

  test("the words stay in the form and the button can be pressed again", async ({ page }) => {
    const request = contactRequest()
    await page.route(procedure, (route) => route.abort())
    await openPage(page, "/contact")
    await sendContactForm(page, request)
    await expect(toast(page)).toBeVisible()
    await expect(contactForm(page).message).toHaveValue(request.message)
    await expect(contactForm(page).button).toBeEnabled()
    await expect(contactForm(page).button).toHaveText("Envoyer la demande")
  })
})
