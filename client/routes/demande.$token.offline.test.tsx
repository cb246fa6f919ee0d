import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { listRecords } from "#client/site/contact/contact-database.ts"
import { comeOnline, findPicture, findToast, pictureInput, pictures } from "#client/testing/contact-form.ts"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createPicture } from "#client/testing/pictures.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { contactFields } from "#server/testing/fixtures.ts"

/** An addition goes by the call at first, and by REST once it waits. */
const CALL = "messages.add"
const QUEUE = "/api/contact/additions"

const heading = { level: 1, name: /^Votre demande/ }

/** Opens the page of a request, as its sender does. */
async function openRequest() {
  const opened = await openScreen("/demande")
  const response = await opened.client.postJson("/api/contact", contactFields)
  const { statusUrl } = (await response.json()) as { statusUrl: string }
  const path = new URL(statusUrl).pathname
  opened.open(path)
  await screen.findByRole("heading", heading)
  await screen.findByLabelText("Votre message")
  const { db } = opened.site
  return {
    ...opened,
    path,
    cut() {
      const mends = [opened.network.answer(CALL, noConnection), opened.network.answer(QUEUE, noConnection)]
      return () => {
        for (const mend of mends) mend()
      }
    },
    stored: async () =>
      (await db.selectFrom("messageEntries").select("text").where("kind", "=", "addition").execute()).map(
        ({ text }) => text,
      ),
    storedPictures: () => db.selectFrom("messagePhotos").select("image").execute(),
  }
}

const field = () => within(screen.getByRole("main")).getByLabelText<HTMLTextAreaElement>("Votre message")
const sendButton = () => screen.getByRole("button", { name: "Envoyer" })
const said = () => textsOf(within(screen.getByRole("region", { name: "Échanges" })).getAllByRole("listitem"))
const findQueued = () => screen.findByText("Envoyé plus tard : gardé sur cet appareil")

test("an addition with a picture is sent without leaving the page, which shows it", async () => {
  const { user, stored, storedPictures } = await openRequest()
  await user.type(field(), "Le portail est vert.")
  await user.upload(pictureInput(), [await createPicture("portail.jpg")])
  await findPicture("Envoyée")
  await user.click(sendButton())
  await findToast("C’est enregistré")
  await waitFor(() => expect(said().at(-1)).toContain("Le portail est vert."))
  expect(field().value).toBe("")
  expect(pictures()).toEqual([])
  expect(await stored()).toEqual(["Le portail est vert."])
  expect(await storedPictures()).toHaveLength(1)
  await waitFor(async () => expect(await listRecords()).toEqual([]))
})

test("what is typed is found again after a reload, and can be deleted from the device", async () => {
  const { user, reload } = await openRequest()
  await user.type(field(), "Le portail est vert.")
  await waitFor(async () => expect(await listRecords()).toMatchObject([{ values: { text: "Le portail est vert." } }]))
  reload()
  await screen.findByText("Nous avons retrouvé ce que vous aviez écrit.")
  expect(field().value).toBe("Le portail est vert.")
  await user.click(screen.getByRole("button", { name: "Effacer de cet appareil" }))
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Effacer" }))
  await findToast("C’est effacé de cet appareil.")
  expect(field().value).toBe("")
  expect(Object.keys(localStorage)).toEqual([])
})

test("without a network an addition waits with its picture, and is sent once when the network is back", async () => {
  const { user, cut, stored, storedPictures, network } = await openRequest()
  const mend = cut()
  const refuse = network.answer("/api/contact/uploads", noConnection)
  await user.type(field(), "Le portail est vert.")
  await user.upload(pictureInput(), [await createPicture("portail.jpg")])
  await waitFor(() => expect(pictures()).toHaveLength(1))
  await findPicture("Connexion perdue, l’envoi reprendra")
  await user.click(sendButton())
  const notice = await findQueued()
  expect(textOf(notice.parentElement ?? notice)).toContain("Nous l’enverrons dès que la connexion reviendra.")
  expect(await stored()).toEqual([])
  mend()
  refuse()
  comeOnline()
  await waitFor(async () => expect(await storedPictures()).toHaveLength(1))
  await waitFor(() => expect(said().at(-1)).toContain("Le portail est vert."))
  await waitFor(() => expect(field().value).toBe(""))
  expect(await stored()).toEqual(["Le portail est vert."])
})

test("an addition whose response was lost is stored once, also when its page is opened again", async () => {
  const { user, network, stored, reload } = await openRequest()
  const mends = [network.answer(CALL, lostResponse), network.answer(QUEUE, lostResponse)]
  await user.type(field(), "Le portail est vert.")
  await user.click(sendButton())
  await findQueued()
  for (const mend of mends) mend()
  reload()
  await findToast("C’est enregistré")
  await waitFor(async () => expect(await listRecords()).toEqual([]))
  expect(await stored()).toEqual(["Le portail est vert."])
})

test("an addition whose link has expired meanwhile comes back, with the server's words", async () => {
  const { user, cut, site } = await openRequest()
  const mend = cut()
  await user.type(field(), "Le portail est vert.")
  await user.click(sendButton())
  await findQueued()
  await site.db.updateTable("messages").set({ createdAt: "2020-01-01T00:00:00.000Z" }).execute()
  mend()
  comeOnline()
  await findToast("Ce lien n’existe pas ou a expiré")
  expect(field().value).toBe("Le portail est vert.")
})

test("the contact form and the form of another request show nothing of an addition that waits", async () => {
  const { user, cut, open, client, network } = await openRequest()
  cut()
  await user.type(field(), "Le portail est vert.")
  await user.click(sendButton())
  await findQueued()
  open("/contact")
  await user.click(await screen.findByLabelText("Prénom"))
  await waitFor(() => expect(network.requests).toContain("POST /api/contact/additions"))
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("")
  const response = await client.postJson("/api/contact", { ...contactFields, message: "Une autre demande." })
  open(new URL(((await response.json()) as { statusUrl: string }).statusUrl).pathname)
  await screen.findByRole("heading", heading)
  await screen.findByLabelText("Votre message")
  await user.click(field())
  expect(field().value).toBe("")
  expect(await listRecords()).toMatchObject([{ state: "waiting", values: { text: "Le portail est vert." } }])
})
