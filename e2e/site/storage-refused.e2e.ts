import { makePicture } from "#e2e/admin/make-picture.ts"
import { fillStorage, refuseStorage } from "#e2e/broken-storage.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { admin } from "#e2e/start-site.ts"
import { contactRequest, sendContactForm, storedRequests, toast } from "./contact-form.ts"
import { accountScreens, screens } from "./screens.ts"

for (const [what, breakStorage] of [
  ["refused", refuseStorage],
  ["full", fillStorage],
] as const) {
  test(`where storage is ${what}, every page works, and the contact form sends with its photo`, async ({
    page,
    site,
  }) => {
    await breakStorage(page)
    for (const { path } of [...screens, ...accountScreens]) {
      await openPage(page, path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    }
    await page.getByRole("banner").getByRole("link", { name: "Transport" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transport")
    await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
    await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg" }))
    await expect(page.getByText("1\u00a0sur 1 envoyée")).toBeVisible()
    const request = contactRequest()
    await sendContactForm(page, request)
    await expect(toast(page)).toContainText("Message envoyé")
    await expect.poll(() => storedRequests(site, request)).toEqual([expect.objectContaining({ photos: 1 })])
  })
}

test.describe("where cookies are refused", () => {
  test.use({ expectedConsole: /status of 401/ })

  const missing =
    "Votre navigateur refuse les cookies, sans lesquels la connexion ne dure pas. Autorisez-les pour ce site, puis reconnectez-vous."

  test.beforeEach(async ({ page }) => {
    await page.route(/\/(trpc|login|admin\/dashboard)/, async (route) => {
      const request = route.request()
      const sent = { ...(await request.allHeaders()), "accept-encoding": "identity" }
      const options = { method: request.method(), headers: sent, body: request.postData(), redirect: "manual" as const }
      const response = await fetch(request.url(), options)
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== "set-cookie"))
      await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
    })
  })

  test("the log-in says so", async ({ page }) => {
    await openPage(page, "/login")
    await page.getByLabel("E-mail").fill(admin.email)
    await page.getByLabel("Mot de passe", { exact: true }).fill(admin.password)
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByRole("alert")).toContainText(missing)
    await expect(page).toHaveURL("/login")
    await expect(page.getByLabel("E-mail")).toHaveValue(admin.email)
  })

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false })

    test("the log-in says so too", async ({ page }) => {
      await page.goto("/login")
      await page.getByLabel("E-mail").fill(admin.email)
      await page.getByLabel("Mot de passe", { exact: true }).fill(admin.password)
      await page.getByRole("button", { name: "Se connecter" }).click()
      await expect(page.getByRole("alert")).toContainText(missing)
      await expect(page).toHaveURL(/\/login\?/)
    })
  })
})
