import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { describe, expect, test, vi } from "vitest"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { press } from "#client/testing/press.ts"
import { findReauthentication, reauthenticate } from "#client/testing/reauthentication.ts"
import { textOf } from "#client/testing/text-of.ts"
import { findUser, user as inRow, roleOf, userButton, usersShown } from "#client/testing/users.ts"
import type { Database } from "#server/database/core/database.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { createTestMessages } from "#server/testing/fixtures.ts"
import { createTestAccount, expireReauthentication } from "#server/testing/test-account.ts"

async function openUsers() {
  const opened = await openScreen("/admin/users", {
    as: "admin",
    async fill({ db }) {
      await createTestAccount(db, { role: "editor", username: "Éloïse", email: "eloise@exemple.cd" })
      await createTestAccount(db, { role: "agent", username: "Zoé", email: "zoe@exemple.cd" })
    },
  })
  await findUser("Zoé")
  return opened
}

async function demote(user: UserEvent, name: string) {
  await user.selectOptions(roleOf(name), "Lecteur")
  await user.click(userButton(name, "Appliquer"))
}

async function remove(user: UserEvent, name: string) {
  await press(user, () => userButton(name, "Supprimer"))
  const dialog = within(await screen.findByRole("dialog", { name: "Supprimer ce compte\u202f?" }))
  await user.click(dialog.getByRole("button", { name: "Supprimer" }))
  await screen.findByText(/^Le compte « Zoé » est supprimé\./)
}

function undo(): HTMLElement {
  return screen.getByRole("button", { name: "Annuler" })
}

async function roles(db: Database) {
  const found = await db.selectFrom("accounts").select(["username", "role"]).execute()
  return Object.fromEntries(found.map(({ username, role }) => [username, role]))
}

describe("a role", () => {
  test("is changed once it is applied, and « Annuler » gives the former one back", async () => {
    const { user, site } = await openUsers()
    await user.selectOptions(roleOf("Éloïse"), "Lecteur")
    expect(await roles(site.db)).toMatchObject({ Éloïse: "editor" })
    await user.click(userButton("Éloïse", "Appliquer"))
    await screen.findByText("Éloïse : le rôle est maintenant « Lecteur ».")
    expect(await roles(site.db)).toMatchObject({ Éloïse: "reader" })
    await press(user, undo)
    await screen.findByText("Éloïse : le rôle est maintenant « Éditeur ».")
    expect(await roles(site.db)).toMatchObject({ Éloïse: "editor" })
  })

  test("is not changed where one does not confirm who one is, and the focus comes back", async () => {
    const { user, site } = await openUsers()
    await expireReauthentication(site.db)
    await demote(user, "Éloïse")
    const dialog = within(await findReauthentication())
    expect(document.activeElement).toBe(dialog.getByLabelText("Mot de passe"))
    await user.keyboard("{Escape}")
    await screen.findByText("Action annulée : vous n’avez pas confirmé que c’est bien vous.")
    await waitFor(() => expect(document.activeElement).toBe(userButton("Éloïse", "Appliquer")))
    expect(await roles(site.db)).toMatchObject({ Éloïse: "editor" })
  })

  test("is changed of two people by one confirmation that both changes waited for", async () => {
    const { user, site, network } = await openUsers()
    await expireReauthentication(site.db)
    const release = network.hold("users.changeRole")
    await demote(user, "Éloïse")
    await demote(user, "Zoé")
    release()
    await reauthenticate(user)
    await screen.findByText(/le rôle est maintenant « Lecteur »/)
    await waitFor(async () => expect(await roles(site.db)).toMatchObject({ Éloïse: "reader", Zoé: "reader" }))
  })

  test("is kept after a wrong password, which the dialog tells", async () => {
    const { user, site } = await openUsers()
    await expireReauthentication(site.db)
    await demote(user, "Éloïse")
    await reauthenticate(user, "pas le bon")
    await within(await findReauthentication()).findByText("Mot de passe incorrect")
    await reauthenticate(user)
    await screen.findByText("Éloïse : le rôle est maintenant « Lecteur ».")
  })

  test.each([
    { answer: noConnection, text: "Erreur de réseau : connexion impossible" },
    { answer: proxyPage, text: "Erreur lors de la mise à jour" },
  ])("that could not be changed says so: $text", async ({ answer, text }) => {
    const { user, network } = await openUsers()
    network.answer("users.changeRole", answer)
    await demote(user, "Éloïse")
    expect(textOf(await screen.findByRole("alert"))).toBe(text)
  })
})

