import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import {
  addPictures,
  comeBack,
  comeOnline,
  field,
  fillIn,
  findField,
  findPicture,
  findQueued,
  findStored,
  findToast,
  leave,
  pictureInput,
  pictures,
  queuedNotice,
  send,
  sendButton,
  toasts,
  tornPicture,
} from "#client/testing/contact-form.ts"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { contactFields } from "#server/testing/fixtures.ts"

/** Requests go by the call at first, and by REST once they wait; both contain this. */
const CALL = "messages.send"
const QUEUE = "/api/contact"

async function openContact() {
  const opened = await openScreen("/contact")
  const { db } = opened.site
  const first = await findField("firstName")
  // At its first use the form looks for requests that wait, and so did the test before; tests would be faster.
  await untilLooked()
  const looking = vi.spyOn(navigator.locks, "request")
  await opened.user.click(first)
  await waitFor(() => expect(looking).toHaveBeenCalledWith("contact-requests", expect.anything()))
  await untilLooked()
  return {
    ...opened,
    main: within(screen.getByRole("main")),
    stored: async () =>
      (await db.selectFrom("messages").select("message").orderBy("id").execute()).map((row) => row.message),
    storedPictures: () => db.selectFrom("messagePhotos").select("image").execute(),
    attempts: () => opened.network.requests.filter((request) => request === "POST /api/contact"),
  }
}

const untilLooked = () => navigator.locks.request("contact-requests", async () => undefined)

type Opened = Awaited<ReturnType<typeof openContact>>

/** Sends a request while the call fails, and opens the form anew. */
async function queueAndReload({ user, network, reload }: Opened, given: Parameters<typeof send>[1] = {}) {
  const mend = network.answer(CALL, noConnection)
  const cut = network.answer(QUEUE, noConnection)
  await send(user, given)
  await findQueued()
  mend()
  return () => {
    cut()
    reload()
  }
}

const queued = () => within(screen.getByRole("main")).queryByText(queuedNotice, { exact: false })

test("without a network a request waits, and is sent as it was changed meanwhile", async () => {
  const opened = await openContact()
  const { user, network, main, stored } = opened
  const mend = network.answer(CALL, noConnection)
  const cut = network.answer(QUEUE, noConnection)
  await send(user)
  const notice = await findQueued()
  expect(textOf(notice)).toContain("Gardez cette page ouverte, ou revenez\u2011y.")
  expect(toasts()).toEqual([])
  expect(field("message").value).toBe(contactFields.message)
  await user.type(field("message"), " Finalement deux.")
  await waitFor(() => expect(queued()).toBeNull())
  await user.click(sendButton())
  await findQueued()
  expect(await stored()).toEqual([])
  mend()
  cut()
  comeOnline()
  await findToast("Message envoyé")
  expect(queued()).toBeNull()
  expect(field("message").value).toBe("")
  await main.findByRole("link", { name: "Suivre ma demande" })
  expect(await stored()).toEqual([`${contactFields.message} Finalement deux.`])
})

test("a request whose response was lost waits, and is stored once when it is sent again", async () => {
  const { user, network, stored } = await openContact()
  const mend = network.answer(CALL, lostResponse)
  await send(user)
  await findQueued()
  mend()
  comeOnline()
  await findToast("Message envoyé")
  expect(await stored()).toEqual([contactFields.message])
})

test("a request that waits outlives its page, and is sent when the form is opened again", async () => {
  const opened = await openContact()
  const reload = await queueAndReload(opened)
  reload()
  await findToast("Message envoyé")
  await screen.findByRole("link", { name: "Suivre ma demande" })
  expect(field("message").value).toBe("")
  expect(await opened.stored()).toEqual([contactFields.message])
})

