import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { Secret, TOTP } from "otpauth"
import { describe, expect, test, vi } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { lostResponse } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { installPasskeys } from "#client/testing/passkeys.ts"
import { press } from "#client/testing/press.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"

function panel() {
  return within(screen.getByRole("region", { name: "Code à usage unique" }))
}

function turnOn() {
  return panel().getByRole("button", { name: "Activer" })
}

async function openAccount() {
  const opened = await openScreen("/admin/account", { as: "admin" })
  await screen.findByRole("button", { name: "Activer" })
  return opened
}

/** Begins the set-up, and returns the field of the first code and the code that belongs into it. */
async function begin(user: UserEvent) {
  await user.click(turnOn())
  const field = await panel().findByLabelText<HTMLInputElement>("Code affiché par l’application")
  const secret = textOf(panel().getByText("Ou recopiez cette clé dans l’application :").nextElementSibling as Element)
  return { field, code: TOTP.generate({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }) }
}

async function findRecoveryCodes() {
  await panel().findByRole("heading", { name: "Vos codes de secours" })
  return textsOf(panel().getAllByRole("listitem"))
}

async function openWithCodes() {
  const opened = await openAccount()
  const { field, code } = await begin(opened.user)
  await fill(opened.user, field, code)
  await opened.user.keyboard("{Enter}")
  return { ...opened, recoveryCodes: await findRecoveryCodes() }
}

/** Confirms a change of factors by a recovery code. */
async function prove(user: UserEvent, code = "") {
  const proof = within(await screen.findByRole("dialog", { name: "Confirmez ce changement" }))
  await user.click(await proof.findByRole("button", { name: "Utiliser un code de secours" }))
  await fill(user, proof.getByLabelText("Code de secours"), code)
  await user.keyboard("{Enter}")
}

describe("turning codes on", () => {
  test("shows a QR code and its key, and a first code gives ten recovery codes", async () => {
    const { user } = await openAccount()
    const { field, code } = await begin(user)
    panel().getByRole("img", { name: "QR code pour l’application" })
    expect(document.activeElement).toBe(panel().getByRole("heading", { name: "Code à usage unique" }))
    await fill(user, field, code)
    await user.click(panel().getByRole("button", { name: "Vérifier et activer" }))
    const codes = await findRecoveryCodes()
    expect(codes).toHaveLength(10)
    for (const one of codes) expect(one).toMatch(/^\w{4}(-\w{4}){6}$/)
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await panel().findByText("Il vous reste 10 codes de secours.")
    panel().getByText(/^Activé depuis le \d/)
  })

  test("tells a wrong first code under its field", async () => {
    const { user } = await openAccount()
    const { field } = await begin(user)
    await fill(user, field, "000000")
    const check = panel().getByRole("button", { name: "Vérifier et activer" })
    await user.click(check)
    await waitFor(() => expect(descriptionOf(field)).toContain("Ce code n’est pas le bon"))
    expect(document.activeElement).toBe(check)
  })

  test("is given up by « Annuler », and begins anew with another key and without the error", async () => {
    const { user } = await openAccount()
    const { field, code } = await begin(user)
    await fill(user, field, "000000")
    await user.keyboard("{Enter}")
    await waitFor(() => expect(descriptionOf(field)).toContain("Ce code n’est pas le bon"))
    panel().getByRole("button", { name: "Annuler" }).focus()
    await user.keyboard("{Enter}")
    await waitFor(() => turnOn())
    expect(document.activeElement).toBe(panel().getByRole("heading", { name: "Code à usage unique" }))
    const again = await begin(user)
    expect(descriptionOf(again.field)).not.toContain("Ce code")
    expect(again.code).not.toBe(code)
  })

  test("whose last response is lost has worked, which « Annuler » shows", async () => {
    const { user, network } = await openAccount()
    const { field, code } = await begin(user)
    network.answer("factors.confirmCodes", lostResponse)
    await fill(user, field, code)
    await user.keyboard("{Enter}")
    expect(textOf(await panel().findByRole("alert"))).toBe("Erreur de réseau : connexion impossible")
    await user.click(panel().getByRole("button", { name: "Annuler" }))
    await panel().findByText("Il vous reste 10 codes de secours.")
  })
})

