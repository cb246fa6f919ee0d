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

test("the sentence under the form says who else sees the data", async ({ page }) => {
  await page.goto("/contact")
  await expect(page.getByRole("main").getByText(/EmailJS/)).toBeVisible()
})

test("the same five fields go to the e-mail service, after the server has them", async ({ page, site }) => {
  const request = contactRequest()
  const sent = await answerAsService(page, 200, "OK")
  await openPage(page, "/contact")
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
})

test("the page's policy lets it call the e-mail service, and no other", async ({ request }) => {
  const policy = (await request.get("/contact")).headers()["content-security-policy"]
  expect(policy).toContain("connect-src 'self' https://api.emailjs.com;")
})

test("the policy of the other pages a visitor may come from lets it, too", async ({ request }) => {
  const policy = (await request.get("/about")).headers()["content-security-policy"]
  expect(policy).toContain("connect-src 'self' https://api.emailjs.com;")
})

test("a visitor who walks to the contact page reaches the service, too", async ({ page }) => {
  const sent = await answerAsService(page, 200, "OK")
  await openPage(page, "/about")
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
  await sendContactForm(page, contactRequest())
  await expect(toast(page)).toContainText("Message envoyé")
  expect(sent).toHaveLength(1)
})

test("a filled field for robots reaches the service no more than the server", async ({ page }) => {
  const sent = await answerAsService(page, 200, "OK")
  await openPage(page, "/contact")
  await fillContactForm(page, contactRequest())
  await page.locator("[name=website]").evaluate((field: HTMLInputElement) => {
    field.value = "https://spam.example"
  })
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  expect(sent).toEqual([])
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

  const answers = [
    { status: 451, text: "Unavailable For Headless Browser" },
    { status: 403, text: "Forbidden" },
    { status: 429, text: "Too Many Requests" },
  ]
  for (const { status, text } of answers) {
    test(`its ${status} reaches the toast as text: '${text}'`, async ({ page }) => {
      await answerAsService(page, status, text)
      await openPage(page, "/contact")
      await sendContactForm(page, contactRequest())
      await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", text])
    })
  }

  test("without a text the toast has its own words", async ({ page }) => {
    await answerAsService(page, 500, "")
    await openPage(page, "/contact")
    await sendContactForm(page, contactRequest())
    await expect(toast(page).getByRole("paragraph")).toHaveText([
      "Erreur",
      "Une erreur est survenue lors de l'envoi du message.",
    ])
  })

  test("a connection that breaks shows no English of the browser's", async ({ page }) => {
    await page.route("https://api.emailjs.com/**", (route) => route.abort())
    await openPage(page, "/contact")
    await sendContactForm(page, contactRequest())
    await expect(toast(page)).toContainText("Erreur")
    await expect(toast(page)).not.toContainText(/fetch|failed/i)
  })

  test("a second try sends to the service again and stores nothing more", async ({ page, site }) => {
    const request = contactRequest()
    await answerAsService(page, 429, "Too Many Requests")
    await openPage(page, "/contact")
    await sendContactForm(page, request)
    await expect(toast(page)).toContainText("Too Many Requests")
    const sent = await answerAsService(page, 200, "OK")
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(sent).toHaveLength(1)
    expect(await storedMessages(site, request)).toHaveLength(1)
  })
})
