import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { describe, expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import type { Database } from "#server/database/core/database.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const email = "amina@exemple.cd"

const addAdministrator = ({ db }: { db: Database }) => createTestAccount(db, { email, role: "admin" })

async function findFields() {
  const main = within(await screen.findByRole("main"))
  return {
    email: await main.findByLabelText<HTMLInputElement>("E-mail"),
    password: main.getByLabelText<HTMLInputElement>("Mot de passe"),
    button: main.getByRole("button", { name: "Se connecter" }),
  }
}

async function logIn(user: UserEvent, password = TEST_PASSWORD) {
  const fields = await findFields()
  await fill(user, fields.email, email)
  await fill(user, fields.password, password)
  await user.click(fields.button)
}

function tokens() {
  return [localStorage.getItem("token"), sessionStorage.getItem("token")]
}

test("both fields are required and say so, and nothing is sent meanwhile", async () => {
  const { user, network } = await openScreen("/login")
  const fields = await findFields()
  expect(fields.email).toMatchObject({ type: "email", required: true })
  expect(fields.password).toMatchObject({ type: "password", required: true })
  await user.click(fields.button)
  await waitFor(() => expect(descriptionOf(fields.email)).toBe("L’e-mail est requis"))
  expect(descriptionOf(fields.password)).toBe("Le mot de passe est requis")
  expect(document.activeElement).toBe(fields.email)
  expect(network.requests.filter((request) => request.includes("signIn"))).toEqual([])
})

test("the password is shown and hidden again by a button beside it, and stays typed", async () => {
  const { user } = await openScreen("/login")
  const { password } = await findFields()
  await user.type(password, "iroko")
  await user.click(screen.getByRole("button", { name: /^Afficher.+Mot de passe$/ }))
  expect(password).toMatchObject({ type: "text", value: "iroko" })
  await user.tab({ shift: true })
  expect(document.activeElement).toBe(password)
  await user.tab()
  await user.keyboard("{Enter}")
  expect(password).toMatchObject({ type: "password", value: "iroko" })
})

test("an error goes once its field is filled in", async () => {
  const { user } = await openScreen("/login")
  const fields = await findFields()
  await user.click(fields.button)
  await waitFor(() => expect(descriptionOf(fields.email)).toBe("L’e-mail est requis"))
  await user.type(fields.email, "a")
  expect(descriptionOf(fields.email)).toBe("")
  expect(descriptionOf(fields.password)).toBe("Le mot de passe est requis")
})

test("a wrong password is told in red, keeps the e-mail and the focus, and gives no token", async () => {
  const { user } = await openScreen("/login", { fill: addAdministrator })
  await logIn(user, "pas le bon")
  expect((await screen.findByRole("alert")).textContent).toBe("E-mail ou mot de passe incorrect")
  const fields = await findFields()
  expect(fields.email.value).toBe(email)
  expect(document.activeElement).toBe(fields.button)
  expect(location.pathname).toBe("/login")
  expect(tokens()).toEqual([null, null])
})

const failures = [
  { failure: "a proxy's page", answer: proxyPage, text: "Erreur de connexion" },
  { failure: "the server's own message", answer: rejection("Revenez demain"), text: "Revenez demain" },
  { failure: "no connection", answer: noConnection, text: "Erreur réseau" },
]

test.each(failures)("$failure is told in red, after which another attempt logs in", async ({ answer, text }) => {
  const { user, network } = await openScreen("/login", { fill: addAdministrator })
  const end = network.answer("accounts.signIn", answer)
  await logIn(user)
  expect((await screen.findByRole("alert")).textContent).toBe(text)
  expect(tokens()).toEqual([null, null])
  end()
  await user.click((await findFields()).button)
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
})

test("a browser that refuses the session's cookie is told so", async () => {
  const { user, network, client } = await openScreen("/login", { fill: addAdministrator })
  network.answer("accounts.signIn", async (_request, proceed) => {
    const response = await proceed()
    client.cookies.clear()
    return response
  })
  await logIn(user)
  expect((await screen.findByRole("alert")).textContent).toContain("Votre navigateur refuse les cookies")
  expect(tokens()).toEqual([null, null])
})

describe("a log-in leads", () => {
  test.each(["admin", "editor", "agent", "reader"] as const)("to the dashboard for the role %s", async (role) => {
    const { user } = await openScreen("/login", { fill: ({ db }) => createTestAccount(db, { email, role }) })
    await logIn(user)
    await screen.findByRole("heading", { level: 1, name: "Dashboard" })
    expect(location.pathname).toBe("/admin/dashboard")
  })

  test("home for any other role, with the token in both storages", async () => {
    const { user } = await openScreen("/login", { fill: ({ db }) => createTestAccount(db, { email }) })
    await logIn(user)
    await waitFor(() => expect(location.pathname).toBe("/"))
    const [token, same] = tokens()
    expect(token).toEqual(expect.any(String))
    expect(same).toBe(token)
  })

  test("home where the address to return to is another site's", async () => {
    const path = `/login?redirect=${encodeURIComponent("/\\mechant.example")}`
    const { user } = await openScreen(path, { fill: ({ db }) => createTestAccount(db, { email }) })
    await logIn(user)
    await waitFor(() => expect(location.href).toBe("http://localhost/"))
  })

  test("back to the admin screen that a visitor asked for, with its search", async () => {
    const { user } = await openScreen("/admin/messages?search=ciment", { fill: addAdministrator })
    await findFields()
    expect(location.pathname).toBe("/login")
    await logIn(user)
    await screen.findByRole("heading", { level: 1, name: "Messages" })
    expect(location.pathname + location.search).toBe("/admin/messages?search=ciment")
  })
})

test("a session without a token, as after a log-in without JavaScript, is found by the log-in page", async () => {
  const { open, signIn } = await openScreen("/login")
  await findFields()
  await signIn("user")
  localStorage.clear()
  sessionStorage.clear()
  open("/login?redirect=%2Fadmin%2Fdashboard")
  await waitFor(() => expect(tokens()).toEqual(["session", "session"]))
})

test("a token whose session is over is cleared by the log-in page", async () => {
  const { site, reload, signIn } = await openScreen("/login")
  await findFields()
  await signIn("user")
  await site.db.deleteFrom("sessions").execute()
  reload()
  await waitFor(() => expect(tokens()).toEqual([null, null]))
})

test.each([
  { search: "?inscrit=true", role: "status", text: "Inscription réussie" },
  {
    search: "?reinitialise=true",
    role: "status",
    text: "Votre nouveau mot de passe est enregistré. Connectez-vous avec lui.",
  },
  { search: "?cookies=true", role: "alert", text: /^Votre navigateur refuse les cookies/ },
])("the page says what led to it: $search", async ({ search, role, text }) => {
  await openScreen(`/login${search}`)
  await findFields()
  within(screen.getByRole("main")).getByText(text, { selector: `[role=${role}] *` })
})

test("the page leads to the registration, and to another password with the e-mail that was typed", async () => {
  const { user } = await openScreenWithMails("/login")
  const fields = await findFields()
  const main = within(screen.getByRole("main"))
  expect(main.getByRole("link", { name: "S’inscrire" }).getAttribute("href")).toBe("/register")
  await fill(user, fields.email, email)
  await user.click(main.getByRole("link", { name: "Mot de passe oublié" }))
  await screen.findByRole("heading", { level: 1, name: "Mot de passe oublié" })
  expect(within(screen.getByRole("main")).getByLabelText<HTMLInputElement>("E-mail").value).toBe(email)
})

test("while registration is closed, the page does not lead to it", async () => {
  await openScreen("/login", {
    fill: ({ db }) => publishTestContent(db, "parametres", { ...parametres, registration: { open: "non" } }),
  })
  await findFields()
  expect(screen.queryByRole("link", { name: "S’inscrire" })).toBeNull()
})
