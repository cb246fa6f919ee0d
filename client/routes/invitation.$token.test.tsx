import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"

/** Opens the page of an invitation as somebody whom an administrator has invited. */
async function openInvitation(invitation: { role: string; email?: string }) {
  const opened = await openScreen("/about", { as: "admin" })
  const invited = await opened.client.postJson("/trpc/users.invite", invitation)
  const { result } = (await invited.json()) as { result: { data: { token: string } } }
  await opened.client.signOut()
  localStorage.clear()
  sessionStorage.clear()
  opened.open(`/invitation/${result.data.token}`)
  await screen.findByRole("heading", { level: 1, name: "Votre invitation" })
  return { ...opened, reopen: () => opened.open(`/invitation/${result.data.token}`) }
}

function fields() {
  const main = within(screen.getByRole("main"))
  return {
    username: main.getByLabelText<HTMLInputElement>("Nom d’utilisateur"),
    email: main.getByLabelText<HTMLInputElement>("E-mail"),
    password: main.getByLabelText<HTMLInputElement>("Mot de passe"),
    confirm: main.getByLabelText<HTMLInputElement>("Confirmer le mot de passe"),
    button: main.getByRole("button", { name: "Créer mon compte" }),
  }
}

async function accept(user: Awaited<ReturnType<typeof openInvitation>>["user"], given: Record<string, string> = {}) {
  const { username, email, password, confirm, button } = fields()
  await fill(user, username, given.username ?? "Anne Kasongo")
  if (!email.readOnly) await fill(user, email, "anne@exemple.cd")
  await fill(user, password, given.password ?? TEST_PASSWORD)
  await fill(user, confirm, given.confirm ?? TEST_PASSWORD)
  await user.click(button)
}

test("an invitation says who invites to what, and makes an account that is logged in at once", async () => {
  const { user, client, account } = await openInvitation({ role: "editor" })
  screen.getByText(
    new RegExp(
      `^${account?.username} vous invite à rédiger le site et à présenter ses projets\\. Ce lien sert une fois`,
    ),
  )
  await accept(user)
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  expect(await client.me()).toMatchObject({ username: "Anne Kasongo", email: "anne@exemple.cd", role: "editor" })
})

test("an invited address stands in the form, and cannot be changed", async () => {
  const { user, client } = await openInvitation({ role: "agent", email: "anne@exemple.cd" })
  expect(fields().email).toMatchObject({ readOnly: true, value: "anne@exemple.cd" })
  await accept(user)
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  expect(await client.me()).toMatchObject({ email: "anne@exemple.cd", role: "agent" })
})

test("each field that is at fault says why, before any call", async () => {
  const { user, network } = await openInvitation({ role: "editor" })
  await accept(user, { username: "An", password: "court", confirm: "autre" })
  const username = screen.getByLabelText("Nom d’utilisateur")
  await waitFor(() =>
    expect(descriptionOf(username)).toContain("Le nom d’utilisateur doit contenir au moins 3 caractères"),
  )
  expect(descriptionOf(fields().password)).toContain("Le mot de passe doit contenir au moins 8 caractères")
  expect(document.activeElement).toBe(username)
  expect(network.requests.filter((request) => request.includes("acceptInvitation"))).toEqual([])
})

test("passwords that differ, or that are easy to guess, are told under their field", async () => {
  const { user } = await openInvitation({ role: "editor" })
  await accept(user, { confirm: "autre mot de passe" })
  const confirm = screen.getByLabelText("Confirmer le mot de passe")
  await waitFor(() => expect(descriptionOf(confirm)).toBe("Les mots de passe ne correspondent pas"))
  const { password } = fields()
  await accept(user, { password: "password123", confirm: "password123" })
  await waitFor(() => expect(descriptionOf(password)).toContain("Ce mot de passe est trop facile à deviner"))
})

test.each([
  { answer: noConnection, text: "Erreur réseau" },
  { answer: proxyPage, text: "Erreur lors de la création du compte" },
])("a failure is told in red, and keeps the invitation: $text", async ({ answer, text }) => {
  const { user, network } = await openInvitation({ role: "editor" })
  const end = network.answer("acceptInvitation", answer)
  await accept(user)
  expect((await screen.findByRole("alert")).textContent).toBe(text)
  end()
  await user.click(fields().button)
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
})

test("an invitation that has served says so, and leads to the log-in", async () => {
  const { user, reopen } = await openInvitation({ role: "user" })
  await accept(user)
  await waitFor(() => expect(location.pathname).toBe("/"))
  reopen()
  await screen.findByRole("heading", { level: 1, name: "Cette invitation n’est plus valable" })
  const main = within(screen.getByRole("main"))
  expect(main.getByRole("link", { name: "Se connecter" }).getAttribute("href")).toBe("/login")
})
