import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"

const email = "quelqu.un@exemple.cd"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0", RATE_LIMITS: "1" },
  async fill(_db, { url }) {
    const headers = { "Content-Type": "application/json" }
    const body = JSON.stringify({ email, password: "pas le bon" })
    for (let failures = 1; failures <= 10; failures += 1) {
      const { status } = await fetch(`${url}/api/login`, { method: "POST", headers, body })
      if (status !== 401) throw new Error(`Failure ${failures} was answered ${status}`)
    }
  },
})

test.use({ expectedConsole: /status of 429/ })

test("after ten failures the log-in page says that one has to wait", async ({ page }) => {
  await openPage(page, "/login")
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Mot de passe").fill("pas le bon")
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByRole("alert")).toHaveText("Trop de tentatives, réessayez plus tard")
})
