import { expect, test } from "#e2e/fixtures.ts"
import { contactForm, contactRequest, sendContactForm, storedMessages } from "./contact-form.ts"

test.use({ javaScriptEnabled: false })

test("a request leads to a page that says it worked, and is stored", async ({ page, site }) => {
  const request = contactRequest()
  await page.goto("/contact")
  await sendContactForm(page, request)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  await expect(page.getByRole("main")).toContainText(
    "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.",
  )
  expect(await storedMessages(site, request)).toEqual([request])
})

test("the page that says so can be loaded again without sending again", async ({ page, site }) => {
  const request = contactRequest()
  await page.goto("/contact")
  await sendContactForm(page, request)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  await page.reload()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
  expect(await storedMessages(site, request)).toHaveLength(1)
})

test("a success is answered with 303, which no cache keeps", async ({ request }) => {
  const response = await request.post("/contact", { form: { ...contactRequest() }, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  expect(response.headers()["cache-control"]).toBe("no-store")
  const sent = await request.get(response.headers().location ?? "")
  expect(sent.status()).toBe(200)
})

test("the page that says it worked is none for search engines", async ({ request }) => {
  const response = await request.post("/contact", { form: { ...contactRequest() } })
  expect(await response.text()).toMatch(/<meta name="robots" content="noindex"/)
})

test.describe("a refused form", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("comes back with its messages under the fields, and status 400", async ({ page }) => {
    await page.goto("/contact")
    const answered = page.waitForResponse((response) => response.request().method() === "POST")
    await sendContactForm(page, { firstName: "", lastName: " ", email: "amina", sector: "", message: "court" })
    expect((await answered).status()).toBe(400)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
    const { firstName, lastName, email, sector, message } = contactForm(page)
    await expect(firstName).toHaveAccessibleDescription(/Le prénom est requis/)
    await expect(lastName).toHaveAccessibleDescription(/Le nom est requis/)
    await expect(email).toHaveAccessibleDescription(/Email invalide/)
    await expect(sector).toHaveAccessibleDescription(/Veuillez sélectionner un secteur/)
    await expect(message).toHaveAccessibleDescription(/Le message doit contenir au moins 10 caractères/)
    await expect(firstName).toBeFocused()
  })

  test("keeps what was typed", async ({ page }) => {
    const request = contactRequest({ firstName: '"><b>Aline</b> & co', email: "nulle part" })
    await page.goto("/contact")
    await sendContactForm(page, request)
    await expect(page.getByText("Email invalide", { exact: true })).toBeVisible()
    const { firstName, lastName, email, sector, message } = contactForm(page)
    await expect(firstName).toHaveValue(request.firstName)
    await expect(lastName).toHaveValue(request.lastName)
    await expect(email).toHaveValue(request.email)
    await expect(sector).toHaveValue(request.sector)
    await expect(message).toHaveValue(request.message)
  })

  test("is kept by no cache and says as a whole that something is to be mended", async ({ request }) => {
    const response = await request.post("/contact", { form: { ...contactRequest({ email: "nulle part" }) } })
    expect(response.status()).toBe(400)
    expect(response.headers()["cache-control"]).toBe("no-store")
    expect(await response.text()).toMatch(/role="alert"/)
  })

  test("can be mended and sent", async ({ page, site }) => {
    const request = contactRequest()
    await page.goto("/contact")
    await sendContactForm(page, { ...request, sector: "" })
    await expect(page.getByText("Veuillez sélectionner un secteur", { exact: true })).toBeVisible()
    await contactForm(page).sector.selectOption("Transport")
    await contactForm(page).button.click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
    expect(await storedMessages(site, request)).toEqual([{ ...request, sector: "transport" }])
  })
})

test("the same five fields sent twice are stored once", async ({ request, site }) => {
  const form = contactRequest()
  for (let time = 0; time < 2; time += 1) {
    expect((await request.post("/contact", { form: { ...form }, maxRedirects: 0 })).status()).toBe(303)
  }
  expect(await storedMessages(site, form)).toHaveLength(1)
})

test("the same five fields sent twice at once are stored once", async ({ request, site }) => {
  const form = contactRequest()
  const sent = [1, 2, 3].map(() => request.post("/contact", { form: { ...form }, maxRedirects: 0 }))
  expect((await Promise.all(sent)).map((response) => response.status())).toEqual([303, 303, 303])
  expect(await storedMessages(site, form)).toHaveLength(1)
})

test("another message of the same sender is stored beside the first", async ({ request, site }) => {
  const form = contactRequest()
  await request.post("/contact", { form: { ...form } })
  await request.post("/contact", { form: { ...form, message: "Et trois cents briques, s’il vous plaît." } })
  expect(await storedMessages(site, form)).toHaveLength(2)
})

test("a filled field for robots looks like success and stores nothing", async ({ request, site }) => {
  const form = contactRequest()
  const response = await request.post("/contact", {
    form: { ...form, website: "https://spam.example" },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(303)
  expect(await storedMessages(site, form)).toEqual([])
})

const foreign: { from: string; headers: Record<string, string> }[] = [
  { from: "another site's page", headers: { Origin: "https://evil.example" } },
  { from: "a page without an origin", headers: { Origin: "null" } },
  { from: "another port of this machine", headers: { Origin: "http://127.0.0.1:1" } },
  { from: "another site, told by the browser alone", headers: { "Sec-Fetch-Site": "cross-site" } },
  { from: "a neighbouring site, told by the browser alone", headers: { "Sec-Fetch-Site": "same-site" } },
]
for (const { from, headers } of foreign) {
  test(`a form from ${from} is refused with 403 and stores nothing`, async ({ request, site }) => {
    const form = contactRequest()
    const response = await request.post("/contact", { form: { ...form }, headers, maxRedirects: 0 })
    expect(response.status()).toBe(403)
    expect(await storedMessages(site, form)).toEqual([])
  })
}

test("a form from a page of the site itself passes", async ({ request, site }) => {
  const headers = { Origin: site.url, "Sec-Fetch-Site": "same-origin" }
  const response = await request.post("/contact", { form: { ...contactRequest() }, headers, maxRedirects: 0 })
  expect(response.status()).toBe(303)
})

test("what is no form is refused with a page", async ({ request }) => {
  const response = await request.post("/contact", { data: contactRequest() })
  expect(response.status()).toBe(415)
  expect(response.headers()["content-type"]).toContain("text/html")
})

test("a message of more than 5000 characters is refused and kept", async ({ request, site }) => {
  const form = contactRequest({ message: "a".repeat(5001) })
  const response = await request.post("/contact", { form: { ...form } })
  expect(response.status()).toBe(400)
  expect(await response.text()).toContain(form.message)
  expect(await storedMessages(site, form)).toEqual([])
})
