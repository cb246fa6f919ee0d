import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import {
  addPictures,
  field,
  fillIn,
  findField,
  findStored,
  findToast,
  send,
  sendButton,
  toasts,
} from "#client/testing/contact-form.ts"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { contactFields } from "#server/testing/fixtures.ts"

const settings = {
  EMAILJS_SERVICE_ID: "service_essai",
  EMAILJS_TEMPLATE_ID: "template_essai",
  EMAILJS_PUBLIC_KEY: "cle_publique",
}

/** The path at api.emailjs.com. */
const SERVICE = "/api/v1.0/email/send"

async function openContact() {
  const opened = await openScreen("/contact", { settings })
  await findField("firstName")
  const sent: unknown[] = []
  /** Answers in place of EmailJS. */
  const answerAsService = (status: number, text: string) =>
    opened.network.answer(SERVICE, async (request) => {
      sent.push(await request.json())
      return new Response(text, { status })
    })
  const messages = () => opened.site.db.selectFrom("messages").select("state").execute()
  return { ...opened, sent, answerAsService, messages, main: within(screen.getByRole("main")) }
}

test("a request goes to the server and to the e-mail service, with its five fields, and the form says so", async () => {
  const { user, main, sent, answerAsService, messages } = await openContact()
  await main.findByText(/Elles passent aussi par EmailJS, qui nous les transmet par e.mail\./)
  answerAsService(200, "OK")
  await send(user)
  await findToast("Message envoyé")
  expect(sent).toEqual([
    expect.objectContaining({
      service_id: "service_essai",
      template_id: "template_essai",
      user_id: "cle_publique",
      template_params: contactFields,
    }),
  ])
  expect(await messages()).toEqual([{ state: "new" }])
})

test("that the store failed is only logged, and the e-mail service still gets the request, without pictures", async () => {
  const { user, network, main, sent, answerAsService, messages } = await openContact()
  const logged = vi.spyOn(console, "error").mockImplementation(() => {})
  answerAsService(200, "OK")
  network.answer("messages.send", proxyPage)
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  await user.click(sendButton())
  await findToast("Message envoyé")
  await main.findByText("Votre demande est partie, mais sans ses photos.")
  expect(sent).toHaveLength(1)
  expect(logged.mock.calls.map(([text]) => text)).toEqual(["La demande n’a pas été enregistrée sur le serveur."])
  expect(await messages()).toEqual([])
  expect(screen.queryByRole("heading", { name: "Votre demande est enregistrée" })).toBeNull()
})

test("a filled field for robots is not sent to the service", async () => {
  const { user, sent, answerAsService, messages } = await openContact()
  answerAsService(200, "OK")
  await fillIn(user)
  screen.getByLabelText<HTMLInputElement>("Ne pas remplir").value = "https://spam.example"
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(sent).toEqual([])
  expect(await messages()).toEqual([{ state: "spam" }])
})

test.each([
  [451, "Unavailable For Headless Browser", "Unavailable For Headless Browser"],
  [403, "The user is blocked", "The user is blocked"],
  [429, "Too many requests", "Too many requests"],
  [500, "", "Une erreur est survenue lors de l'envoi du message."],
])(
  "when the service answers %i « %s », the toast says « %s », and what was typed stays",
  async (status, text, shown) => {
    const { user, answerAsService } = await openContact()
    answerAsService(status, text)
    await send(user)
    await findToast("Erreur")
    expect(toasts()).toEqual(["Erreur", shown])
    await screen.findByRole("button", { name: "Envoyer la demande" })
    expect(field("message").value).toBe(contactFields.message)
  },
)

test("a request that the service did not get is stored once when it is sent again", async () => {
  const { user, network, sent, answerAsService, messages } = await openContact()
  const mend = network.answer(SERVICE, noConnection)
  await send(user)
  await findToast("Une erreur est survenue lors de l'envoi du message.")
  mend()
  answerAsService(200, "OK")
  await user.click(await screen.findByRole("button", { name: "Envoyer la demande" }))
  await findToast("Message envoyé")
  expect(sent).toHaveLength(1)
  await waitFor(async () => expect(await messages()).toHaveLength(1))
})
