import { screen, waitFor } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { type Answer, noConnection, proxyPage } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { createPicture } from "#client/testing/pictures.ts"
import {
  choosePictures,
  field,
  fillProject,
  findAlert,
  findNameField,
  formButton,
  pictureButton,
  pictures,
  type,
  waitUntilStored,
} from "#client/testing/project-form.ts"
import { publicNames } from "#client/testing/projects.ts"
import { textOf } from "#client/testing/text-of.ts"

const PART_BYTES = 256 * 1024

async function openForm() {
  const opened = await openScreen("/admin/project-form", { as: "admin" })
  await findNameField()
  return { ...opened, add: () => opened.user.click(formButton("Ajouter le projet")) }
}

const refuse =
  (status: number, message: string): Answer =>
  () =>
    Response.json({ success: false, message }, { status })

/** Breaks every part but the first; `offsets` are those of the parts that reached the server. */
function breakParts(network: Awaited<ReturnType<typeof openForm>>["network"]) {
  const offsets: number[] = []
  let isBroken = true
  network.answer("/api/uploads/", (request, proceed) => {
    const offset = Number(request.headers.get("Upload-Offset"))
    if (isBroken && offset > 0) return noConnection(request, proceed)
    if (request.method === "PATCH") offsets.push(offset)
    return proceed()
  })
  return {
    offsets,
    mend() {
      isBroken = false
    },
  }
}

test("a large picture goes on by itself from where it stopped, and no part is sent twice", async () => {
  fakeTime()
  const { user, network } = await openForm()
  const { offsets, mend } = breakParts(network)
  await choosePictures(user, await createPicture("chantier.png", { noisy: true }))
  await screen.findAllByText(/^Reprise dans \d+\ss/)
  await findAlert(/^Erreur de réseau lors du téléchargementchantier\.png$/)
  expect(offsets).toEqual([0])
  mend()
  await passTime(2000)
  await waitUntilStored(1)
  expect(offsets).toEqual([0, PART_BYTES, 2 * PART_BYTES])
  expect(screen.queryByRole("alert")).toBeNull()
})

test("while the device is offline, the upload waits, and goes on once the network is back", async () => {
  const { user, network } = await openForm()
  const { mend } = breakParts(network)
  Object.defineProperty(navigator, "onLine", { configurable: true, value: false })
  await choosePictures(user, await createPicture("chantier.png", { noisy: true }))
  await screen.findAllByText("Connexion perdue, l’envoi reprendra")
  mend()
  Reflect.deleteProperty(navigator, "onLine")
  dispatchEvent(new Event("online"))
  await waitUntilStored(1)
})

test("where the network stays away, saving waits and fails, and « Réessayer » goes on from the same place", async () => {
  fakeTime()
  const { user, network, add, client } = await openForm()
  await fillProject(user, "Repris")
  const { offsets, mend } = breakParts(network)
  await choosePictures(user, await createPicture("pont.png", { noisy: true }))
  await screen.findAllByText(/^Reprise dans \d+\ss/)
  await add()
  await screen.findByRole("button", { name: "Envoi des images…" })
  await vi.waitFor(async () => {
    await passTime(31_000)
    screen.getByText(/^Des images n’ont pas été envoyées/)
  }, 10_000)
  expect(textOf(pictures()[0] as HTMLElement)).toContain("Non envoyée")
  expect(screen.queryByRole("progressbar")).toBeNull()
  expect(await publicNames(client)).toEqual([])
  mend()
  await user.click(pictureButton("Réessayer", 1))
  await waitUntilStored(1)
  expect(offsets).toEqual([0, PART_BYTES, 2 * PART_BYTES])
})

test("an upload that is removed meanwhile is cancelled on the server", async () => {
  const { user, network } = await openForm()
  breakParts(network)
  await choosePictures(user, await createPicture("quai.png", { noisy: true }))
  await screen.findAllByText(/^Reprise dans \d+\ss/)
  await user.click(pictureButton("Annuler l’envoi", 1))
  await waitFor(() => expect(network.requests.join("\n")).toMatch(/^DELETE \/api\/uploads\/\S+$/m))
  expect(pictures()).toEqual([])
})

