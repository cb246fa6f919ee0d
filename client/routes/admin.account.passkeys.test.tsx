import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { installPasskeys } from "#client/testing/passkeys.ts"
import { press } from "#client/testing/press.ts"
import { findReauthentication } from "#client/testing/reauthentication.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { expireReauthentication } from "#server/testing/test-account.ts"

function panel() {
  return within(screen.getByRole("region", { name: "Clés d'accès" }))
}

function addButton() {
  return panel().getByRole("button", { name: "Ajouter une clé d’accès" })
}

/** The dialog in which each change of factors is confirmed by one of them. */
function findProof() {
  return screen.findByRole("dialog", { name: "Confirmez ce changement" })
}

async function openAccount() {
  const device = installPasskeys()
  const opened = await openScreen("/admin/account", { as: "admin" })
  await screen.findByText("Vous n’en avez pas encore.")
  return { ...opened, device }
}

async function openWithPasskey() {
  const opened = await openAccount()
  await opened.user.click(addButton())
  await panel().findByText(/^Clé d’accès ajoutée/)
  return opened
}

async function nameOfKey() {
  const [, name] = /Clé d’accès ajoutée : (.*)/.exec(textOf(await panel().findByText(/^Clé d’accès ajoutée/))) ?? []
  return name ?? ""
}

test("a passkey is added by one button, and listed with its dates", async () => {
  await openWithPasskey()
  const row = await panel().findByRole("listitem")
  expect(textOf(row)).toContain(await nameOfKey())
  expect(textOf(row)).toMatch(/Ajoutée le \d.*, jamais utilisée/)
})

test("it is renamed by keyboard, and the focus comes back to its button", async () => {
  const { user } = await openWithPasskey()
  await user.click(await panel().findByRole("button", { name: /^Renommer/ }))
  const field = panel().getByLabelText<HTMLInputElement>("Nom de la clé")
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.keyboard("Ordinateur du bureau{Enter}")
  const button = await panel().findByRole("button", { name: "Renommer Ordinateur du bureau" })
  expect(document.activeElement).toBe(button)
})

test("a name is given up by « Annuler »", async () => {
  const { user } = await openWithPasskey()
  const name = await nameOfKey()
  await user.click(await panel().findByRole("button", { name: /^Renommer/ }))
  await user.keyboard("Autre")
  await user.click(panel().getByRole("button", { name: "Annuler" }))
  expect(document.activeElement).toBe(panel().getByRole("button", { name: `Renommer ${name}` }))
})

test("a passkey that is not made says so, and one that the device has already", async () => {
  const { user, device } = await openAccount()
  device.refuse(true)
  await user.click(addButton())
  expect(textOf(await panel().findByRole("alert"))).toMatch(/^Aucune clé d’accès n’a été utilisée/)
  device.refuse(false)
  await user.click(addButton())
  await panel().findByText(/^Clé d’accès ajoutée/)
  await press(user, addButton)
  await user.click(await within(await findProof()).findByRole("button", { name: "Utiliser une clé d’accès" }))
  await screen.findByText("Cet appareil a déjà une clé d’accès pour ce compte.")
})

test("a second one is added once the first one has confirmed it", async () => {
  const { user, device } = await openWithPasskey()
  await press(user, addButton)
  const proof = within(await findProof())
  const confirm = await proof.findByRole("button", { name: "Utiliser une clé d’accès" })
  // The first one is given, and another device makes the second one.
  const { create } = navigator.credentials
  Object.assign(navigator.credentials, {
    create: (options: CredentialCreationOptions) => {
      device.change()
      return create(options)
    },
  })
  await user.click(confirm)
  await waitFor(() => expect(panel().getAllByRole("listitem")).toHaveLength(2))
  expect(textsOf(panel().getAllByRole("listitem")).filter((row) => row.includes("utilisée le"))).toHaveLength(1)
})

test("the button comes with the list, which would move it under the finger that presses it", async () => {
  installPasskeys()
  const { user, network } = await openScreen("/admin/messages", { as: "admin" })
  const release = network.hold("factors.own")
  await user.click(await screen.findByRole("link", { name: "Mon compte" }))
  await screen.findByRole("region", { name: "Clés d'accès" })
  await panel().findByText("Chargement…")
  expect(panel().queryByRole("button")).toBeNull()
  release()
  await panel().findByRole("button", { name: "Ajouter une clé d’accès" })
})

test("a browser without passkeys says so in place of the button", async () => {
  await openScreen("/admin/account", { as: "admin" })
  await screen.findByText(/^Ce navigateur ne connaît pas les clés d’accès/)
  expect(screen.queryByRole("button", { name: "Ajouter une clé d’accès" })).toBeNull()
})

describe("a passkey is removed", () => {
  async function askToRemove({ user }: Pick<Awaited<ReturnType<typeof openAccount>>, "user">) {
    await press(user, () => panel().getByRole("button", { name: /^Retirer/ }))
    const dialog = await screen.findByRole("dialog")
    expect(textOf(dialog)).toContain("Elle n’ouvrira plus ce compte. Effacez-la aussi sur l’appareil.")
    await user.click(within(dialog).getByRole("button", { name: "Retirer" }))
  }

  test("once it has confirmed that itself", async () => {
    const opened = await openWithPasskey()
    await askToRemove(opened)
    await opened.user.click(await within(await findProof()).findByRole("button", { name: "Utiliser une clé d’accès" }))
    await panel().findByText(/^Clé d’accès retirée/)
    await panel().findByText("Vous n’en avez pas encore.")
  })

  test("after a while once it has confirmed who one is, in place of the password", async () => {
    const opened = await openWithPasskey()
    await expireReauthentication(opened.site.db)
    await askToRemove(opened)
    const question = within(await findReauthentication())
    await opened.user.click(await question.findByRole("button", { name: "Confirmer avec une clé d’accès" }))
    await opened.user.click(await within(await findProof()).findByRole("button", { name: "Utiliser une clé d’accès" }))
    await panel().findByText(/^Clé d’accès retirée/)
  })

  test("not where nothing confirms it, and the question says so", async () => {
    const opened = await openWithPasskey()
    await askToRemove(opened)
    await findProof()
    await opened.user.keyboard("{Escape}")
    const dialog = await screen.findByRole("dialog", { name: /^Retirer la clé d’accès/ })
    expect(textOf(await within(dialog).findByRole("alert"))).toBe(
      "Confirmez ce changement avec un code ou une clé d’accès de votre compte",
    )
    expect(panel().getAllByRole("listitem")).toHaveLength(1)
  })

  test("not while the role needs it", async () => {
    const { client, reload } = await openWithPasskey()
    expect((await client.postJson("/trpc/factors.setRequirement", { roles: ["admin"] })).status).toBe(200)
    reload()
    await screen.findByText(/pour retirer cette clé, ajoutez-en d’abord une autre/)
    expect(panel().queryByRole("button", { name: /^Retirer/ })).toBeNull()
  })
})
