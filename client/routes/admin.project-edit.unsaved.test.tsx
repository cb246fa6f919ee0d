import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createPicture } from "#client/testing/pictures.ts"
import {
  altField,
  choosePictures,
  field,
  fillProject,
  findAlert,
  findNameField,
  findSaved,
  formButton,
  nameField,
  pictures,
  type,
  waitUntilStored,
} from "#client/testing/project-form.ts"
import { managedProject } from "#client/testing/projects.ts"
import { textOf } from "#client/testing/text-of.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

type Opened = Awaited<ReturnType<typeof openScreen>>

const goTo = async ({ user }: Pick<Opened, "user">, name: string) => {
  await user.click(within(screen.getByRole("complementary")).getByRole("link", { name }))
  await screen.findByRole("heading", { level: 1, name })
}

const findOffer = async () => within(await screen.findByRole("region", { name: "Modifications non enregistrées" }))

const isOffered = () => screen.queryByRole("region", { name: "Modifications non enregistrées" }) !== null

/** Opens a public project; a database numbers its first project 1. */
async function openProject() {
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "En ligne" }),
  })
  await findNameField()
  return opened
}

async function openNew() {
  const opened = await openScreen("/admin/project-form", { as: "admin" })
  await findNameField()
  return opened
}

/** Opens the same form anew, as a lost tab does. */
async function reopen({ reload }: Pick<Opened, "reload">) {
  reload()
  await findNameField()
}

test("what was typed for a public project is offered at the next visit, and visitors do not see it", async () => {
  const opened = await openProject()
  await type(opened.user, "Adresse", "Nouvelle adresse")
  await goTo(opened, "Messages")
  opened.open("/admin/project-edit/1")
  const offered = await findOffer()
  expect(offered.getByText(/^Vous avez des modifications non enregistrées du \d+ .+ à \d\d:\d\d\.$/)).toBeTruthy()
  expect(field("Adresse").value).toBe("Gombe, Kinshasa")
  await opened.user.click(offered.getByRole("button", { name: "Reprendre" }))
  expect(field("Adresse").value).toBe("Nouvelle adresse")
  expect(document.activeElement).toBe(nameField())
  expect(isOffered()).toBe(false)
  expect(await managedProject(opened.client, 1)).toMatchObject({ address: "Gombe, Kinshasa", version: 1 })
})

test("« Ignorer » forgets it", async () => {
  const opened = await openProject()
  await type(opened.user, "Adresse", "Nouvelle adresse")
  await reopen(opened)
  await opened.user.click((await findOffer()).getByRole("button", { name: "Ignorer" }))
  expect(isOffered()).toBe(false)
  await reopen(opened)
  expect(field("Adresse").value).toBe("Gombe, Kinshasa")
  expect(isOffered()).toBe(false)
})

test("what was typed for a draft is taken up by itself, and saved", async () => {
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Serre", publishedAt: null }),
  })
  await findNameField()
  const mend = opened.network.answer("projects.update", noConnection)
  await type(opened.user, "Adresse", "Avant la panne")
  await opened.user.keyboard("{Control>}s{/Control}")
  await screen.findByText(/^Connexion impossible/)
  await goTo(opened, "Messages")
  await opened.network.sent("projects.update", 2)
  mend()
  opened.open("/admin/project-edit/1")
  await screen.findByText(/ont été retrouvées sur cet appareil/)
  expect(field("Adresse").value).toBe("Avant la panne")
  await findSaved()
  expect(await managedProject(opened.client, 1)).toMatchObject({ address: "Avant la panne" })
})

test("what was typed for a new project is taken up with its texts and pictures", async () => {
  const opened = await openNew()
  await fillProject(opened.user, "Silo de Bumba")
  await choosePictures(opened.user, await createPicture("silo.jpg"))
  await waitUntilStored(1)
  await type(opened.user, "Description de la photo 1", "Le silo, vu du fleuve")
  await reopen(opened)
  expect(nameField().value).toBe("")
  await opened.user.click((await findOffer()).getByRole("button", { name: "Reprendre" }))
  const labels = ["Nom du projet", "Description", "Statut", "Secteur"]
  expect(labels.map((label) => field(label).value)).toEqual([
    "Silo de Bumba",
    "Quatre camions, deux remorques.",
    "En cours",
    "Transport",
  ])
  await waitFor(() => expect(pictures()).toHaveLength(1))
  expect(altField(1).value).toBe("Le silo, vu du fleuve")
})

test("a new project whose creation got no answer is the same one at the next visit", async () => {
  const opened = await openNew()
  await fillProject(opened.user, "Silo de Bumba")
  const mend = opened.network.answer("projects.createDraft", lostResponse)
  await opened.user.click(formButton("Enregistrer le brouillon"))
  await findAlert(/connexion impossible/)
  await type(opened.user, "Adresse", "Bumba")
  mend()
  await reopen(opened)
  await opened.user.click((await findOffer()).getByRole("button", { name: "Reprendre" }))
  await opened.user.click(formButton("Enregistrer le brouillon"))
  await waitFor(() => expect(location.pathname).toBe("/admin/project-edit/1"))
  await waitFor(async () => expect(await managedProject(opened.client, 1)).toMatchObject({ address: "Bumba" }))
  expect(await opened.site.db.selectFrom("projects").select("id").execute()).toHaveLength(1)
})