describe("an account", () => {
  test("is disabled with its sessions, and enabled again", async () => {
    const { user, site } = await openUsers()
    const colleague = createCookieClient(site)
    await colleague.signIn({ email: "eloise@exemple.cd" })
    expect(await colleague.me()).toMatchObject({ username: "Éloïse" })
    await user.click(userButton("Éloïse", "Désactiver"))
    await screen.findByText("Le compte « Éloïse » est désactivé, ses sessions sont terminées.")
    expect(await colleague.me()).toBeNull()
    await inRow("Éloïse").findByText("Désactivé")
    await press(user, () => userButton("Éloïse", "Réactiver"))
    await screen.findByText("Le compte « Éloïse » est réactivé.")
    await inRow("Éloïse").findByText("Actif")
  })

  test("is enabled again by « Annuler », too", async () => {
    const { user } = await openUsers()
    await user.click(userButton("Éloïse", "Désactiver"))
    await screen.findByText(/est désactivé/)
    await press(user, undo)
    await screen.findByText("Le compte « Éloïse » est réactivé.")
  })

  test("is deleted once that is confirmed, and brought back by « Annuler »", async () => {
    const { user } = await openUsers()
    await remove(user, "Zoé")
    await waitFor(() => expect(usersShown()).not.toContain("Zoé"))
    await press(user, undo)
    await screen.findByText("Le compte « Zoé » est restauré.")
    await findUser("Zoé")
  })

  test("gets a displayed name, under which it is found and listed", async () => {
    const { user } = await openUsers()
    await user.click(userButton("Zoé", "Nom affiché"))
    const dialog = within(await screen.findByRole("dialog", { name: "Nom affiché de Zoé" }))
    await user.type(dialog.getByLabelText("Nom affiché"), "Zoé Mbuyi")
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
    await dialog.findByText("Le nom affiché est enregistré.")
    await user.click(dialog.getByRole("button", { name: "Fermer" }))
    await findUser("Zoé Mbuyi")
    await user.type(screen.getByRole("searchbox"), "mbuyi")
    await waitFor(() => expect(usersShown()).toHaveLength(1))
  })

  test("is brought back from the deleted ones", async () => {
    const { user } = await openUsers()
    await remove(user, "Zoé")
    await user.click(screen.getByRole("link", { name: /^Supprimés/ }))
    await screen.findByText(/^Un compte supprimé se restaure pendant 30 jours/)
    await findUser("Zoé")
    await press(user, () => userButton("Zoé", "Restaurer"))
    await screen.findByText("Le compte « Zoé » est restauré.")
    await screen.findByRole("heading", { name: "Personne ici" })
  })

  test("stays where « Annuler » answers the question", async () => {
    const { user, site } = await openUsers()
    await user.click(userButton("Zoé", "Supprimer"))
    const dialog = await screen.findByRole("dialog", { name: "Supprimer ce compte\u202f?" })
    expect(textOf(dialog)).toContain("Zoé (zoe@exemple.cd) ne pourra plus se connecter.")
    await user.click(within(dialog).getByRole("button", { name: "Annuler" }))
    await waitFor(() => expect(document.activeElement).toBe(userButton("Zoé", "Supprimer")))
    expect(await roles(site.db)).toHaveProperty("Zoé")
  })
})

