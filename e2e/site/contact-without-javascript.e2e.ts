import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { contactForm, contactRequest, sendContactForm, storedMessages, storedRequests } from "./contact-form.ts"

test.use({ javaScriptEnabled: false, expectedConsole: /status of 400/ })

test("the page has the form and the company's coordinates; a request is mended, and stored once with its photo", async ({
  page,
  site,
}) => {
  const opened = await page.goto("/contact", { waitUntil: "domcontentloaded" })
  const main = page.getByRole("main")
  await expect(page.getByRole("heading", { name: "Demande de Devis", exact: true })).toBeVisible()
  const { firstName, lastName, email, sector, message, button } = contactForm(page)
  for (const field of [firstName, lastName, email, sector, message]) await expect(field).toBeVisible()
  await expect(button).toHaveText("Envoyer la demande")

  await test.step("fields tell browsers and keyboards what belongs in them", async () => {
    await expect(firstName).toHaveAttribute("autocomplete", "given-name")
    await expect(lastName).toHaveAttribute("autocomplete", "family-name")
    await expect(email).toHaveAttribute("autocomplete", "email")
    await expect(email).toHaveAttribute("type", "email")
    await expect(email).toHaveAttribute("inputmode", "email")
  })
  await test.step("sectors stand in the specification's order", async () => {
    const options = await sector
      .getByRole("option")
      .evaluateAll((all) => all.map((option) => [option.getAttribute("value"), option.textContent]))
    expect(options.slice(1)).toEqual([
      ["construction", "Construction"],
      ["agriculture", "Agriculture"],
      ["elevage", "Élevage"],
      ["transport", "Transport"],
      ["immobilier", "Immobilier"],
      ["vente-materiaux", "Vente de matériaux"],
    ])
    expect(options[0]?.[0]).toBe("")
  })
  await test.step("postal address, phone, e-mail and opening hours stand beside the form", async () => {
    for (const text of ["24 avenue de la Paix", "Kinshasa", "+243 900 000 000", "contact@lisanga.example"]) {
      await expect(main).toContainText(text)
    }
    await expect(main).toContainText(/lundi – vendredi\u00a0: 8h00\s*[–-]\s*18h00/i)
    await expect(main).toContainText(/samedi.*8h00\s*[–-]\s*12h00/i)
    await expect(main.getByRole("link", { name: "Appeler" })).toHaveAttribute("href", "tel:+243900000000")
    await expect(main.getByRole("link", { name: "Email" })).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
  })
  await test.step("a sentence below the button says what happens with the data", async () => {
    const sentence = main.getByText(/^Vos données|vos données/)
    await expect(sentence).toBeVisible()
    const [below, above] = [await sentence.boundingBox(), await button.boundingBox()]
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY)
  })
  await test.step("the field for robots is hidden, and no request id stands in the page that is cached", async () => {
    await expect(page.locator("[name=ne_pas_remplir]")).toBeAttached()
    await expect(page.locator("[name=ne_pas_remplir]")).toBeHidden()
    await expect(page.getByRole("textbox")).toHaveCount(5)
    const html = (await opened?.text()) ?? ""
    expect(html).not.toContain("requestId")
    expect(html).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)
  })
  await test.step("a rejected form comes back with its messages and its photo", async () => {
    await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg" }))
    const answered = page.waitForResponse((response) => response.request().method() === "POST")
    await sendContactForm(page, { firstName: "", lastName: " ", email: "amina", sector: "", message: "court" })
    const response = await answered
    expect(response.status()).toBe(400)
    expect(response.headers()["cache-control"]).toBe("no-store")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
    await expect(page.getByRole("alert")).toBeVisible()
    await expect(firstName).toHaveAccessibleDescription(/Le prénom est requis/)
    await expect(lastName).toHaveAccessibleDescription(/Le nom est requis/)
    await expect(email).toHaveAccessibleDescription(/Email invalide/)
    await expect(sector).toHaveAccessibleDescription(/Veuillez sélectionner un secteur/)
    await expect(message).toHaveAccessibleDescription(/Le message doit contenir au moins 10 caractères/)
    await expect(firstName).toBeFocused()
    await expect(page.getByText("Une photo est déjà jointe.")).toBeVisible()
  })
  const request = contactRequest({ firstName: '"><b>Aline</b> & co' })
  await test.step("what was typed stays, whatever it contains", async () => {
    await sendContactForm(page, { ...request, sector: "" })
    await expect(page.getByText("Veuillez sélectionner un secteur", { exact: true })).toBeVisible()
    await expect(firstName).toHaveValue(request.firstName)
    await expect(lastName).toHaveValue(request.lastName)
    await expect(email).toHaveValue(request.email)
    await expect(message).toHaveValue(request.message)
  })
  await test.step("a mended one leads to a page that says so, which a reload does not send again", async () => {
    await sector.selectOption("Transport")
    await button.click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
    await expect(main).toContainText("Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt.")
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex")
    const [stored] = await storedRequests(site, request)
    expect(stored?.photos).toBe(1)
    await expect(page.getByText(stored?.reference ?? "", { exact: true })).toBeVisible()
    await expect(page.getByRole("link", { name: "Suivre ma demande" })).toBeVisible()
    await page.reload()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Message envoyé")
    expect(await storedMessages(site, request)).toEqual([{ ...request, sector: "transport" }])
  })
})
