import type { Page, Route } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { defaultContent } from "#server/published-content/defaults/defaults.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm, storedMessages, toast } from "./contact-form.ts"

const { entreprise } = defaultContent

const test = testOnDedicatedSite({
  settings: {
    DEMO_CONTENT: "0",
    EMAILJS_SERVICE_ID: "service_essai",
    EMAILJS_TEMPLATE_ID: "template_essai",
    EMAILJS_PUBLIC_KEY: "cle_publique",
  },
  fill: (db) =>
    publishTestContent(db, "entreprise", {
      ...entreprise,
      contact: { ...entreprise.contact, whatsapp: "+243 811 222 333" },
    }),
})
test.use({
  expectedHosts: /^api\.emailjs\.com$/,
  expectedConsole: /Failed to load resource|messages\.send|enregistrée/,
})

/** Answers in place of EmailJS, and returns what was sent to it. */
async function answerAsService(page: Page, status: number, text: string) {
  const sent: unknown[] = []
  await page.unrouteAll()
  await page.route("https://api.emailjs.com/**", async (route: Route) => {
    sent.push(route.request().postDataJSON())
    const headers = { "Access-Control-Allow-Origin": "*" }
    await route.fulfill({ status, body: text, contentType: "text/plain", headers })
  })
  return sent
}

test("a request goes to the server and to the e-mail service, each of which may fail, and goes on in WhatsApp @slow", async ({
  page,
  site,
}) => {
  const request = contactRequest()
  const { message, button } = contactForm(page)
  const lines: string[] = []
  page.on("console", (line) => line.type() === "error" && lines.push(line.text()))
  const response = await openPage(page, "/about")
  expect(response?.headers()["content-security-policy"]).toContain("connect-src 'self' https://api.emailjs.com;")
  await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
  await expect(page.getByRole("main").getByText(/EmailJS/)).toBeVisible()

  await test.step("that the store failed is only logged, and the e-mail service still gets the request", async () => {
    const sent = await answerAsService(page, 200, "OK")
    await page.route("**/trpc/messages.send*", (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }))
    await page
      .getByLabel("Photos", { exact: true })
      .first()
      .setInputFiles(await makePicture({ name: "mur.jpg" }))
    await expect(page.getByRole("list", { name: "Photos jointes" })).toContainText("Envoyée")
    await sendContactForm(page, contactRequest())
    await expect(toast(page)).toContainText("Message envoyé")
    await expect(page.getByText("Votre demande est partie, mais sans ses photos.")).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(lines.filter((line) => !line.startsWith("Failed to load resource"))).toHaveLength(1)
  })
  await test.step("a filled field for robots is not sent to the service", async () => {
    await expect(message).toHaveValue("")
    const sent = await answerAsService(page, 200, "OK")
    await fillContactForm(page, contactRequest())
    await page.locator("[name=ne_pas_remplir]").evaluate((field: HTMLInputElement) => {
      field.value = "https://spam.example"
    })
    await button.click()
    await expect(message).toHaveValue("")
    expect(sent).toEqual([])
  })
  await test.step("the service's own text stands in the toast, or the usual one", async () => {
    const usual = "Une erreur est survenue lors de l'envoi du message."
    await fillContactForm(page, request)
    for (const { status, text, shown } of [
      { status: 500, text: "", shown: usual },
      { status: 451, text: "Unavailable For Headless Browser", shown: "Unavailable For Headless Browser" },
    ]) {
      await answerAsService(page, status, text)
      await button.click()
      await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", shown])
      await expect(button).toBeEnabled()
    }
    await page.unrouteAll()
    await page.route("https://api.emailjs.com/**", (route) => route.abort())
    await button.click()
    await expect(toast(page)).toContainText(usual)
  })
  await test.step("the next try sends the five fields, and stores nothing more", async () => {
    const sent = await answerAsService(page, 200, "OK")
    await button.click()
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
  await test.step("it goes on in WhatsApp with its reference and text, also from its own page", async () => {
    const link = page.getByRole("link", { name: "Continuer sur WhatsApp" })
    const reference = (await page.getByText(/^LIS-/).textContent()) ?? ""
    const url = new URL((await link.getAttribute("href")) ?? "")
    expect(url.origin + url.pathname).toBe("https://wa.me/243811222333")
    expect(url.searchParams.get("text")).toContain(reference)
    expect(url.searchParams.get("text")).toContain(request.message)
    await page.getByRole("link", { name: "Suivre ma demande" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText(reference)
    const href = (await link.getAttribute("href")) ?? ""
    expect(new URL(href).searchParams.get("text")).toContain(reference)
  })
})
