import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"

function tokens() {
  return [localStorage.getItem("token"), sessionStorage.getItem("token")]
}

async function findSidebar() {
  return within(await screen.findByRole("complementary"))
}

async function findLogOut() {
  return (await findSidebar()).getByRole("button", { name: "Déconnexion" })
}

/** Tells the page that another tab has logged out, as the browser does. */
function logOutElsewhere() {
  localStorage.removeItem("token")
  dispatchEvent(new StorageEvent("storage", { key: "token", newValue: null }))
}

test("who may not open the back office is told so without a call for its data, and can log out", async () => {
  const { user, network } = await openScreen("/admin/dashboard", { as: "user" })
  await screen.findByRole("heading", { level: 1, name: "Accès réservé à l'administrateur" })
  expect(network.requests.filter((request) => /stats|projects|messages/.test(request))).toEqual([])
  await user.click(screen.getByRole("button", { name: "Se déconnecter" }))
  await waitFor(() => expect(location.pathname).toBe("/login"))
  expect(tokens()).toEqual([null, null])
})

test("the next call of a session that has ended clears the token, and the next screen asks to log in", async () => {
  const { user, site, account } = await openScreen("/admin/messages", { as: "admin" })
  await screen.findByText("Aucun message pour l’instant")
  await site.db.deleteFrom("sessions").execute()
  const link = (await findSidebar()).getByRole("link", { name: "Dashboard" })
  await user.hover(link)
  await waitFor(() => expect(tokens()).toEqual([null, null]))
  await user.click(link)
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  expect(location.pathname + location.search).toBe("/login?redirect=%2Fadmin%2Fdashboard")
  expect(tokens()).toEqual([null, null])
  const main = within(screen.getByRole("main"))
  await fill(user, main.getByLabelText("E-mail"), account?.email ?? "")
  await fill(user, main.getByLabelText("Mot de passe"), TEST_PASSWORD)
  await user.click(main.getByRole("button", { name: "Se connecter" }))
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
})

test("a screen that finds the session ended offers to log in, and comes back", async () => {
  const { user, site, account } = await openScreen("/admin/messages", { as: "admin" })
  await screen.findByText("Aucun message pour l’instant")
  await site.db.deleteFrom("sessions").execute()
  await user.click((await findSidebar()).getByRole("link", { name: "Statistiques" }))
  await screen.findAllByText("Erreur lors du chargement des statistiques : Connectez-vous pour continuer")
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull()
  await user.click(screen.getAllByRole("link", { name: "Connexion" })[0] as Element)
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  const main = within(screen.getByRole("main"))
  await fill(user, main.getByLabelText("E-mail"), account?.email ?? "")
  await fill(user, main.getByLabelText("Mot de passe"), TEST_PASSWORD)
  await user.click(main.getByRole("button", { name: "Se connecter" }))
  await screen.findByRole("heading", { level: 1, name: "Statistiques" })
})

test("the sidebar's log-out ends the session on the server, and only then leads to the log-in", async () => {
  const { user, client, network } = await openScreen("/admin/messages", { as: "admin" })
  const release = network.hold("accounts.signOut")
  await user.click(await findLogOut())
  expect(tokens()).toEqual([null, null])
  await network.sent("accounts.signOut")
  expect(location.pathname).toBe("/admin/messages")
  release()
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  expect(location.pathname + location.search).toBe("/login")
  expect((await client.request("/api/admin/stats")).status).toBe(401)
  expect(tokens()).toEqual([null, null])
})

test("a log-out removes the token once more when the session has ended, so that other tabs ask again", async () => {
  const { user, network } = await openScreen("/admin/messages", { as: "admin" })
  const release = network.hold("accounts.signOut")
  await user.click(await findLogOut())
  await network.sent("accounts.signOut")
  const removed: unknown[] = []
  const remove = Storage.prototype.removeItem
  vi.spyOn(Storage.prototype, "removeItem").mockImplementation(function (this: Storage, key) {
    // Browsers tell other tabs of a removal only where there was something to remove.
    if (this === localStorage && key === "token") removed.push(this.getItem(key))
    remove.call(this, key)
  })
  release()
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  expect(removed).toEqual(["session"])
  expect(tokens()).toEqual([null, null])
})

test("a log-out that fails is told, and the screen stays", async () => {
  const told = vi.spyOn(window, "alert").mockImplementation(() => {})
  const { user, network } = await openScreen("/admin/messages", { as: "admin" })
  network.answer("accounts.signOut", noConnection)
  await user.click(await findLogOut())
  await waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(location.pathname).toBe("/admin/messages")
  expect(tokens()).toEqual(["session", "session"])
  screen.getByRole("heading", { level: 1, name: "Messages" })
})

test("a log-out in another tab leads this one to the log-in, from which it comes back", async () => {
  const { client } = await openScreen("/admin/messages", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  await client.signOut()
  logOutElsewhere()
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  expect(location.pathname + location.search).toBe("/login?redirect=%2Fadmin%2Fmessages")
  expect(tokens()).toEqual([null, null])
})

test("an answer from before the log-out of another tab brings the token back to neither", async () => {
  const { client, network } = await openScreen("/admin/messages", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  const { promise, resolve } = Promise.withResolvers<void>()
  let answered = 0
  const end = network.answer("accounts.me", async (_request, proceed) => {
    const response = await proceed()
    answered += 1
    await promise
    return response
  })
  // The other tab leaves its session at once, and ends it then.
  logOutElsewhere()
  await waitFor(() => expect(answered).toBe(1))
  await client.signOut()
  end()
  logOutElsewhere()
  resolve()
  await screen.findByRole("heading", { level: 1, name: "Connexion" })
  expect(tokens()).toEqual([null, null])
})
