import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { readToken } from "#client/app/session.ts"
import { fill } from "#client/testing/fill.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { reauthenticate } from "#client/testing/reauthentication.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"

async function openAccount(given: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen("/mon-compte", given)
  await screen.findByRole("heading", { level: 1, name: "Mon compte" })
  return { ...opened, main: within(screen.getByRole("main")) }
}

test("the page says what an account is for, and how a visitor gets there", async () => {
  const { main } = await openAccount()
  main.getByText(/^Votre compte garde vos demandes/)
  expect(main.getByRole("link", { name: "Voir mes demandes" }).getAttribute("href")).toBe("/mes-demandes")
  expect(main.getByRole("link", { name: "Se connecter" }).getAttribute("href")).toBe("/login?redirect=%2Fmon-compte")
  expect(main.queryByRole("heading", { name: "Supprimer mon compte" })).toBeNull()
  expect(document.querySelector("meta[name=robots]")?.getAttribute("content")).toBe("noindex")
})

test("a registered person changes the password there", async () => {
  const { main, user, client, account } = await openAccount({ as: "user" })
  await fill(user, await main.findByLabelText("Mot de passe actuel"), TEST_PASSWORD)
  await fill(user, main.getByLabelText("Nouveau mot de passe"), "dix planches de wengé")
  await user.click(main.getByRole("button", { name: "Enregistrer" }))
  await main.findByText(/^Mot de passe changé/)
  client.cookies.clear()
  expect((await client.signIn(account as { email: string }, "dix planches de wengé")).status).toBe(200)
})

test("sessions elsewhere are ended there", async () => {
  const { main, user, site } = await openAccount({ as: "user" })
  await main.findByText("cette session")
  const sessions = () => site.db.selectFrom("sessions").select("idHash").execute()
  expect(await sessions()).toHaveLength(1)
  expect(main.queryByRole("button", { name: "Terminer toutes les autres" })).toBeNull()
  await user.click(main.getByRole("link", { name: "Voir mes demandes" }))
  await screen.findByRole("heading", { level: 1, name: "Mes demandes" })
})

test("who leaves confirms it with the password, and is told what stays", async () => {
  const { main, user, site, account } = await openAccount({ as: "user" })
  await user.click(await main.findByRole("button", { name: "Supprimer mon compte" }))
  const question = within(await screen.findByRole("dialog"))
  question.getByText(`Supprimer le compte ${account?.username}\u202f?`, { normalizer: (text) => text })
  const at = new Date(Date.now() - 3_600_000).toISOString()
  await site.db.updateTable("sessions").set({ confirmedAt: at }).execute()
  await user.click(question.getByRole("button", { name: "Supprimer" }))
  await reauthenticate(user)
  await screen.findByText(/^Votre compte est supprimé/)
  expect(readToken()).toBeNull()
  expect(screen.queryByRole("dialog")).toBeNull()
  const rows = await site.db.selectFrom("accounts").select("deletedAt").execute()
  expect(rows).toEqual([{ deletedAt: expect.any(String) }])
})

test("colleagues find the rest of their account in the office, and do not delete it", async () => {
  const { main } = await openAccount({ as: "agent" })
  const link = await main.findByRole("link", { name: /administration/ })
  expect(link.getAttribute("href")).toBe("/admin/account")
  expect(main.queryByRole("button", { name: "Supprimer mon compte" })).toBeNull()
})
