import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { listRecords } from "#client/site/contact/contact-database.ts"
import {
  addPictures,
  comeOnline,
  field,
  fillIn,
  findField,
  findQueued,
  findStored,
  findToast,
  forgetKept,
  pictures,
  send,
  sendButton,
} from "#client/testing/contact-form.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"

async function openContact(path = "/contact", given: Parameters<typeof openScreen>[1] = {}) {
  const opened = await openScreen(path, given)
  await findField("firstName")
  const messages = () => opened.site.db.selectFrom("messages").select("message").execute()
  return { ...opened, messages }
}

const forget = () => screen.queryByRole("button", { name: "Effacer de cet appareil" })

/** Waits until the form says that it keeps something. */
const findForget = () => screen.findByRole("button", { name: "Effacer de cet appareil" })

/** Counts everything that the form has left on this device. */
async function countKept() {
  const records = await listRecords()
  return {
    keys: Object.keys(localStorage).filter((key) => key.startsWith("contact")).length,
    requests: records.map(({ state }) => state),
    pictures: records.flatMap(({ pictures }) => pictures).length,
  }
}

const nothing = { keys: 0, requests: [], pictures: 0 }

test("what was typed and chosen is there again at the next visit, which says so", async () => {
  const { user, reload } = await openContact()
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  reload()
  await screen.findByText("Nous avons retrouvé ce que vous aviez écrit.")
  expect(field("message").value).toBe(contactFields.message)
  expect(field("sector").value).toBe(contactFields.sector)
  expect(pictures()).toEqual([expect.stringMatching(/^mur\.jpgEnvoyée/)])
})

test("a button deletes what is kept, once that is confirmed, and stands only while something is", async () => {
  const { user } = await openContact()
  expect(forget()).toBeNull()
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  expect(await countKept()).toEqual({ keys: 1, requests: ["draft"], pictures: 1 })
  await user.click(await findForget())
  const dialog = within(screen.getByRole("dialog", { name: /^Effacer de cet appareil\s\?$/ }))
  await user.click(dialog.getByRole("button", { name: "Annuler" }))
  expect(document.activeElement).toBe(forget())
  expect(field("message").value).toBe(contactFields.message)
  await forgetKept(user)
  expect(document.activeElement).toBe(field("firstName"))
  expect(field("message").value).toBe("")
  expect(pictures()).toEqual([])
  expect(forget()).toBeNull()
  expect(await countKept()).toEqual(nothing)
})

test("it deletes a request that waits, too, which is not sent any more", async () => {
  const { user, network, messages } = await openContact()
  const mend = network.answer("messages.send", noConnection)
  const cut = network.answer("/api/contact", noConnection)
  await send(user)
  await findQueued()
  expect(await countKept()).toMatchObject({ requests: ["waiting"] })
  await forgetKept(user)
  mend()
  cut()
  comeOnline()
  expect(await countKept()).toEqual(nothing)
  expect(field("message").value).toBe("")
  expect(await messages()).toEqual([])
})

test("after six days what is kept is there, after seven it is gone with its picture", async () => {
  const { user, reload } = await openContact()
  const now = Date.now()
  const clock = vi.spyOn(Date, "now").mockReturnValue(now)
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  clock.mockReturnValue(now + 6 * 86_400_000)
  reload()
  await screen.findByText("Nous avons retrouvé ce que vous aviez écrit.")
  clock.mockReturnValue(now + 7 * 86_400_000 + 60_000)
  reload()
  await user.click(await findField("firstName"))
  await waitFor(async () => expect(await countKept()).toEqual(nothing))
  expect(field("message").value).toBe("")
  expect(screen.queryByText("Nous avons retrouvé ce que vous aviez écrit.")).toBeNull()
})

const prepared = "Bonjour, je souhaite un devis pour un projet semblable à «\u00a0École R+4\u00a0».\n\n"
const fillProject = ({ db }: Parameters<NonNullable<NonNullable<Parameters<typeof openScreen>[1]>["fill"]>>[0]) =>
  createTestProject(db, { name: "École R+4" })

test("a text that was kept stands below what the page of a project has prepared", async () => {
  const { user, open } = await openContact("/contact", { fill: fillProject })
  await fillIn(user)
  await findForget()
  open("/contact?projet=ecole-r-4")
  await findField("message")
  await waitFor(() => expect(field("message").value).toBe(prepared + contactFields.message))
})

test("a text that begins as the page of a project has prepared stays as it is there", async () => {
  const { user, open, reload } = await openContact("/contact?projet=ecole-r-4", { fill: fillProject })
  await fill(user, field("firstName"), "Amina")
  await user.type(field("message"), "Merci.")
  await findForget()
  reload()
  await screen.findByText("Nous avons retrouvé ce que vous aviez écrit.")
  expect(field("message").value).toBe(`${prepared}Merci.`)
  open("/contact")
  await screen.findByText("Nous avons retrouvé ce que vous aviez écrit.")
  expect(field("message").value).toBe(`${prepared}Merci.`)
})

const posted = {
  rejection: {
    values: { ...contactFields, photos: "0123456789abcdef0123456789abcdef.jpg" },
    errors: {},
    message: "Trop de tentatives, réessayez plus tard",
  },
}
const gone = "Les photos déjà jointes ne sont plus disponibles : ajoutez-les de nouveau, ou envoyez sans elles."

test("pictures of a form without JavaScript that the server has deleted are asked for again", async () => {
  const { user, messages } = await openContact("/contact", { answer: posted })
  const main = within(screen.getByRole("main"))
  main.getByText("Une photo est déjà jointe.")
  await user.click(sendButton())
  await main.findByText(gone)
  expect(main.queryByText("Une photo est déjà jointe.")).toBeNull()
  expect(field("message").value).toBe(contactFields.message)
  expect(await messages()).toEqual([])
  await user.click(await screen.findByRole("button", { name: "Envoyer la demande" }))
  await findToast("Message envoyé")
  expect(main.queryByText(gone)).toBeNull()
  expect(await messages()).toEqual([{ message: contactFields.message }])
})

test("they are asked for again after the request waited for the network, too", async () => {
  const { user, network, messages } = await openContact("/contact", { answer: posted })
  const mend = network.answer("messages.send", noConnection)
  await user.click(sendButton())
  await findQueued()
  mend()
  comeOnline()
  await within(screen.getByRole("main")).findByText(gone)
  expect(field("message").value).toBe(contactFields.message)
  expect(await messages()).toEqual([])
})
