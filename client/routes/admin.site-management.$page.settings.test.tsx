import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findAlert, findSaved } from "#client/testing/content.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { readContent } from "#server/content/published/published.ts"

const address = "chef@exemple.cd"

/** Opens the settings; `applied` reads the addresses that are told of each request. */
async function openSettings() {
  fakeTime()
  const opened = await openScreen("/admin/site-management/parametres", { as: "admin" })
  const save = await screen.findByRole("button", { name: "Enregistrer" })
  const add = async () => {
    const list = within(screen.getByRole("group", { name: /^Adresses prévenues/ }))
    await opened.user.click(list.getByRole("button", { name: /^Ajouter/ }))
    return list.findByLabelText<HTMLInputElement>(/^E-mail/)
  }
  const applied = async () => (await readContent(opened.site, "parametres")).messages.notify
  return { ...opened, save, add, applied }
}

test("settings apply once they are saved, without a publication", async () => {
  const { user, save, add, applied } = await openSettings()
  screen.getByText("En vigueur")
  expect(screen.queryByRole("button", { name: /^(Publier|Programmer)$/ })).toBeNull()
  const added = await add()
  expect(added.inputMode).toBe("email")
  expect(document.activeElement).toBe(added)
  await user.type(added, address)
  await passTime(10_000)
  expect(screen.getAllByRole("status").map(textOf)).toContain("Modifications non enregistrées")
  expect(await applied()).toEqual([])
  await user.click(save)
  await findSaved()
  await waitFor(() =>
    expect(screen.getAllByRole("status").map(textOf).join()).toContain(
      "Enregistré : ces réglages s’appliquent dès maintenant.",
    ),
  )
  expect(await applied()).toEqual([address])
  screen.getByText("En vigueur")
})

test("an address that is in the list already is refused", async () => {
  const { user, save, applied } = await openSettings()
  const list = within(screen.getByRole("group", { name: /^Adresses prévenues/ }))
  for (let count = 0; count < 2; count += 1) {
    await user.click(list.getAllByRole("button", { name: /^Ajouter/ }).at(-1) as HTMLElement)
    await user.keyboard(address)
  }
  await user.click(save)
  await screen.findByText("Cette adresse est déjà dans la liste")
  expect(await applied()).toEqual([])
})

test("a wrong address is refused beside its field, and nothing applies", async () => {
  const { user, save, add, applied, site } = await openSettings()
  const field = await add()
  await user.type(field, "chef@")
  await user.click(save)
  await findAlert("Rien n’a été enregistré : corrigez les champs signalés.")
  expect(document.activeElement).toBe(field)
  expect(await applied()).toEqual([])
  expect(await site.db.selectFrom("drafts").selectAll().execute()).toEqual([])
})

test("whoever leaves without saving is asked, and finds what was typed again", async () => {
  const { user, add, open, applied } = await openSettings()
  await user.type(await add(), address)
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Gestion du site" }))
  const question = within(await screen.findByRole("dialog", { name: /^Quitter sans enregistrer/ }))
  question.getByText(/Ces réglages ne s’appliquent pas encore/)
  await user.click(question.getByRole("button", { name: "Quitter sans enregistrer" }))
  await screen.findByRole("heading", { level: 1, name: "Gestion du site" })
  expect(await applied()).toEqual([])
  open("/admin/site-management/parametres")
  await user.click(await screen.findByRole("button", { name: "Reprendre" }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe(address))
})
