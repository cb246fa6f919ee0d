import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { editElsewhere, findAlert, findEditor, findSaved } from "#client/testing/content.ts"
import { createDataTransfer } from "#client/testing/data-transfer.ts"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { proxyPage } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { contentAddress } from "#server/testing/content-address.ts"

/** Typing has stopped for long enough to be saved. */
const SAVED_AFTER_MS = 2000

const published = "Publié : les visiteurs lisent ces textes dès maintenant."

/** Opens the home page's editor; `stored` reads the draft on the server, `visitorReads` the public texts. */
async function openHome() {
  fakeTime()
  const opened = await openScreen("/admin/site-management/accueil", { as: "admin" })
  const { stored } = await editElsewhere(opened.site)
  const visitorReads = async () => (await opened.site.request(contentAddress("accueil"))).text()
  return { ...opened, ...(await findEditor()), stored: () => stored("accueil"), visitorReads }
}

/** Waits for the banner that tells the outcome. */
const findStatus = (text: string) =>
  waitFor(() => expect(screen.getAllByRole("status").map(textOf).join("\n")).toContain(text))

test("what is typed is saved by itself as a draft that no visitor reads", async () => {
  const { user, lead, stored, visitorReads } = await openHome()
  screen.getByText("Publié")
  await fill(user, lead(), "Nous portons **tout** loin.")
  await passTime(SAVED_AFTER_MS)
  await findSaved()
  screen.getByText("Modifications non publiées")
  expect(await stored()).toMatchObject({ state: "changed", lead: "Nous portons **tout** loin." })
  expect(await visitorReads()).not.toContain("Nous portons")
})

test("what is published is what visitors read next", async () => {
  const { user, lead, publish, visitorReads } = await openHome()
  await fill(user, lead(), "Nous bâtissons tout.")
  await user.click(publish)
  await findStatus(published)
  screen.getByText("Publié")
  expect(await visitorReads()).toContain("Nous bâtissons tout.")
})

test("an incomplete page is not published, and its field says what it lacks and has the focus", async () => {
  const { user, title, publish, stored } = await openHome()
  await user.clear(title())
  await user.click(publish)
  await findAlert("Rien n’a été publié")
  expect(document.activeElement).toBe(title())
  expect(descriptionOf(title())).toContain("À remplir")
  await user.type(title(), "Bâtir")
  expect(screen.queryByRole("alert")).toBeNull()
  expect((await stored()).state).not.toBe("published")
})

test("a draft is dropped once that is confirmed, with what was removed from its lists", async () => {
  const { user, title, section, discard, stored } = await openHome()
  const before = title().value
  await fill(user, title(), "Bâtir")
  const cards = () => section("L’entreprise").getAllByLabelText("Titre")
  expect(cards()).toHaveLength(4)
  await user.click(section("L’entreprise").getByRole("button", { name: /^Retirer\s: Carte 3$/ }))
  expect(cards()).toHaveLength(3)
  await user.click(discard())
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Annuler les modifications" }))
  await waitFor(() => expect(title().value).toBe(before))
  expect(cards()).toHaveLength(4)
  expect(section("L’entreprise").queryByRole("button", { name: "Annuler" })).toBeNull()
  expect((await stored()).state).toBe("published")
})

test("entries are ordered by buttons that keep the focus", async () => {
  const { user, section } = await openHome()
  const story = section("L’entreprise")
  await user.click(story.getByRole("button", { name: /^Descendre\s: Carte 1$/ }))
  const titles = story.getAllByLabelText<HTMLInputElement>("Titre").map(({ value }) => value)
  expect(titles.slice(0, 2)).not.toContain("")
  expect(titles[1]).toBe("Excellence")
  expect(document.activeElement).toBe(story.getByRole("button", { name: /^Descendre\s: Carte 2$/ }))
})

