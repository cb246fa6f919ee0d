import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"
import { type ContactRequest, contactForm, contactRequest, fillContactForm, toast } from "./contact-form.ts"

test.use({ expectedConsole: /Failed to load resource/, viewport: { width: 360, height: 780 } })

/** Requests from an e-mail address, with the number of their photos. */
function storedRequests(site: Site, { email }: Pick<ContactRequest, "email">) {
  return withDatabase(site, async (db) => {
    const messages = await db
      .selectFrom("messages")
      .select(["id", "message", "phone", "reference"])
      .where("email", "=", email)
      .execute()
    const photos = await db.selectFrom("messagePhotos").select("messageId").execute()
    return messages.map(({ id, ...message }) => ({
      ...message,
      photos: photos.filter(({ messageId }) => messageId === id).length,
    }))
  })
}

async function addPhotos(page: Page, count: number) {
  const pictures = Array.from({ length: count }, (_, index) => {
    return makePicture({ name: `IMG_${index}.jpg`, width: 1800, height: 1200, noisy: true })
  })
  await page
    .getByLabel("Photos", { exact: true })
    .first()
    .setInputFiles(await Promise.all(pictures))
}

const kept = "Nous l’enverrons dès que la connexion revient."

function photoList(page: Page) {
  return page.getByRole("list", { name: "Photos jointes" }).getByRole("listitem")
}

test("a request with four photos and a telephone number is sent, and shows its reference", async ({ page, site }) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await page.getByLabel("Téléphone (WhatsApp)").fill("+243 900 000 111")
  await addPhotos(page, 4)
  await expect(photoList(page).filter({ hasText: "Envoyée" })).toHaveCount(4, { timeout: 30_000 })
  await expectAccessible(page)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  const [stored] = await storedRequests(site, request)
  expect(stored).toMatchObject({ phone: "+243900000111", photos: 4 })
  await expect(page.getByText(stored?.reference ?? "", { exact: true })).toBeVisible()
  await expect(page.getByRole("link", { name: "Suivre ma demande" })).toHaveAttribute("href", /^\/demande\/[\w-]{22}$/)
  await expect(photoList(page)).toHaveCount(0)
  await expectAccessible(page)
})

test("a telephone number stands in for the e-mail address", async ({ page, site }) => {
  const phone = `+2439${Date.now()}`.slice(0, 13)
  await openPage(page, "/contact")
  await fillContactForm(page, contactRequest({ email: "" }))
  await contactForm(page).button.click()
  await expect(page.getByText("Email invalide", { exact: true })).toBeVisible()
  await page.getByLabel("Téléphone (WhatsApp)").fill("12")
  await contactForm(page).button.click()
  await expect(page.getByText("Numéro de téléphone invalide", { exact: true })).toBeVisible()
  await page.getByLabel("Téléphone (WhatsApp)").fill(phone)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  const stored = await withDatabase(site, (db) =>
    db.selectFrom("messages").select(["email", "phone"]).where("phone", "=", phone).execute(),
  )
  expect(stored).toEqual([{ email: "", phone }])
})

test("without a network a request waits on the device, and is sent once with its photo when it is back", async ({
  page,
  context,
  site,
}) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await addPhotos(page, 1)
  await expect(photoList(page).filter({ hasText: "Envoyée" })).toHaveCount(1)
  await context.setOffline(true)
  await contactForm(page).button.click()
  await expect(page.getByText(kept)).toBeVisible()
  expect(await storedRequests(site, request)).toEqual([])
  await context.setOffline(false)
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(page.getByText(kept)).toBeHidden()
  await expect(page.getByText(/^LIS-/)).toBeVisible()
  expect(await storedRequests(site, request)).toMatchObject([{ message: request.message, photos: 1 }])
})

test("photos that are added without a network are uploaded when it is back, also after the page was closed", async ({
  page,
  context,
  site,
}) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await expect.poll(() => page.evaluate(() => localStorage.getItem("contact"))).toContain(request.message)
  await context.setOffline(true)
  await addPhotos(page, 2)
  await expect(photoList(page).filter({ hasText: "Connexion perdue" })).toHaveCount(1)
  await expect(photoList(page).filter({ hasText: "En attente" })).toHaveCount(1)
  await contactForm(page).button.click()
  await expect(page.getByText(kept)).toBeVisible()
  await page.close()
  await context.setOffline(false)

  const later = await context.newPage()
  await later.goto("/contact")
  await expect(toast(later)).toContainText("Message envoyé")
  expect(await storedRequests(site, request)).toMatchObject([{ photos: 2 }])
  await expect(contactForm(later).message).toHaveValue("")
})

