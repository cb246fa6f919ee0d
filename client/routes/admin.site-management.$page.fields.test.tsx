import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findEditor } from "#client/testing/content.ts"
import { fill } from "#client/testing/fill.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import { contentAddress } from "#server/testing/content-address.ts"

/** Opens the editor of a page; `publish` publishes it, and returns the texts of the call that visitors' pages make. */
async function openPage(page: ContentSlug, address = contentAddress(page)) {
  const opened = await openScreen(`/admin/site-management/${page}`, { as: "admin" })
  const editor = await findEditor()
  return {
    ...opened,
    ...editor,
    async publish() {
      await opened.user.click(editor.publish)
      await screen.findByText("Publié : les visiteurs lisent ces textes dès maintenant.")
      return (await opened.site.request(address)).text()
    },
  }
}

test("the company's telephone is changed in one field", async () => {
  const { user, publish } = await openPage("entreprise", "/api/content/content.site")
  await fill(user, screen.getByLabelText("Téléphone"), "+243 811 000 360")
  const published = await publish()
  expect(published).toContain("+243 811 000 360")
  expect(published).not.toContain("900 000 000")
})

test("a closed day is announced with the opening hours", async () => {
  const { user, publish } = await openPage("entreprise", "/api/content/content.site")
  const days = within(screen.getByRole("group", { name: /Jours exceptionnels/ }))
  await user.click(days.getByRole("button", { name: "Ajouter un jour" }))
  await fill(user, days.getAllByLabelText("Date").at(-1) as Element, "2098-06-30")
  expect(await publish()).toContain("2098-06-30")
})

test("the pictures of a gallery are put in another order", async () => {
  const { user, section, publish } = await openPage("construction")
  const models = section("Nos Maquettes")
  const captions = () => models.getAllByLabelText<HTMLInputElement>("Légende").map(({ value }) => value)
  const last = captions().at(-1) ?? ""
  expect(last).toMatch(/^Maquette \d$/)
  await user.click(models.getAllByRole("button", { name: /^Mettre en premier/ }).at(-1) as Element)
  expect(captions()[0]).toBe(last)
  const published = await publish()
  expect(/Maquette \d/.exec(published)?.[0]).toBe(last)
})

test("a picture of the library is put first in a gallery, with a caption of its own", async () => {
  const { user, section, publish } = await openPage("agriculture")
  const gallery = section("Galerie")
  await user.click(gallery.getByRole("button", { name: "Ajouter une photo au début" }))
  const chooser = within(await screen.findByRole("dialog", { name: "Choisir une image" }))
  await user.click(await chooser.findByRole("button", { name: /siège d'entreprise/ }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(gallery.getAllByLabelText<HTMLInputElement>("Légende")[0]?.value).toBe("")
  const published = await publish()
  expect(published.indexOf("hero-about")).toBeGreaterThan(0)
  expect(published.indexOf("hero-about")).toBeLessThan(published.indexOf("agriculture-vue-1"))
})

test("the picture at the top of the home page is changed, and the focus is back at its button", async () => {
  const { user, section, publish } = await openPage("accueil")
  const change = section("Haut de page").getAllByRole("button", { name: "Changer" })[0] as Element
  await user.click(change)
  const chooser = within(await screen.findByRole("dialog", { name: "Choisir une image" }))
  await user.click(await chooser.findByRole("button", { name: /siège d'entreprise/ }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(document.activeElement).toBe(change)
  expect(await publish()).toContain("hero-about")
})

test("buttons and keys of a text write bold words and links around what is selected", async () => {
  const { user, publish } = await openPage("transport")
  const lead = screen.getAllByLabelText<HTMLTextAreaElement>("Introduction")[0] as HTMLTextAreaElement
  await fill(user, lead, "Un camion part à midi")
  const [bold] = screen.getAllByRole("button", { name: "Gras" })
  lead.setSelectionRange(3, 9)
  await user.click(bold as HTMLElement)
  expect(lead.value).toBe("Un **camion** part à midi")
  lead.setSelectionRange(14, 18)
  lead.focus()
  await user.keyboard("{Control>}k{/Control}")
  const dialog = within(await screen.findByRole("dialog", { name: "Insérer un lien" }))
  await fill(user, dialog.getByLabelText("Adresse du lien"), "javascript:alert(1)")
  await user.click(dialog.getByRole("button", { name: "Insérer le lien" }))
  dialog.getByText("L’adresse doit commencer par / ou par https://")
  await fill(user, dialog.getByLabelText("Adresse du lien"), "/contact")
  await user.keyboard("{Enter}")
  await waitFor(() => expect(lead.value).toBe("Un **camion** [part](/contact) à midi"))
  expect(document.activeElement).toBe(lead)
  expect(await publish()).toContain('{"text":"part","href":"/contact"}')
})
