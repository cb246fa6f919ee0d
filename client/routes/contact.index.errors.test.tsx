import { screen, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { field, fillIn, findField, findToast, send, sendButton, toasts } from "#client/testing/contact-form.ts"
import { descriptionOf } from "#client/testing/description-of.ts"
import { fill } from "#client/testing/fill.ts"
import { proxyPage, rejection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { contactFields } from "#server/testing/fixtures.ts"

async function openContact() {
  const opened = await openScreen("/contact")
  await findField("firstName")
  return { ...opened, main: within(screen.getByRole("main")), sent: () => opened.network.requests.filter(isSending) }
}

const isSending = (request: string) => request.includes("messages.send")

const rules = [
  ["firstName", "", "Le prénom est requis"],
  ["lastName", "", "Le nom est requis"],
  ["email", "amina@", "Email invalide"],
  ["sector", "", "Veuillez sélectionner un secteur"],
  ["message", "Bonjour !", "Le message doit contenir au moins 10 caractères"],
] as const

test("Enter in an empty form shows every message, and each goes as its field is mended", async () => {
  const { user, main, sent } = await openContact()
  await user.click(field("lastName"))
  await user.keyboard("{Enter}")
  await main.findByText("Le prénom est requis")
  for (const [name, , message] of rules)
    main.getByText(name === "email" ? "Indiquez un e-mail ou un téléphone" : message)
  expect(document.activeElement).toBe(field("firstName"))
  await user.keyboard("A")
  expect(main.queryByText("Le prénom est requis")).toBeNull()
  expect(field("firstName").getAttribute("aria-invalid")).toBeNull()
  main.getByText("Le nom est requis")
  await user.selectOptions(field("sector"), "transport")
  expect(main.queryByText("Veuillez sélectionner un secteur")).toBeNull()
  expect(sent()).toEqual([])
})

test.each(rules)(
  "a form whose %s is « %s » says so below it and has the focus there, and nothing is sent",
  async (name, value, message) => {
    const { user, main, sent } = await openContact()
    await send(user, { [name]: value })
    const error = await main.findByText(message)
    expect(descriptionOf(field(name))).toContain(message)
    expect(field(name).getAttribute("aria-invalid")).toBe("true")
    expect(main.getAllByText(message)).toHaveLength(1)
    expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(1)
    expect(document.activeElement).toBe(field(name))
    expect(field(name).compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(sent()).toEqual([])
  },
)

test.each([
  ["its own text", rejection("Erreur serveur"), "Erreur serveur"],
  ["the usual text for a proxy's page", proxyPage, "Une erreur est survenue lors de l'envoi du message."],
])("a failure of the server is told in a toast with %s, and what was typed stays", async (_what, respond, text) => {
  const { user, network, site } = await openContact()
  network.answer("messages.send", respond)
  await send(user)
  await findToast("Erreur")
  expect(toasts()).toEqual(["Erreur", text])
  within(screen.getByRole("region", { name: /Notifications/ })).getByRole("alert")
  await screen.findByRole("button", { name: "Envoyer la demande" })
  expect(sendButton().disabled).toBe(false)
  expect(field("message").value).toBe(contactFields.message)
  expect(await site.db.selectFrom("messages").select("id").execute()).toEqual([])
})

test("after a failure the same request is stored once when it is sent again", async () => {
  const { user, network, site } = await openContact()
  const mend = network.answer("messages.send", rejection("Erreur serveur"))
  await send(user)
  await findToast("Erreur")
  mend()
  await screen.findByRole("button", { name: "Envoyer la demande" })
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(field("message").value).toBe("")
  expect(await site.db.selectFrom("messages").select("email").execute()).toEqual([{ email: contactFields.email }])
})

test("a field that only the server rejects is marked and focused", async () => {
  const { user, network, main } = await openContact()
  const data = { code: "invalid", httpStatus: 400, path: "messages.send", fields: { email: "Email invalide" } }
  const error = { message: "Email invalide", code: -32600, data }
  network.answer("messages.send", () => Response.json([{ error }], { status: 400 }))
  await send(user)
  await main.findByText("Email invalide")
  expect(descriptionOf(field("email"))).toContain("Email invalide")
  expect(document.activeElement).toBe(field("email"))
})

test("a clock that was set back keeps no request from being sent", async () => {
  const { user, site } = await openContact()
  await fillIn(user)
  // By then the form has noted when typing began.
  await screen.findByRole("button", { name: "Effacer de cet appareil" })
  vi.spyOn(Date, "now").mockReturnValue(Date.now() - 86_400_000)
  await fill(user, field("message"), "Un devis pour un mur, s’il vous plaît.")
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(await site.db.selectFrom("messages").select("message").execute()).toEqual([
    { message: "Un devis pour un mur, s’il vous plaît." },
  ])
})