test("a red banner says why and names the files, which are sent again one by one", async () => {
  const { user, network } = await openForm()
  const mend = network.answer("/upload", refuse(507, "Espace disque insuffisant, réessayez plus tard"))
  await choosePictures(user, await createPicture("perdue.jpg"))
  await findAlert("Espace disque insuffisant, réessayez plus tardperdue.jpg")
  expect(textOf(pictures()[0] as HTMLElement)).toContain("Non envoyée")
  mend()
  await user.click(pictureButton("Réessayer", 1))
  await waitUntilStored(1)
  expect(screen.queryByRole("alert")).toBeNull()
})

test("several files that failed are sent again together", async () => {
  const { user, network } = await openForm()
  const mend = network.answer("/upload", proxyPage)
  await choosePictures(user, await createPicture("perdue.jpg"), await createPicture("autre.jpg"))
  await findAlert("Erreur lors du téléchargement des imagesperdue.jpg, autre.jpg")
  mend()
  await user.click(screen.getByRole("button", { name: "Réessayer l’envoi" }))
  await waitUntilStored(2)
  expect(screen.queryByRole("alert")).toBeNull()
})

test("one that the server cannot read is named, and is not offered again", async () => {
  const { user } = await openForm()
  const picture = await createPicture("abîmée.jpg")
  const broken = new File([picture.slice(0, 200), "perdu"], "abîmée.jpg", { type: "image/jpeg" })
  await choosePictures(user, broken)
  await findAlert(/^Image illisible : enregistrez-la de nouveau.*abîmée\.jpg$/)
  expect(pictures()).toEqual([])
  expect(screen.queryByRole("button", { name: /^Réessayer/ })).toBeNull()
})

test("a session that ended says so, with the way to log in again, after which one goes on", async () => {
  const { user, client } = await openForm()
  const session = [...client.cookies]
  client.cookies.clear()
  await choosePictures(user, await createPicture("dernière.jpg"))
  await findAlert(/^Connectez-vous pour continuer/)
  const logIn = screen.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
  expect(logIn.getAttribute("target")).toBe("_blank")
  for (const [name, value] of session) client.cookies.set(name, value)
  await user.click(pictureButton("Réessayer", 1))
  await waitUntilStored(1)
})

test("a picture that is refused while the project is being saved holds the save, and one can go on without it", async () => {
  const { user, network, add, client } = await openForm()
  await fillProject(user, "Silo de Kasangulu")
  const release = network.hold("/upload", refuse(415, "Image illisible"))
  await choosePictures(user, await createPicture("silo.jpg"))
  await add()
  await screen.findByRole("button", { name: "Envoi des images…" })
  await network.sent("/upload")
  release()
  await findAlert(/« silo\.jpg » \(Image illisible\)\. Rien n’est encore enregistré/)
  expect(await publicNames(client)).toEqual([])
  await user.click(screen.getByRole("button", { name: "Continuer sans les images refusées" }))
  await screen.findByText("Projet ajouté avec succès !")
  expect(await publicNames(client)).toEqual(["Silo de Kasangulu"])
})

test("pictures that could not be sent while a draft was being saved are tried again in the same form", async () => {
  const { user, network } = await openForm()
  await type(user, "Nom du projet", "Jetée")
  await user.selectOptions(field("Secteur"), "Transport")
  const releaseDraft = network.hold("projects.createDraft")
  await user.click(formButton("Enregistrer le brouillon"))
  await network.sent("projects.createDraft")
  const releaseUpload = network.hold("/upload", refuse(503, "Réessayez plus tard"))
  await choosePictures(user, await createPicture("seule.jpg"))
  releaseDraft()
  await screen.findByRole("button", { name: "Envoi des images…" })
  await network.sent("/upload")
  releaseUpload()
  await screen.findByRole("button", { name: "Publier" })
  expect(location.pathname).toBe("/admin/project-form")
  await user.click(screen.getByRole("button", { name: /^Réessayer/ }))
  await waitUntilStored(1)
})