test("a request whose response was lost with the page is stored once when it is sent again", async () => {
  const { user, network, site, reload, stored } = await openContact()
  // A response that failed before the page is left would let the request wait, instead of being lost with the page.
  const mend = network.answer(CALL, async (_request, proceed) => {
    await proceed()
    return new Promise<never>(() => {})
  })
  await send(user)
  await waitFor(async () => expect(await stored()).toHaveLength(1))
  mend()
  // By this date the server no longer merges the two for their equal fields.
  await site.db.updateTable("messages").set({ createdAt: "2025-01-01T12:00:00.000Z" }).execute()
  reload()
  await waitFor(() => expect(field("message").value).toBe(contactFields.message))
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(await stored()).toEqual([contactFields.message])
})

test("however often the form is left and opened, its request is attempted once at a time", async () => {
  const { user, network, attempts, stored } = await openContact()
  network.answer(CALL, noConnection)
  await fillIn(user)
  const release = network.hold(QUEUE)
  await user.click(sendButton())
  await findQueued()
  comeOnline()
  for (const _visit of [1, 2]) {
    await leave(user)
    await comeBack(user)
    await findQueued()
    expect(attempts()).toHaveLength(1)
  }
  release()
  await findToast("Message envoyé")
  expect(attempts()).toHaveLength(1)
  expect(await stored()).toEqual([contactFields.message])
})

test("a network that comes back while an attempt is failing is not missed", async () => {
  const { user, network, attempts, stored } = await openContact()
  network.answer(CALL, noConnection)
  await send(user, {})
  await findQueued()
  const fail = network.hold(QUEUE, noConnection)
  comeOnline()
  await waitFor(() => expect(attempts()).toHaveLength(1))
  comeOnline()
  fail()
  await findToast("Message envoyé")
  expect(attempts()).toHaveLength(2)
  expect(await stored()).toEqual([contactFields.message])
})

test("what is added while a request that waited is being sent stays in the form, as another request", async () => {
  const opened = await openContact()
  const { user, network, stored } = opened
  const reload = await queueAndReload(opened)
  const release = network.hold(QUEUE)
  reload()
  await network.sent(QUEUE)
  await findQueued()
  expect(field("message").value).toBe(contactFields.message)
  await user.type(field("message"), " Merci.")
  release()
  await findToast("Message envoyé")
  expect(field("message").value).toBe(`${contactFields.message} Merci.`)
  expect(document.activeElement).toBe(field("message"))
  expect(await stored()).toEqual([contactFields.message])
})

test("what is typed before the request that waits is read is another request", async () => {
  const opened = await openContact()
  const reload = await queueAndReload(opened)
  reload()
  const message = await findField("message")
  message.value = "Une autre demande, pour une clôture."
  await findToast("Message envoyé")
  expect(field("message").value).toBe("Une autre demande, pour une clôture.")
  expect(field("lastName").value).toBe("")
  expect(await opened.stored()).toEqual([contactFields.message])
})

test("a request that waited and is rejected comes back, with the server's words", async () => {
  const opened = await openContact()
  const { network } = opened
  const reload = await queueAndReload(opened)
  network.answer(QUEUE, () =>
    Response.json({ success: false, message: "Refusée", errors: { email: "Email invalide" } }, { status: 400 }),
  )
  reload()
  await findToast("Refusée")
  expect(toasts()).toEqual(["Erreur", "Refusée"])
  expect(field("message").value).toBe(contactFields.message)
  within(screen.getByRole("main")).getByText("Email invalide")
  expect(document.activeElement).toBe(field("email"))
})

