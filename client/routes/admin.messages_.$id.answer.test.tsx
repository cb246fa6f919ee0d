import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test, vi } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { press } from "#client/testing/press.ts"
import {
  action,
  answerField,
  findEntry,
  findOutcome,
  findRequest,
  noteField,
  sendButton,
} from "#client/testing/request.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const email = "amina@exemple.cd"

async function openRequest() {
  let statusUrl: string | undefined
  let colleague = 0
  const opened = await openScreenWithMails("/admin/messages/1", {
    as: "admin",
    async fill({ db }) {
      colleague = (await createTestAccount(db, { role: "agent", username: "Christelle" })).id
      statusUrl = (await createTestMessage(db, { email })).statusUrl
    },
  })
  await findRequest()
  return { ...opened, statusUrl: statusUrl ?? "", colleague }
}

/** Stores an answer as a colleague sends it. */
async function answerAs(db: Database, accountId: number, text: string) {
  const entry = { messageId: 1, accountId, kind: "answer" as const, text, at: new Date().toISOString() }
  await db.insertInto("messageEntries").values(entry).execute()
}

function stored(db: Database, kind: "answer" | "note") {
  return db.selectFrom("messageEntries").select("text").where("kind", "=", kind).orderBy("id").execute()
}

describe("an answer", () => {
  test("is sent by mail, and the request is answered", async () => {
    const { user, mailsTo } = await openRequest()
    await user.click(action("Répondre"))
    expect(document.activeElement).toBe(answerField())
    await fill(user, answerField(), "Nous passons jeudi.")
    await press(user, sendButton)
    await findOutcome("Réponse enregistrée : l’e-mail part dans un instant.")
    expect(answerField().value).toBe("")
    await findEntry("Nouveau → Répondu")
    await waitFor(() => expect(mailsTo(email).map(({ text }) => text)).toEqual([expect.stringContaining("jeudi")]))
    dispatchEvent(new Event("visibilitychange"))
    await waitFor(async () => expect(textOf(await findEntry("Nous passons jeudi."))).toMatch(/E-mail envoyé le \d/), {
      timeout: 9000,
    })
  })

  test("begins with a template, whose placeholders are filled in, after what is typed", async () => {
    const { user } = await openRequest()
    await fill(user, answerField(), "Chère Amina,")
    const template = await screen.findByLabelText<HTMLSelectElement>("Modèle")
    await user.selectOptions(template, template.options[1] as HTMLOptionElement)
    expect(answerField().value).toMatch(/^Chère Amina,\n\n.*Amina/s)
    expect(answerField().value).not.toMatch(/[{}]/)
    await user.selectOptions(template, "Sans modèle")
    expect(answerField().value).toBe("Chère Amina,")
  })

  test("of nothing is none, and the field gets the focus", async () => {
    const { user, site } = await openRequest()
    await press(user, sendButton)
    expect(descriptionOf(answerField())).toContain("Écrivez un texte")
    expect(document.activeElement).toBe(answerField())
    expect(await stored(site.db, "answer")).toEqual([])
  })

  test("that is too long says at once by how much, and is not sent", async () => {
    const { user, site } = await openRequest()
    await fill(user, answerField(), "x".repeat(5000))
    expect(descriptionOf(answerField())).not.toContain("de trop")
    await fill(user, answerField(), `${"x".repeat(5001)} \n`)
    expect(descriptionOf(answerField())).toContain("5 000 caractères au plus : 1 de trop")
    await press(user, sendButton)
    expect(document.activeElement).toBe(answerField())
    expect(answerField().value).toHaveLength(5003)
    await fill(user, answerField(), "x".repeat(6200))
    expect(descriptionOf(answerField())).toContain("1 200 de trop")
    expect(await stored(site.db, "answer")).toEqual([])
  })

  test("is kept on the device through a reload, by keyboard alone", async () => {
    const { user, reload } = await openRequest()
    action("Répondre").focus()
    await user.keyboard("{Enter}Nous passons jeudi.")
    reload()
    await findRequest()
    expect(answerField().value).toBe("Nous passons jeudi.")
    expect(descriptionOf(answerField())).toBe(
      "Votre texte qui n’était pas encore envoyé a été retrouvé sur cet appareil.",
    )
    answerField().focus()
    await user.tab()
    expect(document.activeElement).toBe(screen.getAllByLabelText("Joindre un PDF ou une image")[0])
    await user.tab()
    expect(document.activeElement).toBe(sendButton())
  })

  test("is held back where a colleague has answered meanwhile, whose text is shown", async () => {
    const { user, site, colleague } = await openRequest()
    await fill(user, answerField(), "Nous passons jeudi.")
    await answerAs(site.db, colleague, "Nous passons vendredi.")
    await press(user, sendButton)
    const warning = await screen.findByRole("alert")
    expect(textOf(warning)).toContain("Quelqu’un a répondu entre-temps")
    expect(textOf(warning)).toContain("Christelle (Réponse par e-mail) :Nous passons vendredi.")
    expect(answerField().value).toBe("Nous passons jeudi.")
    await press(user, () => within(warning).getByRole("button", { name: "Envoyer quand même" }))
    await findEntry("Nous passons jeudi.")
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
    expect(await stored(site.db, "answer")).toHaveLength(2)
  })

  test("outlives a lost connection, and is known as sent where only the response was lost", async () => {
    const { user, site, network, mailsTo } = await openRequest()
    await fill(user, answerField(), "Le devis suit demain.")
    const reconnect = network.answer("messages.addEntry", noConnection)
    await press(user, sendButton)
    await screen.findByText("La réponse n’a pas pu être envoyée : connexion impossible")
    expect(answerField().value).toBe("Le devis suit demain.")
    reconnect()
    network.answer("messages.addEntry", lostResponse)
    await press(user, sendButton)
    await findOutcome("Réponse enregistrée : l’e-mail part dans un instant.")
    expect(answerField().value).toBe("")
    expect(screen.queryByRole("alert")).toBeNull()
    expect(await stored(site.db, "answer")).toEqual([{ text: "Le devis suit demain." }])
    await waitFor(() => expect(mailsTo(email)).toHaveLength(1))
  })

  test("of which nothing is known is one's own once it is read, and is stored and sent once", async () => {
    const { user, site, network, reload, mailsTo } = await openRequest()
    await fill(user, answerField(), "Le devis suit demain.")
    const ends = [network.answer("messages.addEntry", lostResponse), network.answer("messages.get", noConnection)]
    await press(user, sendButton)
    await screen.findByText("La réponse n’a pas pu être envoyée : connexion impossible")
    for (const end of ends) end()
    reload()
    await findEntry("Le devis suit demain.")
    expect(answerField().value).toBe("Le devis suit demain.")
    expect(screen.queryByText("Quelqu’un a répondu entre-temps")).toBeNull()
    await press(user, sendButton)
    await findOutcome("Réponse enregistrée : l’e-mail part dans un instant.")
    expect(await stored(site.db, "answer")).toHaveLength(1)
    await waitFor(() => expect(mailsTo(email)).toHaveLength(1))
  })

  test("that the mail server has refused says so, and is sent once by « Renvoyer »", async () => {
    const { user, server, site, mailsTo } = await openRequest()
    server.behaviour = "reject"
    await fill(user, answerField(), "Le devis suit demain.")
    await press(user, sendButton)
    const alert = await screen.findByText(/^Votre réponse n’est pas partie : le serveur de messagerie a refusé/)
    expect(screen.queryByText("Réponse enregistrée : l’e-mail part dans un instant.")).toBeNull()
    screen.getByText(/^Le site réessaie le .* à \d\d:\d\d/)
    const resend = async () => (await screen.findAllByRole("button", { name: "Renvoyer" }))[0] as HTMLElement
    expect(alert.closest("[role=alert]")?.contains(await resend())).toBe(true)
    await user.click(await resend())
    await screen.findByText("Renvoi…", { selector: "[role=status] *" })
    const failedTwice = site.db
      .selectFrom("outbox")
      .select("id")
      .where("attempts", "=", 1)
      .where("claimedUntil", "is", null)
    await waitFor(async () => expect(await failedTwice.execute()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText("Renvoi…")).toBeNull())
    server.behaviour = "accept"
    await user.click(await resend())
    await findOutcome("L’e-mail est parti.")
    await findEntry("E-mail envoyé le")
    expect(mailsTo(email)).toHaveLength(1)
  })

  test("waits for another log-in where the session has ended, and loses nothing", async () => {
    const { user, site } = await openRequest()
    await fill(user, answerField(), "Nous passons jeudi.")
    await site.db.deleteFrom("sessions").execute()
    await press(user, sendButton)
    await screen.findByText(/^La réponse n’a pas pu être envoyée : /)
    expect(screen.getByRole("link", { name: /Se connecter/ }).getAttribute("href")).toBe("/login")
    expect(answerField().value).toBe("Nous passons jeudi.")
  })
})

