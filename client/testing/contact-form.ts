import { screen, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { contactFields } from "#server/testing/fixtures.ts"
import { fill } from "./fill.ts"
import { createPicture } from "./pictures.ts"
import { textOf, textsOf } from "./text-of.ts"

// The parts of the contact form, by their accessible names.

const labels = {
  firstName: "Prénom",
  lastName: "Nom",
  email: "Email",
  phone: "Téléphone (WhatsApp)",
  message: "Message",
}

type Field = keyof typeof labels | "sector"

const main = () => within(screen.getByRole("main"))

export const field = (name: Field) =>
  main().getByLabelText<HTMLInputElement>(name === "sector" ? "Secteur" : labels[name])

export const findField = (name: keyof typeof labels) => screen.findByLabelText<HTMLInputElement>(labels[name])

export const sendButton = () =>
  main().getByRole<HTMLButtonElement>("button", { name: /^Envo(yer la demande|i en cours)/ })

/** Fills in the fields, by default as a request that the server accepts. */
export async function fillIn(user: UserEvent, given: Partial<Record<Field, string>> = {}): Promise<void> {
  const { sector, ...texts } = { ...contactFields, ...given }
  for (const [name, text] of Object.entries(texts)) await fill(user, field(name as Field), text)
  await user.selectOptions(field("sector"), sector)
}

export async function send(user: UserEvent, given: Partial<Record<Field, string>> = {}): Promise<void> {
  await fillIn(user, given)
  await user.click(await screen.findByRole("button", { name: "Envoyer la demande" }))
}

const region = { name: /Notifications/ }

/** Waits for a toast with that title or text. */
export const findToast = async (text: string) => within(await screen.findByRole("region", region)).findByText(text)

/** The title and the text of the toast that is shown. */
export const toasts = () => textsOf([...screen.getByRole("region", region).querySelectorAll("p")])

export const queuedNotice = "Nous l’enverrons dès que la connexion reviendra."

/** Waits until the form says that the request waits for the network. */
export const findQueued = async () => within(await screen.findByRole("main")).findByText(queuedNotice, { exact: false })

/** Ends a loss of the network, as the browser tells pages. */
export function comeOnline(): void {
  dispatchEvent(new Event("online"))
}

/** Leaves the form for another page by the header. */
export async function leave(user: UserEvent): Promise<void> {
  await user.click(headerLink("Transport"))
  await screen.findByRole("heading", { level: 1, name: "Transport" })
}

/** Opens the form again by the header. */
export async function comeBack(user: UserEvent): Promise<void> {
  await user.click(headerLink("Contact"))
  await findField("firstName")
}

/** The menu of phones has the links of the bar, too. */
const headerLink = (name: string) =>
  within(screen.getByRole("banner")).getAllByRole("link", { name })[0] ?? screen.getByRole("banner")

export const pictureInput = () => main().getByLabelText<HTMLInputElement>("Photos")

/** Adds pictures that no other test has, and waits for nothing. */
export async function addPictures(user: UserEvent, ...names: string[]): Promise<void> {
  const files = await Promise.all(names.map((name) => createPicture(name)))
  await user.upload(pictureInput(), files)
}

/** The pictures of the request with their states. */
export function pictures(): string[] {
  const list = screen.queryByRole("list", { name: "Photos jointes" })
  return list ? textsOf(within(list).getAllByRole("listitem")) : []
}

/** A file that only the server finds to be no picture. */
export const tornPicture = () =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "photo_coupee.jpg", { type: "image/jpeg" })

/** Waits until a picture is in that state: « Envoyée », « Connexion perdue, l’envoi reprendra »… */
export const findPicture = async (state: string) =>
  within(await screen.findByRole("list", { name: "Photos jointes" })).findByText(state)

/** Waits until the form says how many pictures are stored: « 1 sur 1 envoyée ». */
export const findStored = (text: string) =>
  main().findByText((_, element) => element?.getAttribute("role") === "status" && textOf(element) === text)

/** Deletes what the form has left on the device. */
export async function forgetKept(user: UserEvent): Promise<void> {
  await user.click(main().getByRole("button", { name: "Effacer de cet appareil" }))
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Effacer" }))
  await findToast("C’est effacé de cet appareil.")
}
