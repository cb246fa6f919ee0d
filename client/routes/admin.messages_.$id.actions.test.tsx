import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
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
    await findEntry("Confiée à Christelle")
    expect(document.activeElement).toBe(noteField())
  })

  test("nobody is in charge again by the same choice", async () => {
    const { user } = await openRequest()
    await press(user, () => action("Prendre en charge"))
    await findEntry("Prise en charge")
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

/** What a reload would find. */
function storedTexts(): string[] {
  return Object.values({ ...sessionStorage })
}

/** The question what came of a call or a message. */
async function findQuestion(title: RegExp) {
  return within(await screen.findByRole("dialog", { name: title }))
}

describe("reaching the sender", () => {
  test("without e-mail, WhatsApp opens with the text that was written for it, and the result is noted and undone", async () => {
    watchNavigation()
    const { user, reference, state } = await openRequest({ firstName: "Serge", email: "", phone })
    screen.getByText(/^Cette personne n’a pas laissé d’e.mail/)
    await user.click(actions().getByRole("link", { name: "WhatsApp" }))
    const text = (await screen.findByLabelText<HTMLTextAreaElement>("Votre message")) as HTMLTextAreaElement
    expect(text.value).toContain("Bonjour Serge")
    expect(text.value).toContain(reference)
    await user.type(text, "À jeudi.")
    const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Ouvrir WhatsApp" })
    const url = new URL(link.href)
    expect(url.origin + url.pathname).toBe("https://wa.me/243811222333")
    expect(url.searchParams.get("text")).toMatch(/^Bonjour Serge.*À jeudi\.$/s)
    await user.click(link)
    const question = await findQuestion(/^WhatsApp à Serge/)
    expect(await state()).toMatchObject({ state: "new" })
    await user.click(question.getByRole("button", { name: "Joint" }))
    await findOutcome("Échange noté. La demande passe à « Répondu ».")
    await findEntry("Message WhatsApp")
    expect(await state()).toMatchObject({ state: "answered" })
    await press(user, undo)
    await findOutcome("Action annulée.")
    await waitFor(() => expect(entries().join()).not.toContain("WhatsApp"))
    expect(await state()).toMatchObject({ state: "new" })
  })

  test("WhatsApp begins with the answer that is typed, or with a template", async () => {
    const { user } = await openRequest({ firstName: "Serge", email: "", phone })
    await user.click(actions().getByRole("link", { name: "WhatsApp" }))
    const dialog = await findQuestion(/^WhatsApp à Serge/)
    const template = await dialog.findByLabelText<HTMLSelectElement>("Modèle")
    await user.selectOptions(template, template.options[1] as HTMLOptionElement)
    const text = dialog.getByLabelText<HTMLTextAreaElement>("Votre message")
    expect(text.value).toMatch(/^Bonjour Serge,.*Bien à vous,\nL’équipe de Groupe Lisanga$/s)
    const chosen = text.value
    await user.type(text, " Ajout")
    await user.click(dialog.getByRole("button", { name: "Annuler" }))
    await user.click(actions().getByRole("link", { name: "WhatsApp" }))
    expect((await screen.findByLabelText<HTMLTextAreaElement>("Votre message")).value).toBe(`${chosen} Ajout`)
  })

  test("a call changes nothing until somebody says what came of it, and the question outlives a reload", async () => {
    watchNavigation()
    const { user, state } = await openRequest({ firstName: "Serge", phone })
    const link = actions().getByRole("link", { name: "Appeler" })
    expect(link.getAttribute("href")).toBe("tel:+243811222333")
    await user.click(link)
    await findQuestion(/^Appel à Serge/)
    expect(await state()).toMatchObject({ state: "new" })
    expect(storedTexts()).toContainEqual(expect.stringContaining('"call"'))
    const question = await findQuestion(/^Appel à Serge/)
    await user.click(question.getByRole("button", { name: "Pas de réponse" }))
    await findOutcome("Noté : pas de réponse. La demande reste à répondre.")
    await findEntry("Appel : pas de réponse")
    expect(await state()).toMatchObject({ state: "open" })
    await waitFor(() => expect(storedTexts()).not.toContainEqual(expect.stringContaining('"call"')))
  })

  test("a call is to be repeated in three days", async () => {
    watchNavigation()
    const { user } = await openRequest({ firstName: "Serge", phone })
    await user.click(actions().getByRole("link", { name: "Appeler" }))
    const question = await findQuestion(/^Appel à Serge/)
    await user.click(question.getByRole("button", { name: "Noter" }))
    await question.findByText("Choisissez une date")
    await user.type(question.getByLabelText("Un autre jour"), "2020-01-01")
    await user.click(question.getByRole("button", { name: "Noter" }))
    await question.findByText("Choisissez un jour à venir")
    await user.click(question.getByRole("button", { name: /^3 jours/ }))
    await within(screen.getByRole("main")).findByText(/^Rappel noté pour le .* La demande reste à répondre\.$/)
    await findEntry("Appel : à rappeler")
    await findEntry("À relancer le")
    expect(screen.getByRole("region", { name: "Suites" }).textContent).toMatch(/Relance \p{L}+\. \d/u)
  })

  test("without a mail server one's own mail program answers, which is noted once it is sent", async () => {
    watchNavigation()
    const { user, state } = await openRequest({ email: "amina+devis@exemple.cd" })
    expect(screen.queryByLabelText("Votre réponse")).toBeNull()
    const link = actions().getByRole("link", { name: "Répondre" })
    expect(link.getAttribute("href")).toMatch(/^mailto:amina%2Bdevis@exemple\.cd\?subject=Votre%20demande%20/)
    await user.click(link)
    const question = await findQuestion(/^E-mail à/)
    expect(question.queryByRole("button", { name: "Pas de réponse" })).toBeNull()
    expect(await state()).toMatchObject({ state: "new" })
    await user.click(question.getByRole("button", { name: "E-mail envoyé" }))
    await findOutcome("Échange noté. La demande passe à « Répondu ».")
    await findEntry("E-mail envoyé")
  })

  test("« Ne rien noter » leaves the request as it is", async () => {
    watchNavigation()
    const { user, state } = await openRequest({ phone })
    await user.click(actions().getByRole("link", { name: "Appeler" }))
    await user.click((await findQuestion(/^Appel à/)).getByRole("button", { name: "Ne rien noter" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(await state()).toMatchObject({ state: "new" })
    expect(entries()).toHaveLength(1)
  })

  test("what was answered otherwise is marked so", async () => {
    const { user } = await openRequest()
    await press(user, () => action("Marquer traitée"))
    await findOutcome("Demande marquée comme traitée.")
    await findEntry("Nouveau → Répondu")
    expect(actions().queryByRole("button", { name: "Marquer traitée" })).toBeNull()
  })

  test("what could not be noted is told, and can be noted again", async () => {
    watchNavigation()
    const { user, network } = await openRequest({ phone })
    const end = network.answer("messages.addContact", noConnection)
    await user.click(actions().getByRole("link", { name: "Appeler" }))
    const question = await findQuestion(/^Appel à/)
    await user.click(question.getByRole("button", { name: "Joint" }))
    expect(textOf(await question.findByRole("alert"))).toBe("L’échange n’a pas pu être noté : connexion impossible")
    end()
    await user.click(question.getByRole("button", { name: "Joint" }))
    await findOutcome("Échange noté. La demande passe à « Répondu ».")
  })
})

describe("what follows", () => {
  test("a follow-up is set, changed, ended and undone", async () => {
    const { user } = await openRequest()
    const panel = within(screen.getByRole("region", { name: "Suites" }))
    await user.click(panel.getByRole("button", { name: "Relancer le…" }))
    const dialog = await findQuestion(/^Relancer le…$/)
    await user.type(dialog.getByLabelText("Note"), "Demander le plan")
    await user.click(dialog.getByRole("button", { name: /^Demain/ }))
    await findEntry("Demander le plan")
    await user.click(await panel.findByRole("button", { name: "Relance faite" }))
    await findOutcome("Relance terminée.")
    await panel.findByText("Aucune relance prévue")
    await press(user, undo)
    await panel.findByText("Demander le plan")
  })

  test("an outcome has an amount, which is whole", async () => {
    const { user } = await openRequest()
    const panel = within(screen.getByRole("region", { name: "Suites" }))
    await user.click(panel.getByRole("button", { name: "Noter l’issue" }))
    const dialog = await findQuestion(/^Issue de la demande$/)
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
    await dialog.findByText("Choisissez une issue")
    await user.click(dialog.getByLabelText("Gagné"))
    const amount = dialog.getByLabelText(/^Montant/)
    for (const wrong of ["12,5", "12500.555"]) {
      await user.clear(amount)
      await user.type(amount, wrong)
      await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
      await waitFor(() =>
        expect(descriptionOf(amount), wrong).toContain("Écrivez un montant en dollars, sans centimes"),
      )
    }
    await user.clear(amount)
    await user.type(amount, "12 500 $")
    await user.type(dialog.getByLabelText(/^Motif/), "Meilleur délai")
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
    await findOutcome("Issue notée : gagné.")
    const entry = await findEntry("Issue : gagné")
    expect(textOf(entry)).toMatch(/12 500 \$US, Meilleur délai/)
    expect(textOf(screen.getByRole("region", { name: "Suites" }))).toMatch(/Gagné · 12 500 \$US/)
  })

  test("a failure keeps what is typed in the dialog", async () => {
    const { user, network } = await openRequest()
    network.answer("messages.change", noConnection)
    await user.click(screen.getByRole("button", { name: "Noter l’issue" }))
    const dialog = await findQuestion(/^Issue de la demande$/)
    await user.click(dialog.getByLabelText("Perdu"))
    await user.type(dialog.getByLabelText(/^Motif/), "Trop cher")
    await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
    expect(textOf(await dialog.findByRole("alert"))).toBe("L’action n’a pas abouti : connexion impossible")
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Motif/).value).toBe("Trop cher")
  })
})