describe("recovery codes", () => {
  test("stay shown while a passkey is added, and are one less", async () => {
    installPasskeys()
    const { user, recoveryCodes } = await openWithCodes()
    await user.click(screen.getByRole("button", { name: "Ajouter une clé d’accès" }))
    await prove(user, recoveryCodes[0])
    await screen.findByText(/^Clé d’accès ajoutée/)
    expect(textsOf(panel().getAllByRole("listitem"))).toEqual(recoveryCodes)
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await panel().findByText("Il vous reste 9 codes de secours.")
  })

  test("are copied", async () => {
    const { user, recoveryCodes } = await openWithCodes()
    const writeText = vi.spyOn(navigator.clipboard, "writeText")
    await user.click(panel().getByRole("button", { name: "Copier" }))
    await panel().findByText("Codes copiés")
    expect(writeText).toHaveBeenCalledWith(recoveryCodes.join("\n"))
  })

  test("that are few, or shorter than today's, are told to be renewed", async () => {
    const { user, site } = await openWithCodes()
    const codes = await site.db.selectFrom("recoveryCodes").select("codeHash").execute()
    const used = codes.slice(1).map(({ codeHash }) => codeHash)
    await site.db.deleteFrom("recoveryCodes").where("codeHash", "in", used).execute()
    await site.db.updateTable("recoveryCodes").set({ bits: 80 }).execute()
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await panel().findByText(/^Il vous reste 1 code de secours\. Faites-en de nouveaux/)
    panel().getByText(/^Ils datent d’une version où ils étaient plus courts/)
  })

  test("are replaced by ten others, for one of the former", async () => {
    const { user, recoveryCodes } = await openWithCodes()
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await user.click(await panel().findByRole("button", { name: "Nouveaux codes de secours" }))
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Générer les codes" }))
    await prove(user, recoveryCodes[0])
    const codes = await findRecoveryCodes()
    expect(codes).toHaveLength(10)
    expect(codes.filter((code) => recoveryCodes.includes(code))).toEqual([])
  })
})

describe("turning codes off", () => {
  test("is confirmed by a recovery code, and said", async () => {
    const { user, recoveryCodes } = await openWithCodes()
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await user.click(await panel().findByRole("button", { name: "Désactiver" }))
    const dialog = within(await screen.findByRole("dialog"))
    dialog.getByText("Votre mot de passe suffira pour vous connecter. Vos codes de secours seront effacés.")
    await user.click(dialog.getByRole("button", { name: "Désactiver" }))
    await prove(user, recoveryCodes[0])
    const told = await panel().findByText("Code à usage unique désactivé.")
    await waitFor(() => expect(document.activeElement?.contains(told)).toBe(true))
    await waitFor(() => turnOn())
  })

  test("is told to be wrong where the code is, which can be given again", async () => {
    const { user, recoveryCodes } = await openWithCodes()
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await user.click(await panel().findByRole("button", { name: "Désactiver" }))
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Désactiver" }))
    const proof = within(await screen.findByRole("dialog", { name: "Confirmez ce changement" }))
    const field = await proof.findByLabelText("Code à usage unique")
    await fill(user, field, "000000")
    await user.keyboard("{Enter}")
    await waitFor(() => expect(descriptionOf(field)).toContain("Ce code n’est pas le bon, ou il a déjà servi"))
    await prove(user, recoveryCodes[0])
    await panel().findByText("Code à usage unique désactivé.")
  })

  test("is not offered while the role needs them", async () => {
    const { user, client } = await openWithCodes()
    expect((await client.postJson("/trpc/factors.setRequirement", { roles: ["admin"] })).status).toBe(200)
    await user.click(panel().getByRole("button", { name: "J’ai conservé ces codes" }))
    await panel().findByText(/pour le désactiver, ajoutez d’abord une clé\.$/)
    expect(panel().queryByRole("button", { name: "Désactiver" })).toBeNull()
    await press(user, () => panel().getByRole("button", { name: "Nouveaux codes de secours" }))
  })
})
