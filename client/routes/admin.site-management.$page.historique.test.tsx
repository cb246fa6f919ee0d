import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { editElsewhere, findAlert } from "#client/testing/content.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"

interface Company {
  facts: Record<"name" | "years" | "employees", string>
  contact: Record<"address" | "phone" | "whatsapp", string>
}

const path = "/admin/site-management/entreprise/historique"

/** Opens the history of the company's facts, which were published twice. */
async function openHistory(search = "") {
  let other: Awaited<ReturnType<typeof editElsewhere>> | undefined
  const opened = await openScreen(path + search, {
    as: "admin",
    async fill(site) {
      other = await editElsewhere(site)
      await other.publish<Company>("entreprise", ({ facts, contact }) => {
        Object.assign(facts, { name: "Groupe Essai", years: "31+", employees: "412" })
        Object.assign(contact, { phone: "+243 811 111 111", whatsapp: "+243 833 333 333" })
      })
      await other.publish<Company>("entreprise", ({ contact }) => {
        contact.phone = "+243 822 222 222"
      })
    },
  })
  const edited = async () => {
    const page = await other?.open("entreprise")
    return { state: page?.state, ...(page?.content as Company) }
  }
  const stored = await (async () => {
    await screen.findByRole("heading", { level: 1, name: /^Historique\s: Coordonnées de l'entreprise$/ })
    return edited
  })()
  return { ...opened, other, edited: stored }
}

/** The versions, once they are there, the newest first. */
async function findVersions() {
  const region = within(await screen.findByRole("region", { name: "Versions" }))
  const items = await region.findAllByRole("listitem")
  return items.filter((item) => within(item).queryByRole("heading"))
}

const comparison = () => within(screen.getByRole("region", { name: "Comparaison" }))

test("what cannot be loaded says so, and is tried again; without a publication it says what will stand there", async () => {
  const { network, user, open } = await openScreen("/admin/site-management", { as: "admin" })
  const end = network.answer("content.revisions", noConnection)
  open(path)
  await findAlert("Erreur lors du chargement de l’historique : connexion impossible")
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByRole("heading", { name: "Aucune publication pour l’instant" })
})

test("versions are listed with who published them and what they changed, back to what the site began with", async () => {
  await openHistory()
  const versions = await findVersions()
  expect(versions).toHaveLength(3)
  const [newest, , first] = versions.map(textOf)
  expect(newest).toContain("En ligne")
  expect(newest).toMatch(/Publié par admin \d+/)
  expect(newest).toContain("Nous joindre › Téléphone")
  expect(within(versions[0] as HTMLElement).queryByRole("button")).toBeNull()
  expect(first).toContain("Textes d’origine")
  expect(within(versions[2] as HTMLElement).queryByRole("link")).toBeNull()
})

test("the newest version is compared with the one before it, word by word", async () => {
  const { user } = await openHistory()
  const [newest] = await findVersions()
  await user.click(within(newest as HTMLElement).getByRole("link", { name: /^Voir les changements/ }))
  await waitFor(() => expect(textOf(comparison().getByRole("status"))).toBe("1 champ modifié"))
  expect(comparison().getAllByRole("deletion").map(textOf)).toEqual(["811 111 111"])
  expect(comparison().getAllByRole("insertion").map(textOf)).toEqual(["822 222 222"])
})

test("the link of an earlier version shows its own changes, and what was empty before", async () => {
  const { user } = await openHistory()
  const [, second] = await findVersions()
  await user.click(within(second as HTMLElement).getByRole("link", { name: /^Voir les changements/ }))
  await waitFor(() => expect(textOf(comparison().getByRole("status"))).toBe("5 champs modifiés"))
  expect(comparison().getByText("(vide)")).toBeTruthy()
  expect(comparison().getAllByRole("insertion").map(textOf)).toContain("Essai")
})

test("two versions that are chosen stand in the address, and must differ", async () => {
  const { user } = await openHistory()
  await findVersions()
  await user.selectOptions(screen.getByLabelText("Avant"), "Textes d’origine")
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>("Avant").value).toBe("0"))
  expect(location.search).toMatch(/avant=0/)
  await user.selectOptions(screen.getByLabelText("Après"), "Textes d’origine")
  await waitFor(() => expect(textOf(comparison().getByRole("status"))).toBe("Choisissez deux versions différentes."))
})

test("versions named in the address are compared, and a failure of that is tried again", async () => {
  const { network, user, open } = await openHistory()
  const end = network.answer("content.revision,content.revision", noConnection)
  open(`${path}?avant=0`)
  const failure = "Erreur lors du chargement des deux versions : connexion impossible"
  await waitFor(() => expect(textOf(comparison().getByRole("alert"))).toContain(failure))
  end()
  await user.click(comparison().getByRole("button", { name: "Réessayer" }))
  await waitFor(() => expect(comparison().getAllByRole("insertion").map(textOf)).toContain("822 222 222"))
})

test("a version is restored as a draft, also after a failure; nothing public changes", async () => {
  const { network, user, site, edited } = await openHistory()
  const restore = within((await findVersions())[1] as HTMLElement).getByRole("button", {
    name: /^Restaurer comme brouillon/,
  })
  const end = network.answer("content.edited", noConnection)
  await user.click(restore)
  await findAlert("La version n’a pas pu être restaurée : connexion impossible")
  end()
  await user.click(restore)
  await waitFor(() => expect(location.pathname).toBe("/admin/site-management/entreprise"))
  expect(await edited()).toMatchObject({ state: "changed", contact: { phone: "+243 811 111 111" } })
  expect(await (await site.request("/api/content/content.site")).text()).toContain("822 222 222")
})

test("unpublished changes are replaced only by somebody who agrees", async () => {
  const { user, other, edited } = await openHistory()
  await other?.save<Company>("entreprise", ({ facts }) => {
    facts.years = "41+"
  })
  const restore = within((await findVersions())[2] as HTMLElement).getByRole("button", {
    name: /^Restaurer comme brouillon\s: Textes d’origine$/,
  })
  await user.click(restore)
  const dialog = within(await screen.findByRole("dialog", { name: /^Remplacer les modifications non publiées\s\?$/ }))
  dialog.getByText(/^Les modifications non publiées \(par admin \d+\) seront remplacées/)
  await user.click(dialog.getByRole("button", { name: "Annuler" }))
  await waitFor(() => expect(document.activeElement).toBe(restore))
  expect((await edited()).facts.years).toBe("41+")
  await user.click(restore)
  await user.click(await screen.findByRole("button", { name: "Remplacer" }))
  await waitFor(() => expect(location.pathname).toBe("/admin/site-management/entreprise"))
  expect((await edited()).facts.name).toBe("Groupe Lisanga")
})
