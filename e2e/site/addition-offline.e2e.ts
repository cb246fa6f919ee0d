import type { Page } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"
import { contactRequest, keptRequests } from "./contact-form.ts"

test.use({ serviceWorkers: "allow", expectedConsole: /Failed to load resource/ })

test.beforeEach(({ context }) =>
  // Browsers under automation reject background sync now and then.
  context.addInitScript(() => {
    const value = { register: async () => undefined }
    if ("serviceWorker" in navigator) Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { value })
  }),
)

const text = "Le portail est vert, et la route est coupée."

/** Sends a request, and returns its number and the path of its page. */
async function sendRequest(page: Page): Promise<{ id: number; path: string }> {
  const response = await page.request.post("/api/contact", { data: contactRequest() })
  const { id, statusUrl } = await response.json()
  return { id, path: new URL(statusUrl).pathname }
}

function stored(site: Site, id: number) {
  return withDatabase(site, async (db) => {
    const entries = db.selectFrom("messageEntries").select("text").where("messageId", "=", id)
    const pictures = db.selectFrom("messagePhotos").select("image").where("messageId", "=", id)
    return {
      texts: (await entries.where("kind", "=", "addition").execute()).map((entry) => entry.text),
      pictures: (await pictures.execute()).length,
    }
  })
}

test("what is added to a request without a network outlives the tab, and is sent once from any page", async ({
  page,
  context,
  site,
}) => {
  const { id, path } = await sendRequest(page)
  await page.goto(path)
  await page.getByLabel("Votre message").fill(text)
  await expectHydrated(page)
  await page.waitForFunction((mark) => mark in localStorage, path.slice(1))
  await context.setOffline(true)
  await page.locator("[type=file]").setInputFiles(await makePicture({ name: "portail.jpg" }))
  await expect(page.getByRole("list", { name: "Photos jointes" }).getByRole("listitem")).toHaveCount(1)
  await page.getByRole("button", { name: "Envoyer", exact: true }).click()
  await expect(page.getByText("Envoyé plus tard")).toBeVisible()
  await page.close()
  const later = await context.newPage()
  await context.setOffline(false)
  expect(await stored(site, id)).toEqual({ texts: [], pictures: 0 })
  // Nobody opens the request's own page.
  await later.goto("/transport")
  await expect.poll(() => stored(site, id)).toEqual({ texts: [text], pictures: 1 })
  await later.goto(path)
  await expect(later.getByRole("region", { name: "Échanges" })).toContainText(text)
  await expect(later.getByLabel("Votre message")).toHaveValue("")
  await expect.poll(() => later.evaluate((mark) => mark in localStorage, path.slice(1))).toBe(false)
  expect(await stored(site, id)).toEqual({ texts: [text], pictures: 1 })
})

test("what is typed on the page of a request is found again after its tab has gone", async ({ page, context }) => {
  const { path } = await sendRequest(page)
  await page.goto(path)
  await page.getByLabel("Votre message").fill(text)
  await expect.poll(() => keptRequests(page)).toHaveLength(1)
  await page.close({ runBeforeUnload: false })
  const later = await context.newPage()
  await later.goto(path)
  await expect(later.getByLabel("Votre message")).toHaveValue(text)
  await expect(later.getByText("Nous avons retrouvé ce que vous aviez écrit.")).toBeVisible()
})
