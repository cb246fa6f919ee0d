import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm, storedMessages, toast } from "./contact-form.ts"

const limit = "Trop de tentatives, réessayez plus tard"

const test = testOnDedicatedSite({
  settings: { RATE_LIMITS: "1", DEMO_CONTENT: "0" },
  async fill(_db, { url }) {
    const tries = Array.from({ length: 12 }, () => ({ ...contactRequest(), requestId: crypto.randomUUID() }))
    const headers = { "Content-Type": "application/json" }
    const answers = tries.map((body) =>
      fetch(`${url}/api/contact`, { method: "POST", headers, body: JSON.stringify(body) }),
    )
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    if (statuses.filter((status) => status === 201).length !== 10) throw new Error(`Not ten passed: ${statuses}`)
  },
})

test.describe("over the limit", () => {
  test.use({ expectedConsole: /status of 429/ })

  test("the form says so in its toast and keeps what was typed", async ({ page, site }) => {
    const request = contactRequest()
    await openPage(page, "/contact")
    await sendContactForm(page, request)
    await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", limit])
    await expect(contactForm(page).message).toHaveValue(request.message)
    expect(await storedMessages(site, request)).toEqual([])
  })

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false })

    test("a page with status 429 says so and keeps what was typed", async ({ page }) => {
      const request = contactRequest()
      await page.goto("/contact")
      const answered = page.waitForResponse((response) => response.request().method() === "POST")
      await sendContactForm(page, request)
      const response = await answered
      expect(response.status()).toBe(429)
      expect(Number(response.headers()["retry-after"])).toBeGreaterThan(0)
      await expect(page.getByRole("alert")).toContainText(limit)
      await expect(contactForm(page).message).toHaveValue(request.message)
      await expect(contactForm(page).sector).toHaveValue(request.sector)
    })
  })
})
