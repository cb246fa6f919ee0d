import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import type { Database } from "#server/database/core/database.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const newcomer = {
  username: "Béatrice Lukusa",
  email: "beatrice@exemple.cd",
  password: "sept sacs de ciment gris",
  confirm: "sept sacs de ciment gris",
}

async function findFields() {
  const main = within(await screen.findByRole("main"))
  return {
    username: await main.findByLabelText<HTMLInputElement>("Nom d'utilisateur"),
    email: main.getByLabelText<HTMLInputElement>("E-mail"),
    password: main.getByLabelText<HTMLInputElement>("Mot de passe"),
    confirm: main.getByLabelText<HTMLInputElement>("Confirmer le mot de passe"),
    button: main.getByRole("button", { name: "S'inscrire" }),
  }
}

async function register(user: UserEvent, given: Partial<typeof newcomer> = {}) {
  const { button, ...fields } = await findFields()
  for (const name of ["username", "email", "password", "confirm"] as const)
    await fill(user, fields[name], { ...newcomer, ...given }[name])
  await user.click(button)
}

function stored({ db }: { db: Database }) {
  return db.selectFrom("accounts").select("role").where("email", "=", newcomer.email).execute()
}

test("all four fields are required and say so, and nothing is sent meanwhile", async () => {
  const { user, network } = await openScreen("/register")
  const { username, email, password, confirm, button } = await findFields()
  for (const field of [username, email, password, confirm]) expect(field.required).toBe(true)
  expect(email.type).toBe("email")
  await user.click(button)
  await waitFor(() => expect(descriptionOf(username)).toBe("Le nom d’utilisateur doit contenir au moins 3 caractères"))
  expect(descriptionOf(email)).toBe("L’e-mail est requis")
  expect(descriptionOf(password)).toContain("Le mot de passe doit contenir au moins 8 caractères")
  expect(document.activeElement).toBe(username)
  expect(network.requests.filter((request) => request.includes("accounts.register"))).toEqual([])
})

test("passwords that differ are told before any call", async () => {
  const { user, network } = await openScreen("/register")
  await register(user, { confirm: "sept sacs de ciment blanc" })
  const confirm = screen.getByLabelText("Confirmer le mot de passe")
  await waitFor(() => expect(descriptionOf(confirm)).toBe("Les mots de passe ne correspondent pas"))
  expect(document.activeElement).toBe(confirm)
  expect(network.requests.filter((request) => request.includes("accounts.register"))).toEqual([])
})

const rejections = [
  { given: { email: "DEJA@exemple.cd" }, field: "email", text: "Un compte existe déjà avec cet e-mail" },
  { given: { username: "Déjà pris" }, field: "username", text: "Ce nom d’utilisateur est déjà pris" },
  {
    given: { password: "password123", confirm: "password123" },
    field: "password",
    text: "Ce mot de passe est trop facile à deviner",
  },
] as const

test.each(rejections)("what the server rejects is told in red and under its field: $text", async (rejected) => {
  const { user } = await openScreen("/register", {
    fill: ({ db }) => createTestAccount(db, { username: "Déjà pris", email: "deja@exemple.cd" }),
  })
  await register(user, rejected.given)
  expect((await screen.findByRole("alert")).textContent).toBe(rejected.text)
  const field = (await findFields())[rejected.field]
  expect(descriptionOf(field)).toContain(rejected.text)
  expect(document.activeElement).toBe(field)
  expect(location.pathname).toBe("/register")
})

const failures = [
  { answer: proxyPage, text: "Erreur réseau ou réponse inattendue du serveur" },
  { answer: rejection("Revenez demain"), text: "Revenez demain" },
  { answer: rejection(""), text: "Erreur d'inscription" },
  { answer: noConnection, text: "Erreur réseau: connexion impossible" },
]

test.each(failures)("a failed call is told in red, and can be sent again: $text", async ({ answer, text }) => {
  // The confirmation is shown for 1.5 s only.
  fakeTime()
  const { user, network, site } = await openScreen("/register")
  const end = network.answer("accounts.register", answer)
  await register(user)
  expect((await screen.findByRole("alert")).textContent).toBe(text)
  expect(await stored(site)).toEqual([])
  end()
  await user.click((await findFields()).button)
  await screen.findByText("Inscription réussie")
  expect(await stored(site)).toEqual([{ role: "user" }])
})

test("a success is confirmed in green, scrolled into sight, and leads to the log-in after 1.5 s", async () => {
  fakeTime()
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView")
  const { user } = await openScreen("/register")
  await register(user)
  const banner = await screen.findByText("Inscription réussie", { selector: "[role=status] *" })
  expect(scroll.mock.contexts.map((element) => (element as Element).contains(banner))).toEqual([true])
  await passTime(1300)
  expect(location.pathname).toBe("/register")
  await passTime(300)
  expect(location.pathname).toBe("/login")
})

test("whoever has left the page by then stays where they are", async () => {
  fakeTime()
  const { user } = await openScreen("/register")
  await register(user)
  await screen.findByText("Inscription réussie")
  await user.click(screen.getAllByRole("link", { name: /À propos/ })[0] as Element)
  await waitFor(() => expect(location.pathname).toBe("/about"))
  await passTime(2000)
  expect(location.pathname).toBe("/about")
})

test("who has an account already is led to the log-in", async () => {
  await openScreen("/register")
  await findFields()
  const main = within(screen.getByRole("main"))
  expect(main.getByRole("link", { name: "Se connecter" }).getAttribute("href")).toBe("/login")
})

test("a closed registration says so in place of the form", async () => {
  await openScreen("/register", {
    fill: ({ db }) => publishTestContent(db, "parametres", { ...parametres, registration: { open: "non" } }),
  })
  await screen.findByText("Les inscriptions sont fermées")
  expect(screen.queryByRole("button", { name: "S'inscrire" })).toBeNull()
})
