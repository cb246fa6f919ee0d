import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm } from "./contact-form.ts"

const rules = [
  { field: "firstName", value: "", message: "Le prénom est requis" },
  { field: "lastName", value: "", message: "Le nom est requis" },
  { field: "email", value: "amina@", message: "Email invalide" },
  { field: "sector", value: "", message: "Veuillez sélectionner un secteur" },
  { field: "message", value: "Bonjour !", message: "Le message doit contenir au moins 10 caractères" },
] as const

test.beforeEach(({ page }) => openPage(page, "/contact"))

test("each field at fault says so below it and has the focus, what was typed stays, and nothing is sent", async ({
  page,
}) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  for (const { field, value, message } of rules) {
    const control = contactForm(page)[field]
    const request = contactRequest({ [field]: value })
    await sendContactForm(page, request)
    const error = page.getByRole("main").getByText(message, { exact: true })
    await expect(error).toBeVisible()
    await expect(control).toHaveAccessibleDescription(new RegExp(message))
    await expect(control).toHaveAttribute("aria-invalid", "true")
    await expect(page.locator("[aria-invalid]")).toHaveCount(1)
    await expect(control).toBeFocused()
    await expect(contactForm(page).email).toHaveValue(request.email)
    const [above, below] = [await control.boundingBox(), await error.boundingBox()]
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)
  }
  expect(calls.filter((path) => path.startsWith("/trpc/"))).toEqual([])
})

test("Enter in an empty form shows every message, and each goes as its field is mended", async ({ page }) => {
  const { firstName, lastName, sector, message, button } = contactForm(page)
  await lastName.press("Enter")
  for (const { message } of rules) await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(firstName).toBeFocused()
  await firstName.fill("A")
  await expect(page.getByText("Le prénom est requis")).toBeHidden()
  await expect(firstName).not.toHaveAttribute("aria-invalid")
  await expect(page.getByText("Le nom est requis")).toBeVisible()
  await sector.selectOption("transport")
  await expect(page.getByText("Veuillez sélectionner un secteur")).toBeHidden()

  await fillContactForm(page, contactRequest({ firstName: "  ", message: " ".repeat(20) }))
  await button.click()
  await expect(page.getByText("Le prénom est requis", { exact: true })).toBeVisible()
  await expect(page.getByText("Le message doit contenir au moins 10 caractères", { exact: true })).toBeVisible()
  await firstName.fill("Amina")
  await button.click()
  await expect(page.getByText("Le prénom est requis")).toBeHidden()
  await expect(message).toBeFocused()
})
