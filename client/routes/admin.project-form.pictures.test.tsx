import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { createDataTransfer, dropFiles } from "#client/testing/data-transfer.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createPicture } from "#client/testing/pictures.ts"
import {
  altField,
  choosePictures,
  field,
  fillProject,
  findAlert,
  findNameField,
  formButton,
  pictureButton,
  pictures,
  sources,
  type,
  waitUntilStored,
} from "#client/testing/project-form.ts"
import { managedProject } from "#client/testing/projects.ts"
import { textOf } from "#client/testing/text-of.ts"

async function openForm() {
  const opened = await openScreen("/admin/project-form", { as: "admin" })
  await findNameField()
  const stored = async () => (await managedProject(opened.client, 1)).images
  return { ...opened, stored, add: () => opened.user.click(formButton("Ajouter le projet")) }
}

/** Opens a form into which that many pictures were put, and returns their addresses. */
async function openWithPictures(count: number) {
  const opened = await openForm()
  const files = await Promise.all(Array.from({ length: count }, (_, index) => createPicture(`photo-${index + 1}.jpg`)))
  await choosePictures(opened.user, ...files)
  await waitUntilStored(count)
  return { ...opened, given: sources(), files }
}

test("pictures are shown at once, with their progress, and sent one after the other", async () => {
  const { user, network } = await openForm()
  expect(screen.getByText("0 sur 12, encore 12 places")).toBeTruthy()
  const release = network.hold("/upload")
  await choosePictures(user, await createPicture("un.jpg"), await createPicture("deux.jpg"))
  expect(pictures()).toHaveLength(2)
  expect(screen.getByText("2 sur 12, encore 10 places")).toBeTruthy()
  await network.sent("/upload")
  await waitFor(() => {
    for (const source of sources()) expect(source).toMatch(/^blob:/)
  })
  for (const name of ["Envoi de l’image 1", "Envoi des images"])
    expect(screen.getByRole("progressbar", { name })).toBeTruthy()
  expect(textOf(screen.getByRole("main"))).toMatch(/Envoi de 2 images sur 2 : \d+ %/)
  expect(textOf(pictures()[1] as HTMLElement)).toContain("En attente d’envoi")
  expect(network.requests.filter((request) => request.endsWith("/upload"))).toHaveLength(1)
  release()
  await waitUntilStored(2)
  expect(screen.queryByRole("progressbar")).toBeNull()
  await screen.findByText("Les images sont envoyées.")
})

test("saving waits for the pictures, and takes what is typed meanwhile", async () => {
  const { user, network, client, add } = await openForm()
  await fillProject(user, "Deux formats")
  const release = network.hold("/upload")
  await choosePictures(user, await createPicture("un.jpg"), await createPicture("deux.jpg"))
  await add()
  await screen.findByRole("button", { name: "Envoi des images…" })
  await type(user, "Adresse", "Ngiri-Ngiri")
  release()
  await screen.findByText("Projet ajouté avec succès !")
  const { images, address } = await managedProject(client, 1)
  expect(images).toHaveLength(2)
  expect(address).toBe("Ngiri-Ngiri")
})

test("a file that is no picture is named at once and never sent", async () => {
  const { network } = await openForm()
  await dropFiles("Déposez les images ici", new File(["%PDF"], "devis.pdf", { type: "application/pdf" }))
  await findAlert("Format d'image non pris en charge (JPG, PNG ou WebP)devis.pdf")
  expect(pictures()).toEqual([])
  expect(network.requests.filter((request) => request.endsWith("/upload"))).toEqual([])
})

test("twelve are taken at most", async () => {
  const { user, network } = await openForm()
  network.hold("/upload")
  const files = Array.from(
    { length: 13 },
    (_, index) => new File([`${index}`], `photo-${index}.jpg`, { type: "image/jpeg" }),
  )
  await choosePictures(user, ...files)
  expect(pictures()).toHaveLength(12)
  expect(screen.getByText("12 sur 12 : la liste est pleine")).toBeTruthy()
  await findAlert("Trop d'images (12 au maximum)photo-12.jpg")
})

test("pictures are dropped anywhere on the page, and pasted", async () => {
  await openForm()
  await dropFiles("Déposez les images ici", await createPicture("lâchée.jpg"))
  await waitUntilStored(1)
  fireEvent.paste(document.body, { clipboardData: createDataTransfer([await createPicture("collée.jpg")]) })
  await waitUntilStored(2)
})

test("the same picture is taken once", async () => {
  const { user, files } = await openWithPictures(1)
  await choosePictures(user, files[0] as File)
  await findAlert(/^Cette image est déjà dans la liste/)
  expect(pictures()).toHaveLength(1)
})