test("what was typed and photographed is there again after the tab was closed, and can be discarded", async ({
  page,
  context,
}) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await addPhotos(page, 1)
  await expect(photoList(page).filter({ hasText: "Envoyée" })).toHaveCount(1)
  await page.close()
  const later = await context.newPage()
  await later.goto("/contact")
  await expect(contactForm(later).message).toHaveValue(request.message)
  await expect(contactForm(later).sector).toHaveValue(request.sector)
  await expect(photoList(later).filter({ hasText: "Envoyée" })).toHaveCount(1)
  await later.getByRole("button", { name: "Tout effacer" }).click()
  await expect(contactForm(later).message).toHaveValue("")
  await expect(photoList(later)).toHaveCount(0)
  expect(await later.evaluate(() => localStorage.getItem("contact"))).toBeNull()
})

test("a request whose response was lost with the tab is stored once when it is sent again", async ({
  page,
  context,
  site,
}) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  const stored = Promise.withResolvers<void>()
  await page.route("**/trpc/messages.send*", async (route) => {
    await route.fetch()
    stored.resolve()
  })
  await contactForm(page).button.click()
  await stored.promise
  await page.close()
  // Later than equal fields count as one request.
  await withDatabase(site, (db) =>
    db
      .updateTable("messages")
      .set({ createdAt: "2025-01-01T12:00:00.000Z" })
      .where("email", "=", request.email)
      .execute(),
  )
  const later = await context.newPage()
  await later.goto("/contact")
  await expect(contactForm(later).message).toHaveValue(request.message)
  await contactForm(later).button.click()
  await expect(toast(later)).toContainText("Message envoyé")
  expect(await storedRequests(site, request)).toHaveLength(1)
})

test("a request that is changed while it waits is sent as it is then", async ({ page, context, site }) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await fillContactForm(page, request)
  await expect.poll(() => page.evaluate(() => localStorage.getItem("contact"))).toContain(request.message)
  await context.setOffline(true)
  await contactForm(page).button.click()
  await expect(page.getByText(kept)).toBeVisible()
  await contactForm(page).message.fill("Bonjour, finalement trois cents sacs.")
  await expect(page.getByText(kept)).toBeHidden()
  await context.setOffline(false)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(await storedRequests(site, request)).toMatchObject([{ message: "Bonjour, finalement trois cents sacs." }])
})

test("an upload that breaks off goes on where it stopped", async ({ page, context }) => {
  await openPage(page, "/contact")
  const offsets: (string | undefined)[] = []
  await page.route("**/api/contact/uploads/*", async (route) => {
    const isPart = route.request().method() === "PATCH"
    if (isPart) offsets.push(route.request().headers()["upload-offset"])
    // The second part is lost, and so is the network.
    if (isPart && offsets.length === 2) {
      await context.setOffline(true)
      return route.abort("internetdisconnected")
    }
    return route.continue()
  })
  await addPhotos(page, 1)
  await expect(photoList(page)).toContainText("Connexion perdue")
  await context.setOffline(false)
  await expect(photoList(page)).toContainText("Envoyée")
  expect(offsets[0]).toBe("0")
  expect(offsets[1]).toBe("262144")
  expect(offsets[2]).toBe("262144")
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("a photo comes with the form, also where it had to be mended, and the reference is shown", async ({
    page,
    site,
  }) => {
    const request = contactRequest()
    await page.goto("/contact")
    await fillContactForm(page, { ...request, message: "court" })
    await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg" }))
    await contactForm(page).button.click()
    await expect(page.getByText("Une photo est déjà jointe.")).toBeVisible()
    await contactForm(page).message.fill(request.message)
    await contactForm(page).button.click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
    const [stored] = await storedRequests(site, request)
    expect(stored?.photos).toBe(1)
    await expect(page.getByText(stored?.reference ?? "", { exact: true })).toBeVisible()
    await expect(page.getByRole("link", { name: "Suivre ma demande" })).toBeVisible()
  })
})
