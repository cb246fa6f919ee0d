import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { watchNavigation } from "#client/testing/navigation.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findReauthentication, reauthenticate } from "#client/testing/reauthentication.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { expireReauthentication } from "#server/testing/test-account.ts"

/** Opens the log after a project was deleted and its owner's name looked up. */
async function openLog(search = "") {
  const opened = await openScreen("/about", {
    as: "admin",
    settings: { TRUST_PROXY: "1" },
    fill: ({ db }) => createTestProject(db, { name: "Immeuble à Limete" }),
  })
  const headers = { Origin: "http://localhost", "X-Forwarded-For": "127.0.0.1" }
  const { status } = await opened.client.request("/api/projects/1", { method: "DELETE", headers })
  expect(status).toBe(200)
  opened.open(`/admin/audit${search}`)
  await screen.findByRole("heading", { level: 1, name: "Journal" })
  return opened
}

function entries(): string[] {
  const list = within(screen.getByRole("main")).getByRole("heading", { name: "Entrées" })
  return [...(list.parentElement?.querySelectorAll("li > p:first-child") ?? [])].map(textOf)
}

function searchBox() {
  return screen.getByRole<HTMLInputElement>("searchbox", { name: "Nom ou référence" })
}

async function findEntry(text: RegExp) {
  return (await within(await screen.findByRole("main")).findByText(text, { selector: "p" })).closest(
    "li",
  ) as HTMLElement
}

test("an entry tells who did what, when and from where, and its details what changed", async () => {
  const { user, account } = await openLog()
  const entry = await findEntry(/a supprimé le projet/)
  expect(textOf(entry)).toContain(`${account?.username} a supprimé le projet « Immeuble à Limete »`)
  expect(within(entry).getByRole("time").textContent).toMatch(/^\d{1,2} \S+ \d{4} à \d\d:\d\d$/)
  within(entry).getByText("127.0.0.1 (cette machine)")
  await user.click(within(entry).getByText("Détails"))
  within(entry).getByRole("heading", { name: "Supprimé le" })
})

test("an entry names the API token that was used", async () => {
  const { client, site, reload } = await openLog()
  const made = await client.postJson("/trpc/tokens.create", { name: "Chantiers", rights: ["projects.write"], days: 7 })
  const { result } = (await made.json()) as { result: { data: { token: string } } }
  const headers = { Authorization: `Bearer ${result.data.token}` }
  const restored = await site.request("/api/projects/1/restore", { method: "POST", headers })
  expect(restored.status).toBe(200)
  reload()
  const entry = await findEntry(/a restauré le projet/)
  within(entry).getByText("par le jeton « Chantiers »")
})

test("what still exists is linked", async () => {
  await openLog()
  const link = within(await findEntry(/a supprimé le projet/)).getByRole("link")
  expect(textOf(link)).toBe("« Immeuble à Limete »")
  expect(link.getAttribute("href")).toBe("/admin/project-edit/1")
})

test("entries are found by name, in the address too", async () => {
  const { user } = await openLog()
  await findEntry(/a supprimé le projet/)
  await fill(user, searchBox(), "limete")
  await waitFor(() => expect(location.search).toBe("?search=limete"))
  await screen.findByText("1 entrée")
  await fill(user, searchBox(), "12")
  await screen.findByRole("heading", { name: "Aucune entrée ne correspond" })
  screen.getByText("Aucune entrée")
  expect(screen.getByRole("link", { name: "Exporter" }).getAttribute("href")).toBe("/api/admin/audit.csv?search=12")
  await user.click(screen.getByRole("button", { name: "Effacer la recherche" }))
  await findEntry(/a supprimé le projet/)
})

describe("filters", () => {
  test("stand in the address, and are removed by their chips", async () => {
    const { user } = await openLog()
    await findEntry(/a supprimé le projet/)
    await user.selectOptions(screen.getByLabelText("Filtrer par sujet"), "Projet")
    await screen.findByRole("button", { name: "Retirer le filtre\u00a0: Projet" })
    await user.selectOptions(screen.getByLabelText("Filtrer par action"), "Suppression")
    await screen.findByRole("button", { name: "Retirer le filtre\u00a0: Suppression" })
    expect(location.search).toBe("?action=suppression&sujet=projet")
    await screen.findByText("1 entrée")
    await user.selectOptions(screen.getByLabelText("Filtrer par personne"), "(Ligne de commande)")
    await screen.findByRole("heading", { name: "Aucune entrée ne correspond à ces filtres" })
    await user.click(screen.getByRole("button", { name: "Retirer le filtre\u00a0: (Ligne de commande)" }))
    await screen.findByText("1 entrée")
    await user.click(screen.getByRole("button", { name: "Effacer les filtres" }))
    await waitFor(() => expect(location.search).toBe(""))
  })

  test("that are chosen one right after the other both count", async () => {
    const { user } = await openLog()
    await findEntry(/a supprimé le projet/)
    const [subject, action] = [screen.getByLabelText("Filtrer par sujet"), screen.getByLabelText("Filtrer par action")]
    await Promise.all([user.selectOptions(subject, "Projet"), user.selectOptions(action, "Suppression")])
    await waitFor(() => expect(location.search).toBe("?action=suppression&sujet=projet"))
  })

  test("of the address are there at once", async () => {
    await openLog("?action=suppression&sujet=projet")
    await screen.findByText("1 entrée")
    expect(screen.getByLabelText<HTMLSelectElement>("Filtrer par action").selectedOptions[0]?.text).toBe("Suppression")
    expect(entries()).toHaveLength(1)
  })

  test("of one subject's number and of days are chips", async () => {
    const { user } = await openLog("?sujet=projet&numero=1&au=2020-01-01")
    await screen.findByRole("heading", { name: "Aucune entrée ne correspond à ces filtres" })
    screen.getByRole("button", { name: "Retirer le filtre\u00a0: Numéro 1" })
    await user.click(screen.getByRole("button", { name: /^Retirer le filtre.*Jusqu’au 1er janv\. 2020$/ }))
    await findEntry(/a supprimé le projet/)
  })
})

describe("the export", () => {
  test("is of what is shown, and asks again who is there", async () => {
    const { user, site } = await openLog("?action=suppression&sujet=projet")
    const navigation = watchNavigation()
    const link = await screen.findByRole("link", { name: "Exporter" })
    expect(link.getAttribute("href")).toBe("/api/admin/audit.csv?action=suppression&sujet=projet")
    await expireReauthentication(site.db)
    link.focus()
    await user.keyboard("{Enter}")
    await reauthenticate(user)
    await navigation.begins()
    await waitFor(() => expect(document.activeElement).toBe(link))
  })

  test("is not made without, and gives the focus back", async () => {
    const { user, site } = await openLog()
    await expireReauthentication(site.db)
    const link = await screen.findByRole("link", { name: "Exporter" })
    await user.click(link)
    await findReauthentication()
    await user.keyboard("{Escape}")
    await screen.findByText("Rien n’a été téléchargé")
    await waitFor(() => expect(document.activeElement).toBe(link))
  })
})

test("a log that cannot be loaded is asked for again", async () => {
  const { user, network } = await openScreen("/admin/audit", { as: "admin" })
  const end = network.answer("audit.search", noConnection)
  await screen.findByText("Erreur lors du chargement du journal : connexion impossible")
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
})

test("the screen is closed to who may not read the log", async () => {
  await openScreen("/admin/audit", { as: "reader" })
  await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
})
