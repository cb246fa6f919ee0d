import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { editElsewhere, findAlert, findEditor, findSaved } from "#client/testing/content.ts"
import { fill } from "#client/testing/fill.ts"
import { type Answer, lostResponse, noConnection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"

/** Typing has stopped for long enough to be saved, or a save that failed is tried again. */
const RETRIED_AFTER_MS = 6000

/** Opens the editor of « Immobilier », which somebody else can edit too. */
async function openSector() {
  fakeTime()
  const opened = await openScreen("/admin/site-management/immobilier", { as: "admin" })
  const other = await editElsewhere(opened.site)
  return { ...opened, ...(await findEditor()), other, stored: () => other.stored("immobilier") }
}

const conflictName = "Cette page a changé entre-temps"
const findConflict = () => screen.findByRole("dialog", { name: conflictName })

/** Answers the first such request so, and the further ones as the app does. */
function once(answer: Answer): Answer {
  let isAnswered = false
  return (request, proceed) => {
    if (isAnswered) return proceed()
    isAnswered = true
    return answer(request, proceed)
  }
}

/** Makes both editors change the same page, and waits until the conflict is announced. */
async function meetConflict() {
  const opened = await openSector()
  await opened.other.save("immobilier", ({ hero }) => {
    hero.title = "Biens et conseils"
  })
  await fill(opened.user, opened.lead(), "Mon introduction.")
  await passTime(RETRIED_AFTER_MS)
  const choose = within(await findAlert("Conflit en attente")).getByRole("button", { name: "Choisir une version" })
  return { ...opened, choose }
}

test("of two editors the second one chooses between both versions field by field, and loses nothing", async () => {
  const { user, choose, title, lead, stored } = await meetConflict()
  await user.click(choose)
  const dialog = within(await findConflict())
  expect(dialog.getAllByRole("group")).toHaveLength(2)
  await user.click(dialog.getByRole("button", { name: "Enregistrer ces choix" }))
  await waitFor(() => expect(title().value).toBe("Biens et conseils"))
  expect(lead().value).toBe("Mon introduction.")
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  expect(await stored()).toMatchObject({ title: "Biens et conseils", lead: "Mon introduction." })
})

test("while a conflict waits one types on, and Escape leaves it waiting with the focus on its button", async () => {
  const { user, choose, lead } = await meetConflict()
  await user.type(lead(), " Et plus.")
  expect(lead().value).toBe("Mon introduction. Et plus.")
  await user.click(choose)
  const dialog = await findConflict()
  expect(document.activeElement).toBe(within(dialog).getByRole("heading", { name: conflictName }))
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(document.activeElement).toBe(choose)
  await findAlert("Conflit en attente")
})

test("the version that was not chosen can be taken after all", async () => {
  const { user, choose, lead } = await meetConflict()
  await user.click(choose)
  await user.click(within(await findConflict()).getByRole("button", { name: "Enregistrer ces choix" }))
  await user.click(await screen.findByRole("button", { name: "Reprendre l’autre version" }))
  expect(lead().value).not.toBe("Mon introduction.")
})

test("a publication that meets a conflict asks at once, and publishes nothing", async () => {
  const { user, other, publish, lead, stored } = await openSector()
  await fill(user, lead(), "Mon introduction.")
  await other.save("immobilier", ({ hero }) => {
    hero.title = "Biens"
  })
  await user.click(publish)
  await findConflict()
  expect((await stored()).state).toBe("changed")
})

test("after a log-in in another tab what was typed is saved by itself", async () => {
  const { user, client, title, stored } = await openSector()
  const session = client.cookies.get("session") ?? ""
  client.cookies.delete("session")
  await fill(user, title(), "Bâtir, sans session")
  await passTime(RETRIED_AFTER_MS)
  const link = await screen.findByRole("link", { name: "Se connecter dans un nouvel onglet" })
  expect(link.getAttribute("target")).toBe("_blank")
  client.cookies.set("session", session)
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  expect(await stored()).toMatchObject({ title: "Bâtir, sans session" })
})

test("a log-out right after the last letter saves it too", async () => {
  const { user, lead, stored } = await openSector()
  await fill(user, lead(), "Juste avant de partir.")
  await user.click(screen.getByRole("button", { name: "Déconnexion" }))
  await waitFor(() => expect(location.pathname).toBe("/login"))
  expect(await stored()).toMatchObject({ lead: "Juste avant de partir." })
})

test("without a connection what is typed stays on the device, also after a reload, and is saved later", async () => {
  const { user, network, lead, reload, stored } = await openSector()
  const end = network.answer("content.saveDraft", noConnection)
  await fill(user, lead(), "Des bêtes calmes.")
  await passTime(RETRIED_AFTER_MS)
  await screen.findByText(/^Connexion impossible/)
  reload()
  await screen.findByText(/ont été retrouvées sur cet appareil/)
  const again = await findEditor()
  expect(again.lead().value).toBe("Des bêtes calmes.")
  end()
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  expect(await stored()).toMatchObject({ lead: "Des bêtes calmes." })
})

test("a save whose response was lost is no conflict with somebody else", async () => {
  const { user, network, lead, stored } = await openSector()
  network.answer("content.saveDraft", once(lostResponse))
  await fill(user, lead(), "Une introduction")
  await passTime(2000)
  await screen.findByText(/^Connexion impossible/)
  await fill(user, lead(), "Une introduction de plus.")
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  expect(await stored()).toMatchObject({ lead: "Une introduction de plus." })
})

test("a publication whose response was lost is done when it is asked for again", async () => {
  const { user, network, lead, publish, stored } = await openSector()
  await fill(user, lead(), "Une introduction")
  network.answer("content.publish", once(lostResponse))
  await user.click(publish)
  await findAlert("Rien n’a été publié")
  await user.click(publish)
  await screen.findByText("Publié : les visiteurs lisent ces textes dès maintenant.")
  expect(await stored()).toMatchObject({ state: "published", lead: "Une introduction" })
})

test("a text that was corrected without a connection is saved, although the one before is rejected", async () => {
  const { user, network, lead, stored } = await openSector()
  const rejected: Answer = () =>
    Response.json({ error: { message: "Trop long", code: -32600, data: { code: "bad_request" } } }, { status: 400 })
  network.answer("content.saveDraft", once(rejected))
  network.answer("content.saveDraft", once(noConnection))
  await fill(user, lead(), "Trop long.")
  await passTime(2000)
  await screen.findByText(/^Connexion impossible/)
  await fill(user, lead(), "Corrigé.")
  await passTime(2 * RETRIED_AFTER_MS)
  await findSaved()
  expect(await stored()).toMatchObject({ lead: "Corrigé." })
})

test("a reload during a save ends in no conflict", async () => {
  const { user, network, lead, reload, stored } = await openSector()
  const saved = vi.fn()
  network.answer(
    "content.saveDraft",
    once(async (_request, proceed) => {
      await proceed()
      saved()
      return new Promise(() => {})
    }),
  )
  await fill(user, lead(), "Rechargé.")
  await passTime(2000)
  await waitFor(() => expect(saved).toHaveBeenCalled())
  reload()
  await findEditor()
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  expect(screen.queryByText(/^Conflit en attente/)).toBeNull()
  expect(await stored()).toMatchObject({ lead: "Rechargé." })
})

test("a publication of the same texts, such as a scheduled one, is no conflict with what is typed", async () => {
  const { user, other, lead, stored } = await openSector()
  await other.publish("immobilier", () => {})
  await fill(user, lead(), "Après la publication.")
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  expect(await stored()).toMatchObject({ lead: "Après la publication." })
})

test("where nothing can be stored, whoever leaves without a network is asked first", async () => {
  const { user, network, lead } = await openSector()
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith("unsaved:")) throw new DOMException("full", "QuotaExceededError")
    setItem.call(this, key, value)
  })
  const end = network.answer("content.saveDraft", noConnection)
  await fill(user, lead(), "Nulle part ailleurs.")
  const back = () => within(screen.getByRole("main")).getByRole("link", { name: "Gestion du site" })
  await user.click(back())
  const question = within(await screen.findByRole("dialog", { name: /^Quitter sans enregistrer\s\?$/ }))
  await user.click(question.getByRole("button", { name: "Rester" }))
  expect(lead().value).toBe("Nulle part ailleurs.")
  end()
  await passTime(RETRIED_AFTER_MS)
  await findSaved()
  await user.click(back())
  await waitFor(() => expect(location.pathname).toBe("/admin/site-management"))
})
