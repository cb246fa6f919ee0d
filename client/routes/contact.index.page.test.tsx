import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { field, findField, pictures, sendButton } from "#client/testing/contact-form.ts"
import { descriptionOf } from "#client/testing/description-of.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { contactFields } from "#server/testing/fixtures.ts"

async function openContact(given: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen("/contact", given)
  await findField("firstName")
  return { ...opened, main: within(screen.getByRole("main")) }
}

test("fields tell browsers and keyboards what belongs in them", async () => {
  await openContact()
  expect(field("firstName").autocomplete).toBe("given-name")
  expect(field("lastName").autocomplete).toBe("family-name")
  expect(field("email").autocomplete).toBe("email")
  expect(field("email").type).toBe("email")
  expect(field("email").inputMode).toBe("email")
  expect(field("phone").autocomplete).toBe("tel")
  expect(field("phone").type).toBe("tel")
})

test("sectors stand in the specification's order, after none", async () => {
  await openContact()
  const options = within(field("sector")).getAllByRole<HTMLOptionElement>("option")
  expect(options.map(({ value, text }) => [value, text])).toEqual([
    ["", "Choisissez un secteur"],
    ["construction", "Construction"],
    ["agriculture", "Agriculture"],
    ["elevage", "Élevage"],
    ["transport", "Transport"],
    ["immobilier", "Immobilier"],
    ["vente-materiaux", "Vente de matériaux"],
  ])
})

test("headings, the company's coordinates and its opening hours stand beside the form", async () => {
  const { main } = await openContact()
  expect(textOf(main.getByRole("heading", { level: 1 }))).toBe("Contactez-Nous")
  main.getByRole("heading", { level: 2, name: "Demande de Devis" })
  const details = textOf(main.getByRole("region", { name: "Nos coordonnées" }))
  for (const text of ["24 avenue de la Paix", "Kinshasa", "+243 900 000 000", "contact@lisanga.example"])
    expect(details).toContain(text)
  expect(details).toContain("Lundi – vendredi : 8h00-18h00")
  expect(details).toContain("Samedi : 8h00-12h00")
  expect(main.getByRole("link", { name: "Appeler" }).getAttribute("href")).toBe("tel:+243900000000")
  expect(main.getByRole("link", { name: "Email" }).getAttribute("href")).toBe("mailto:contact@lisanga.example")
})

test("a sentence below the button says what happens with the data", async () => {
  const { main } = await openContact()
  const sentence = main.getByText(/^Vos données servent uniquement à répondre à cette demande/)
  expect(sendButton().compareDocumentPosition(sentence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(textOf(sentence)).not.toContain("EmailJS")
})

test("a form that was rejected without JavaScript shows its messages, what was typed and the pictures it has", async () => {
  const { user, main } = await openContact({
    answer: {
      rejection: {
        values: { ...contactFields, email: "amina", message: "court", photos: "0123456789abcdef0123456789abcdef.jpg" },
        errors: { email: "Email invalide", message: "Le message doit contenir au moins 10 caractères" },
        message: "Demande invalide",
      },
    },
  })
  expect(textOf(main.getByRole("alert"))).toBe(
    "À corrigerVotre demande n’est pas encore partie. Corrigez les champs signalés, puis envoyez‑la de nouveau.",
  )
  expect(field("firstName").value).toBe(contactFields.firstName)
  expect(field("sector").value).toBe(contactFields.sector)
  expect(field("message").value).toBe("court")
  expect(descriptionOf(field("email"))).toContain("Email invalide")
  expect(descriptionOf(field("message"))).toContain("Le message doit contenir au moins 10 caractères")
  expect(document.activeElement).toBe(field("email"))
  main.getByText("Une photo est déjà jointe.")
  expect(pictures()).toEqual([])
  await user.type(field("email"), "@exemple.cd")
  expect(field("email").getAttribute("aria-invalid")).toBeNull()
})

test("a rejection that is no field's says why above the form", async () => {
  const { main } = await openContact({
    answer: {
      rejection: { values: { ...contactFields }, errors: {}, message: "Trop de tentatives, réessayez plus tard" },
    },
  })
  expect(textOf(main.getByRole("alert"))).toContain("Trop de tentatives, réessayez plus tard")
  expect(field("message").value).toBe(contactFields.message)
})
