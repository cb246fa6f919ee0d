import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("notices stand in the open dialog, where they are shown above it and read out", async ({ page }) => {
  await openScreen(page, "/admin/users", "Utilisateurs")
  const region = page.getByRole("region", { name: "Notifications" })
  await expect(region).toBeAttached()
  await page.getByRole("button", { name: "Inviter", exact: true }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByRole("region", { name: "Notifications" })).toBeAttached()
  await page.keyboard.press("F8")
  await expect(dialog.getByRole("region", { name: "Notifications" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(page.locator("dialog section")).toHaveCount(0)
  await expect(region).toBeAttached()
})

test.describe("in Lubumbashi", () => {
  test.use({ timezoneId: "Africa/Lubumbashi" })

  test("a typed hour is one of Kinshasa, with the device's hour beside it", async ({ page }) => {
    await openScreen(page, "/admin/site-management/annonce", /Bandeau/)
    const from = page.getByLabel("À partir de")
    await expect(from).toHaveAccessibleDescription(/^Heure de Kinshasa\./)
    await from.fill("2030-03-02T14:05")
    await expect(from).toHaveAccessibleDescription(
      /^Heure de Kinshasa, soit le 02\/03\/2030 à 15:05 à l’heure de cet appareil\./,
    )
  })
})

test.describe("at log-in", () => {
  test.use({ storageState: { cookies: [], origins: [] }, expectedHosts: /^localhost$/ })

  test("the offer of a passkey is renewed before its challenge expires", async ({ page, site }) => {
    await page.clock.install()
    const asked: string[] = []
    page.on("request", (request) => request.url().includes("factors.signInOptions") && asked.push(request.url()))
    await page.addInitScript(() => {
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: async () => true })
      navigator.credentials.get = () => new Promise(() => undefined)
    })
    // Passkeys are bound to a domain, which an IP address is not.
    await page.goto(`${site.url.replace("127.0.0.1", "localhost")}/login`)
    await page.getByLabel("E-mail").focus()
    await expect.poll(() => asked.length).toBe(1)
    await page.clock.fastForward("10:00")
    await expect.poll(() => asked.length).toBeGreaterThan(1)
  })
})
