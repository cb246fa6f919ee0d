import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { defaultContent } from "#server/published-content/defaults/defaults.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { contactRequest, sendContactForm, toast } from "./contact-form.ts"

const { entreprise } = defaultContent

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) =>
    publishTestContent(db, "entreprise", {
      ...entreprise,
      contact: { ...entreprise.contact, whatsapp: "+243 811 222 333" },
    }),
})

test("a sent request goes on in WhatsApp, with its reference and text", async ({ page }) => {
  const request = contactRequest()
  await openPage(page, "/contact")
  await sendContactForm(page, request)
  await expect(toast(page)).toContainText("Message envoyé")
  const link = page.getByRole("link", { name: "Continuer sur WhatsApp" })
  const reference = (await page.getByText(/^LIS-/).textContent()) ?? ""
  const url = new URL((await link.getAttribute("href")) ?? "")
  expect(url.origin + url.pathname).toBe("https://wa.me/243811222333")
  expect(url.searchParams.get("text")).toContain(reference)
  expect(url.searchParams.get("text")).toContain(request.message)

  await page.getByRole("link", { name: "Suivre ma demande" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText(reference)
  const href = (await page.getByRole("link", { name: "Continuer sur WhatsApp" }).getAttribute("href")) ?? ""
  expect(new URL(href).searchParams.get("text")).toContain(reference)
})
