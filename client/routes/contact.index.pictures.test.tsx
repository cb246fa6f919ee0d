import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import {
  addPictures,
  comeBack,
  field,
  fillIn,
  findField,
  findPicture,
  findStored,
  findToast,
  leave,
  pictureInput,
  pictures,
  sendButton,
  tornPicture,
} from "#client/testing/contact-form.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createPicture } from "#client/testing/pictures.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createPngDeclaring } from "#server/testing/image-files.ts"

async function openContact() {
  const opened = await openScreen("/contact")
  await findField("firstName")
  const { db } = opened.site
  return {
    ...opened,
    main: within(screen.getByRole("main")),
    messages: async () => (await db.selectFrom("messages").select("message").execute()).map(({ message }) => message),
    storedPictures: () => db.selectFrom("messagePhotos").select("image").execute(),
  }
}

const uploads = (requests: readonly string[]) => requests.filter((request) => request === "POST /api/contact/uploads")

test("pictures are sent with their request", async () => {
  const { user, messages, storedPictures } = await openContact()
  await fillIn(user)
  await addPictures(user, "mur.jpg", "toit.jpg")
  await findStored("2 sur 2 envoyées")
  expect(pictures()).toEqual([
    expect.stringMatching(/^mur\.jpgEnvoyée · /),
    expect.stringMatching(/^toit\.jpgEnvoyée · /),
  ])
  screen.getByRole("img", { name: "Photo 2" })
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(pictures()).toEqual([])
  expect(await messages()).toEqual([contactFields.message])
  expect(await storedPictures()).toHaveLength(2)
})

test("while its picture is under way a request waits for it, and is sent as it was corrected meanwhile", async () => {
  const { user, network, messages, storedPictures } = await openContact()
  const release = network.hold("/api/contact/uploads")
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("0 sur 1 envoyée")
  await user.click(sendButton())
  await waitFor(() => expect(sendButton().disabled).toBe(true))
  await user.type(field("message"), " Le mur fait dix mètres.")
  release()
  await findToast("Message envoyé")
  expect(await messages()).toEqual([`${contactFields.message} Le mur fait dix mètres.`])
  expect(await storedPictures()).toHaveLength(1)
})

test("a picture that is under way is sent once when its sender leaves the page and comes back", async () => {
  const { user, network } = await openContact()
  const release = network.hold("/api/contact/uploads")
  await addPictures(user, "mur.jpg")
  await network.sent("POST /api/contact/uploads")
  await leave(user)
  await comeBack(user)
  await screen.findByRole("button", { name: /^Retirer\s: photo 1$/ })
  release()
  await findStored("1 sur 1 envoyée")
  expect(uploads(network.requests)).toHaveLength(1)
})

test("files that are no pictures are named with the reason, and take no place", async () => {
  const { user, main } = await openContact()
  const notes = new File(["Deux cents sacs"], "notes.txt", { type: "text/plain" })
  await user.setup({ applyAccept: false }).upload(pictureInput(), [notes, tornPicture()])
  const named = await main.findByText("notes.txt")
  expect(named.closest("[role=alert]")?.textContent).toContain("Format d'image non pris en charge (JPG, PNG ou WebP)")
  const torn = await main.findByText("photo_coupee.jpg", { selector: "[role=alert] *" })
  expect(torn.closest("[role=alert]")?.textContent).toContain("illisible")
  expect(pictures()).toEqual([])
})

test("pictures that are too many are counted, and each that is removed leaves the focus on the field", async () => {
  const { user, main } = await openContact()
  await addPictures(user, ...[1, 2, 3, 4, 5, 6].map((number) => `IMG_${number}.jpg`))
  await main.findByText("4 photos au maximum : 2 n’ont pas été ajoutées")
  await findStored("4 sur 4 envoyées")
  expect(pictures().map((picture) => picture.slice(0, 9))).toEqual(["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg", "IMG_4.jpg"])
  for (const left of [3, 2, 1, 0]) {
    await user.click(main.getByRole("button", { name: /^Retirer\s: photo 1$/ }))
    await waitFor(() => expect(pictures()).toHaveLength(left))
    expect(document.activeElement).toBe(pictureInput())
  }
  expect(main.queryByText(/au maximum/)).toBeNull()
})

