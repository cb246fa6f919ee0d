import type { Page, Route } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import {
  contactForm,
  contactRequest,
  fillContactForm,
  keptRequests,
  storedMessages,
  storedRequests,
  toast,
} from "./contact-form.ts"

const scripts = "**/assets/*.js"
const abort = (route: Route) => route.abort("connectionreset")

/** Holds the page's scripts back; returns a function that lets them arrive. */
async function holdScripts(page: Page) {
  const arrived = Promise.withResolvers<void>()
  await page.route(scripts, (route) => arrived.promise.then(() => route.continue()))
  return arrived.resolve
}

test("a request is stored once, however often Enter and the button are pressed @postgres", async ({ page, site }) => {
  const request = contactRequest({ firstName: "Élodie", message: "Bonjour,\nun devis pour 200 sacs <de> ciment ?" })
  const answered = Promise.withResolvers<void>()
  await page.route("**/trpc/messages.send*", (route) => answered.promise.then(() => route.continue()))
  const { email, message, button } = contactForm(page)
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await email.press("Enter")
  await email.press("Enter")
  await button.dblclick({ force: true })
  answered.resolve()
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(message).toHaveValue("")
  expect(await storedMessages(site, request)).toEqual([request])
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test("what is typed and chosen before the script arrives stays and is sent, and the reference is in sight", async ({
    page,
    site,
  }) => {
    const request = contactRequest()
    const { message, sector, button } = contactForm(page)
    const letArrive = await holdScripts(page)
    await page.goto("/contact", { waitUntil: "commit" })
    await fillContactForm(page, request)
    await page.locator("[type=file]").setInputFiles(await makePicture({ name: "mur.jpg" }))
    letArrive()
    await expectHydrated(page)
    await expect(message).toHaveValue(request.message)
    await expect(sector).toHaveValue(request.sector)
    await expect(page.getByText("1 sur 1 envoyée", { exact: true })).toBeVisible()
    await button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    const [stored] = await storedRequests(site, request)
    expect(stored?.pictures).toBe(1)
    const reference = page.getByText(stored?.reference ?? "", { exact: true })
    await expect(reference).toBeInViewport({ ratio: 1 })
    const covered = (await toast(page).boundingBox()) ?? { y: 0, height: 0 }
    expect((await reference.boundingBox())?.y).toBeGreaterThan(covered.y + covered.height)
  })
})

test.describe("while the page's script cannot be fetched", () => {
  // The service worker would have the scripts.
  test.use({ expectedConsole: /status of 400|net::ERR|registration blocked/, serviceWorkers: "block" })

  test("a rejected form keeps what is typed, and is sent by the script that arrives", async ({ page, site }) => {
    const request = contactRequest()
    const { email, message, button } = contactForm(page)
    const rejected = page.getByText("Email invalide", { exact: true })
    await page.route(scripts, abort)
    await page.goto("/contact")
    await fillContactForm(page, { ...request, email: "nulle part" })
    await button.click()
    await expect(rejected).toBeVisible()
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    await email.fill(request.email)
    await page.unroute(scripts, abort)
    await message.click()
    await expectHydrated(page)
    await expect(rejected).toBeVisible()
    await expect(email).toHaveValue(request.email)
    await expect(message).toHaveValue(request.message)
    await button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(await storedMessages(site, request)).toEqual([request])
  })

  test("code of the form that is missing is loaded when it is back, or done without, and nothing is lost meanwhile", async ({
    context,
    site,
  }) => {
    const missing = "**/assets/contact-submission-*.js"
    for (const isBack of [true, false]) {
      const page = await context.newPage()
      const request = contactRequest()
      const { button } = contactForm(page)
      await page.route(missing, abort)
      await openPage(page, "/contact")
      await fillContactForm(page, request)
      await page.locator("[type=file]").setInputFiles(await makePicture({ name: "mur.jpg" }))
      await page.route("**/api/health", abort)
      await button.click()
      await expect(toast(page)).toContainText("connexion impossible")
      await page.unroute("**/api/health")
      if (isBack) await page.unroute(missing)
      await button.click()
      if (isBack) await expect(toast(page)).toContainText("Message envoyé")
      else await expect(page).toHaveURL("/contact/merci")
      expect(await storedRequests(site, request)).toMatchObject([{ pictures: 1 }])
      await page.close()
    }
  })
})

test("two tabs have forms of their own, which each finds again, and one without a text that of a closed one", async ({
  context,
}) => {
  const [tab, other] = [await context.newPage(), await context.newPage()]
  const message = (page: Page) => contactForm(page).message
  for (const page of [tab, other]) await openPage(page, "/contact")
  await message(tab).fill("Un mur de dix mètres.")
  await expect.poll(() => keptRequests(tab)).toHaveLength(1)
  await message(other).fill("Un toit de tôle.")
  const texts = async () => (await keptRequests(other)).map(({ message }) => message).sort()
  await expect.poll(texts).toEqual(["Un mur de dix mètres.", "Un toit de tôle."])
  for (const page of [tab, other]) await page.reload({ waitUntil: "domcontentloaded" })
  await expect(message(tab)).toHaveValue("Un mur de dix mètres.")
  await expect(message(other)).toHaveValue("Un toit de tôle.")
  await tab.close()
  const next = await context.newPage()
  await next.goto("/contact", { waitUntil: "domcontentloaded" })
  await expect(message(next)).toHaveValue("Un mur de dix mètres.")
})

test("a request sent with a telephone alone is found again after a reload, from the foot of any page", async ({
  page,
}) => {
  await openPage(page, "/contact")
  await fillContactForm(page, contactRequest({ email: "" }))
  const main = page.getByRole("main")
  await main.getByLabel("Téléphone (WhatsApp)", { exact: true }).fill("081 234 56 78")
  await contactForm(page).button.click()
  const follow = main.getByRole("link", { name: "Suivre ma demande" })
  const path = (await follow.getAttribute("href")) ?? ""
  await page.reload()
  await expect(follow).toHaveCount(0)
  await page.getByRole("contentinfo").getByRole("link", { name: "Mes demandes" }).click()
  const found = main.getByRole("link", { name: /^Suivre la demande LIS-/ })
  await expect(found).toHaveAttribute("href", path)
  await found.click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Votre demande LIS-/)
})
