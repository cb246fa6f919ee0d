import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textsOf } from "#client/testing/text-of.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"

const menu = () => within(screen.getByRole("complementary"))

async function openDashboard() {
  const opened = await openScreen("/admin/dashboard", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  return opened
}

test("the menu ends with the account, the site and the log-out", async () => {
  const { account } = await openDashboard()
  expect(textsOf(menu().getAllByRole("link")).slice(-2)).toEqual(["Mon compte", "Voir le site"])
  expect(menu().getByText(account?.email ?? "")).toBeTruthy()
  expect(menu().getByRole("button", { name: "Déconnexion" })).toBeTruthy()
})

test("the link of the screen that is open is marked, also on a screen below it", async () => {
  const { user } = await openDashboard()
  const marked = () =>
    textsOf(
      menu()
        .getAllByRole("link")
        .filter((link) => link.hasAttribute("aria-current")),
    )
  expect(marked()).toEqual(["Dashboard"])
  await user.click(menu().getByRole("link", { name: "Projets" }))
  await user.click(await screen.findByRole("link", { name: "Ajouter un projet" }))
  await screen.findByRole("heading", { level: 1, name: "Ajouter un projet" })
  expect(marked()).toEqual(["Projets"])
})

test("each screen has its title, and is kept out of search engines", async () => {
  const { user } = await openDashboard()
  await waitFor(() => expect(document.title).toMatch(/^Dashboard/))
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex")
  await user.click(menu().getByRole("link", { name: "Statistiques" }))
  await waitFor(() => expect(document.title).toMatch(/^Statistiques/))
})

test("the menu is reduced to icons, whose links keep their names", async () => {
  const { user } = await openDashboard()
  await user.click(menu().getByRole("button", { name: "Réduire le menu" }))
  const expand = menu().getByRole("button", { name: "Agrandir le menu" })
  expect(expand.getAttribute("aria-pressed")).toBe("true")
  expect(menu().getByRole("link", { name: "Statistiques" }).getAttribute("title")).toBe("Statistiques")
  await user.click(expand)
  expect(menu().getByRole("button", { name: "Réduire le menu" })).toBeTruthy()
})

test("on a phone a button opens the menu, and a link of it closes it", async () => {
  const { user } = await openDashboard()
  const opened = () => screen.queryByRole("button", { name: "Fermer le menu" })
  expect(opened()).toBeNull()
  await user.click(screen.getByRole("button", { name: "Ouvrir le menu" }))
  const panel = within(opened()?.parentElement as HTMLElement)
  await user.click(panel.getByRole("link", { name: "Messages" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  expect(opened()).toBeNull()
})

test("Escape closes the menu of a phone, and gives the focus back", async () => {
  const { user } = await openDashboard()
  const button = screen.getByRole("button", { name: "Ouvrir le menu" })
  await user.click(button)
  await user.keyboard("{Escape}")
  expect(screen.queryByRole("button", { name: "Fermer le menu" })).toBeNull()
  expect(document.activeElement).toBe(button)
})

test("requests to answer are counted in the menu and in the title", async () => {
  await openScreen("/admin/dashboard", { as: "admin", fill: ({ db }) => createTestMessage(db) })
  await waitFor(() => expect(document.title).toMatch(/^\(1\) Dashboard/))
  expect(menu().getByRole("link", { name: /^Messages.*1\sdemande sans réponse/ })).toBeTruthy()
})

test.each([
  ["answers", "Serveur en ligne"],
  ["does not answer", "Serveur injoignable"],
])("below each screen stands whether the server %s", async (answers, text) => {
  const { network } = await openScreen("/admin/dashboard", { as: "admin" })
  if (answers === "does not answer") network.answer("/api/health", noConnection)
  await screen.findByText(text)
})

test("without a network the server is said to be out of reach at once, and in reach again with one", async () => {
  await openDashboard()
  await screen.findByText("Serveur en ligne")
  fireEvent(window, new Event("offline"))
  await screen.findByText("Serveur injoignable")
  fireEvent(window, new Event("online"))
  await screen.findByText("Serveur en ligne")
})

test("where the account cannot be read, the office says so, and the retry keeps the focus", async () => {
  // The router tells why a screen failed.
  for (const level of ["error", "warn"] as const) vi.spyOn(console, level).mockImplementation(() => {})
  const { user, network, reload } = await openDashboard()
  network.answer("accounts.me", proxyPage)
  reload()
  expect((await screen.findByRole("alert")).textContent).toBe("L’administration n’a pas pu être ouverte.")
  expect(textsOf(screen.queryAllByRole("link"))).toEqual(["Aller au contenu"])
  const retry = screen.getByRole("button", { name: "Réessayer" })
  await user.click(retry)
  await waitFor(() => expect(document.activeElement).toBe(retry))
})

test("an address of the office that is none is not found", async () => {
  await openScreen("/admin/rien", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: /404/ })
})

test("a screen that is not open to a role leads back to the dashboard", async () => {
  const { user } = await openScreen("/admin/users", { as: "editor" })
  await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
  await user.click(screen.getByRole("link", { name: "Revenir au Dashboard" }))
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
})

test("notices stand in the open dialog, where F8 reaches them, and outside of it again once it is closed", async () => {
  const { user } = await openScreen("/admin/users", { as: "admin" })
  const notices = () => screen.getByRole("region", { name: /^Notifications/ })
  await user.click(await screen.findByRole("button", { name: "Inviter" }))
  const dialog = await screen.findByRole("dialog")
  expect(dialog.contains(notices())).toBe(true)
  await user.keyboard("{F8}")
  expect(document.activeElement).toBe(notices())
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(notices().isConnected).toBe(true)
  expect(notices().closest("dialog")).toBeNull()
})
