import type { Route } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { translate } from "#e2e/translate.ts"
import { contactForm, contactRequest, fillContactForm, storedMessages, storedRequests, toast } from "./contact-form.ts"

const procedure = "**/trpc/messages.send*"
const scripts = "**/assets/*.js"

test("a request is stored once, however often Enter and the button are pressed, and the form is empty again @postgres", async ({
  page,
  site,
}) => {
  const request = contactRequest({ firstName: "Élodie", message: "Bonjour,\nun devis pour 200 sacs <de> ciment ?" })
  const answered = Promise.withResolvers<void>()
  await page.route(procedure, (route) => answered.promise.then(() => route.continue()))
  const { firstName, lastName, email, sector, message, button } = contactForm(page)
  await test.step("what is typed before the page's script arrives stays", async () => {
    const arrived = Promise.withResolvers<void>()
    await page.route(scripts, (route) => arrived.promise.then(() => route.continue()))
    await page.goto("/contact", { waitUntil: "commit" })
    await fillContactForm(page, request)
    arrived.resolve()
    await expectHydrated(page)
    await expect(message).toHaveValue(request.message)
    await expect(sector).toHaveValue(request.sector)
  })
  await email.press("Enter")
  await email.press("Enter")
  await expect(button).toHaveText("Envoi en cours...")
  await expect(button).toBeDisabled()
  answered.resolve()
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(toast(page)).toContainText("Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.")
  for (const field of [firstName, lastName, email, sector, message]) await expect(field).toHaveValue("")
  await expect(button).toHaveText("Envoyer la demande")
  await expect(page).toHaveURL("/contact")
  expect(await storedMessages(site, request)).toEqual([request])

  await test.step("whoever leaves the form finds the way to the request's status page again", async () => {
    const header = page.getByRole("banner")
    await header.getByRole("link", { name: "Transport", exact: true }).click()
    await header.getByRole("link", { name: "Contact", exact: true }).click()
    await expect(page.getByRole("heading", { name: "Votre demande est enregistrée" })).toBeVisible()
    const status = page.getByRole("link", { name: "Suivre ma demande" })
    await expect(status).toHaveAttribute("href", /\/demande\/[\w-]+$/)
  })
  await test.step("a second, different request is stored beside it, by a double click too", async () => {
    await fillContactForm(page, { ...request, message: "Et aussi trois cents briques, s’il vous plaît." })
    await button.dblclick()
    await expect(message).toHaveValue("")
    await expect.poll(() => storedMessages(site, request)).toHaveLength(2)
  })
  await test.step("a local telephone number gets its country code, also when Enter sends it", async () => {
    const local = contactRequest()
    await fillContactForm(page, local)
    const phone = page.getByRole("textbox", { name: /^Téléphone/ })
    await phone.fill("081 234 56 78")
    await phone.press("Enter")
    await expect(message).toHaveValue("")
    expect(await storedRequests(site, local)).toMatchObject([{ phone: "+243812345678" }])
  })
  await test.step("a filled field for robots looks like success and is judged spam", async () => {
    const spam = contactRequest()
    await fillContactForm(page, spam)
    await page.locator("[name=ne_pas_remplir]").evaluate((field: HTMLInputElement) => {
      field.value = "https://spam.example"
    })
    await button.click()
    await expect(message).toHaveValue("")
    expect(await storedMessages(site, spam)).toEqual([])
  })
})

test.describe("while the page's script cannot be fetched", () => {
  // The service worker would have the scripts.
  test.use({ expectedConsole: /status of 400|net::ERR|registration blocked/, serviceWorkers: "block" })

  test("a form is sent all the same; a rejected one keeps what is typed, and is sent by the script that arrives @slow", async ({
    page,
    site,
  }) => {
    const request = contactRequest()
    const { email, message, sector, button } = contactForm(page)
    const rejected = page.getByText("Email invalide", { exact: true })
    const abort = (route: Route) => route.abort("connectionreset")
    await page.route(scripts, abort)
    await page.goto("/contact")
    await fillContactForm(page, { ...request, email: "nulle part" })
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    await button.click()
    await expect(rejected).toBeVisible()
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    const corrected = { ...request, message: `${request.message} Merci.` }
    await email.fill(corrected.email)
    await message.fill(corrected.message)

    const loads: string[] = []
    page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()))
    await page.unroute(scripts, abort)
    await message.click()
    await expectHydrated(page)
    await expect(rejected).toBeVisible()
    await expect(email).toHaveValue(corrected.email)
    await expect(message).toHaveValue(corrected.message)
    await expect(sector).toHaveValue(corrected.sector)
    await test.step("it would be there again on the next visit", () =>
      expect
        .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("contact") ?? "{}").values))
        .toMatchObject(corrected))
    await button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedMessages(site, corrected)).toEqual([corrected])
    expect(loads).toEqual([])

    await test.step("code that is missing later is done without, or loaded when it is back", async () => {
      const gone = "**/assets/contact-submission-*.js"
      for (const isBack of [false, true]) {
        const next = contactRequest()
        await page.route(gone, abort)
        await page.evaluate(() => localStorage.clear())
        await page.goto("/contact")
        await fillContactForm(page, next)
        await page.locator("[type=file]").setInputFiles(await makePicture({ name: "mur.jpg" }))
        await expectHydrated(page)
        await page.route("**/api/health", abort)
        await button.click()
        await expect(toast(page)).toContainText("connexion impossible")
        await page.unroute("**/api/health")
        if (isBack) await page.unroute(gone)
        await button.click()
        if (isBack) await expect(toast(page)).toContainText("Message envoyé")
        else await expect(page).toHaveURL("/contact/merci")
        expect(await storedRequests(site, next)).toMatchObject([{ photos: 1 }])
      }
    })
  })
})

test.describe("where the browser translates the page", () => {
  // React renders the page anew, and logs that.
  test.use({ expectedConsole: /Minified React error #418/ })

  test("what was typed and chosen before the script arrives stays, and is sent @slow", async ({ page, site }) => {
    const request = contactRequest()
    const { message, sector, button } = contactForm(page)
    const arrived = Promise.withResolvers<void>()
    await page.route(scripts, (route) => arrived.promise.then(() => route.continue()))
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
})
