import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { textOf } from "#client/testing/text-of.ts"

async function findMain() {
  await screen.findByRole("heading", { level: 1, name: "Retrouver une demande" })
  return within(screen.getByRole("main"))
}

const button = "Recevoir le lien"

test("the page asks for the reference and for what the request names, and posts without a script", async () => {
  await openScreenWithMails("/demande")
  const main = await findMain()
  main.getByText("Nous renvoyons le lien de votre demande à l’e-mail qu’elle indique.")
  expect(main.getByLabelText("Référence")).toMatchObject({ name: "reference", required: true, value: "" })
  const contact = main.getByLabelText<HTMLInputElement>("Téléphone ou e-mail")
  expect(contact).toMatchObject({ name: "contact", required: true, value: "" })
  expect(contact.form).toMatchObject({ method: "post", action: `${location.origin}/demande` })
  main.getByRole("button", { name: button })
  expect(main.getByRole("link", { name: /Mes demandes/ }).getAttribute("href")).toBe("/mes-demandes")
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex")
})

test("once it is sent, the page says the same of any request, with the company's telephone", async () => {
  await openScreenWithMails("/demande?envoye=1")
  const main = await findMain()
  expect(textOf(main.getByRole("status"))).toBe(
    "Si une demande correspond, le lien vient d’être envoyé à son adresse e-mail. Sans e-mail dans la demande, appelez-nous au +243 900 000 000 : nous vous le redonnerons.",
  )
  expect(main.getByRole("link", { name: "+243 900 000 000" }).getAttribute("href")).toBe("tel:+243900000000")
  expect(main.queryByRole("button", { name: button })).toBeNull()
  expect(main.getByRole("link", { name: "Demander un autre lien" }).getAttribute("href")).toBe("/demande")
})

test("a rejected form keeps what was typed, and has the focus in its first invalid field", async () => {
  const values = { reference: "LIS-7K3M-26", contact: "personne" }
  const rejection = { values, errors: { contact: "Téléphone ou e-mail invalide" }, message: "Refusé" }
  await openScreenWithMails("/demande", { answer: { rejection } })
  const main = await findMain()
  expect(main.getByLabelText("Référence")).toMatchObject({ value: "LIS-7K3M-26" })
  expect(document.activeElement).toBe(main.getByLabelText("Téléphone ou e-mail"))
  main.getByText("Téléphone ou e-mail invalide")
})

test("a client that has asked too often is told so", async () => {
  const rejection = { values: {}, errors: {}, message: "Trop de tentatives, réessayez plus tard" }
  await openScreenWithMails("/demande", { answer: { rejection } })
  const main = await findMain()
  expect(textOf(main.getByRole("alert"))).toContain(rejection.message)
})

test("without a mail server, the page says to call", async () => {
  await openScreen("/demande")
  const main = await findMain()
  main.getByText(/^Pour avoir de nouveau le lien de votre demande, appelez-nous au/)
  main.getByRole("link", { name: "+243 900 000 000" })
  expect(main.queryByRole("textbox")).toBeNull()
})