describe("requests of somebody who leaves", () => {
  async function openWithRequests() {
    const opened = await openScreen("/admin/users", {
      as: "admin",
      async fill({ db }) {
        const { id: assigneeId } = await createTestAccount(db, { role: "agent", username: "Zoé" })
        await createTestAccount(db, { role: "agent", username: "Éloïse" })
        await createTestMessages(db, 3)
        await db.updateTable("messages").set({ assigneeId }).where("id", "<=", 2).execute()
      },
    })
    await findUser("Zoé")
    const assignees = async () => {
      const rows = await opened.site.db
        .selectFrom("messages")
        .leftJoin("accounts", "accounts.id", "assigneeId")
        .select("username")
        .orderBy("messages.id")
        .execute()
      return rows.map(({ username }) => username)
    }
    return { ...opened, assignees }
  }

  test.each([
    { action: "Désactiver", question: "Désactiver ce compte\u202f?" },
    { action: "Supprimer", question: "Supprimer ce compte\u202f?" },
  ])("go to a colleague with « $action », and come back by « Annuler »", async ({ action, question }) => {
    const { user, assignees } = await openWithRequests()
    await user.click(userButton("Zoé", action))
    const dialog = within(await screen.findByRole("dialog", { name: question }))
    const select = dialog.getByLabelText<HTMLSelectElement>("Confier ses 2 demandes non terminées à")
    expect(select.selectedOptions[0]?.textContent).toBe("Non attribuée")
    await user.selectOptions(select, await dialog.findByText("Éloïse"))
    expect(within(select).queryByText("Zoé"), "nobody hands over to themselves").toBeNull()
    await user.click(dialog.getByRole("button", { name: action }))
    await screen.findByText(/^Le compte « Zoé » est (désactivé|supprimé)/)
    expect(await assignees()).toEqual(["Éloïse", "Éloïse", null])
    await press(user, undo)
    await screen.findByText(/^Le compte « Zoé » est (réactivé|restauré)/)
    expect(await assignees()).toEqual(["Zoé", "Zoé", null])
  })
})

describe("sessions of somebody", () => {
  const userAgent =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"

  async function openWithSession() {
    const opened = await openUsers()
    const colleague = createCookieClient(opened.site, { "User-Agent": userAgent })
    await colleague.signIn({ email: "eloise@exemple.cd" })
    opened.reload()
    await findUser("Éloïse")
    return { ...opened, colleague }
  }

  test("are listed, and ended one by one", async () => {
    const { user, colleague } = await openWithSession()
    await user.click(userButton("Éloïse", "1 session ouverte"))
    const dialog = within(await screen.findByRole("dialog", { name: "Sessions\u00a0: Éloïse" }))
    expect(textOf(await dialog.findByRole("listitem"))).toContain("Chrome sur Linux")
    await user.click(dialog.getByRole("button", { name: /^Terminer/ }))
    await dialog.findByText("Aucune session ouverte.")
    expect(await colleague.me()).toBeNull()
  })

  test("are all ended by one button", async () => {
    const { user, colleague } = await openWithSession()
    await user.click(userButton("Éloïse", "Terminer les sessions"))
    await screen.findByText("Éloïse : toutes les sessions sont terminées.")
    expect(await colleague.me()).toBeNull()
    await waitFor(() => expect(inRow("Éloïse").queryByRole("button", { name: /^Terminer/ })).toBeNull())
  })
})

test("a link lets somebody choose a new password, and is shown once", async () => {
  const { user, site } = await openUsers()
  await user.click(userButton("Zoé", "Nouveau mot de passe"))
  const dialog = within(await screen.findByRole("dialog", { name: "Nouveau mot de passe de Zoé" }))
  const link = dialog.getByLabelText<HTMLInputElement>("Lien pour choisir un mot de passe")
  const url = new URL(link.value)
  expect(url.pathname).toMatch(/^\/reinitialiser\/[\w-]{43}$/)
  const token = encodeURIComponent(JSON.stringify(url.pathname.split("/").at(-1)))
  const asked = await site.request(`/trpc/accounts.reset?input=${token}`)
  expect(await asked.json()).toMatchObject({ result: { data: { email: "zoe@exemple.cd" } } })
  const writeText = vi.spyOn(navigator.clipboard, "writeText")
  await user.click(dialog.getByRole("button", { name: "Copier" }))
  await dialog.findByText("Copié")
  expect(writeText).toHaveBeenCalledWith(link.value)
  const mail = dialog.getByRole("link", { name: "Envoyer par e-mail" })
  expect(decodeURIComponent(mail.getAttribute("href") ?? "")).toContain(`mailto:zoe@exemple.cd?subject=`)
  expect(decodeURIComponent(mail.getAttribute("href") ?? "")).toContain(link.value)
})
