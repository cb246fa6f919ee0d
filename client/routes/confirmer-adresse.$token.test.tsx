import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"

async function findMain(heading: string) {
  await screen.findByRole("heading", { level: 1, name: heading })
  return within(screen.getByRole("main"))
}

test("the mailed link shows the new address, which a button confirms", async () => {
  const { client, linkTo, open } = await openScreenWithMails("/about", { as: "admin" })
  const asked = await client.postJson("/trpc/accounts.requestEmailChange", { email: "nouvelle@exemple.cd" })
  expect(asked.status).toBe(200)
  open(await linkTo("nouvelle@exemple.cd"))
  const main = await findMain("Confirmer l’adresse e-mail")
  main.getByText("nouvelle@exemple.cd")
  main.getByRole("button", { name: "Confirmer cette adresse" })
})

test("once it is confirmed, the page says so, and leads to the log-in", async () => {
  await openScreen("/confirmer-adresse/devine?faite")
  const main = await findMain("Confirmer l’adresse e-mail")
  main.getByText("Votre adresse e-mail est changée. Connectez-vous désormais avec la nouvelle.", {
    selector: "[role=status] *",
  })
  expect(main.getByRole("link", { name: "Se connecter" }).getAttribute("href")).toBe("/login")
})

test("a link that is none leads to the account, where another one can be asked for", async () => {
  await openScreen("/confirmer-adresse/devine")
  const main = await findMain("Ce lien n’est plus valable")
  expect(main.getByRole("link", { name: "Aller à Mon compte" }).getAttribute("href")).toBe("/admin/account")
})
