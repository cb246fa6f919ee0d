import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findAlert, findEditor } from "#client/testing/content.ts"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { openScreen } from "#client/testing/open-screen.tsx"

test("a client's words are published once the permission is ticked", async () => {
  const { user, site } = await openScreen("/admin/site-management/a-propos", { as: "admin" })
  const { publish } = await findEditor()
  const list = within(screen.getByRole("group", { name: /^Témoignages/ }))
  await user.click(list.getByRole("button", { name: /^Ajouter\s: témoignage$/ }))
  await fill(user, list.getByLabelText("Ce que dit le client"), "Livré le jour dit.")
  await fill(user, list.getByLabelText("Nom"), "Mme Mbuyi")
  const permission = list.getByRole<HTMLInputElement>("checkbox", { name: "Cette personne accepte d’être citée" })
  expect(permission.checked).toBe(false)
  await user.click(publish)
  await findAlert("Rien n’a été publié")
  expect(descriptionOf(permission)).toContain("Sans l’accord de cette personne")
  await user.click(permission)
  await user.click(publish)
  await waitFor(async () => expect(await site.db.selectFrom("revisions").selectAll().execute()).toHaveLength(1))
})
