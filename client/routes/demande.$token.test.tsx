import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { MessageState } from "#server/contract/message-states.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"

interface Given {
  state?: MessageState
  entries?: { kind: "answer" | "addition"; text: string }[]
  search?: string
  answer?: NonNullable<Parameters<typeof openScreen>[1]>["answer"]
  fill?: NonNullable<Parameters<typeof openScreen>[1]>["fill"]
}

/** Opens the page of a request, as its sender does. */
async function openRequest({ state = "new", entries = [], search = "", answer, fill }: Given = {}) {
  const at = new Date("2026-03-03T08:15:00Z")
  const opened = await openScreen("/contact/merci", { now: () => at, ...(fill && { fill }) })
  const sent = await opened.client.postJson("/api/contact", { ...contactFields, sector: "elevage" })
  const { id, reference, statusUrl } = (await sent.json()) as { id: number; reference: string; statusUrl: string }
  const { db } = opened.site
  await db.updateTable("messages").set({ state }).execute()
  for (const entry of entries)
    await db
      .insertInto("messageEntries")
      .values({ messageId: id, at: at.toISOString(), ...entry })
      .execute()
  opened.open(new URL(statusUrl).pathname + search, answer)
  await screen.findByRole("heading", { level: 1, name: `Votre demande ${reference}` })
  await screen.findByLabelText("Votre message")
  return { ...opened, reference, main: within(screen.getByRole("main")) }
}

const said = () => textsOf(within(screen.getByRole("region", { name: "Échanges" })).getAllByRole("listitem"))

test("the sender reads the request with its facts, and how long its link is valid", async () => {
  const { main, reference } = await openRequest()
  main.getByText("Bonjour Amina, voici où en est votre demande.")
  expect(said()).toEqual([`Vous3 mars 2026 à 09:15${contactFields.message}`])
  expect(textOf(main.getByRole("complementary"))).toBe(
    `Référence${reference}SecteurÉlevageEnvoyée le3 mars 2026Cette page est privée : ne transmettez pas son adresse. Sans nouvel échange, son lien expire le 30 août 2026.`,
  )
  expect(main.queryByRole("link", { name: "Continuer sur WhatsApp" })).toBeNull()
})

test.each([
  ["new", "Reçue"],
  ["open", "En cours"],
  ["answered", "Traitée"],
  ["archived", "Traitée"],
] as const)("a request that is « %s » in the inbox is « %s » for its sender", async (state, shown) => {
  const { main } = await openRequest({ state })
  expect(main.getByText(shown, { selector: "strong" })).toBeTruthy()
})

test("answers stand under the company's name and additions under the sender's", async () => {
  await openRequest({
    entries: [
      { kind: "answer", text: "Jeudi à 9h." },
      { kind: "addition", text: "Le portail est vert." },
    ],
  })
  expect(said().slice(1)).toEqual([
    "Groupe Lisanga3 mars 2026 à 09:15Jeudi à 9h.",
    "Vous3 mars 2026 à 09:15Le portail est vert.",
  ])
})

test("an addition that was stored is confirmed, and the field is empty", async () => {
  const { main } = await openRequest({ search: "?ajout=1" })
  expect(textOf(main.getByRole("status"))).toBe("C’est enregistré. Nous le lirons avec votre demande.")
  expect(main.getByLabelText<HTMLTextAreaElement>("Votre message").value).toBe("")
})

test("an addition that was rejected says why at its field, which keeps what was typed and has the focus", async () => {
  const rejection = { values: { text: "x" }, errors: { text: "Écrivez votre message" }, message: "Demande invalide" }
  const { main } = await openRequest({ answer: { rejection } })
  expect(textOf(main.getByRole("alert"))).toBe(
    "Ce que vous avez écrit n’est pas encore parti. Corrigez\u2011le, puis envoyez\u2011le de nouveau.",
  )
  const field = main.getByLabelText<HTMLTextAreaElement>("Votre message")
  expect(field.value).toBe("x")
  expect(descriptionOf(field)).toContain("Écrivez votre message")
  expect(document.activeElement).toBe(field)
})

test("an addition that is sent after a rejection takes the rejection back", async () => {
  const rejection = { values: { text: "" }, errors: { text: "Écrivez votre message" }, message: "Demande invalide" }
  const { main, user } = await openRequest({ answer: { rejection } })
  await fill(user, main.getByLabelText("Votre message"), "Le portail est vert.")
  await user.click(main.getByRole("button", { name: "Envoyer" }))
  await waitFor(() => expect(said().at(-1)).toContain("Le portail est vert."))
  expect(main.queryByRole("alert")).toBeNull()
})

test("each opening of the page has its own idempotency key for an addition", async () => {
  const { main, reload, reference } = await openRequest()
  const key = () =>
    new FormData(main.getByRole<HTMLButtonElement>("button", { name: "Envoyer" }).form ?? undefined).get(
      "idempotencyKey",
    )
  const first = key()
  expect(first).toMatch(/^[\da-f-]{36}$/)
  reload()
  await screen.findByRole("heading", { level: 1, name: `Votre demande ${reference}` })
  const again = await within(screen.getByRole("main")).findByRole<HTMLButtonElement>("button", { name: "Envoyer" })
  expect(new FormData(again.form ?? undefined).get("idempotencyKey")).not.toBe(first)
})

test("the sender goes on in WhatsApp with the reference", async () => {
  const { entreprise } = defaultContent
  const { main, reference } = await openRequest({
    fill: ({ db }) =>
      publishTestContent(db, "entreprise", {
        ...entreprise,
        contact: { ...entreprise.contact, whatsapp: "+243 811 222 333" },
      }),
  })
  const url = new URL(main.getByRole<HTMLAnchorElement>("link", { name: "Continuer sur WhatsApp" }).href)
  expect(url.origin + url.pathname).toBe("https://wa.me/243811222333")
  expect(url.searchParams.get("text")).toBe(`Bonjour, je vous écris au sujet de ma demande ${reference}.`)
})

test("who is logged in adds the request to the account, and removes it after a question", async () => {
  const { main, user, signIn, reload, site } = await openRequest()
  expect(main.queryByRole("button", { name: "Ajouter à mon compte" })).toBeNull()
  await signIn("user")
  reload()
  await user.click(await screen.findByRole("button", { name: "Ajouter à mon compte" }))
  await screen.findByText(/^Cette demande est dans votre compte/)
  const own = () => site.db.selectFrom("messageLinks").select("accountId").where("accountId", "is not", null).execute()
  expect(await own()).toHaveLength(1)
  await user.click(screen.getByRole("button", { name: "Retirer de mon compte" }))
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Retirer" }))
  await screen.findByRole("heading", { level: 1, name: "Mes demandes" })
  expect(await own()).toEqual([])
})
