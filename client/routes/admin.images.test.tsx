import { readFileSync } from "node:fs"
import { screen, waitFor, within } from "@testing-library/dom"
import sharp from "sharp"
import { expect, test } from "vitest"
import { findAlert } from "#client/testing/content.ts"
import { fill } from "#client/testing/fill.ts"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createPicture } from "#client/testing/pictures.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { contentAddress } from "#server/testing/content-address.ts"

const truck = readFileSync("server/pictures/bundled/originals/transport/vue-1.jpg")

async function openLibrary(as: Role = "admin") {
  const opened = await openScreen("/admin/images", { as })
  await screen.findByRole("heading", { level: 1, name: "Images" })
  const { user } = opened
  return {
    ...opened,
    add: (...files: File[]) => user.upload(screen.getByLabelText("Ajouter des images"), files),
    search: (text: string) => fill(user, screen.getByRole("searchbox", { name: "Rechercher une image" }), text),
  }
}

/** The list of what was sent, once it is there. */
const findUploads = async () => within(await screen.findByRole("region", { name: "Images envoyées" }))

/** A picture of a truck, in another size each time, so that the files differ and the pictures look alike. */
async function createTwin(name: string, width: number) {
  const content = await sharp(truck).resize(width).jpeg({ quality: 70 }).toBuffer()
  return new File([new Uint8Array(content)], name, { type: "image/jpeg" })
}

/** Opens the details of a picture by its alternative text, or its file's name. */
async function openDetails({ user }: Pick<Awaited<ReturnType<typeof openLibrary>>, "user">, name: string | RegExp) {
  await user.click((await screen.findAllByRole("button", { name }))[0] as Element)
  return within(await screen.findByRole("dialog", { name: "Détails de l’image" }))
}

test("a picture is added, and described before its row has arrived", async () => {
  const { user, network, add } = await openLibrary()
  const release = network.hold("pictures.find")
  await add(await createPicture("chantier.jpg"))
  const uploads = await findUploads()
  await fill(user, await uploads.findByLabelText("Description de la photo (texte alternatif)"), "Un chantier à Lemba")
  await user.click(uploads.getByRole("button", { name: "Enregistrer" }))
  release()
  await uploads.findByRole("button", { name: "Enregistré" })
  await screen.findByRole("button", { name: "Un chantier à Lemba" })
  await user.click(uploads.getByRole("button", { name: "Retirer chantier.jpg de la liste" }))
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }))
})

test("a picture that is sent again is told to be there", async () => {
  const { add } = await openLibrary()
  const picture = await createPicture("chantier.jpg")
  await add(picture)
  await (await findUploads()).findByText("Ajoutée à la bibliothèque")
  await add(new File([picture], "encore.jpg", { type: picture.type }))
  await (await findUploads()).findByText("Déjà dans la bibliothèque")
})

test("one that looks like another is kept only if somebody says so", async () => {
  const { user, add } = await openLibrary()
  await add(await createTwin("camion.jpg", 800))
  const uploads = await findUploads()
  await uploads.findByText("Cette image ressemble à une autre de la bibliothèque.")
  await user.click(uploads.getByRole("button", { name: "Utiliser celle qui existe" }))
  await uploads.findByText("Déjà dans la bibliothèque")
  await user.click(uploads.getByRole("button", { name: "Retirer camion.jpg de la liste" }))
  await add(await createTwin("camion.jpg", 800))
  await user.click(await (await findUploads()).findByRole("button", { name: "Garder les deux" }))
  await (await findUploads()).findByText("Ajoutée à la bibliothèque")
  await add(await createTwin("troisieme.jpg", 700))
  await (await findUploads()).findByText("Cette image ressemble à 2 autres de la bibliothèque.")
  await user.click((await findUploads()).getByRole("button", { name: "Utiliser la première" }))
  await (await findUploads()).findByText("Déjà dans la bibliothèque")
})

test("a picture that does not arrive is sent when one asks for it", async () => {
  const { user, network, add } = await openLibrary()
  const end = network.answer("/upload", proxyPage)
  await add(await createPicture("petite.jpg"))
  const uploads = await findUploads()
  await uploads.findByRole("alert")
  end()
  await user.click(uploads.getByRole("button", { name: "Réessayer d’envoyer petite.jpg" }))
  await uploads.findByText("Ajoutée à la bibliothèque")
})

test("pictures are found without accents and case, and the search stands in the address", async () => {
  const { search } = await openLibrary()
  await search("SIEGE")
  await screen.findByText("1 image trouvée")
  expect(new URLSearchParams(location.search).get("search")).toBe("SIEGE")
})

