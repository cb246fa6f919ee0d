import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"
import { contactForm, contactRequest, fillContactForm, forgetKept, storedRequests, toast } from "./contact-form.ts"

test.use({ expectedConsole: /Failed to load resource/, viewport: { width: 360, height: 780 } })

/** Like a phone's photo, this is shrunk by the form and sent in several parts. */
const large = { width: 1800, height: 600, noisy: true }

async function addPhotos(page: Page, sizes: readonly Partial<typeof large>[]) {
  const pictures = sizes.map((size, index) => makePicture({ name: `IMG_${index}.jpg`, ...size }))
  await page
    .getByLabel("Photos", { exact: true })
    .first()
    .setInputFiles(await Promise.all(pictures))
}

const kept = "Nous l’enverrons dès que la connexion revient."

function photoList(page: Page) {
  return page.getByRole("list", { name: "Photos jointes" }).getByRole("listitem")
}

function sentPhotos(page: Page) {
  return photoList(page).filter({ hasText: "Envoyée" })
}

/** Waits until the typed text is stored on this device; by then all that works offline is there. */
async function expectStoredDraft(page: Page, message: string) {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("contact"))).toContain(message)
}

/** Closes the tab and opens the form in another one. */
async function reopen(page: Page) {
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto("/contact")
  return later
}

/** Opens the form, and expects a photo that is chosen before the script arrives to be sent with later corrections. */
async function expectPhotoBeforeScript(page: Page, site: Site) {
  const request = contactRequest()
  const { message, button } = contactForm(page)
  const scripts = Promise.withResolvers<void>()
  const uploads = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", (route) => scripts.promise.then(() => route.continue()))
  await page.route("**/api/contact/uploads**", (route) => uploads.promise.then(() => route.continue()))
  await page.goto("/contact", { waitUntil: "commit" })
  await fillContactForm(page, request)
  await expect(page.locator("[type=file]")).toBeInViewport({ ratio: 1 })
  await addPhotos(page, [{}])
  scripts.resolve()
  await expectHydrated(page)
  await expect(photoList(page)).toHaveCount(1)
  await expect(page.getByText("0 sur 1 envoyée", { exact: true })).toBeVisible()
  await button.click()
  await expect(button).toBeDisabled()
  const corrected = `${request.message} Le mur fait dix mètres.`
  await message.fill(corrected)
  uploads.resolve()
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(message).toHaveValue("")
  expect(await storedRequests(site, { message: corrected })).toMatchObject([{ email: request.email, photos: 1 }])
}

/** Sends a request with photos, and expects a telephone number to stand in for the e-mail address. */
async function expectSentByPhone(page: Page, site: Site) {
  const request = contactRequest({ email: "" })
  const { message, button } = contactForm(page)
  const phone = page.getByLabel("Téléphone (WhatsApp)")
  await fillContactForm(page, request)
  await addPhotos(page, [large, {}])
  await expect(sentPhotos(page)).toHaveCount(2, { timeout: 30_000 })
  await button.click()
  await expect(page.getByText("Indiquez un e-mail ou un téléphone", { exact: true })).toBeVisible()
  await phone.fill("12")
  await button.click()
  await expect(
    page.getByText("Numéro de téléphone invalide, par exemple +243 812 345 678", { exact: true }),
  ).toBeVisible()
  await phone.fill("0900 000 111")
  await button.click()
  await expect(message).toHaveValue("")
  await expect(toast(page)).toContainText("Message envoyé")
  const [stored] = await storedRequests(site, request)
  expect(stored).toMatchObject({ email: "", phone: "+243900000111", photos: 2 })
  const reference = page.getByText(stored?.reference ?? "", { exact: true })
  await expect(reference).toBeVisible()
  await expect(toast(page)).toBeVisible()
  const covered = (await toast(page).boundingBox()) ?? { y: 0, height: 0 }
  expect((await reference.boundingBox())?.y).toBeGreaterThan(covered.y + covered.height)
  await expect(page.getByRole("link", { name: "Suivre ma demande" })).toHaveAttribute("href", /^\/demande\/[\w-]{22}$/)
  await expect(photoList(page)).toHaveCount(0)
}

