import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { openScreenWithMails } from "#client/testing/open-screen-with-mails.ts"
import { press } from "#client/testing/press.ts"
import { action, entries, findEntry, findRequest } from "#client/testing/request.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { createTestImage, createTestMessage } from "#server/testing/fixtures.ts"

const text = "Bonjour,\n\nil me faut <b>vingt</b> sacs."

const daniele = {
  firstName: "Danièle",
  lastName: "Mbuyi",
  email: "daniele@exemple.cd",
  phone: "+243900111222",
} as const

test("a request shows its sender, its reference, when it came in, and its text, which is never markup", async () => {
  let reference: string | undefined
  await openScreen("/admin/messages/1", {
    as: "admin",
    async fill({ db }) {
      reference = (await createTestMessage(db, { ...daniele, message: text, at: new Date("2025-03-09T23:45Z") }))
        .reference
    },
  })
  expect((await findRequest()).textContent).toBe("Demande de Danièle Mbuyi")
  const main = within(screen.getByRole("main"))
  main.getByText(reference ?? "")
  main.getByText("Reçue le 10 mars 2025 à 00:45")
  expect(textsOf(main.getAllByRole("definition"))).toEqual(["daniele@exemple.cd", "+243 900 111 222", "Construction"])
  const [email, phone] = within(
    main.getAllByRole("definition")[0]?.parentElement?.parentElement as HTMLElement,
  ).getAllByRole("link")
  expect(email?.getAttribute("href")).toMatch(/^mailto:daniele@exemple\.cd\?/)
  expect(phone?.getAttribute("href")).toBe("tel:+243900111222")
  expect(entries()).toHaveLength(1)
  expect(main.getByText(/il me faut/).textContent).toBe(text)
})

test("while it loads, the screen says so", async () => {
  const { network } = await openScreen("/admin/messages/1", { as: "admin", fill: ({ db }) => createTestMessage(db) })
  const release = network.hold("messages.get")
  await screen.findByText("Chargement de la demande…")
  release()
  await findRequest()
})

test.each([
  { answer: noConnection, text: "connexion impossible" },
  { answer: proxyPage, text: "Erreur serveur" },
])("a request that cannot be loaded is tried again: $text", async ({ answer, text }) => {
  const { user, network } = await openScreen("/admin/messages/1", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db),
  })
  const end = network.answer("messages.get", answer)
  expect(textOf(await screen.findByRole("alert"))).toBe(`Erreur lors du chargement de la demande : ${text}`)
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await findRequest()
})