test("of several forms the one typed into last is offered first, and no other is lost", async () => {
  const opened = await openNew()
  const resume = async () => opened.user.click((await findOffer()).getByRole("button", { name: "Reprendre" }))
  await type(opened.user, "Nom du projet", "Du premier")
  await reopen(opened)
  await type(opened.user, "Nom du projet", "Du second")
  await reopen(opened)
  await resume()
  expect(nameField().value).toBe("Du second")
  await resume()
  expect(nameField().value).toBe("Du premier")
  await reopen(opened)
  await resume()
  expect(nameField().value).toBe("Du premier")
  await resume()
  expect(nameField().value).toBe("Du second")
})

test("what is saved is offered no more", async () => {
  const opened = await openProject()
  await type(opened.user, "Adresse", "Nouvelle adresse")
  await opened.user.click(formButton("Enregistrer"))
  await screen.findByText("Projet mis à jour avec succès !")
  await reopen(opened)
  expect(field("Adresse").value).toBe("Nouvelle adresse")
  expect(isOffered()).toBe(false)
})

test("what was typed on other fields than the server's is offered, and takes no newer text's place", async () => {
  const opened = await openScreen("/admin/project-edit/1", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Quai de Matadi", publishedAt: null }),
  })
  await findNameField()
  const base = await managedProject(opened.client, 1)
  const texts = { name: "Texte d’un autre onglet", description: "", address: "", status: "", sector: "Transport" }
  const edit = { base: { ...base, version: 0, name: "Ancien nom" }, typed: { ...texts, images: [] } }
  const key = `unsaved:project:${opened.account?.id}:1:ancien`
  localStorage.setItem(key, JSON.stringify({ at: new Date().toISOString(), edit }))
  await reopen(opened)
  const offered = await findOffer()
  expect(nameField().value).toBe("Quai de Matadi")
  await opened.user.click(offered.getByRole("button", { name: "Reprendre" }))
  expect(nameField().value).toBe("Texte d’un autre onglet")
})

/** Makes the device full, so that what is typed is in the form alone. */
function fillDevice() {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith("unsaved:")) throw new DOMException("full", "QuotaExceededError")
    setItem.call(this, key, value)
  })
}

const question = () => screen.queryByRole("dialog", { name: /^Quitter sans enregistrer\s\?$/ })

/** Waits for its text, since a closed dialog has no role. */
const waitUntilGone = () => waitFor(() => expect(screen.queryByText(/^Quitter sans enregistrer\s\?$/)).toBeNull())

async function typeOnFullDevice() {
  fillDevice()
  const opened = await openScreen("/admin/projects", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Pont", description: "Un pont." }),
  })
  const { user } = opened
  await user.click(await screen.findByRole("button", { name: "Modifier Pont" }))
  await findNameField()
  await type(user, "Description", "Un pont de trois cents mètres.")
  return opened
}

test.each(["a link", "the way back", "« Annuler »", "the log-out"])(
  "where nothing can be stored, %s asks first, and « Rester » keeps what was typed",
  async (way) => {
    const { user } = await typeOnFullDevice()
    const menu = within(screen.getByRole("complementary"))
    if (way === "a link") await user.click(menu.getByRole("link", { name: "Messages" }))
    if (way === "the way back") history.back()
    if (way === "« Annuler »") await user.click(screen.getByRole("link", { name: "Annuler" }))
    if (way === "the log-out") await user.click(menu.getByRole("button", { name: "Déconnexion" }))
    await waitFor(() => expect(question()).not.toBeNull())
    await user.click(within(question() as HTMLElement).getByRole("button", { name: "Rester" }))
    await waitUntilGone()
    await waitFor(() => expect(location.pathname).toBe("/admin/project-edit/1"))
    expect(field("Description").value).toBe("Un pont de trois cents mètres.")
  },
)

test("Escape stays too; « Quitter sans enregistrer » goes where one was going", async () => {
  const { user } = await typeOnFullDevice()
  const messages = within(screen.getByRole("complementary")).getByRole("link", { name: "Messages" })
  await user.click(messages)
  await waitFor(() => expect(question()).not.toBeNull())
  await user.keyboard("{Escape}")
  await waitUntilGone()
  expect(field("Description").value).toBe("Un pont de trois cents mètres.")
  await user.click(messages)
  await user.click(await screen.findByRole("button", { name: "Quitter sans enregistrer" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
})

test("the log-out goes on after the question", async () => {
  const { user, client } = await typeOnFullDevice()
  await user.click(within(screen.getByRole("complementary")).getByRole("button", { name: "Déconnexion" }))
  await user.click(await screen.findByRole("button", { name: "Quitter sans enregistrer" }))
  await waitFor(() => expect(location.pathname).toBe("/login"))
  expect(await client.me()).toBeNull()
})

test("on a reload the browser asks", async () => {
  await typeOnFullDevice()
  const event = new Event("beforeunload", { cancelable: true })
  dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

test("the skip link and an undone change ask nothing", async () => {
  const opened = await typeOnFullDevice()
  await opened.user.click(screen.getByRole("link", { name: "Aller au contenu" }))
  expect(question()).toBeNull()
  await type(opened.user, "Description", "Un pont.")
  await goTo(opened, "Messages")
})

test("a picture on its way counts as unsaved until it has arrived", async () => {
  const opened = await openNew()
  const release = opened.network.hold("/upload")
  await choosePictures(opened.user, await createPicture("seule.jpg"))
  await opened.network.sent("/upload")
  await opened.user.click(within(screen.getByRole("complementary")).getByRole("link", { name: "Messages" }))
  await waitFor(() => expect(question()).not.toBeNull())
  await opened.user.click(within(question() as HTMLElement).getByRole("button", { name: "Rester" }))
  release()
  await waitUntilStored(1)
  await goTo(opened, "Messages")
  expect(textOf(screen.getByRole("main"))).not.toContain("Quitter sans enregistrer")
})
