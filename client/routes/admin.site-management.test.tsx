import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { editElsewhere } from "#client/testing/content.ts"
import { proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"

const entryOf = async (name: string) => {
  const link = await screen.findByRole("link", { name })
  const item = screen.getAllByRole("listitem").find((one) => one.contains(link) && !within(one).queryByRole("list"))
  if (!item) throw new Error(`No entry has the link ${name}`)
  return item
}

test("every page and setting of contract §6 is a link to its editor", async () => {
  await openScreen("/admin/site-management", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: "Gestion du site" })
  const slugs = [
    ...["accueil", "construction", "agriculture", "elevage", "transport", "ventes-materiaux", "immobilier"],
    ...["a-propos", "contact", "pied-de-page", "referencement", "entreprise", "annonce", "parametres"],
  ]
  await waitFor(() => {
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"))
    expect(links).toEqual(expect.arrayContaining(slugs.map((slug) => `/admin/site-management/${slug}`)))
  })
})

test("users, roles and general settings, which were announced, are links to their screens", async () => {
  await openScreen("/admin/site-management", { as: "admin" })
  const hrefOf = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href")
  expect(await hrefOf("Gestion des utilisateurs")).toBe("/admin/users")
  expect(await hrefOf("Gestion des rôles")).toBe("/admin/users")
  expect(await hrefOf("Paramètres généraux")).toBe("/admin/site-management/parametres")
  expect(within(screen.getByRole("main")).queryByText(/à venir/i)).toBeNull()
})

test("each page has its state", async () => {
  await openScreen("/admin/site-management", {
    as: "admin",
    async fill(site) {
      const editor = await editElsewhere(site)
      await editor.save("immobilier", ({ hero }) => {
        hero.title = "Biens"
      })
    },
  })
  expect(textOf(await entryOf("Immobilier"))).toContain("Modifications non publiées")
  expect(textOf(await entryOf("Transport"))).toContain("Publié")
  expect(textOf(await entryOf("Transport"))).not.toContain("Modifications")
})

test("pages that cannot be loaded say so, and are tried again", async () => {
  const { network, user, open } = await openScreen("/admin/account", { as: "admin" })
  const end = network.answer("content.pages", proxyPage)
  open("/admin/site-management")
  expect(textOf(await screen.findByRole("alert"))).toContain("Erreur lors du chargement des pages : Erreur serveur")
  expect(screen.queryByRole("region", { name: "Pages" })).toBeNull()
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByRole("region", { name: "Pages" })
})

test("its log-out leads to the home page, and ends the session", async () => {
  const { user, client } = await openScreen("/admin/site-management", { as: "admin" })
  await user.click(within(await screen.findByRole("main")).getByRole("button", { name: "Déconnexion" }))
  await waitFor(() => expect(location.pathname).toBe("/"))
  expect(localStorage.getItem("token")).toBeNull()
  expect(await client.me()).toBeNull()
})

test("an editor sees the site's texts, and neither users nor settings", async () => {
  await openScreen("/admin/site-management", { as: "editor" })
  await screen.findByRole("link", { name: "Accueil" })
  const hrefs = within(screen.getByRole("main"))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"))
  expect(hrefs).not.toContain("/admin/users")
})

test("the address selects what is changed or published on a day, and the chip shows all again", async () => {
  const contents = () =>
    screen.getAllByRole("link", { name: /^Historique/ }).map((link) => link.getAttribute("aria-label"))
  const { user, open } = await openScreen("/admin/site-management?etat=modifie", {
    as: "admin",
    async fill(site) {
      const editor = await editElsewhere(site)
      const rename = ({ hero }: { hero: { title: string } }) => {
        hero.title = "Biens"
      }
      await editor.save("immobilier", rename)
      await editor.save("transport", rename)
      const publishAt = "2999-03-02T23:00:00.000Z"
      await site.db.updateTable("drafts").set({ publishAt }).where("page", "=", "transport").execute()
    },
  })
  await waitFor(() => expect(contents()).toEqual(["Historique\u00a0: Immobilier"]))
  expect(screen.queryByRole("region", { name: "Sur tout le site" })).toBeNull()
  await user.click(screen.getByRole("button", { name: "Retirer le filtre\u00a0: Modifications non publiées" }))
  await waitFor(() => expect(contents()).toHaveLength(14))
  expect(location.search).toBe("")
  open("/admin/site-management?publication=2999-03-03")
  await waitFor(() => expect(contents()).toEqual(["Historique\u00a0: Transport"]))
  open("/admin/site-management?publication=2999-03-02")
  await screen.findByRole("heading", { name: "Rien ne correspond à ce filtre" })
  await user.click(screen.getByRole("button", { name: "Voir tous les contenus" }))
  await waitFor(() => expect(contents()).toHaveLength(14))
})
