import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"

test("whether roles need a passkey or a code is loaded again on demand, and the focus goes to its heading", async () => {
  const { user, network } = await openScreen("/admin/users", { as: "admin" })
  const mend = network.answer("factors.requirement", proxyPage)
  const panel = within(await screen.findByRole("region", { name: "Double confirmation de la connexion" }))
  expect(textOf(await panel.findByRole("alert"))).toBe("Erreur lors du chargement : Erreur serveur")
  mend()
  await user.click(panel.getByRole("button", { name: "Réessayer" }))
  expect((await panel.findAllByRole("switch")).length).toBeGreaterThan(1)
  await waitFor(() => expect(document.activeElement).toBe(panel.getByRole("heading")))
})

test("the passkeys of the account are loaded again on demand, and the focus goes to their heading", async () => {
  const { user, network } = await openScreen("/admin/account", { as: "admin" })
  const mend = network.answer("factors.own", proxyPage)
  const panel = within(await screen.findByRole("region", { name: "Clés d'accès" }))
  expect(textOf(await panel.findByRole("alert"))).toBe("Erreur lors du chargement : Erreur serveur")
  mend()
  await user.click(panel.getByRole("button", { name: "Réessayer" }))
  await panel.findByText("Vous n’en avez pas encore.")
  const [heading] = panel.getAllByRole("heading")
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
