import type { Page, Route } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm, storedMessages, toast } from "./contact-form.ts"

const test = testOnDedicatedSite({
  settings: {
    DEMO_CONTENT: "0",
    EMAILJS_SERVICE_ID: "service_essai",
    EMAILJS_TEMPLATE_ID: "template_essai",
    EMAILJS_PUBLIC_KEY: "cle_publique",
  },
})
test.use({ expectedHosts: /^api\.emailjs\.com$/ })

/** Stands in for the e-mail service, and keeps what it was sent. */
async function answerAsService(page: Page, status: number, text: string) {
  const sent: unknown[] = []
  await page.route("https://api.emailjs.com/**", async (route: Route) => {
    sent.push(route.request().postDataJSON())
    const headers = { "Access-Control-Allow-Origin": "*" }
    await route.fulfill({ status, body: text, contentType: "text/plain", headers })
  })
  return sent
}

test("the five fields go to the server and then to the e-mail service, which the page's policy allows", async ({
  page,
  site,
}) => {
  const request = contactRequest()
  const sent = await answerAsService(page, 200, "OK")
  const response = await openPage(page, "/about")
  expect(response?.headers()["content-security-policy"]).toContain("connect-src 'self' https://api.emailjs.com;")
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
  await expect(page.getByRole("main").getByText(/EmailJS/)).toBeVisible()
  await sendContactForm(page, request)
  await expect(toast(page)).toContainText("Message envoyé")
  expect(sent).toEqual([
    expect.objectContaining({
      service_id: "service_essai",
      template_id: "template_essai",
      user_id: "cle_publique",
      template_params: request,
    }),
  ])
  expect(await storedMessages(site, request)).toEqual([request])

  await test.step("a filled field for robots is not sent to the service", async () => {
    await expect(contactForm(page).message).toHaveValue("")
    await fillContactForm(page, contactRequest())
    await page.locator("[name=website]").evaluate((field: HTMLInputElement) => {
      field.value = "https://spam.example"
    })
    await contactForm(page).button.click()
    await expect(contactForm(page).message).toHaveValue("")
    expect(sent).toHaveLength(1)
  })
})

test.describe("when the store fails", () => {
  test.use({ expectedConsole: /Failed to load resource|messages\.send|enregistrée/ })

  test("that is only logged, and the e-mail service still gets the request", async ({ page }) => {
    const lines: string[] = []
    page.on("console", (line) => line.type() === "error" && lines.push(line.text()))
    const sent = await answerAsService(page, 200, "OK")
    await page.route("**/trpc/messages.send*", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }))
    await openPage(page, "/contact")
    await sendContactForm(page, contactRequest())
    await expect(toast(page)).toContainText("Message envoyé")
    expect(sent).toHaveLength(1)
    expect(lines.filter((line) => !line.startsWith("Failed to load resource"))).toHaveLength(1)
  })
})

test.describe("when the e-mail service fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("its own text stands in the toast, and a second try stores nothing more", async ({ page, site }) => {
    const request = contactRequest()
    await openPage(page, "/contact")
    await fillContactForm(page, request)
    for (const { status, text, shown = text } of [
      { status: 451, text: "Unavailable For Headless Browser" },
      { status: 500, text: "", shown: "Une erreur est survenue lors de l'envoi du message." },
      { status: 429, text: "Too Many Requests" },
    ]) {
      await page.unrouteAll()
      await answerAsService(page, status, text)
      await contactForm(page).button.click()
      await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", shown])
      await expect(contactForm(page).button).toBeEnabled()
    }
    await page.unrouteAll()
    await page.route("https://api.emailjs.com/**", (route) => route.abort())
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Une erreur est survenue lors de l'envoi du message.")

    await page.unrouteAll()
    const sent = await answerAsService(page, 200, "OK")
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(sent).toHaveLength(1)
    expect(await storedMessages(site, request)).toHaveLength(1)
  })
})
