import { screen, waitFor, within } from "@testing-library/dom"
import type { UserEvent } from "@testing-library/user-event"
import { fill } from "./fill.ts"
import { textOf } from "./text-of.ts"

const main = () => within(screen.getByRole("main"))

/** Returns a field of the project's form by its label: « Nom du projet », « Adresse »… */
export const field = (label: string) => main().getByLabelText<HTMLInputElement>(label)

export const nameField = () => field("Nom du projet")

/** Waits until the project's form is there, and returns its first field. */
export const findNameField = () => screen.findByLabelText<HTMLInputElement>("Nom du projet")

/** Returns a button of the project's form by its name: « Enregistrer », « Publier »… */
export const formButton = (name: string) => main().getByRole("button", { name })

/** Waits until the form says when it was saved. */
export const findSaved = () => screen.findByText(/^Enregistré à \d\d:\d\d$/)

export const type = (user: UserEvent, label: string, text: string) => fill(user, field(label), text)

/** Fills in whatever a new project must have. */
export async function fillProject(user: UserEvent, name: string): Promise<void> {
  await type(user, "Nom du projet", name)
  await type(user, "Description", "Quatre camions, deux remorques.")
  await user.selectOptions(field("Statut"), "En cours")
  await user.selectOptions(field("Secteur"), "Transport")
}

/** Waits for the text of the red banner. */
export async function findAlert(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    const alerts = main().queryAllByRole("alert").map(textOf)
    if (!alerts.some((alert) => (typeof text === "string" ? alert === text : text.test(alert))))
      throw new Error(`no alert with ${text}, but ${JSON.stringify(alerts)}`)
  })
}

/** The pictures of the form, in their order. */
export function pictures(): HTMLElement[] {
  const list = screen.queryByRole("list", { name: "Ordre des photos" })
  return list ? within(list).queryAllByRole("listitem") : []
}

/** Returns the button for that action on the picture at that position, counted from 1. */
export const pictureButton = (action: string, position: number) =>
  screen.getByRole("button", { name: new RegExp(`^${action}\\s: image ${position}$`) })

export const altField = (position: number) => field(`Description de la photo ${position}`)

export async function choosePictures(user: UserEvent, ...files: File[]): Promise<void> {
  await user.upload(field("Images"), files)
}

/** Waits until that many pictures have arrived at the server, and no other is on its way. */
export const waitUntilStored = (count: number) =>
  waitFor(() => {
    const stored = pictures().filter((picture) => /Envoyée/.test(picture.textContent ?? ""))
    if (stored.length !== count || pictures().length !== count) throw new Error(`${stored.length} pictures are stored`)
  })

/** The addresses of the pictures that are shown, in their order. */
export const sources = () =>
  pictures().map((picture) => within(picture).queryByRole("presentation")?.getAttribute("src"))
