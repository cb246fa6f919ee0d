import { expect, test } from "#e2e/fixtures.ts"
import { contactForm, contactRequest, sendContactForm, storedMessages } from "./contact-form.ts"

test.use({ javaScriptEnabled: false })

test("a request is stored once and leads to a page that says so, which a reload does not send again", async ({
  page,
  site,
}) => {
  const request = contactRequest()
  await page.goto("/contact")
  await sendContactForm(page, request)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  await expect(page.getByRole("main")).toContainText(
    "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
  )
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex")
  await page.reload()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  expect(await storedMessages(site, request)).toEqual([request])
})

test.describe("a rejected form", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("comes back with its messages and what was typed, and can be mended and sent", async ({ page, site }) => {
    await page.goto("/contact")
    const { firstName, lastName, email, sector, message, button } = contactForm(page)
    const response = page.waitForResponse((response) => response.request().method() === "POST")
    await sendContactForm(page, { firstName: "", lastName: " ", email: "amina", sector: "", message: "court" })
    expect((await response).status()).toBe(400)
    expect((await response).headers()["cache-control"]).toBe("no-store")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
    await expect(page.getByRole("alert")).toBeVisible()
    await expect(firstName).toHaveAccessibleDescription(/Le prénom est requis/)
    await expect(lastName).toHaveAccessibleDescription(/Le nom est requis/)
    await expect(email).toHaveAccessibleDescription(/Email invalide/)
    await expect(sector).toHaveAccessibleDescription(/Veuillez sélectionner un secteur/)
    await expect(message).toHaveAccessibleDescription(/Le message doit contenir au moins 10 caractères/)
    await expect(firstName).toBeFocused()

    const request = contactRequest({ firstName: '"><b>Aline</b> & co' })
    await sendContactForm(page, { ...request, sector: "" })
    await expect(page.getByText("Veuillez sélectionner un secteur", { exact: true })).toBeVisible()
    await expect(firstName).toHaveValue(request.firstName)
    await expect(lastName).toHaveValue(request.lastName)
    await expect(email).toHaveValue(request.email)
    await expect(message).toHaveValue(request.message)
    await sector.selectOption("Transport")
    await button.click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
    expect(await storedMessages(site, request)).toEqual([{ ...request, sector: "transport" }])
  })
})

test("only a form of the site's own pages is a request, and a robot's, another type's or a too long one is not", async ({
  request,
  site,
}) => {
  const form = contactRequest()
  const post = (given: object, headers: Record<string, string> = {}) =>
    request.post("/contact", { form: { ...form, ...given }, headers, maxRedirects: 0 })
  expect((await post({}, { Origin: "https://evil.example" })).status()).toBe(403)
  expect((await post({}, { "Sec-Fetch-Site": "cross-site" })).status()).toBe(403)
  const robot = contactRequest()
  expect((await post({ ...robot, website: "https://spam.example" })).status()).toBe(303)
  expect(await storedMessages(site, robot)).toEqual([])
  const long = await post({ message: "a".repeat(5001) })
  expect(long.status()).toBe(400)
  expect(await long.text()).toContain("a".repeat(5001))
  const json = await request.post("/contact", { data: form })
  expect(json.status()).toBe(415)
  expect(json.headers()["content-type"]).toContain("text/html")
  expect(await storedMessages(site, form)).toEqual([])

  const stored = await post({}, { Origin: site.url, "Sec-Fetch-Site": "same-origin" })
  expect(stored.status()).toBe(303)
  expect(stored.headers()["cache-control"]).toBe("no-store")
  expect(await storedMessages(site, form)).toHaveLength(1)
})