describe("a note", () => {
  test("is for colleagues alone", async () => {
    const { user, site, account, mailsTo, statusUrl } = await openRequest()
    await user.click(screen.getByText("Ajouter une note interne"))
    await fill(user, noteField(), "Prévoir le topographe.")
    await user.click(screen.getByRole("button", { name: "Ajouter la note" }))
    await findOutcome("Note ajoutée.")
    expect(textOf(await findEntry("Prévoir le topographe."))).toContain(`${account?.username} · Note interne`)
    const token = new URL(statusUrl, location.origin).pathname.split("/").at(-1)
    const status = await site.request(`/trpc/messages.status?input=${encodeURIComponent(JSON.stringify(token))}`)
    expect(await status.text()).not.toContain("topographe")
    expect(mailsTo(email)).toEqual([])
  })

  test("of nothing is none", async () => {
    const { user } = await openRequest()
    await user.click(screen.getByText("Ajouter une note interne"))
    await user.click(screen.getByRole("button", { name: "Ajouter la note" }))
    expect(descriptionOf(noteField())).toContain("Écrivez un texte")
    expect(document.activeElement).toBe(noteField())
  })

  test("that is being typed is open and there after a reload", async () => {
    const { user, reload } = await openRequest()
    await user.click(screen.getByText("Ajouter une note interne"))
    await fill(user, noteField(), "Prévoir le topographe.")
    reload()
    await findRequest()
    expect(noteField().value).toBe("Prévoir le topographe.")
    expect(noteField().closest("details")?.open).toBe(true)
  })
})

test("what is typed for a visitor leaves the device at the log-out, which asks before", async () => {
  const { user } = await openRequest()
  await user.click(screen.getByText("Ajouter une note interne"))
  await fill(user, noteField(), "Rappeler Amina au 0812345678")
  const asked = vi.spyOn(window, "confirm").mockReturnValueOnce(false).mockReturnValue(true)
  const logOut = () =>
    user.click(within(screen.getByRole("complementary")).getByRole("button", { name: "Déconnexion" }))
  await logOut()
  expect(asked.mock.calls).toEqual([
    ["Une réponse ou une note n’est pas envoyée\u00a0: la déconnexion l’effacera de cet appareil. Continuer\u202f?"],
  ])
  expect(noteField().value).toBe("Rappeler Amina au 0812345678")
  expect(JSON.stringify({ ...localStorage })).toContain("Rappeler Amina")
  await logOut()
  await waitFor(() => expect(location.pathname).toBe("/login"))
  expect(JSON.stringify({ ...localStorage })).not.toContain("Rappeler Amina")
})
