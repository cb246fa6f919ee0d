import type { Page } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, keptRequests, storedRequests, toast } from "./contact-form.ts"

test.use({ serviceWorkers: "allow", expectedConsole: /Failed to load resource/ })

test.beforeEach(({ context }) =>
  // Browsers under automation reject background sync now and then.
  context.addInitScript(() => {
    const value = { register: async () => undefined }
    if ("serviceWorker" in navigator) Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value })
  }),
)

const kept = "Nous l’enverrons dès que la connexion reviendra."

function pictureList(page: Page) {
  return page.getByRole("list", { name: "Photos jointes" }).getByRole("listitem")
}

/** Fills in the form, and waits until the text is stored on this device; by then all that works offline is there. */
async function fillIn(page: Page) {
  const request = contactRequest()
  await page.goto("/contact")
  await expectHydrated(page)
  await fillContactForm(page, request)
  await expect.poll(() => keptRequests(page)).toMatchObject([{ message: request.message }])
  return request
}

/** Adds pictures and sends the request without a network, so that it waits. */
async function sendOffline(page: Page, names: string[]) {
  await page.context().setOffline(true)
  const pictures = await Promise.all(names.map((name) => makePicture({ name })))
  await page.locator("[type=file]").setInputFiles(pictures)
  await expect(pictureList(page)).toHaveCount(names.length)
  await contactForm(page).button.click()
  await expect(page.getByText(kept)).toBeVisible()
  await expect(page.getByText(/Vous pouvez fermer cette page/)).toBeVisible()
}

test("without a network a request waits with its pictures, also when its tab is closed, and is sent once the form is open with one", async ({
  page,
  context,
  site,
}) => {
  const request = await fillIn(page)
  await sendOffline(page, ["mur.jpg", "toit.jpg"])
  await page.close()
  // The worker is the only part of the site that is there.
  const later = await context.newPage()
  await later.goto("/contact")
  await expect(later.getByText(kept)).toBeVisible()
  expect(await storedRequests(site, request)).toEqual([])
  await context.setOffline(false)
  // On a slow line the pictures are told of by a toast of their own.
  await expect(toast(later)).toContainText(/Message envoyé|Photos envoyées/)
  await expect.poll(() => storedRequests(site, request)).toMatchObject([{ email: request.email, pictures: 2 }])
  await expect(pictureList(later)).toHaveCount(0)
  await expect(contactForm(later).message).toHaveValue("")
})

test("a phone's picture is shrunk and sent in parts, and goes on where the line broke", async ({ page, site }) => {
  const request = await fillIn(page)
  const parts: string[] = []
  await page.route("**/api/contact/uploads**", (route) => {
    const { "upload-offset": offset } = route.request().headers()
    if (route.request().method() !== "PATCH") return route.continue()
    parts.push(offset ?? "")
    return parts.length === 2 ? route.abort() : route.continue()
  })
  const picture = await makePicture({ name: "IMG_1.jpg", width: 1800, height: 600, noisy: true })
  await page.locator("[type=file]").setInputFiles(picture)
  await expect(pictureList(page)).toContainText("Connexion perdue, l’envoi reprendra")
  await expect(pictureList(page)).toContainText("Envoyée")
  expect(parts.slice(0, 3)).toEqual(["0", parts[1], parts[1]])
  expect(Number(parts[1])).toBeGreaterThan(0)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedRequests(site, request)).toMatchObject([{ pictures: 1 }])
})