/** Sends a request without a network and changes it, and expects it to be sent once the network is back. */
async function expectSentLater(page: Page, site: Site) {
  const context = page.context()
  const { message, button } = contactForm(page)
  const first = contactRequest()
  const changed = { message: `${first.message} Finalement trois cents.` }
  await fillContactForm(page, first)
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText(kept)).toBeVisible()
  await expect(page.getByText(/Vous pouvez fermer cette page/)).toBeVisible()
  await message.fill(changed.message)
  await expect(page.getByText(kept)).toBeHidden()
  await button.click()
  await expect(page.getByText(kept)).toBeVisible()
  expect(await storedRequests(site, changed)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText(kept)).toBeHidden()
  await expect(message).toHaveValue("")
  const [stored] = await storedRequests(site, changed)
  expect(stored).toMatchObject({ email: first.email, photos: 0 })
  await expect(page.getByText(stored?.reference ?? "", { exact: true })).toBeVisible()
  expect(await storedRequests(site, first)).toEqual([])
}

test("a text arrives before its photos, which follow as soon as they pass, and their sender is told @slow", async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(90_000)
  await context.addInitScript(() => {
    const value = { register: async () => undefined }
    if ("serviceWorker" in navigator) Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value })
  })
  const request = contactRequest()
  const { message, button } = contactForm(page)
  await page.goto("/contact")
  await expectHydrated(page)
  await fillContactForm(page, request)
  await context.setOffline(true)
  await addPhotos(page, [{}])
  await expect(photoList(page)).toHaveCount(1)
  await button.click()
  await expect(page.getByText(kept)).toBeVisible()
  const refused = /\/api\/contact\/(uploads|photos)/
  await page.route(refused, (route) => route.fulfill({ status: 403, body: "<h1>Forbidden</h1>" }))
  await context.setOffline(false)
  await expect(toast(page)).toContainText("Vos photos suivent dès que la connexion le permet.")
  await expect(message).toHaveValue("")
  const [stored] = await storedRequests(site, request)
  expect(stored).toMatchObject({ email: request.email, photos: 0 })
  await expect(page.getByText(stored?.reference ?? "", { exact: true })).toBeVisible()
  await page.unroute(refused)
  // The next attempt does not wait for its pause.
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(toast(page)).toContainText("Photos envoyées", { timeout: 30_000 })
  expect(await storedRequests(site, request)).toMatchObject([{ photos: 1 }])
})

