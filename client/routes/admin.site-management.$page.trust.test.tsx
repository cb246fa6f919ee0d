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
  await user.click(list.getByRole("button", { name: "Ajouter un témoignage" }))
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

test.each([
  ["entreprise", "Nombre d'employés", "40"],
  ["entreprise", "Lundi", "7h30-17h00"],
  ["pied-de-page", /^Service$/, "Support en semaine"],
  ["transport", "Valeur", "300+"],
])("in %s the value %s says that it came with the site, until it is changed", async (page, label, value) => {
  const { user } = await openScreen(`/admin/site-management/${page}`, { as: "admin" })
  await findEditor()
  const fields = screen.getAllByLabelText<HTMLInputElement>(label)
  const field = fields.find((one) => /\d/.test(one.value)) as HTMLInputElement
  const note = "Valeur d’origine du site : changez-la si elle n’est pas exacte."
  expect(descriptionOf(field)).toContain(note)
  await fill(user, field, value)
  expect(descriptionOf(field) ?? "").not.toContain(note)
})

test("what makes no claim says nothing of the kind", async () => {
  await openScreen("/admin/site-management/pied-de-page", { as: "admin" })
  await findEditor()
  const free = screen.getByDisplayValue("Devis gratuit")
  expect(descriptionOf(free) ?? "").not.toContain("Valeur d’origine")
})
