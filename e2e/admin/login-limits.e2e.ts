import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0", RATE_LIMITS: "1" } })

test.use({ expectedConsole: /status of (401|429)/ })

test("after ten failures the eleventh log-in is told to wait", async ({ page }) => {
  await openPage(page, "/login")
  await page.getByLabel("E-mail").fill("quelqu.un@exemple.cd")
  await page.getByLabel("Mot de passe").fill("pas le bon")
  const button = page.getByRole("main").getByRole("button", { name: "Se connecter" })
  for (let failures = 1; failures <= 11; failures += 1) {
    const answer = page.waitForResponse(/accounts\.signIn/)
    await button.click()
    expect((await answer).status()).toBe(failures <= 10 ? 401 : 429)
    await expect(button).toBeEnabled()
  }
  await expect(page.getByRole("alert")).toHaveText("Trop de tentatives, réessayez plus tard")
})
