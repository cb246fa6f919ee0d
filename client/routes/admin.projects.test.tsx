import { screen, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createTestProject } from "#server/testing/fixtures.ts"

test("a project is deleted once it is confirmed, and « Annuler » brings it back", async () => {
  const { user } = await openScreen("/admin/projects", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Maison Ngaliema" }),
  })
  await user.click(await screen.findByRole("button", { name: "Supprimer Maison Ngaliema" }))
  const dialog = await screen.findByRole("dialog")
  expect(dialog.textContent).toContain("Êtes-vous sûr de vouloir supprimer ce projet ?")
  await user.click(within(dialog).getByRole("button", { name: "Supprimer" }))
  await screen.findByText("Projet supprimé avec succès")
  expect(screen.queryByRole("button", { name: "Supprimer Maison Ngaliema" })).toBeNull()
  await user.click(screen.getByRole("button", { name: "Annuler" }))
  await screen.findByRole("button", { name: "Supprimer Maison Ngaliema" })
})
