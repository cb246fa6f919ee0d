import type { Page } from "@playwright/test"
import { expect, ON_POSTGRES, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm, storedMessages, toast } from "./contact-form.ts"

const procedure = "**/trpc/messages.send*"
const scripts = "**/assets/*.js"

test(
  "a request is stored once, however often Enter and the button are pressed, and the form is empty again",
  ON_POSTGRES,
  async ({ page, site }) => {
    const request = contactRequest({ firstName: "Élodie", message: "Bonjour,\nun devis pour 200 sacs <de> ciment ?" })
    const answered = Promise.withResolvers<void>()
    await page.route(procedure, (route) => answered.promise.then(() => route.continue()))
    await openPage(page, "/contact")
    await fillContactForm(page, request)
    const { firstName, lastName, email, sector, message, button } = contactForm(page)
    await email.press("Enter")
    await email.press("Enter")
    await expect(button).toHaveText("Envoi en cours...")
    await expect(button).toBeDisabled()
    answered.resolve()
    await expect(toast(page)).toContainText("Message envoyé")
    await expect(toast(page)).toContainText(
      "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
    )
    for (const field of [firstName, lastName, email, sector, message]) await expect(field).toHaveValue("")
    await expect(button).toHaveText("Envoyer la demande")
    await expect(page).toHaveURL("/contact")
    expect(await storedMessages(site, request)).toEqual([request])

    await test.step("a second, different request is stored beside it, by a double click too", async () => {
      await fillContactForm(page, { ...request, message: "Et aussi trois cents briques, s’il vous plaît." })
      await button.dblclick()
      await expect(message).toHaveValue("")
      await expect.poll(() => storedMessages(site, request)).toHaveLength(2)
    })
    await test.step("a filled field for robots looks like success and is judged spam", async () => {
      const spam = contactRequest()
      await fillContactForm(page, spam)
      await page.locator("[name=website]").evaluate((field: HTMLInputElement) => {
        field.value = "https://spam.example"
      })
      await button.click()
      await expect(message).toHaveValue("")
      expect(await storedMessages(site, spam)).toEqual([])
    })
  },
)

test("what is typed before the page's script arrives stays and is sent", async ({ page, site }) => {
  const request = contactRequest()
  const arrived = Promise.withResolvers<void>()
  await page.route(scripts, (route) => arrived.promise.then(() => route.continue()))
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

/** The script never arrives: its files are empty until `unroute`. */
function withoutScripts(page: Page) {
  return page.route(scripts, (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
}

test("a form sent before the page's script arrives reaches the server", async ({ page, site }) => {
  const request = contactRequest()
  await withoutScripts(page)
  await page.goto("/contact")
  await sendContactForm(page, request)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  expect(await storedMessages(site, request)).toEqual([request])
})

test.describe("a form rejected before the page's script arrives", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("is hydrated with its messages and what was typed", async ({ page, site }) => {
    const request = contactRequest()
    await withoutScripts(page)
    await page.goto("/contact")
    await fillContactForm(page, { ...request, email: "nulle part" })
    await page.unroute(scripts)
    await contactForm(page).button.click()
    // The rejected page has to be there first: a key for the page that is being left would fetch its script in vain.
    await expect(page.getByText("Email invalide", { exact: true })).toBeVisible()
    await expectHydrated(page)
    await expect(page.getByText("Email invalide", { exact: true })).toBeVisible()
    await expect(contactForm(page).message).toHaveValue(request.message)
    await contactForm(page).email.fill(request.email)
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedMessages(site, request)).toEqual([request])
  })
})