test("buttons move a picture, keep the focus and announce its place", async () => {
  const { user, given } = await openWithPictures(3)
  const [one, two, three] = given
  await user.click(pictureButton("Mettre en premier", 3))
  expect(sources()).toEqual([three, one, two])
  expect(screen.getByText("Image placée en position 1.")).toBeTruthy()
  pictureButton("Descendre", 1).focus()
  await user.keyboard("{Enter}")
  expect(sources()).toEqual([one, three, two])
  expect(document.activeElement).toBe(pictureButton("Descendre", 2))
  await user.keyboard("{Enter}")
  expect(sources()).toEqual([one, two, three])
  expect(document.activeElement).toBe(pictureButton("Descendre", 3))
  expect(pictureButton("Descendre", 3).getAttribute("aria-disabled")).toBe("true")
  await user.click(pictureButton("Monter", 2))
  expect(sources()).toEqual([two, one, three])
})

test("dragging moves one", async () => {
  const { given } = await openWithPictures(3)
  const [one, two, three] = given
  const handle = within(pictures()[2] as HTMLElement).getByTitle("Faire glisser pour changer l’ordre")
  const dataTransfer = createDataTransfer()
  fireEvent.dragStart(handle, { dataTransfer })
  // Browsers repeat the event.
  await waitFor(() => {
    fireEvent.dragOver(pictures()[0] as HTMLElement, { dataTransfer })
    expect(sources()).toEqual([three, one, two])
  })
  fireEvent.dragEnd(handle, { dataTransfer })
  await waitFor(() => expect(sources()).toEqual([three, one, two]))
})

test("one that is taken away leaves the focus to the list", async () => {
  const { user, given } = await openWithPictures(2)
  pictureButton("Retirer", 1).focus()
  await user.keyboard("{Enter}")
  expect(sources()).toEqual([given[1]])
  expect(document.activeElement).toBe(screen.getByRole("list", { name: "Ordre des photos" }))
})

test("the alternative text is the project's name, or what one types, or empty", async () => {
  const { user, add, stored } = await openWithPictures(3)
  await fillProject(user, "Dépôt de Limete")
  expect([1, 2, 3].map((position) => altField(position).value)).toEqual(Array(3).fill("Dépôt de Limete"))
  await type(user, "Description de la photo 2", "Le quai de chargement")
  await user.click(screen.getByLabelText(/^Sans description \(décorative\)\s: image 1$/))
  expect(altField(1).disabled).toBe(true)
  await user.clear(altField(3))
  await user.tab()
  expect(altField(3).value).toBe("Dépôt de Limete")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  expect((await stored()).map(({ alt }) => alt)).toEqual(["", "Le quai de chargement", "Dépôt de Limete"])
})

test("later the pictures of a project are put in another order, taken away and added to", async () => {
  const { user, add, stored, open } = await openWithPictures(3)
  await fillProject(user, "Trois photos")
  await add()
  await screen.findByText("Projet ajouté avec succès !")
  const [one, two, three] = (await stored()).map(({ name }) => name)
  open("/admin/project-edit/1")
  await findNameField()
  expect(sources()).toEqual([one, two, three].map((name) => `/uploads/${name}`))
  await user.click(pictureButton("Mettre en premier", 3))
  await user.click(pictureButton("Retirer", 2))
  await choosePictures(user, await createPicture("quatre.jpg"))
  await screen.findByText("Envoyée")
  await user.click(formButton("Enregistrer"))
  await screen.findByText("Projet mis à jour avec succès !")
  const after = (await stored()).map(({ name }) => name)
  expect(after).toEqual([three, two, expect.stringMatching(/\.jpg$/)])
})

test("one that is being sent is cancelled, and the next one is sent", async () => {
  const { user, network } = await openForm()
  const release = network.hold("/upload")
  await choosePictures(user, await createPicture("un.jpg"), await createPicture("deux.jpg"))
  await network.sent("/upload", 1)
  await user.click(pictureButton("Annuler l’envoi", 1))
  expect(pictures()).toHaveLength(1)
  await network.sent("/upload", 2)
  release()
  await waitUntilStored(1)
})

test("whoever leaves while pictures are being sent is asked, and leaving stops the others", async () => {
  const { user, network } = await openForm()
  network.hold("/upload")
  await choosePictures(user, await createPicture("un.jpg"), await createPicture("deux.jpg"))
  await network.sent("/upload")
  await user.click(within(screen.getByRole("complementary")).getByRole("link", { name: "Messages" }))
  await user.click(await screen.findByRole("button", { name: "Quitter sans enregistrer" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  expect(network.requests.filter((request) => request.endsWith("/upload"))).toHaveLength(1)
})

test("a picture that is added while a draft is being saved is in its editor", async () => {
  const { user, network, stored } = await openForm()
  await type(user, "Nom du projet", "Pont de Maluku")
  await user.selectOptions(field("Secteur"), "Transport")
  const releaseDraft = network.hold("projects.createDraft")
  await user.click(formButton("Enregistrer le brouillon"))
  await network.sent("projects.createDraft")
  const releaseUpload = network.hold("/upload")
  await choosePictures(user, await createPicture("seule.jpg"))
  releaseDraft()
  await screen.findByRole("button", { name: "Envoi des images…" })
  await network.sent("/upload")
  releaseUpload()
  await waitFor(() => expect(location.pathname).toMatch(/^\/admin\/project-edit\/\d+$/))
  await waitFor(() => expect(pictures()).toHaveLength(1))
  await waitFor(async () => expect(await stored()).toMatchObject([{ alt: null }]))
})
