import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { type Answer, lostResponse, noConnection, rejection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { field, findNameField, findSaved, formButton, type } from "#client/testing/project-form.ts"
import { managedProject } from "#client/testing/projects.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

async function openDraft() {
  fakeTime()
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Serre", publishedAt: null }),
  })
  await findNameField()
  const stored = () => managedProject(opened.client, 1)
  return { ...opened, stored, typeAddress: (text: string) => type(opened.user, "Adresse", text) }
}

const pause = () => passTime(1600)

/** The form asks a server that has failed again after five seconds. */
const later = () => passTime(5100)

/** The server's own rejection of a value, which is the same at each attempt. */
const invalid: Answer = () => {
  const error = { message: "Trop long", code: -32600, data: { code: "bad_request", httpStatus: 400 } }
  return Response.json({ error }, { status: 400 })
}

test("what is typed is saved by itself, and remains a draft", async () => {
  const { typeAddress, stored } = await openDraft()
  await typeAddress("Maluku")
  expect(await stored()).toMatchObject({ address: "Gombe, Kinshasa", version: 1 })
  await pause()
  await findSaved()
  expect(await stored()).toMatchObject({ address: "Maluku", version: 2, state: "draft" })
})

test("Ctrl+S saves it at once, and the focus stays", async () => {
  const { user, typeAddress, stored } = await openDraft()
  await typeAddress("Nsele")
  await user.keyboard("{Control>}s{/Control}")
  await findSaved()
  expect(document.activeElement).toBe(field("Adresse"))
  expect(await stored()).toMatchObject({ address: "Nsele", state: "draft" })
})

test("while a dialog is open, Ctrl+S saves nothing", async () => {
  const { user, typeAddress, network } = await openDraft()
  await typeAddress("Nsele")
  await user.click(formButton("Programmer"))
  await user.keyboard("{Control>}s{/Control}")
  await passTime(500)
  expect(network.requests.filter((request) => request.includes("projects.update"))).toEqual([])
})

test("« Enregistrer le brouillon » says that it is saved, also where nothing was left to save", async () => {
  const { user, stored } = await openDraft()
  await user.click(formButton("Enregistrer le brouillon"))
  await findSaved()
  expect(await stored()).toMatchObject({ version: 1 })
})

test("leaving at once asks nothing, and what was typed is saved", async () => {
  const { user, typeAddress, stored } = await openDraft()
  await typeAddress("Kasangulu")
  await user.click(within(screen.getByRole("complementary")).getByRole("link", { name: "Messages" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  await waitFor(async () => expect((await stored()).address).toBe("Kasangulu"))
})

test("without a network it stays on the device, and is saved once the server answers", async () => {
  const { typeAddress, network, stored } = await openDraft()
  const mend = network.answer("projects.update", noConnection)
  await typeAddress("Kasangulu")
  await pause()
  await screen.findByText(/^Connexion impossible/)
  mend()
  const mendServer = network.answer("projects.update", rejection("Le serveur est occupé"))
  await later()
  await screen.findByText(/^Le serveur ne répond pas pour l’instant/)
  mendServer()
  await later()
  await findSaved()
  expect(await stored()).toMatchObject({ address: "Kasangulu" })
})

test("a session that has ended is asked for, and what was typed is saved afterwards", async () => {
  const { typeAddress, client, stored } = await openDraft()
  const session = [...client.cookies]
  client.cookies.clear()
  await typeAddress("Kasangulu")
  await pause()
  await screen.findByRole("link", { name: "Se connecter dans un nouvel onglet" })
  expect(localStorage.getItem("token")).toBeNull()
  for (const [name, value] of session) client.cookies.set(name, value)
  await later()
  await findSaved()
  expect(await stored()).toMatchObject({ address: "Kasangulu" })
})

test("an editor saves nothing in the name of whoever logs in with the same browser", async () => {
  const { account, typeAddress, client, signIn, site } = await openDraft()
  const stored = () => site.db.selectFrom("projects").select(["address", "updatedBy"]).executeTakeFirstOrThrow()
  await typeAddress("De l’administrateur")
  await pause()
  await findSaved()
  const session = [...client.cookies]
  await signIn("admin")
  await typeAddress("Pendant que la collègue est connectée")
  await pause()
  await screen.findByText(/^Quelqu’un d’autre s’est connecté avec ce navigateur/)
  expect(await stored()).toEqual({ address: "De l’administrateur", updatedBy: account?.id })
  for (const [name, value] of session) client.cookies.set(name, value)
  await later()
  await waitFor(async () =>
    expect(await stored()).toEqual({ address: "Pendant que la collègue est connectée", updatedBy: account?.id }),
  )
})

test("a save whose response was lost is told as one, whatever is typed since", async () => {
  const { typeAddress, network, stored } = await openDraft()
  const mend = network.answer("projects.update", lostResponse)
  await typeAddress("Matadi")
  await pause()
  await screen.findByText(/^Connexion impossible/)
  mend()
  await typeAddress("Matadi, au port")
  await pause()
  await findSaved()
  expect(await stored()).toMatchObject({ address: "Matadi, au port", version: 3 })
})

test("a value that was corrected without a connection is saved, although the one before is rejected", async () => {
  const { typeAddress, network, stored } = await openDraft()
  const mend = network.answer("projects.update", noConnection)
  await typeAddress("Trop long")
  await pause()
  await screen.findByText(/^Connexion impossible/)
  mend()
  let attempts = 0
  network.answer("projects.update", (request, proceed) => (++attempts === 1 ? invalid(request, proceed) : proceed()))
  await typeAddress("Boma")
  await pause()
  await waitFor(async () => expect(await stored()).toMatchObject({ address: "Boma" }))
  await findSaved()
})

test("what the server rejects is said at its field, and saved once it is right", async () => {
  const { user, typeAddress, stored } = await openDraft()
  await typeAddress("x".repeat(301))
  await pause()
  await screen.findByText(/^Le brouillon n’a pas pu être enregistré/)
  expect(field("Adresse").getAttribute("aria-invalid")).toBe("true")
  await user.clear(field("Adresse"))
  await pause()
  await findSaved()
  expect(await stored()).toMatchObject({ address: null })
})

test("a publication by somebody else is no conflict with what is typed", async () => {
  const { typeAddress, client, stored } = await openDraft()
  const { version } = await stored()
  await client.postJson("/trpc/projects.schedule", { id: 1, version, at: "2099-01-05T08:00" })
  await typeAddress("Bibwa")
  await pause()
  await findSaved()
  await screen.findByText("Programmé")
  expect(await stored()).toMatchObject({ address: "Bibwa", state: "scheduled" })
})