test("a request is sent with its photos, at once or when the network is back, and outlives its tab until then @slow", async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(120_000)
  // Browsers under automation reject background sync now and then.
  await context.addInitScript(() => {
    const value = { register: async () => undefined }
    if ("serviceWorker" in navigator) Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value })
  })

  await test.step("a photo that is chosen before the script arrives is sent, with what is corrected meanwhile", () =>
    expectPhotoBeforeScript(page, site))
  await test.step("a telephone number stands in for the e-mail address", () => expectSentByPhone(page, site))
  await test.step("without a network a request waits, and is sent once as it was changed meanwhile", () =>
    expectSentLater(page, site))
  let tab = page
  await test.step("the form and its photos are there again, and can be discarded", async () => {
    const request = contactRequest()
    await fillContactForm(tab, request)
    await addPhotos(tab, [{}])
    await expect(sentPhotos(tab)).toHaveCount(1)
    tab = await reopen(tab)
    await expect(contactForm(tab).message).toHaveValue(request.message)
    await expect(contactForm(tab).sector).toHaveValue(request.sector)
    await expect(sentPhotos(tab)).toHaveCount(1)
    const [project] = await (await tab.request.get("/api/projects?limit=1")).json()
    await tab.goto(`/contact?projet=${project.slug}`)
    const prepared = `Bonjour, je souhaite un devis pour un projet semblable à «\u00a0${project.project_name}\u00a0».`
    await expect(contactForm(tab).message).toHaveValue(`${prepared}\n\n${request.message}`)
    const changed = `${prepared}\n\n${request.message} Merci.`
    await tab.goto("/contact")
    await contactForm(tab).message.fill(changed)
    await expectStoredDraft(tab, "Merci.")
    await tab.goto(`/contact?projet=${project.slug}`)
    await expect(contactForm(tab).message).toHaveValue(changed)
    await forgetKept(tab)
    await expect(contactForm(tab).message).toHaveValue("")
    await expect(photoList(tab)).toHaveCount(0)
    expect(await tab.evaluate(() => localStorage.getItem("contact"))).toBeNull()
  })
  const notes = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Deux cents sacs") }
  await test.step("files that are no pictures take no place", async () => {
    const torn = { name: "photo_coupee.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }
    await tab.getByLabel("Photos", { exact: true }).first().setInputFiles([notes, torn])
    for (const { name } of [notes, torn]) await expect(tab.getByRole("alert").filter({ hasText: name })).toBeVisible()
    await expect(photoList(tab)).toHaveCount(0)
  })
  await test.step("a request whose response was lost with the tab is stored once when it is sent again, without such files", async () => {
    const request = contactRequest()
    await fillContactForm(tab, request)
    const stored = Promise.withResolvers<void>()
    await tab.route("**/trpc/messages.send*", async (route) => {
      await route.fetch()
      stored.resolve()
    })
    await contactForm(tab).button.click()
    await stored.promise
    // With this date the server no longer merges the two by their equal fields.
    await withDatabase(site, (db) =>
      db
        .updateTable("messages")
        .set({ createdAt: "2025-01-01T12:00:00.000Z" })
        .where("email", "=", request.email)
        .execute(),
    )
    tab = await reopen(tab)
    await expect(contactForm(tab).message).toHaveValue(request.message)
    await contactForm(tab).button.click()
    await expect(toast(tab)).toContainText("Message envoyé")
    expect(await storedRequests(site, request)).toMatchObject([{ photos: 0 }])
    await expect(contactForm(tab).message).toHaveValue("")
    await expect(photoList(tab)).toHaveCount(0)
  })
  await test.step("photos that are too many are counted", async () => {
    const pictures = [1, 2, 3, 4, 5, 6].map((number) =>
      makePicture({ name: `IMG_${number}_${"20261126".repeat(6)}.jpg` }),
    )
    const photos = await Promise.all(pictures)
    await tab
      .getByLabel("Photos", { exact: true })
      .first()
      .setInputFiles([notes, ...photos])
    await expect(tab.getByText("4 photos au maximum : 2 n’ont pas été ajoutées")).toBeVisible()
    await expect(sentPhotos(tab)).toHaveCount(4)
    await expect(tab.getByText("4 sur 4 envoyées")).toBeVisible()
    await expect(photoList(tab).first()).toContainText("IMG_1_2026")
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(tab)
    for (const left of [3, 2, 1, 0]) {
      await tab.getByRole("button", { name: "Retirer : photo 1" }).click()
      await expect(photoList(tab)).toHaveCount(left)
      await expect(tab.locator("[type=file]")).toBeFocused()
    }
  })
  await test.step("photos that were added without a network are uploaded when it is back", async () => {
    const request = contactRequest()
    await fillContactForm(tab, request)
    await expectStoredDraft(tab, request.message)
    await context.setOffline(true)
    await addPhotos(tab, [{}, {}])
    await expect(photoList(tab).filter({ hasText: "Connexion perdue" })).toHaveCount(1)
    await expect(photoList(tab).filter({ hasText: "En attente" })).toHaveCount(1)
    await contactForm(tab).button.click()
    await expect(tab.getByText(kept)).toBeVisible()
    tab = await reopen(tab)
    await expect(toast(tab)).toContainText("Message envoyé")
    await expect.poll(() => storedRequests(site, request)).toMatchObject([{ photos: 2 }])
    await expect(contactForm(tab).message).toHaveValue("")
  })
})
