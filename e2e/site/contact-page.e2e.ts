import { expect, test } from "#e2e/fixtures.ts"
import { contactForm } from "./contact-form.ts"

test.use({ javaScriptEnabled: false })

test("the contact page has the form with its five fields, and the company's coordinates beside it", async ({
  page,
}) => {
  await page.goto("/contact", { waitUntil: "domcontentloaded" })
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
    await expect(main).toContainText(/lundi\s*[–-]\s*vendredi.*8h00\s*[–-]\s*18h00/i)
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
    await expect(page.locator("[name=website]")).toBeAttached()
    await expect(page.locator("[name=website]")).toBeHidden()
    await expect(page.getByRole("textbox")).toHaveCount(5)
    const html = await (await page.request.get("/contact")).text()
    expect(html).not.toContain("requestId")
    expect(html).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)
  })
})
