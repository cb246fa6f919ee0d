import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"

async function findMain() {
  await screen.findByRole("heading", { level: 1, name: "Mot de passe oublié" })
  return within(screen.getByRole("main"))
}

test("the page asks for the address that a link goes to", async () => {
  await openScreenWithMails("/mot-de-passe-oublie")
  const main = await findMain()
  main.getByText("Nous vous envoyons un lien pour en choisir un autre.")
  expect(main.getByLabelText("E-mail")).toMatchObject({ type: "email", required: true, value: "" })
  main.getByRole("button", { name: "Recevoir un lien" })
  expect(main.getByRole("link", { name: "Retour à la connexion" }).getAttribute("href")).toBe("/login")
})

test("once it is sent, the page says so for any address, and another link can be asked for", async () => {
  await openScreenWithMails("/mot-de-passe-oublie?envoye")
  const main = await findMain()
  main.getByText(/^Si un compte actif a cette adresse, un lien vient d’y être envoyé\./, {
    selector: "[role=status] *",
  })
  expect(main.queryByRole("button", { name: "Recevoir un lien" })).toBeNull()
  expect(main.getByRole("link", { name: "Demander un autre lien" }).getAttribute("href")).toBe("/mot-de-passe-oublie")
})

test("without a mail server, the page says who can help", async () => {
  await openScreen("/mot-de-passe-oublie")
  const main = await findMain()
  main.getByText(/^Ce site ne peut pas envoyer de lien par e.mail\. Appelez.nous au \+243 900 000 000/)
  expect(main.queryByRole("textbox")).toBeNull()
})
