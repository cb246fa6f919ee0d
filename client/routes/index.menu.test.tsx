import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { showSessionControls } from "#client/testing/header.ts"
import { openScreen } from "#client/testing/open-screen.tsx"

async function openMenu(path: string) {
  const opened = await openScreen(path)
  await showSessionControls()
  const button = screen.getByRole("button", { name: "Ouvrir le menu" })
  await opened.user.click(button)
  return { ...opened, button, menu: within(screen.getByRole("navigation", { name: "Menu" })) }
}

function queryMenu() {
  return screen.queryByRole("navigation", { name: "Menu" })
}

test("the menu has the seven links, of which the current one is marked, Contact and log-in", async () => {
  const { menu } = await openMenu("/transport")
  expect(menu.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Accueil", "/"],
    ["Construction", "/construction"],
    ["Agriculture", "/agriculture"],
    ["Élevage", "/elevage"],
    ["Transport", "/transport"],
    ["Ventes de Matériaux", "/ventes-materiaux"],
    ["Immobilier", "/immobilier"],
  ])
  expect(menu.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent)).toEqual(["Transport"])
  expect(screen.getByRole("link", { name: "Se connecter" }).getAttribute("href")).toBe("/login")
  expect(screen.queryByRole("button", { name: "Déconnexion" })).toBeNull()
})

test.each(["Transport", "Immobilier"])("choosing %s closes the menu, also where one is already", async (name) => {
  const { user, menu } = await openMenu("/transport")
  await user.click(menu.getByRole("link", { name }))
  await waitFor(() => expect(queryMenu()).toBeNull())
  await screen.findByRole("heading", { level: 1, name })
  expect(queryMenu()).toBeNull()
})

test("the menu's Contact leads to the contact page, and closes it", async () => {
  const { user, menu } = await openMenu("/transport")
  expect(menu.queryByRole("link", { name: "Contact" })).toBeNull()
  const [, inMenu] = screen.getAllByRole("link", { name: "Contact" })
  await user.click(inMenu as Element)
  await screen.findByRole("heading", { level: 1, name: "Contactez-Nous" })
  expect(queryMenu()).toBeNull()
})

test("« Fermer le menu » and Escape close it, and give the focus back to the button that opens it", async () => {
  const { user, button } = await openMenu("/transport")
  await user.keyboard("{Escape}")
  expect([queryMenu(), document.activeElement]).toEqual([null, button])
  await user.keyboard("{Enter}")
  expect(queryMenu()).not.toBeNull()
  await user.click(screen.getByRole("button", { name: "Fermer le menu" }))
  expect([queryMenu(), document.activeElement]).toEqual([null, button])
})

test("the menu closes behind a focus that leaves it, since what it covers cannot be seen", async () => {
  const { user } = await openMenu("/transport")
  const [inMenu] = screen.getAllByRole("link", { name: /\+243/ })
  inMenu?.focus()
  expect(queryMenu()).not.toBeNull()
  await user.tab()
  expect(queryMenu()).toBeNull()
})
