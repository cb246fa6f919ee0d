import { screen, waitFor, within } from "@testing-library/dom"
import { expect, onTestFinished, test, vi } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import type { startApp } from "#server/testing/start-app.ts"

type Site = Awaited<ReturnType<typeof startApp>>

const path = "/realisations/villa-familiale"
const name = "Villa familiale"

async function fill({ db }: Site) {
  for (const picture of ["jardin.jpg", "maquette.jpg"]) await createTestImage(db, picture)
  await createTestProject(db, { name: "Autre villa", sector: "Construction" })
  await createTestProject(db, { name: "Bac", sector: "Transport" })
  return createTestProject(db, {
    name,
    sector: "Construction",
    address: "Ma Campagne, Ngaliema",
    status: "Terminé",
    description: "Une villa à un étage.\n\nElle est ouverte sur le jardin.",
    at: "2023-06-19T23:30:00.000Z",
    images: [
      { name: "jardin.jpg", alt: "Le jardin" },
      { name: "maquette.jpg", alt: "La maquette" },
    ],
  })
}

test("a card leads to its project's page, with place, status, text and others of its sector", async () => {
  const { user } = await openScreen("/construction", { fill })
  await user.click(await screen.findByRole("link", { name }))
  await screen.findByRole("heading", { level: 1, name })
  expect(location.pathname).toBe(path)
  const main = within(screen.getByRole("main"))
  expect(main.getAllByText("Ma Campagne, Ngaliema")).toHaveLength(2)
  expect(main.getAllByText("Terminé")).toHaveLength(2)
  for (const paragraph of ["Une villa à un étage.", "Elle est ouverte sur le jardin."])
    expect(main.getByText(paragraph).localName).toBe("p")
  const related = within(screen.getByRole("region", { name: "Dans le même secteur" }))
  expect(textsOf(related.getAllByRole("heading", { level: 3 }))).toEqual(["Autre villa"])
})

test("a project's page shows the day in Kinshasa on which it was published, and on which it changed since", async () => {
  const { site, reload } = await openScreen(path, { fill })
  const facts = async () => textOf(await screen.findByRole("region", { name: "En bref" }))
  expect(await facts()).toMatch(/Publié le ?20 juin 2023$/)
  await site.db.updateTable("projects").set({ updatedAt: "2024-02-01T10:00:00.000Z" }).execute()
  reload()
  await waitFor(async () => expect(await facts()).toMatch(/Publié le ?20 juin 2023 ?Mis à jour le ?1er février 2024$/))
})

test("the first picture and the others open in one lightbox, which turns round", async () => {
  const { user } = await openScreen(path, { fill })
  const pictures = await screen.findAllByRole("button", { name: /^Agrandir/ })
  expect(pictures.map((picture) => picture.getAttribute("aria-label"))).toEqual([
    "Agrandir : Le jardin",
    "Agrandir : La maquette",
  ])
  const [first = pictures[1], second = first] = pictures
  await user.click(second as Element)
  const dialog = within(await screen.findByRole("dialog", { name: "La maquette" }))
  expect(dialog.getByText("2 / 2")).toBeDefined()
  await user.click(dialog.getByRole("button", { name: "Photo suivante" }))
  expect(dialog.getByText("1 / 2")).toBeDefined()
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await user.click(first as Element)
  await screen.findByRole("dialog", { name: "Le jardin" })
})

test("a project is shared on WhatsApp with its name and address", async () => {
  await openScreen(path, { fill })
  const share = within(await screen.findByRole("region", { name: "Partager ce projet" }))
  const message = encodeURIComponent(`${name}\nhttp://localhost${path}`)
  expect(share.getByRole("link", { name: "WhatsApp" }).getAttribute("href")).toBe(`https://wa.me/?text=${message}`)
})

test("a project's link is copied, or shown where there is no clipboard", async () => {
  const { user } = await openScreen(path, { fill })
  const share = within(await screen.findByRole("region", { name: "Partager ce projet" }))
  const written = vi.spyOn(navigator.clipboard, "writeText")
  await user.click(share.getByRole("button", { name: "Copier le lien" }))
  await waitFor(() => expect(share.getByRole("status").textContent).toBe("Lien copié"))
  expect(written.mock.calls).toEqual([[`http://localhost${path}`]])
  const { clipboard } = navigator
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })
  onTestFinished(() => void Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true }))
  await user.click(share.getByRole("button", { name: "Copier le lien" }))
  await waitFor(() => expect(share.getByRole("status").textContent).toContain(`http://localhost${path}`))
})

test("the device's own sheet shares a project, where there is one", async () => {
  const shared: ShareData[] = []
  Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) })
  onTestFinished(() => void Reflect.deleteProperty(navigator, "share"))
  const { user } = await openScreen(path, { fill })
  await user.click(await screen.findByRole("button", { name: "Partager" }))
  expect(shared).toEqual([{ title: name, url: `http://localhost${path}` }])
})

test("a project's page leads to a contact form about it", async () => {
  const { user } = await openScreen(path, { fill })
  await user.click(await screen.findByRole("link", { name: "Demander un devis pour un projet semblable" }))
  await screen.findByRole("heading", { level: 1, name: "Contactez-Nous" })
  const message = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" })
  await waitFor(() => expect(message.value).toMatch(/^Bonjour, je souhaite un devis .* «\sVilla familiale\s»/))
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Secteur" }).value).toBe("construction")
})

test("a project that was deleted meanwhile is gone for who comes from a list, which leads to the others", async () => {
  // The router's lazy components complain in React's development build alone.
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {})
  let id = 0
  const { user, site } = await openScreen("/construction", {
    async fill(site) {
      id = await fill(site)
    },
  })
  const card = await screen.findByRole("link", { name })
  await site.db.updateTable("projects").set({ deletedAt: new Date().toISOString() }).where("id", "=", id).execute()
  await user.click(card)
  await screen.findByRole("heading", { level: 1, name: "Cette réalisation n’est plus en ligne" })
  const others = within(screen.getByRole("main")).getByRole("link", { name: /^Réalisations\s: Construction$/ })
  expect(others.getAttribute("href")).toBe("/construction")
  const unexpected = complaints.mock.calls.filter(([error]) => !/use\(\) to suspend/.test(`${error}`))
  expect(unexpected).toEqual([])
})

test("a former address of a renamed project leads to its present one", async () => {
  await openScreen("/realisations/ancien-nom", {
    async fill(site) {
      const projectId = await fill(site)
      const publicAt = new Date().toISOString()
      await site.db.insertInto("projectSlugs").values({ slug: "ancien-nom", projectId, publicAt }).execute()
    },
  })
  await screen.findByRole("heading", { level: 1, name })
  expect(location.pathname).toBe(path)
})

test.each(["/realisations/inconnu", "/realisations/Villa-Familiale"])("%s is not found", async (unknown) => {
  await openScreen(unknown, { fill })
  await screen.findByRole("heading", { level: 1, name: "404 Page Not Found" })
})