test("a picture that is removed is not sent with the request", async () => {
  const { user, main, messages, storedPictures } = await openContact()
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  await user.click(main.getByRole("button", { name: /^Retirer\s: photo 1$/ }))
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(await messages()).toHaveLength(1)
  expect(await storedPictures()).toEqual([])
})

test("a picture that the server rejects while its request is being sent is told, and the request waits for an answer", async () => {
  const { user, network, main, messages } = await openContact()
  const release = network.hold("/api/contact/uploads")
  await fillIn(user)
  await user.upload(pictureInput(), tornPicture())
  await network.sent("POST /api/contact/uploads")
  await user.click(sendButton())
  release()
  await main.findByText("Une photo n’a pas été acceptée : envoyez sans elle, ou ajoutez-en une autre.")
  main.getByText("photo_coupee.jpg")
  expect(await messages()).toEqual([])
  await user.click(await screen.findByRole("button", { name: "Envoyer la demande" }))
  await findToast("Message envoyé")
  expect(await messages()).toEqual([contactFields.message])
})

test("a picture that could not be sent holds its request back, and is tried again by a button", async () => {
  const { user, network, main, messages, storedPictures } = await openContact()
  const mend = network.answer("/api/contact/uploads", () =>
    Response.json({ success: false, message: "Espace disque insuffisant, réessayez plus tard" }, { status: 507 }),
  )
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await main.findByText("Espace disque insuffisant, réessayez plus tard")
  await user.click(sendButton())
  await main.findByText("Une photo n’a pas pu être envoyée : retirez‑la ou réessayez.")
  expect(await messages()).toEqual([])
  mend()
  await user.click(main.getByRole("button", { name: /^Réessayer\s: photo 1$/ }))
  await findPicture("Envoyée")
  await user.click(await screen.findByRole("button", { name: "Envoyer la demande" }))
  await findToast("Message envoyé")
  expect(await storedPictures()).toHaveLength(1)
})

test("pictures that the server has deleted meanwhile are uploaded again", async () => {
  const { user, network, site, storedPictures } = await openContact()
  await fillIn(user)
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  await site.db.deleteFrom("visitorImages").execute()
  await user.click(sendButton())
  await findToast("Message envoyé")
  expect(uploads(network.requests)).toHaveLength(2)
  expect(await storedPictures()).toHaveLength(1)
})

test("a picture of 400 million points is refused without being decoded, and the next one is sent", async () => {
  const { user, main } = await openContact()
  const decode = vi.spyOn(globalThis, "createImageBitmap")
  const huge = await createPngDeclaring(20_000, 20_000)
  await user.upload(pictureInput(), new File([await huge.arrayBuffer()], "plan.png", { type: "image/png" }))
  await main.findByText(/^Image trop grande \(200\smillions de points au maximum\)/)
  expect(decode).not.toHaveBeenCalled()
  expect(pictures()).toEqual([])
  await addPictures(user, "mur.jpg")
  await findStored("1 sur 1 envoyée")
  expect(decode).toHaveBeenCalled()
})

test("a picture that has ended the page is set aside at the next visit, which says so once", async () => {
  const { user, main, reload } = await openContact()
  const decode = vi.spyOn(globalThis, "createImageBitmap").mockReturnValue(new Promise(() => {}))
  await fillIn(user)
  await user.upload(pictureInput(), await createPicture("mur.jpg"))
  await main.findByText("Préparation…")
  await waitFor(() => expect(decode).toHaveBeenCalled())
  reload()
  await screen.findByText("mur.jpg")
  screen.getByText(/^Cette photo a fermé la page la dernière fois/)
  expect(field("firstName").value).toBe(contactFields.firstName)
  expect(pictures()).toEqual([])
  reload()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Prénom").value).toBe(contactFields.firstName))
  expect(screen.queryByText("mur.jpg")).toBeNull()
})

test("a HEIC picture that the browser cannot read is refused with what to do", async () => {
  const { user, main } = await openContact()
  const picture = new File(["heic"], "IMG_1.heic", { type: "image/heic" })
  await user.setup({ applyAccept: false }).upload(pictureInput(), picture)
  await main.findByText(/^Photo HEIC illisible dans ce navigateur\s: enregistrez-la en JPG/)
  expect(pictures()).toEqual([])
})