test("dragging orders entries, and announces the place", async () => {
  const { section } = await openHome()
  const story = section("L’entreprise")
  const titles = () => story.getAllByLabelText<HTMLInputElement>("Titre").map(({ value }) => value)
  const [title, first, second, third] = titles()
  const handle = (label: string) => story.getByText(label, { selector: "[title='Glisser pour changer l’ordre']" })
  const dataTransfer = createDataTransfer()
  fireEvent.dragStart(handle("Carte 3"), { dataTransfer })
  // Browsers repeat the event.
  await waitFor(() => {
    fireEvent.dragOver(handle("Carte 1"), { dataTransfer })
    expect(titles()).toEqual([title, third, first, second])
  })
  expect(story.getByText(/^Carte\s: place 1$/)).toBeTruthy()
})

test("an entry that was taken out is announced, and brought back by « Annuler »", async () => {
  const { user, section } = await openHome()
  const story = section("L’entreprise")
  await user.click(story.getByRole("button", { name: /^Retirer\s: Carte 2$/ }))
  expect(story.getAllByLabelText("Titre")).toHaveLength(3)
  expect(story.getAllByText(/^Retrait\s: Carte 2$/).length).toBeGreaterThan(0)
  const front = story.getByRole("button", { name: /^Mettre en premier\s: Carte 2$/ })
  expect(document.activeElement).toBe(front)
  await user.click(story.getByRole("button", { name: "Annuler" }))
  expect(story.getAllByLabelText("Titre")).toHaveLength(4)
  expect(document.activeElement).toBe(story.getByRole("button", { name: /^Mettre en premier\s: Carte 2$/ }))
})

test("a double click publishes once", async () => {
  const { user, lead, publish, network } = await openHome()
  await fill(user, lead(), "Nous portons tout.")
  await passTime(SAVED_AFTER_MS)
  await findSaved()
  await user.dblClick(publish)
  await findStatus(published)
  expect(network.requests.filter((request) => request.includes("content.publish"))).toHaveLength(1)
})

test("what is typed during a publication is the next draft", async () => {
  const { user, lead, publish, network, stored, visitorReads } = await openHome()
  await fill(user, lead(), "Nous élevons tout.")
  await passTime(SAVED_AFTER_MS)
  await findSaved()
  const release = network.hold("content.publish")
  await user.click(publish)
  await waitFor(() => expect(network.requests.join()).toContain("content.publish"))
  await fill(user, lead(), "Nous semons tout.")
  release()
  await findStatus(published)
  screen.getByText("Modifications non publiées")
  await waitFor(async () => expect((await stored()).lead).toBe("Nous semons tout."))
  expect(await visitorReads()).toContain("Nous élevons tout.")
})

test("a publication is scheduled for a moment of Kinshasa that is to come", async () => {
  const { user, lead, schedule, stored, visitorReads } = await openHome()
  await fill(user, lead(), "À lundi.")
  await user.click(schedule())
  const dialog = within(await screen.findByRole("dialog", { name: "Programmer la publication" }))
  await fill(user, dialog.getByLabelText("Date et heure"), "2020-01-06T08:00")
  await user.click(dialog.getByRole("button", { name: "Programmer" }))
  await dialog.findByText("Choisissez un moment à venir")
  await fill(user, dialog.getByLabelText("Date et heure"), "2099-01-05T08:00")
  await user.click(dialog.getByRole("button", { name: "Programmer" }))
  await findStatus("Publication programmée pour le lundi 5 janvier 2099 à 08:00.")
  expect((await stored()).state).toBe("scheduled")
  expect(await visitorReads()).not.toContain("À lundi.")
})

test("an editor that cannot be loaded says so, and is tried again", async () => {
  const { network, user, open } = await openScreen("/admin/site-management", { as: "admin" })
  const end = network.answer("content.edited", proxyPage)
  open("/admin/site-management/contact")
  await findAlert("Erreur serveur")
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await findEditor()
})

test("a page that does not exist is not found", async () => {
  await openScreen("/admin/site-management/inconnue", { as: "admin" })
  await screen.findByRole("heading", { name: "404 Page Not Found" })
})

test("an editor may not open the settings, which are the administrator's", async () => {
  await openScreen("/admin/site-management/parametres", { as: "editor" })
  await screen.findByRole("heading", { name: "Cet écran n’est pas ouvert à votre rôle" })
  expect(screen.queryByRole("button", { name: "Publier" })).toBeNull()
})
