import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, fillContactForm, sendContactForm } from "./contact-form.ts"

const red = "rgb(163, 35, 28)"

const rules = [
  { field: "firstName", value: "", message: "Le prénom est requis" },
  { field: "lastName", value: "", message: "Le nom est requis" },
  { field: "email", value: "amina@", message: "Email invalide" },
  { field: "sector", value: "", message: "Veuillez sélectionner un secteur" },
  { field: "message", value: "Bonjour !", message: "Le message doit contenir au moins 10 caractères" },
] as const

const labels = { firstName: "Prénom", lastName: "Nom", email: "Email", sector: "Secteur", message: "Message" }

function labelOf(page: Page, field: keyof typeof labels) {
  return page.getByRole("main").locator("label").getByText(labels[field], { exact: true })
}

test.beforeEach(({ page }) => openPage(page, "/contact"))

test("each faulty field is told under it and focused, and nothing is sent", async ({ page }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  for (const { field, value, message } of rules) {
    const control = contactForm(page)[field]
    await sendContactForm(page, contactRequest({ [field]: value }))
    const error = page.getByRole("main").getByText(message, { exact: true })
    await expect(error).toBeVisible()
    await expect(control).toHaveAccessibleDescription(new RegExp(message))
    await expect(control).toHaveAttribute("aria-invalid", "true")
    await expect(control).toBeFocused()
    const [above, below] = [await control.boundingBox(), await error.boundingBox()]
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)
  }
  expect(calls.filter((path) => path.startsWith("/trpc/"))).toEqual([])
})

test("an empty form shows every message and focuses the first field", async ({ page }) => {
  await contactForm(page).button.click()
  for (const { message } of rules) await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(contactForm(page).firstName).toBeFocused()
})

test("a field in error turns its label error-coloured, and no other", async ({ page }) => {
  await sendContactForm(page, contactRequest({ email: "amina" }))
  await expect(labelOf(page, "email")).toHaveCSS("color", red)
  await expect(page.getByText("Email invalide")).toHaveCSS("color", red)
  for (const field of ["firstName", "lastName", "sector", "message"] as const) {
    await expect(labelOf(page, field)).not.toHaveCSS("color", red)
  }
})

test("blanks are no name and no message", async ({ page }) => {
  await sendContactForm(page, contactRequest({ firstName: "  ", message: " ".repeat(20) }))
  await expect(page.getByText("Le prénom est requis", { exact: true })).toBeVisible()
  await expect(page.getByText("Le message doit contenir au moins 10 caractères", { exact: true })).toBeVisible()
})

test("a field loses its message as soon as it is mended, the others keep theirs", async ({ page }) => {
  await contactForm(page).button.click()
  await contactForm(page).firstName.fill("A")
  await expect(page.getByText("Le prénom est requis")).toBeHidden()
  await expect(contactForm(page).firstName).not.toHaveAttribute("aria-invalid")
  await expect(page.getByText("Le nom est requis")).toBeVisible()
  await contactForm(page).sector.selectOption("transport")
  await expect(page.getByText("Veuillez sélectionner un secteur")).toBeHidden()
})

test("at the next try what is still wrong is told again", async ({ page }) => {
  await contactForm(page).button.click()
  await fillContactForm(page, contactRequest({ message: "trop" }))
  await contactForm(page).button.click()
  await expect(page.getByText("Le message doit contenir au moins 10 caractères", { exact: true })).toBeVisible()
  await expect(page.getByText("Le prénom est requis")).toBeHidden()
  await expect(contactForm(page).firstName).not.toHaveAttribute("aria-invalid")
  await expect(contactForm(page).message).toBeFocused()
})

test("what was typed stays when the form is refused", async ({ page }) => {
  const request = contactRequest({ email: "nulle part" })
  await sendContactForm(page, request)
  await expect(page.getByText("Email invalide")).toBeVisible()
  const { firstName, email, sector, message } = contactForm(page)
  await expect(firstName).toHaveValue(request.firstName)
  await expect(email).toHaveValue(request.email)
  await expect(sector).toHaveValue(request.sector)
  await expect(message).toHaveValue(request.message)
})

test("Enter in a field sends the form", async ({ page }) => {
  await contactForm(page).lastName.press("Enter")
  await expect(page.getByText("Le prénom est requis", { exact: true })).toBeVisible()
})
