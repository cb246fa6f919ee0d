import { expect, test } from "#e2e/fixtures.ts"
import { contactForm } from "./contact-form.ts"
import { staticPage } from "./static-page.ts"

const page = staticPage("/contact")

test("the form is titled 'Demande de Devis'", async () => {
  await expect(page().getByRole("heading", { name: "Demande de Devis", exact: true })).toBeVisible()
})

test("the form has its five fields and the button 'Envoyer la demande'", async () => {
  const { firstName, lastName, email, sector, message, button } = contactForm(page())
  for (const field of [firstName, lastName, email, sector, message]) await expect(field).toBeVisible()
  await expect(button).toHaveText("Envoyer la demande")
})

test("the sectors stand in the order of the specification", async () => {
  const options = contactForm(page()).sector.getByRole("option")
  const found = await options.evaluateAll((all) =>
    all.map((option) => [option.getAttribute("value"), option.textContent]),
  )
  expect(found.slice(1)).toEqual([
    ["construction", "Construction"],
    ["agriculture", "Agriculture"],
    ["elevage", "Élevage"],
    ["transport", "Transport"],
    ["immobilier", "Immobilier"],
    ["vente-materiaux", "Vente de matériaux"],
  ])
  expect(found[0]?.[0]).toBe("")
})

test("beside the form stand the address, the phone, the e-mail and the opening hours", async () => {
  const main = page().getByRole("main")
  await expect(main).toContainText("24 avenue de la Paix")
  await expect(main).toContainText("Kinshasa")
  await expect(main).toContainText("+243 900 000 000")
  await expect(main).toContainText("contact@lisanga.example")
  await expect(main).toContainText(/lundi\s*[–-]\s*vendredi.*8h00\s*[–-]\s*18h00/i)
  await expect(main).toContainText(/samedi.*8h00\s*[–-]\s*12h00/i)
})

test("'Appeler' calls and 'Email' writes", async () => {
  const main = page().getByRole("main")
  await expect(main.getByRole("link", { name: "Appeler" })).toHaveAttribute("href", "tel:+243900000000")
  await expect(main.getByRole("link", { name: "Email" })).toHaveAttribute("href", /^mailto:contact@lisanga\.example/)
})

test("a sentence under the form says what happens with the data", async () => {
  await expect(
    page()
      .getByRole("main")
      .getByText(/^Vos données|vos données/),
  ).toBeVisible()
  const sentence = await page()
    .getByRole("main")
    .getByText(/^Vos données|vos données/)
    .boundingBox()
  const button = await contactForm(page()).button.boundingBox()
  expect(sentence?.y).toBeGreaterThan(button?.y ?? Number.POSITIVE_INFINITY)
})

test("fields tell browsers and keyboards what belongs in them", async () => {
  const { firstName, lastName, email } = contactForm(page())
  await expect(firstName).toHaveAttribute("autocomplete", "given-name")
  await expect(lastName).toHaveAttribute("autocomplete", "family-name")
  await expect(email).toHaveAttribute("autocomplete", "email")
  await expect(email).toHaveAttribute("type", "email")
  await expect(email).toHaveAttribute("inputmode", "email")
})

test("the field for robots is out of everybody's sight and reach", async () => {
  await expect(page().locator("[name=website]")).toBeAttached()
  await expect(page().locator("[name=website]")).toBeHidden()
  await expect(page().getByRole("textbox")).toHaveCount(4)
})

test("no request id stands in the page that everybody gets", async ({ request }) => {
  const html = await (await request.get("/contact")).text()
  expect(html).not.toContain("requestId")
  expect(html).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/)
})
