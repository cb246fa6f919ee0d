import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { watchNavigation } from "#client/testing/navigation.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { press } from "#client/testing/press.ts"
import {
  action,
  actions,
  assignee,
  entries,
  findEntry,
  findOutcome,
  findRequest,
  noteField,
  undo,
} from "#client/testing/request.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const phone = "+243811222333"

async function openRequest(given: Parameters<typeof createTestMessage>[1] = {}) {
  let reference: string | undefined
  const opened = await openScreen("/admin/messages/1", {
    as: "admin",
    async fill({ db }) {
      await createTestAccount(db, { role: "agent", username: "Christelle" })
      reference = (await createTestMessage(db, given)).reference
    },
  })
  await findRequest()
  const state = () => opened.site.db.selectFrom("messages").select(["state", "deletedAt"]).executeTakeFirstOrThrow()
  return { ...opened, reference: reference ?? "", state }
}

describe("who is in charge", () => {
  test("taking charge opens the request, and « Annuler » undoes both", async () => {
    const { user, account, state } = await openRequest()
    await press(user, () => action("Prendre en charge"))
    await findOutcome(`Demande confiée à ${account?.username}.`)
    await findEntry("Nouveau → En cours")
    expect(assignee().selectedOptions[0]?.textContent).toBe(account?.username)
    expect(actions().queryByRole("button", { name: "Prendre en charge" })).toBeNull()
    await press(user, undo)
    await findOutcome("Action annulée.")
    await waitFor(() => expect(assignee().value).toBe(""))
    expect(await state()).toMatchObject({ state: "new" })
  })

  test("a colleague is one choice away, shown at once, and the focus stays where one types", async () => {
    const { user, network } = await openRequest()
    const release = network.hold("messages.change")
    const option = await within(assignee()).findByText("Christelle")
    await user.selectOptions(assignee(), option)
    await waitFor(() => expect(assignee().selectedOptions[0]?.textContent).toBe("Christelle"))
    await user.click(screen.getByText("Ajouter une note interne"))
    await user.click(noteField())
    release()
    await findOutcome("Demande confiée à Christelle.")
    await findEntry("Prise en charge par Christelle")
    expect(document.activeElement).toBe(noteField())
  })

  test("nobody is in charge again by the same choice", async () => {
    const { user } = await openRequest()
    await press(user, () => action("Prendre en charge"))
    await findEntry("Prise en charge par")
    await waitFor(() => expect(undo().getAttribute("aria-disabled")).toBe("false"))
    await user.selectOptions(assignee(), "")
    await findOutcome("Plus personne n’est en charge de cette demande.")
    await findEntry("n’est plus en charge")
  })
})

describe("the state", () => {
  test("an archived request is reopened", async () => {
    const { user, state } = await openRequest()
    await press(user, () => action("Archiver"))
    await findOutcome("Demande archivée.")
    await waitFor(async () => expect(await state()).toMatchObject({ state: "archived" }))
    await press(user, () => action("Rouvrir"))
    await findOutcome("Demande rouverte.")
    expect(textOf(await findEntry("Archivé → En cours"))).toContain("En cours")
  })

  test("it goes to the trash once that is confirmed, and comes back by « Annuler »", async () => {
    const { user, state } = await openRequest()
    await press(user, () => action("Supprimer"))
    const dialog = await screen.findByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" })
    await user.click(within(dialog).getByRole("button", { name: "Supprimer" }))
    await findOutcome("Demande mise à la corbeille.")
    await waitFor(() => expect(actions().getAllByRole("button").map(textOf)).toEqual(["Restaurer"]))
    screen.getByText(/^Cette demande est dans la corbeille depuis le /)
    await press(user, undo)
    await findOutcome("Action annulée.")
    expect(await state()).toMatchObject({ deletedAt: null })
  })

  test("from the trash it is restored", async () => {
    const { user } = await openRequest()
    await press(user, () => action("Supprimer"))
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Supprimer" }))
    await press(user, () => action("Restaurer"))
    await findOutcome("Demande sortie de la corbeille.")
    await findEntry("Sortie de la corbeille")
  })

  test("« Annuler » of the question changes nothing, and gives the focus back", async () => {
    const { user, state } = await openRequest()
    await press(user, () => action("Supprimer"))
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Annuler" }))
    await waitFor(() => expect(document.activeElement).toBe(action("Supprimer")))
    expect(await state()).toMatchObject({ deletedAt: null })
  })

  test("an action and an undo that fail say so, and leave the request as it is", async () => {
    const { user, network, state } = await openRequest()
    const end = network.answer("messages.change", noConnection)
    await press(user, () => action("Archiver"))
    expect(textOf(await screen.findByRole("alert"))).toBe("L’action n’a pas abouti : connexion impossible")
    expect(await state()).toMatchObject({ state: "new" })
    end()
    await press(user, () => action("Archiver"))
    await findOutcome("Demande archivée.")
    network.answer("messages.undo", noConnection)
    await press(user, undo)
    const alert = await screen.findByRole("alert")
    expect(textOf(alert)).toContain("L’action n’a pas pu être annulée : connexion impossible")
    within(alert).getByRole("button", { name: "Annuler" })
  })
})

