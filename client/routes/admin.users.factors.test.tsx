import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { installPasskeys } from "#client/testing/passkeys.ts"
import { press } from "#client/testing/press.ts"
import { textOf } from "#client/testing/text-of.ts"
import { findUser, user as inRow, userButton } from "#client/testing/users.ts"
import { createFactorClient } from "#server/testing/start-with-factors.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

function panel() {
  return within(screen.getByRole("region", { name: "Double confirmation de la connexion" }))
}

function requirement(role = "Administrateur"): HTMLElement {
  return panel().getByRole("switch", { name: role })
}

function isOn(role?: string) {
  return requirement(role).getAttribute("aria-checked") === "true"
}

/** Opens the list of users as an administrator who has a passkey, beside a colleague who has none. */
async function openWithPasskey() {
  installPasskeys()
  const opened = await openScreen("/admin/account", {
    as: "admin",
    fill: ({ db }) => createTestAccount(db, { role: "admin", username: "Béa", email: "bea@exemple.cd" }),
  })
  await opened.user.click(await screen.findByRole("button", { name: "Ajouter une clé d’accès" }))
  await screen.findByText(/^Clé d’accès ajoutée/)
  opened.open("/admin/users")
  await screen.findByRole("switch", { name: "Administrateur" })
  return opened
}

async function turnOn({ user }: Pick<Awaited<ReturnType<typeof openWithPasskey>>, "user">) {
  await user.click(requirement())
  await panel().findByText("Désormais, les comptes du rôle « Administrateur » confirment leur connexion.")
}

test("each role of the office has a switch, and none is on at first", async () => {
  await openScreen("/admin/users", { as: "admin" })
  await screen.findByRole("switch", { name: "Administrateur" })
  expect(panel().getAllByRole("switch").map(textOf)).toEqual([
    "Administrateur",
    "Éditeur",
    "Chargé de clientèle",
    "Lecteur",
  ])
  expect(isOn()).toBe(false)
})

test("who has no factor cannot require one of administrators", async () => {
  const { user } = await openScreen("/admin/users", { as: "admin" })
  await user.click(await screen.findByRole("switch", { name: "Administrateur" }))
  expect(textOf(await panel().findByRole("alert"))).toContain("Ajoutez d’abord à votre propre compte")
  expect(isOn()).toBe(false)
})

test("who has a passkey can, and is told what that means", async () => {
  const opened = await openWithPasskey()
  await turnOn(opened)
  expect(isOn()).toBe(true)
  opened.reload()
  await screen.findByRole("switch", { name: "Administrateur" })
  expect(isOn()).toBe(true)
})

test("a passkey is needed to free them of it", async () => {
  const opened = await openWithPasskey()
  const { user } = opened
  await turnOn(opened)
  await press(user, requirement)
  await screen.findByRole("dialog", { name: "Confirmez ce changement" })
  await user.keyboard("{Escape}")
  expect(textOf(await panel().findByRole("alert"))).toContain("Confirmez ce changement")
  expect(isOn()).toBe(true)
  await press(user, requirement)
  const proof = within(await screen.findByRole("dialog", { name: "Confirmez ce changement" }))
  await user.click(await proof.findByRole("button", { name: "Utiliser une clé d’accès" }))
  await panel().findByText("Le mot de passe suffit de nouveau aux comptes du rôle « Administrateur ».")
  expect(isOn()).toBe(false)
})

test("a failure is told, and the switch stays", async () => {
  const { user, network } = await openScreen("/admin/users", { as: "admin" })
  network.answer("factors.setRequirement", noConnection)
  await user.click(await screen.findByRole("switch", { name: "Lecteur" }))
  expect(textOf(await panel().findByRole("alert"))).toBe("Erreur de réseau : connexion impossible")
  expect(isOn("Lecteur")).toBe(false)
})

test("a colleague who lacks a factor gets a link to protect the account, which is shown once", async () => {
  const opened = await openWithPasskey()
  await findUser("Béa")
  expect(inRow("Béa").queryByRole("button", { name: /^Lien de protection/ })).toBeNull()
  await turnOn(opened)
  await waitFor(() => userButton("Béa", "Lien de protection"))
  await opened.user.click(userButton("Béa", "Lien de protection"))
  const dialog = within(await screen.findByRole("dialog", { name: "Protéger le compte de Béa" }))
  const { value } = dialog.getByLabelText<HTMLInputElement>("Lien pour protéger le compte")
  expect(value).toMatch(/^http:\/\/localhost\/proteger-compte\/[\w-]{43}$/)
})

test("who has lost every factor is freed of them", async () => {
  const { user } = await openScreen("/admin/users", {
    as: "admin",
    async fill(site) {
      const browser = createFactorClient(site)
      await browser.signIn(await createTestAccount(site.db, { role: "admin", username: "Béa" }))
      await browser.addPasskey()
    },
  })
  const row = within(await findUser("Béa"))
  row.getByText(/1 clé d’accès/)
  await user.click(userButton("Béa", "Retirer clés et codes"))
  await screen.findByText("Béa : clés d’accès et codes sont retirés.")
  await waitFor(() => expect(inRow("Béa").queryByText(/clé d’accès/)).toBeNull())
})
