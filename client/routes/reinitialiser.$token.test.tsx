import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const next = "onze tuiles de Kasangulu"

const email = "lectrice@exemple.cd"

/** Opens the link that an administrator has made for somebody who forgot the password. */
async function openLink() {
  let id = 0
  const opened = await openScreen("/about", {
    as: "admin",
    async fill({ db }) {
      id = (await createTestAccount(db, { email })).id
    },
  })
  const made = await opened.client.postJson("/trpc/accounts.createResetLink", { id })
  const { result } = (await made.json()) as { result: { data: { token: string } } }
  await opened.client.signOut()
  localStorage.clear()
  sessionStorage.clear()
  opened.open(`/reinitialiser/${result.data.token}`)
  await screen.findByText(`Pour le compte ${email}`)
  const main = within(screen.getByRole("main"))
  const field = main.getByLabelText<HTMLInputElement>("Nouveau mot de passe")
  return { ...opened, main, field, save: main.getByRole("button", { name: "Enregistrer" }) }
}

test("a new password is saved, and logs in", async () => {
  const { user, client, field, save } = await openLink()
  await fill(user, field, next)
  await user.click(save)
  await screen.findByText("Votre nouveau mot de passe est enregistré. Connectez-vous avec lui.")
  expect(location.pathname + location.search).toBe("/login?reinitialise=true")
  expect((await client.signIn({ email }, next)).status).toBe(200)
})

test("what is typed is shown on request", async () => {
  const { user, main, field } = await openLink()
  expect(field.type).toBe("password")
  await user.click(main.getByRole("button", { name: /^Afficher/ }))
  expect(field.type).toBe("text")
})

test.each([
  { typed: "court", text: "Le mot de passe doit contenir au moins 8 caractères" },
  { typed: "password123", text: "Ce mot de passe est trop facile à deviner" },
])("a password that is refused stays, with the reason under its field: $text", async ({ typed, text }) => {
  const { user, field, save } = await openLink()
  await fill(user, field, typed)
  await user.click(save)
  await waitFor(() => expect(descriptionOf(field)).toContain(text))
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe(typed)
})

test("a link that is used up meanwhile is told, and what was typed stays", async () => {
  const { user, site, field, save } = await openLink()
  await site.db.deleteFrom("accountLinks").execute()
  await fill(user, field, next)
  await user.click(save)
  expect(textOf(await screen.findByRole("alert"))).toContain("Ce lien n’existe pas, a déjà servi ou a expiré")
  expect(field.value).toBe(next)
})

test.each([
  { answer: noConnection, text: "Erreur de réseau : connexion impossible" },
  { answer: proxyPage, text: "Erreur lors de la mise à jour" },
])("a failure is told in red: $text", async ({ answer, text }) => {
  const { user, network, field, save } = await openLink()
  network.answer("accounts.resetPassword", answer)
  await fill(user, field, next)
  await user.click(save)
  expect(textOf(await screen.findByRole("alert"))).toBe(text)
})

test("a link that is none leads to another one", async () => {
  await openScreen("/reinitialiser/devine")
  await screen.findByRole("heading", { level: 1, name: "Ce lien n’est plus valable" })
  const main = within(screen.getByRole("main"))
  expect(main.getByRole("link", { name: "Demander un autre lien" }).getAttribute("href")).toBe("/mot-de-passe-oublie")
})
