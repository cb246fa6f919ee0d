import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findAlert } from "#client/testing/project-form.ts"
import { changeProject, managedProject } from "#client/testing/projects.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"

const wood = "Un pont de bois sur la rivière."
const stone = "Un pont de pierre sur la rivière."

async function fill({ db }: { db: Database }) {
  await createTestImage(db, "pont.jpg")
  await createTestProject(db, { name: "Pont", description: wood, publishedAt: null })
}

/** Opens the history of a project that was created, given a picture, and changed. */
async function openHistory({ as = "admin" as Role, address = "" } = {}) {
  const opened = await openScreen("/admin/site-management", { as: "admin", fill })
  const { client, open, signIn } = opened
  await changeProject(client, 1, { project_images: ["pont.jpg"] })
  await changeProject(client, 1, { description: stone, address: "Luozi" })
  if (as !== "admin") await signIn(as)
  open(`/admin/project-edit/1/historique${address}`)
  await screen.findByRole("region", { name: "Versions" })
  return { ...opened, stored: () => managedProject(client, 1) }
}

const versions = () =>
  within(screen.getByRole("region", { name: "Versions" }))
    .getAllByRole("heading", { level: 3 })
    .map((heading) => heading.closest("li") as HTMLElement)

const comparison = () => within(screen.getByRole("region", { name: /^Version du .+ et version actuelle$/ }))

/** Returns the button that restores the version at that place in the list. */
const restoreButton = (index: number) =>
  within(versions()[index] as HTMLElement).getByRole("button", { name: /^Restaurer la version du/ })

test("each save is listed with who, when and what, the newest first", async () => {
  const { account } = await openHistory()
  expect(textOf(screen.getByRole("heading", { level: 1 }))).toBe("Historique : Pont")
  const texts = textsOf(versions())
  expect(texts).toHaveLength(3)
  expect(texts[0]).toMatch(/\d+ .+ \d{4} à \d\d:\d\d/)
  expect(texts[0]).toContain("Version actuelle")
  expect(texts[0]).toContain("Modification : Description, Adresse")
  expect(texts[0]).toContain(`Par ${account?.username}`)
  expect(texts[1]).toContain("Modification : Images")
  expect(texts[2]).toContain("Création")
  expect(within(versions()[0] as HTMLElement).queryByRole("button")).toBeNull()
  const back = screen.getByRole("link", { name: "Retour à l’éditeur" })
  expect(back.getAttribute("href")).toBe("/admin/project-edit/1")
  expect(back.getAttribute("aria-current")).toBeNull()
})

test("the version before is compared with the current one, word by word", async () => {
  await openHistory()
  expect(textOf(comparison().getByRole("status"))).toBe("2 champs différents")
  expect(textsOf(comparison().getAllByRole("deletion"))[0]).toBe("bois")
  expect(textsOf(comparison().getAllByRole("insertion"))[0]).toBe("pierre")
})

test("another version is chosen, pictures included, and stands in the address", async () => {
  const { user } = await openHistory()
  await user.click(within(versions()[2] as HTMLElement).getByRole("link", { name: /^Comparer/ }))
  await waitFor(() => expect(textOf(comparison().getByRole("status"))).toBe("3 champs différents"))
  expect(comparison().getAllByRole("presentation")).toHaveLength(1)
  expect(comparison().getByText("(aucune image)")).toBeTruthy()
  expect(location.search).toBe("?version=1")
})

test("the version of the address is compared", async () => {
  await openHistory({ address: "?version=1" })
  expect(textOf(comparison().getByRole("status"))).toBe("3 champs différents")
})

test("a version is restored, and the restoration is taken back the same way", async () => {
  const { user, stored } = await openHistory()
  await user.click(restoreButton(2))
  await screen.findByText(/^La version du .+ est restaurée/)
  await waitFor(() => expect(versions()).toHaveLength(4))
  expect(textOf(versions()[0] as HTMLElement)).toContain("Retour à une version : Description, Adresse, Images")
  expect(await stored()).toMatchObject({ description: wood, images: [] })
  await user.click(restoreButton(1))
  await waitFor(() => expect(versions()).toHaveLength(5))
  expect(await stored()).toMatchObject({ description: stone, images: [{ name: "pont.jpg" }] })
})

test("a restoration that fails says why, and nothing is restored", async () => {
  const { user, network, stored } = await openHistory()
  network.answer("projects.revert", noConnection)
  await user.click(restoreButton(2))
  await findAlert("La version n’a pas pu être restaurée : connexion impossible")
  expect(await stored()).toMatchObject({ address: "Luozi" })
})

test("a version that somebody has replaced meanwhile is not restored over", async () => {
  const { user, client, stored } = await openHistory()
  await changeProject(client, 1, { address: "Rive droite" })
  await user.click(restoreButton(1))
  await findAlert(/Ce projet a été modifié entre-temps/)
  await waitFor(() => expect(versions()).toHaveLength(4))
  expect(await stored()).toMatchObject({ address: "Rive droite" })
})

test("of a long history older versions open on demand", async () => {
  const { user, client, reload } = await openHistory()
  for (let number = 1; number <= 4; number += 1) await changeProject(client, 1, { address: `Rive ${number}` })
  reload()
  const older = await screen.findByText(/^2\sversions plus anciennes$/)
  const details = older.closest("details") as HTMLDetailsElement
  expect(within(details).getAllByRole("listitem")).toHaveLength(2)
  expect(details.open).toBe(false)
  await user.click(older)
  expect(details.open).toBe(true)
})

test("in the trash it is compared, and nothing of it is restored", async () => {
  const { client, reload } = await openHistory()
  await client.request("/api/projects/1", { method: "DELETE" })
  reload()
  await screen.findByText("Mise à la corbeille")
  expect(comparison().getByRole("status")).toBeTruthy()
  expect(screen.queryByRole("button", { name: /^Restaurer/ })).toBeNull()
})

test("a reader compares versions, and restores none", async () => {
  await openHistory({ as: "reader" })
  expect(textOf(comparison().getByRole("status"))).toBe("2 champs différents")
  expect(screen.queryByRole("button", { name: /^Restaurer/ })).toBeNull()
  expect(screen.getByRole("link", { name: "Voir les projets" }).getAttribute("href")).toBe("/admin/projects")
})

test("of a project with one version there is nothing to compare", async () => {
  await openScreen("/admin/project-edit/1/historique", { as: "admin", fill })
  await screen.findByText(/^Ce projet n’a qu’une version/)
})

test("of a project that does not exist there is none", async () => {
  const { user } = await openScreen("/admin/project-edit/999/historique", { as: "admin" })
  await screen.findByRole("heading", { name: "Ce projet n’existe pas" })
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull()
  await user.click(screen.getByRole("link", { name: "Voir les projets" }))
  await screen.findByRole("heading", { level: 1, name: "Projets" })
})

test("a history that cannot be loaded says why, and is tried again", async () => {
  const { user, network } = await openScreen("/admin/project-edit/1/historique", { as: "admin", fill })
  const mend = network.answer("projects.revisions", noConnection)
  await findAlert("Erreur lors du chargement de l’historique : connexion impossible")
  mend()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByText(/^Ce projet n’a qu’une version/)
})