test("a search without a result says so, and is taken back by a button", async () => {
  const { user, search } = await openLibrary()
  await search("introuvable")
  await user.click(await screen.findByRole("button", { name: /^Effacer/ }))
  expect(location.search).toBe("")
  await screen.findAllByRole("button", { name: /siège d'entreprise/ })
})

test("a picture gets its focal point by keyboard, and a text that is not saved is not lost by Escape", async () => {
  const opened = await openLibrary()
  const { user } = opened
  const details = await openDetails(opened, /siège d'entreprise/)
  const point = await details.findByRole("button", { name: "Point focal" })
  point.focus()
  await user.keyboard("{ArrowRight}")
  await details.findByText(/^55\s% de la gauche/)
  const text = await details.findByLabelText<HTMLInputElement>("Description de la photo (texte alternatif)")
  await fill(user, text, "Le siège au soir")
  await user.keyboard("{Escape}")
  const question = within(await screen.findByRole("dialog", { name: /^Quitter sans enregistrer/ }))
  await user.click(question.getByRole("button", { name: "Rester" }))
  expect(text.value).toBe("Le siège au soir")
  await user.click(details.getByRole("button", { name: "Fermer" }))
  const again = within(await screen.findByRole("dialog", { name: /^Quitter sans enregistrer/ }))
  await user.click(again.getByRole("button", { name: "Quitter sans enregistrer" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
})

test("a picture is put in the place of the home page's, everywhere", async () => {
  const opened = await openLibrary()
  const { user, site, search } = opened
  await search("hero/home")
  await screen.findByText(/trouvée/)
  const details = await openDetails(opened, /panorama/)
  await details.findByRole("link", { name: /^Page «\sAccueil\s»$/ })
  await user.click(details.getByRole("button", { name: "Remplacer" }))
  const chooser = within(await screen.findByRole("dialog", { name: "Choisir une image" }))
  await user.click(await chooser.findByRole("button", { name: /siège d'entreprise/ }))
  const question = within(await screen.findByRole("dialog", { name: /^Remplacer cette image partout/ }))
  await user.click(question.getByRole("button", { name: "Remplacer" }))
  await screen.findByText("Image remplacée partout.")
  const home = await (await site.request(contentAddress("accueil"))).text()
  expect(home).toContain("hero-about")
})

test("a picture that is used is not deleted, and says where it is used", async () => {
  const opened = await openLibrary()
  const { user, site, add } = opened
  await add(await createPicture("facade.jpg"))
  await (await findUploads()).findByText("Ajoutée à la bibliothèque")
  const { name } = await site.db.selectFrom("images").select("name").executeTakeFirstOrThrow()
  await site.db.insertInto("contentImages").values({ page: "accueil", state: "published", image: name }).execute()
  const details = await openDetails(opened, "facade.jpg")
  await user.click(await details.findByRole("button", { name: "Supprimer" }))
  const used = within(await screen.findByRole("dialog", { name: "Cette image est utilisée" }))
  used.getByRole("link", { name: /^Page «\sAccueil\s»$/ })
})

/** Opens the library with a picture that nothing uses, and deletes it. */
async function deleteUnused() {
  const opened = await openLibrary()
  await opened.add(await createPicture("hangar.jpg"))
  const uploads = await findUploads()
  await uploads.findByText("Ajoutée à la bibliothèque")
  const details = await openDetails(opened, "hangar.jpg")
  await opened.user.click(await details.findByRole("button", { name: "Supprimer" }))
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/est dans la corbeille pour 30\sjours/))
  return opened
}

test("one that nothing uses is deleted at once, and « Annuler » brings it back, also after a failure", async () => {
  const { user, network } = await deleteUnused()
  const undo = screen.getByRole("button", { name: "Annuler" })
  const end = network.answer("pictures.restore", proxyPage)
  await user.click(undo)
  await findAlert("L’image n’a pas pu être restaurée : Erreur serveur")
  await waitFor(() => expect(document.activeElement).toBe(undo))
  end()
  await user.click(undo)
  await screen.findByText(/est de retour parmi les images/)
})

test("the trash says how many it has, waits for its list, and gives one back", async () => {
  const { user, network } = await deleteUnused()
  const trash = await screen.findByRole("link", { name: "Corbeille (1)" })
  const release = network.hold("pictures.search")
  await user.click(trash)
  await screen.findByText("Chargement des images…")
  expect(screen.queryByRole("button", { name: /^Restaurer/ })).toBeNull()
  release()
  await user.click(await screen.findByRole("button", { name: /^Restaurer «\shangar\.jpg\s»$/ }))
  await screen.findByText(/est de retour parmi les images/)
})

test("a library that cannot be loaded says so, and is tried again", async () => {
  const { network, user, open } = await openScreen("/admin/account", { as: "admin" })
  const end = network.answer("pictures.search", noConnection)
  open("/admin/images")
  await findAlert("connexion impossible")
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findAllByRole("button", { name: /siège d'entreprise/ })
})

test("a reader sees the pictures, and nothing that would change them", async () => {
  await openLibrary("reader")
  await screen.findAllByRole("button", { name: /siège d'entreprise/ })
  expect(screen.queryByLabelText("Ajouter des images")).toBeNull()
})
