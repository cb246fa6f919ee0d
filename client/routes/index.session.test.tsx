import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { showSessionControls, walkTo } from "#client/testing/header.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"

function tokens() {
  return [localStorage.getItem("token"), sessionStorage.getItem("token")]
}

const bar = () => within(screen.getByRole("banner"))
const logIn = () => bar().queryByRole("link", { name: "Connexion" })
const logOut = () => bar().queryByRole("button", { name: "Déconnexion" })

/** Does to the token what another tab does, of which the browser tells this one. */
function elsewhere(value: string | null) {
  if (value === null) localStorage.removeItem("token")
  else localStorage.setItem("token", value)
  dispatchEvent(new StorageEvent("storage", { key: "token", newValue: value }))
}

test("the bar shows Connexion, which leads to the log-in, and Déconnexion in its place while a token is held", async () => {
  const { user } = await openScreen("/")
  await showSessionControls()
  expect([logIn()?.getAttribute("href"), logOut()]).toEqual(["/login", null])
  sessionStorage.setItem("token", "jeton")
  await walkTo(user, "Transport")
  await waitFor(() => expect(logOut()).not.toBeNull())
  expect(logIn()).toBeNull()
})

test("a log-out from the bar ends the session on the server, clears both storages, and leads home", async () => {
  const { user, client } = await openScreen("/transport", { as: "user" })
  await showSessionControls()
  await user.click(logOut() as Element)
  await screen.findByRole("heading", { level: 1, name: "Excellence Multi-Sectorielle" })
  expect([location.pathname, ...tokens()]).toEqual(["/", null, null])
  expect(await client.me()).toBeNull()
  expect(logIn()).not.toBeNull()
})

test("a log-out that does not reach the server is told, and can be repeated", async () => {
  const { user, network, client } = await openScreen("/transport", { as: "user" })
  await showSessionControls()
  const told = vi.spyOn(window, "alert").mockImplementation(() => {})
  const reconnect = network.answer("accounts.signOut", noConnection)
  await user.click(logOut() as Element)
  await waitFor(() => expect(told.mock.calls).toHaveLength(1))
  expect(told.mock.calls[0]).toEqual(["La déconnexion a échoué. Vérifiez la connexion, puis réessayez."])
  await waitFor(() => expect(logOut()).not.toBeNull())
  expect(await client.me()).not.toBeNull()
  expect(location.pathname).toBe("/transport")
  reconnect()
  await user.click(logOut() as Element)
  await waitFor(async () => expect(await client.me()).toBeNull())
  await waitFor(() => expect(tokens()).toEqual([null, null]))
  expect(told.mock.calls).toHaveLength(1)
})

test("a log-in in another tab shows here at once, and so does its log-out, which clears this tab's token too", async () => {
  await openScreen("/")
  await showSessionControls()
  elsewhere("jeton")
  expect([logIn(), logOut() === null]).toEqual([null, false])
  sessionStorage.setItem("token", "jeton")
  elsewhere(null)
  expect([logIn() === null, logOut(), ...tokens()]).toEqual([false, null, null, null])
})

test("the menu shows Déconnexion in place of « Se connecter », logs out too, and closes", async () => {
  const { user, client } = await openScreen("/transport", { as: "user" })
  await showSessionControls()
  await user.click(screen.getByRole("button", { name: "Ouvrir le menu" }))
  expect(screen.queryByRole("link", { name: "Se connecter" })).toBeNull()
  const [, inMenu] = screen.getAllByRole("button", { name: "Déconnexion" })
  await user.click(inMenu as Element)
  expect(screen.queryByRole("navigation", { name: "Menu" })).toBeNull()
  await waitFor(async () => expect(await client.me()).toBeNull())
  expect(tokens()).toEqual([null, null])
})