test("a rejected request that waited comes back with its pictures once another one is sent", async () => {
  const opened = await openContact()
  const { user, network, stored, storedPictures, attempts } = opened
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  const reload = await queueAndReload(opened)
  const reject = () => Response.json({ success: false, message: "Refusée", errors: {} }, { status: 400 })
  const mend = network.answer("/api/contact", reject)
  reload()
  const message = await findField("message")
  message.value = "Une autre demande, pour une clôture."
  await waitFor(() => expect(attempts()).toHaveLength(1))
  await untilLooked()
  await send(user, { message: "Une autre demande, pour une clôture." })
  await waitFor(() => expect(field("message").value).toBe(contactFields.message))
  mend()
  await findStored("1 sur 1 envoyée")
  expect(await storedPictures()).toEqual([])
  await user.click(sendButton())
  await waitFor(() => expect(field("message").value).toBe(""))
  expect(await stored()).toEqual(["Une autre demande, pour une clôture.", contactFields.message])
  expect(await storedPictures()).toHaveLength(1)
})

/** Sends a request with a picture while there is no network; returns a function that ends that. */
async function queueWithPicture({ user, network }: Opened, file?: File) {
  const cut = network.answer(QUEUE, noConnection)
  await fillIn(user)
  if (file) await user.upload(pictureInput(), file)
  else await addPictures(user, "mur.jpg")
  await findPicture("Connexion perdue, l’envoi reprendra")
  await user.click(sendButton())
  await findQueued()
  return () => {
    cut()
    comeOnline()
  }
}

test("a text arrives before its pictures, which follow as soon as they pass, and their sender is told", async () => {
  const opened = await openContact()
  const restore = await queueWithPicture(opened)
  const endRefusal = opened.network.answer("/api/contact/", () => new Response("<h1>Forbidden</h1>", { status: 403 }))
  restore()
  await findToast("Votre texte est arrivé. Vos photos suivent dès que la connexion le permet.")
  await screen.findByRole("link", { name: "Suivre ma demande" })
  expect(field("message").value).toBe("")
  expect(await opened.stored()).toEqual([contactFields.message])
  expect(await opened.storedPictures()).toEqual([])
  endRefusal()
  comeOnline()
  await findToast("Photos envoyées")
  expect(await opened.stored()).toEqual([contactFields.message])
  expect(await opened.storedPictures()).toHaveLength(1)
})

test("pictures that were added without a network are sent with their request after a reload", async () => {
  const opened = await openContact()
  const restore = await queueWithPicture(opened)
  opened.reload()
  await findQueued()
  expect(await opened.stored()).toEqual([])
  restore()
  await findToast("Message envoyé")
  await waitFor(async () => expect(await opened.storedPictures()).toHaveLength(1))
  expect(await opened.stored()).toEqual([contactFields.message])
})

test("a request that was sent after its form was left leaves neither text nor pictures in it", async () => {
  const { user, network, stored, storedPictures } = await openContact()
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  const mend = network.answer(CALL, noConnection)
  const cut = network.answer(QUEUE, noConnection)
  await send(user)
  await findQueued()
  await leave(user)
  mend()
  cut()
  comeOnline()
  await vi.waitFor(async () => expect(await storedPictures()).toHaveLength(1), { timeout: 5000 })
  await untilLooked()
  await comeBack(user)
  await findToast("Message envoyé")
  await waitFor(() => expect(field("message").value).toBe(""))
  expect(pictures()).toEqual([])
  expect(await stored()).toHaveLength(1)
})

test("a picture that the server rejects after its text was sent is told", async () => {
  const opened = await openContact()
  const restore = await queueWithPicture(opened, tornPicture())
  restore()
  await within(screen.getByRole("main")).findByText(
    "Votre demande est arrivée, mais sans une de ses photos : envoyez-la par WhatsApp, ou appelez-nous.",
  )
  expect(await opened.stored()).toEqual([contactFields.message])
  expect(await opened.storedPictures()).toEqual([])
})

test("without a network and without storage a request stays on the page, which says so", async () => {
  const { user, network } = await openContact()
  network.answer(CALL, noConnection)
  const { open } = indexedDB
  indexedDB.open = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
  }
  await send(user)
  await findToast("connexion impossible")
  indexedDB.open = open
  expect(queued()).toBeNull()
  expect(field("message").value).toBe(contactFields.message)
})