describe("reaching the sender", () => {
  test("without e-mail, WhatsApp opens with the text filled in, which is noted, and undone", async () => {
    const { user, reference, state } = await openRequest({ firstName: "Serge", email: "", phone })
    screen.getByText(/^Cette personne n’a pas laissé d’e.mail/)
    const link = actions().getByRole<HTMLAnchorElement>("link", { name: "WhatsApp" })
    const url = new URL(link.href)
    expect(url.origin + url.pathname).toBe("https://wa.me/243811222333")
    expect(url.searchParams.get("text")).toContain("Bonjour Serge")
    expect(url.searchParams.get("text")).toContain(reference)
    await user.click(link)
    await findOutcome("Noté : WhatsApp a été ouvert. La demande passe à « Répondu ».")
    await findEntry("Conversation WhatsApp ouverte")
    expect(await state()).toMatchObject({ state: "answered" })
    await press(user, undo)
    await findOutcome("Action annulée.")
    await waitFor(() => expect(entries().join()).not.toContain("WhatsApp"))
    expect(await state()).toMatchObject({ state: "new" })
  })

  test("a call is noted", async () => {
    watchNavigation()
    const { user } = await openRequest({ phone })
    const link = actions().getByRole("link", { name: "Appeler" })
    expect(link.getAttribute("href")).toBe("tel:+243811222333")
    await user.click(link)
    await findOutcome("Noté : le téléphone a été ouvert. La demande passe à « Répondu ».")
    await findEntry("Appel téléphonique")
  })

  test("without a mail server one's own mail program answers, which is noted", async () => {
    watchNavigation()
    const { user } = await openRequest({ email: "amina+devis@exemple.cd" })
    expect(screen.queryByLabelText("Votre réponse")).toBeNull()
    const link = actions().getByRole("link", { name: "Répondre" })
    expect(link.getAttribute("href")).toMatch(/^mailto:amina%2Bdevis@exemple\.cd\?subject=Votre%20demande%20/)
    await user.click(link)
    await findOutcome("Noté : votre logiciel de messagerie a été ouvert. La demande passe à « Répondu ».")
    await findEntry("Logiciel de messagerie ouvert pour répondre")
  })

  test("what was answered otherwise is marked so", async () => {
    const { user } = await openRequest()
    await press(user, () => action("Marquer traitée"))
    await findOutcome("Demande marquée comme traitée.")
    await findEntry("Nouveau → Répondu")
    expect(actions().queryByRole("button", { name: "Marquer traitée" })).toBeNull()
  })

  test("what could not be noted is told", async () => {
    watchNavigation()
    const { user, network } = await openRequest({ phone })
    network.answer("messages.addContact", noConnection)
    await user.click(actions().getByRole("link", { name: "Appeler" }))
    expect(textOf(await screen.findByRole("alert"))).toBe("L’échange n’a pas pu être noté : connexion impossible")
  })
})