test("what does not exist is told so, and leads back to the inbox", async () => {
  const { user } = await openScreen("/admin/messages/42", { as: "admin" })
  await screen.findByRole("heading", { name: "Cette demande n’existe plus" })
  await user.click(screen.getByRole("link", { name: "Tous les messages" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
})

test("opening a request is reading it", async () => {
  const { site } = await openScreen("/admin/messages/1", { as: "agent", fill: ({ db }) => createTestMessage(db) })
  await findRequest()
  const find = () => site.db.selectFrom("messages").select("readAt").executeTakeFirstOrThrow()
  await waitFor(async () => expect((await find()).readAt).toEqual(expect.any(String)))
})

test("an earlier request of the same sender is one click away", async () => {
  const { user } = await openScreen("/admin/messages/2", {
    as: "admin",
    async fill({ db }) {
      await createTestMessage(db, { ...daniele, message: "Une clôture de quarante mètres." })
      await createTestMessage(db, daniele)
    },
  })
  await findRequest()
  const others = within(screen.getByRole("region", { name: /^Autres demandes avec cet/ }))
  await user.click(others.getByRole("link"))
  await findEntry("Une clôture de quarante mètres.")
  expect(location.pathname).toBe("/admin/messages/1")
})

test("what the sender adds stands among the exchanges, without a reload", async () => {
  const { site } = await openScreen("/admin/messages/1", { as: "admin", fill: ({ db }) => createTestMessage(db) })
  await findRequest()
  const entry = { messageId: 1, kind: "addition" as const, text: "Il y a aussi un mur.", at: new Date().toISOString() }
  await site.db.insertInto("messageEntries").values(entry).execute()
  dispatchEvent(new Event("focus"))
  document.dispatchEvent(new Event("visibilitychange"))
  expect(textOf(await findEntry("Il y a aussi un mur."))).toContain("Amina Kabongo · Complément")
})

test("a mail of the sender shows what is new, and folds what it quotes", async () => {
  const { user } = await openScreen("/admin/messages/1", {
    as: "admin",
    async fill({ db }) {
      await createTestMessage(db)
      const mail = { messageId: 1, kind: "addition" as const, at: new Date().toISOString() }
      const given = { ...mail, text: "Jeudi me va.", quoted: "Le 3 mars 2025, Groupe Lisanga a écrit :\n> Jeudi ?" }
      const { id } = await db.insertInto("messageEntries").values(given).returning("id").executeTakeFirstOrThrow()
      const file = { entryId: id, name: "plan.pdf", type: "application/pdf", bytes: 24, createdAt: mail.at }
      await db.insertInto("messageAttachments").values(file).execute()
      await db
        .insertInto("messageEntries")
        .values({ ...mail, text: "À jeudi !", quoted: "" })
        .execute()
    },
  })
  await findRequest()
  const entry = await findEntry("Jeudi me va.")
  expect(textOf(entry)).toContain("Amina Kabongo · Réponse par e-mail du demandeur")
  within(entry).getByRole("link", { name: /^plan\.pdf/ })
  const quoted = within(entry).getByText(/> Jeudi \?/)
  expect(quoted.closest("details")?.open).toBe(false)
  await user.click(within(entry).getByText("Texte cité"))
  expect(quoted.closest("details")?.open).toBe(true)
  expect(within(await findEntry("À jeudi !")).queryByText("Texte cité")).toBeNull()
})

test.each([
  ["", true],
  ["imap://moi:mot@localhost", false],
])("with IMAP_URL=%s the form says that answers arrive elsewhere: %j", async (IMAP_URL, isSaid) => {
  await openScreenWithMails("/admin/messages/1", {
    as: "admin",
    settings: { SMTP_URL: "smtp://localhost", NOTIFY_EMAIL: "bureau@lisanga.example", IMAP_URL },
    fill: ({ db }) => createTestMessage(db, { email: "amina@exemple.cd" }),
  })
  await findRequest()
  const form = textOf(screen.getByRole("region", { name: "Répondre par e-mail" }))
  expect(form.includes("Si la personne vous répond, ce sera dans votre boîte de réception")).toBe(isSaid)
})

describe("why a request is thought to be spam", () => {
  test("is told where it is doubtful", async () => {
    await openScreen("/admin/messages/1", {
      as: "admin",
      fill: ({ db }) => createTestMessage(db, { message: "https://a.exemple https://b.exemple https://c.exemple" }),
    })
    await findRequest()
    const reasons = screen.getByRole("region", { name: "Pourquoi cette demande est douteuse" })
    expect(textsOf(within(reasons).getAllByRole("listitem"))).toEqual([
      "La demande contient plus de deux liens vers d’autres sites.",
    ])
  })

  test("is told where it was judged so, until somebody judges otherwise", async () => {
    const { user } = await openScreen("/admin/messages/1", {
      as: "admin",
      fill: ({ db }) =>
        createTestMessage(db, {
          message: "https://a.exemple https://b.exemple https://c.exemple",
          ne_pas_remplir: "https://exemple.com",
        } as object),
    })
    await findRequest()
    const reasons = screen.getByRole("region", { name: "Pourquoi cette demande est indésirable" })
    expect(textsOf(within(reasons).getAllByRole("listitem"))).toEqual([
      "Un champ que les visiteurs ne voient pas était rempli.",
      "La demande contient plus de deux liens vers d’autres sites.",
    ])
    await press(user, () => action("Ce n’est pas indésirable"))
    await waitFor(() => expect(reasons.isConnected).toBe(false))
    await press(user, () => action("Marquer indésirable"))
    await screen.findByRole("region", { name: "Pourquoi cette demande est indésirable" })
  })

  test("is told where a colleague has marked it", async () => {
    const { user } = await openScreen("/admin/messages/1", { as: "admin", fill: ({ db }) => createTestMessage(db) })
    await findRequest()
    await press(user, () => action("Marquer indésirable"))
    await screen.findByText("Quelqu’un de l’équipe l’a marquée comme indésirable.")
    await screen.findByText("Demande marquée comme indésirable : les prochaines de cet expéditeur le seront aussi.")
  })
})

test("pictures open in the lightbox, which the arrow keys turn and Escape closes", async () => {
  const { user } = await openScreen("/admin/messages/1", {
    as: "admin",
    async fill({ db }) {
      await createTestMessage(db, daniele)
      for (const [position, image] of ["0123456789abcdef.webp", "fedcba9876543210.webp"].entries()) {
        await createTestImage(db, image)
        await db.insertInto("messagePhotos").values({ messageId: 1, position, image }).execute()
      }
    },
  })
  const second = await screen.findByRole("button", { name: "Agrandir : Photo 2 envoyée par Danièle Mbuyi" })
  await user.click(second)
  const lightbox = await screen.findByRole("dialog", { name: "Photo 2 envoyée par Danièle Mbuyi" })
  expect(within(lightbox).getByRole("img").getAttribute("src")).toBe(
    "/api/admin/message-photos/fedcba9876543210.webp?w=960",
  )
  await user.keyboard("{ArrowLeft}")
  await screen.findByRole("dialog", { name: "Photo 1 envoyée par Danièle Mbuyi" })
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
})

test("who may only read sees the request, and nothing that changes or exports it", async () => {
  const { network } = await openScreen("/admin/messages/1", { as: "reader", fill: ({ db }) => createTestMessage(db) })
  await findRequest()
  const main = within(screen.getByRole("main"))
  expect(main.queryByRole("button")).toBeNull()
  expect(main.queryByRole("textbox")).toBeNull()
  expect(main.getByLabelText<HTMLSelectElement>("Personne en charge").disabled).toBe(true)
  expect(screen.queryByRole("region", { name: "Actions" })).toBeNull()
  expect(screen.queryByRole("region", { name: "Données de cette personne" })).toBeNull()
  await network.sent("messages.colleagues")
  expect(network.requests.filter((request) => request.includes("messages.change"))).toEqual([])
})
