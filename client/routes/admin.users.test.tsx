import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { findUser, user as inRow, roleOf, usersShown } from "#client/testing/users.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

async function addPeople({ db }: { db: Database }) {
  await createTestAccount(db, { role: "editor", username: "Éloïse Mbuyi", email: "eloise@exemple.cd" })
  await createTestAccount(db, { role: "agent", username: "Zoé", email: "zoe@exemple.cd" })
  const { id } = await createTestAccount(db, { username: "Inconnu", email: "inconnu@exemple.org" })
  await db.updateTable("accounts").set({ addressConfirmedAt: null }).where("id", "=", id).execute()
}

function searchBox(): HTMLInputElement {
  return screen.getByRole("searchbox", { name: "Rechercher un utilisateur" })
}

test("a row tells the name, the address, the role, and whether somebody can log in", async () => {
  const { account } = await openScreen("/admin/users", { as: "admin", fill: addPeople })
  const row = await findUser("Éloïse Mbuyi")
  expect(textOf(row)).toContain("Actif")
  expect(textOf(row)).toContain("eloise@exemple.cd")
  expect(textOf(row)).toContain("Aucune visite")
  expect(roleOf("Éloïse Mbuyi").selectedOptions[0]?.textContent).toBe("Éditeur")
  expect(textsOf([...roleOf("Éloïse Mbuyi").options])).toEqual([
    "Administrateur",
    "Éditeur",
    "Chargé de clientèle",
    "Lecteur",
    "Utilisateur",
  ])
  const own = inRow(account?.username ?? "")
  own.getByText("(vous)")
  expect(own.queryByRole("combobox")).toBeNull()
  expect(own.queryByRole("button", { name: /^(Désactiver|Supprimer)/ })).toBeNull()
})

test("who has not confirmed their address is invited in place of a role", async () => {
  const { user } = await openScreen("/admin/users", { as: "admin", fill: addPeople })
  const row = within(await findUser("Inconnu"))
  row.getByText("Adresse non confirmée")
  row.getByText("Pour lui donner un rôle, invitez cette adresse.")
  expect(row.queryByRole("combobox")).toBeNull()
  await user.click(row.getByRole("button", { name: /^Inviter/ }))
  const dialog = within(await screen.findByRole("dialog", { name: "Inviter quelqu’un" }))
  expect(dialog.getByLabelText<HTMLInputElement>("E-mail").value).toBe("inconnu@exemple.org")
})

describe("loading", () => {
  test("says so", async () => {
    const { network } = await openScreen("/admin/users", { as: "admin" })
    const release = network.hold("users.search")
    await screen.findByText("Chargement des utilisateurs…")
    release()
    await screen.findByText("1 utilisateur")
  })

  test.each([
    { answer: noConnection, text: "connexion impossible" },
    { answer: proxyPage, text: "Erreur serveur" },
  ])("tells a failure in red, and is tried again: $text", async ({ answer, text }) => {
    const { user, network } = await openScreen("/admin/users", { as: "admin" })
    const end = network.answer("users.search", answer)
    await screen.findByText(`Erreur lors du chargement des utilisateurs : ${text}`, { selector: "[role=alert] *" })
    end()
    await user.click(screen.getAllByRole("button", { name: "Réessayer" })[0] as HTMLElement)
    await screen.findByText("1 utilisateur")
  })
})

describe("the list", () => {
  test("is searched without accents, in the address too", async () => {
    const { user, reload } = await openScreen("/admin/users", { as: "admin", fill: addPeople })
    await findUser("Zoé")
    await fill(user, searchBox(), "eloise mb")
    await waitFor(() => expect(usersShown()).toEqual(["Éloïse Mbuyi"]))
    screen.getByText("1 utilisateur")
    expect(location.search).toBe("?search=eloise+mb")
    reload()
    await findUser("Éloïse Mbuyi")
    expect(searchBox().value).toBe("eloise mb")
  })

  test("says when nobody is found, and the search can be cleared", async () => {
    const { user } = await openScreen("/admin/users?search=introuvable", { as: "admin", fill: addPeople })
    await screen.findByRole("heading", { name: "Aucun utilisateur ne correspond" })
    screen.getByText("Aucun utilisateur")
    await user.click(screen.getByRole("button", { name: "Effacer la recherche" }))
    await waitFor(() => expect(usersShown()).toHaveLength(4))
    expect(location.search).toBe("")
  })

  test("is filtered by role", async () => {
    const { user } = await openScreen("/admin/users?role=agent", { as: "admin", fill: addPeople })
    await findUser("Zoé")
    expect(usersShown()).toEqual(["Zoé"])
    await user.selectOptions(screen.getByLabelText("Filtrer par rôle"), "Éditeur")
    await waitFor(() => expect(usersShown()).toEqual(["Éloïse Mbuyi"]))
    expect(location.search).toBe("?role=editor")
    await user.selectOptions(screen.getByLabelText("Filtrer par rôle"), "Lecteur")
    await screen.findByRole("heading", { name: "Personne ici" })
  })

  test("has links to each state, with counts", async () => {
    const { user } = await openScreen("/admin/users", { as: "admin", fill: addPeople })
    await findUser("Zoé")
    const states = within(screen.getByRole("navigation", { name: "Utilisateurs par état" }))
    expect(textsOf(states.getAllByRole("link"))).toEqual([
      "Tous 4",
      "Actifs 4",
      "Désactivés 0",
      "Supprimés 0",
      "Invités 0",
    ])
    await user.click(states.getByRole("link", { name: /^Désactivés/ }))
    await screen.findByRole("heading", { name: "Personne ici" })
    expect(location.search).toBe("?etat=desactive")
  })
})

test.each(["editor", "agent", "reader"] as const)("the screen is closed to the role %s", async (role) => {
  const { network } = await openScreen("/admin/users", { as: role })
  await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
  expect(network.requests.filter((request) => request.includes("users."))).toEqual([])
})

test("site management leads to users, roles and settings, which it once announced", async () => {
  const { user } = await openScreen("/admin/site-management", { as: "admin" })
  const cards = await screen.findAllByRole("heading", { level: 2, name: /^(Gestion des|Paramètres généraux)/ })
  expect(textsOf(cards)).toEqual(["Gestion des utilisateurs", "Gestion des rôles", "Paramètres généraux"])
  await user.click(screen.getByRole("link", { name: "Gestion des utilisateurs" }))
  await screen.findByRole("heading", { level: 1, name: "Utilisateurs" })
})
