import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { dropFiles } from "#client/testing/data-transfer.ts"
import { descriptionOf } from "#client/testing/description-of.ts"
import { watchNavigation } from "#client/testing/navigation.ts"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findAlert } from "#client/testing/project-form.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

const TITLES = "Nom du projet;Secteur;Statut;Adresse;Description"

const rowOf = (name: string) => `${name};Transport;En cours;Matadi;Un projet`

const fileOf = (...lines: string[]) => csv([TITLES, ...lines].join("\r\n"))

/** Makes a file of the bytes of Latin-1, which has no more characters than a byte has values. */
const csv = (content: string, name = "projets.csv", encoding: BufferEncoding = "utf8") =>
  new File([Buffer.from(content, encoding)], name, { type: "text/csv" })

async function openImport(role: Role = "admin") {
  const opened = await openScreen("/admin/projects-import", { as: role })
  await screen.findByRole("heading", { level: 1, name: "Importer des projets" })
  const { user, site } = opened
  return {
    ...opened,
    choose: (file: File, label = "Fichier CSV") => user.upload(screen.getByLabelText(label), file),
    press: (name: string) => user.click(screen.getByRole("button", { name })),
    async names(state?: "draft" | "published" | "trashed") {
      const all = await site.db.selectFrom("projects").select(["name", "state"]).orderBy("name").execute()
      return all.filter((project) => !state || project.state === state).map(({ name }) => name)
    },
  }
}

const heading = (name: string) => screen.findByRole("heading", { name })

const rows = () =>
  within(screen.getByRole("table", { name: "Lignes du fichier" }))
    .getAllByRole("row")
    .slice(1)

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name })

test.each([
  ["photo.jpg", "\xff\xd8\0\0", /Ce fichier n’est pas un fichier CSV/],
  ["projets.xlsx", "PK\x03\x04", /Ce fichier est un classeur : enregistrez-le au format CSV/],
  ["vide.csv", "", /Le fichier est vide/],
  ["autre.csv", "a;b\n1;2", /Colonnes obligatoires absentes : « Nom du projet »/],
])("%s is none that can be imported, and is not read again", async (name, content, text) => {
  await openImport()
  await dropFiles("Déposez le fichier ici", csv(content, name, "latin1"))
  await findAlert(text)
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull()
})

test("one file is read at a time", async () => {
  await openImport()
  await dropFiles("Déposez le fichier ici", fileOf(rowOf("Pont")), fileOf(rowOf("Route")))
  await findAlert("Choisissez un seul fichier à la fois.")
})

test("the template can be imported as it is", async () => {
  const { choose, client } = await openImport()
  const link = screen.getByRole("link", { name: "Télécharger un modèle" })
  const response = await client.request(link.getAttribute("href") ?? "")
  await choose(new File([await response.arrayBuffer()], "modele.csv", { type: "text/csv" }))
  const prepared = await heading("1 ligne prête")
  await waitFor(() => expect(document.activeElement).toBe(prepared))
})

test("a file is shown before anything is created, imported as drafts, and taken back", async () => {
  const { choose, press, names } = await openImport()
  await choose(fileOf(rowOf("Pont"), rowOf("Route")))
  await heading("2 lignes prêtes")
  expect(rows()).toHaveLength(2)
  expect(textOf(rows()[1] as HTMLElement)).toContain("Route")
  expect(await names()).toEqual([])
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Importer comme brouillons/ }).checked).toBe(true)
  await press("Importer 2 projets")
  await screen.findByText("2 projets importés")
  const drafts = screen.getByRole("link", { name: "Voir les brouillons" })
  expect(drafts.getAttribute("href")).toBe("/admin/projects?etat=brouillon")
  expect(await names("draft")).toEqual(["Pont", "Route"])
  await press("Annuler")
  await screen.findByText(/2 projets sont dans la corbeille pour 30 jours\./)
  expect(await names("trashed")).toEqual(["Pont", "Route"])
})

test("projects are published at once on demand, and taken back too", async () => {
  const { user, choose, press, names } = await openImport()
  await choose(fileOf(rowOf("Pont")))
  await heading("1 ligne prête")
  await user.click(screen.getByRole("radio", { name: /^Publier aussitôt/ }))
  await press("Importer 1 projet")
  await screen.findByText("1 projet importé")
  expect(await names("published")).toEqual(["Pont"])
  expect(screen.getByRole("link", { name: "Voir les projets publiés" }).getAttribute("href")).toBe(
    "/admin/projects?etat=publie",
  )
  await press("Annuler")
  await screen.findByText(/1 projet est dans la corbeille pour 30 jours\./)
  expect(await names("trashed")).toEqual(["Pont"])
})

test("many rows are shown a hundred at a time, and the focus goes to the first new one", async () => {
  const { choose, press } = await openImport()
  await choose(fileOf(...Array.from({ length: 120 }, (_, index) => rowOf(`Projet ${index + 1}`))))
  await heading("120 lignes prêtes")
  const named = () => within(screen.getByRole("table", { name: "Lignes du fichier" })).getAllByText(/^Projet \d+$/)
  expect(named()).toHaveLength(100)
  await press("Afficher plus (20)")
  const all = named()
  expect(all).toHaveLength(120)
  expect(document.activeElement?.contains(all[100] as Node)).toBe(true)
})

test("where the network fails, the file is read once one asks again", async () => {
  const { choose, press, network } = await openImport()
  const mend = network.answer("projects-import/preview", noConnection)
  await choose(fileOf(rowOf("Pont")))
  await findAlert(/La connexion s’est interrompue\./)
  mend()
  await press("Réessayer")
  await heading("1 ligne prête")
})

test("where the response is lost, what was created is not created again", async () => {
  const { choose, press, network, names } = await openImport()
  await choose(fileOf(rowOf("Pont"), rowOf("Route")))
  await heading("2 lignes prêtes")
  const mend = network.answer("state=", lostResponse)
  await press("Importer 2 projets")
  await findAlert(/^L’import n’est pas confirmé/)
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Publier aussitôt/ }).matches(":disabled")).toBe(true)
  mend()
  await press("Réessayer")
  await screen.findByText("2 projets importés")
  expect(await names()).toEqual(["Pont", "Route"])
})

test("an undo of which a response was lost gives no numbers, which are unknown", async () => {
  const { choose, press, network, names } = await openImport()
  await choose(fileOf(...Array.from({ length: 201 }, (_, index) => rowOf(`Silo ${index + 1}`))))
  await heading("201 lignes prêtes")
  await press("Importer 201 projets")
  await screen.findByText("201 projets importés")
  const mend = network.answer("projects.undo", lostResponse)
  await press("Annuler")
  await findAlert(/^L’import n’a pas été annulé en entier/)
  mend()
  await press("Annuler")
  await screen.findByText("Import annulé")
  expect(screen.queryByText(/dans la corbeille pour/)).toBeNull()
  expect(await names("trashed")).toHaveLength(201)
})

test("a session that has ended says so, and nothing was imported", async () => {
  const { choose, press, client, names } = await openImport()
  await choose(fileOf(rowOf("Pont")))
  await heading("1 ligne prête")
  const session = [...client.cookies]
  client.cookies.clear()
  await press("Importer 1 projet")
  await findAlert(/^Rien n’a été importé/)
  expect(screen.getByRole("link", { name: "Se connecter dans un nouvel onglet" })).toBeTruthy()
  for (const [name, value] of session) client.cookies.set(name, value)
  await press("Réessayer")
  await screen.findByText("1 projet importé")
  expect(await names()).toEqual(["Pont"])
})

test("a file read with the wrong encoding or separator is read again as one says", async () => {
  const { user, choose } = await openImport()
  await choose(csv([TITLES, rowOf("H\x99tel")].join("\n"), "mac.csv", "latin1"))
  await heading("1 ligne prête")
  await user.click(screen.getByText(/^Lecture :/))
  await user.selectOptions(screen.getByLabelText("Encodage"), "Mac (ancien Excel)")
  await waitFor(() => expect(textOf(rows()[0] as HTMLElement)).toContain("Hôtel"))
  await user.selectOptions(screen.getByLabelText("Séparateur"), "Virgule")
  await findAlert(/Colonnes obligatoires absentes/)
  await user.selectOptions(await screen.findByLabelText("Séparateur"), "Point-virgule")
  await waitFor(() => expect(textOf(rows()[0] as HTMLElement)).toContain("Hôtel"))
})

test("a file of Excel in Windows-1252 is understood, and a column that is none of a project is named", async () => {
  const { choose } = await openImport()
  const text = "Nom du projet;Secteur;Statut;Description;Budget\r\nHôtel d\x92été;Élevage;Terminé;À Kisangani;5\r\n"
  await choose(csv(text, "été.csv", "latin1"))
  await heading("1 ligne prête")
  expect(textOf(rows()[0] as HTMLElement)).toContain("Hôtel d’été")
  expect(screen.getByText("Colonne ignorée : « Budget »")).toBeTruthy()
})

test("rows that cannot be published are imported as drafts alone", async () => {
  const { user, choose } = await openImport()
  await choose(fileOf(rowOf("Digue"), "Quai;Transport;;Boma;"))
  await heading("2 lignes prêtes")
  await user.click(screen.getByRole("radio", { name: /^Publier aussitôt/ }))
  const blocked = button("Corrigez d’abord le fichier")
  expect(blocked.disabled).toBe(true)
  expect(descriptionOf(blocked)).toMatch(/^Une ligne n’a pas de description ou de statut/)
  await user.click(screen.getByRole("radio", { name: /^Importer comme brouillons/ }))
  expect(button("Importer 2 projets").disabled).toBe(false)
})

/** Chooses a file of four rows, the second and the last of which are wrong. */
async function chooseFaulty() {
  const opened = await openImport()
  const faulty = [rowOf("Tunnel"), ";Pêche;En cours;Boma;x", rowOf("Quai"), `${rowOf("Port")};;x`]
  await opened.choose(fileOf(...faulty))
  await heading("2 lignes prêtes, 2 à corriger")
  return opened
}

test("errors stand at their cells, and nothing is created until somebody imports", async () => {
  const { names } = await chooseFaulty()
  const cells = within(rows()[1] as HTMLElement).getAllByRole("cell")
  expect(textOf(cells[1] as HTMLElement)).toContain("Ce champ est obligatoire")
  const sector = cells.find((cell) => textOf(cell).includes("Pêche"))
  expect(textOf(sector as HTMLElement)).toMatch(/Secteur inconnu.*Construction, Agriculture/)
  expect(textOf(rows()[3] as HTMLElement)).toContain("Cette ligne a plus de cellules que le fichier n’a de colonnes")
  expect(await names()).toEqual([])
})

test("the good rows are imported, and the others stay as a file to correct", async () => {
  const { user, names } = await chooseFaulty()
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob)
    return "blob:rows"
  }
  URL.revokeObjectURL = () => undefined
  watchNavigation()
  await user.click(button("Télécharger les 2 lignes à corriger"))
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]?.text())?.split("\r\n") ?? []
  expect(lines[0]).toMatch(/^\ufeff?Nom du projet;.*;À corriger$/)
  expect(lines.filter(Boolean)).toHaveLength(3)
  await user.click(button("Importer les 2 bonnes lignes"))
  await screen.findByText("2 projets importés")
  expect(await names()).toHaveLength(2)
})

test("a file with errors alone imports nothing", async () => {
  const { choose } = await openImport()
  await choose(fileOf("Lycée;Pêche;Fini;;"))
  const submit = await screen.findByRole<HTMLButtonElement>("button", { name: "Corrigez d’abord le fichier" })
  expect(submit.disabled).toBe(true)
  expect(descriptionOf(submit)).toBe("Une ligne est à corriger avant de pouvoir importer.")
})

test("a file that knows projects says what it will do with each, and does that", async () => {
  const { choose, press, site, names } = await openImport()
  const id = await createTestProject(site.db, { name: "École", sector: "Transport" })
  const lines = ["Identifiant;Nom du projet;Secteur", `${id};Lycée;Transport`, ";Route;Transport"]
  await choose(csv(lines.join("\r\n")))
  await screen.findByText("1 projet créé et 1 projet mis à jour.")
  expect(rows().map(textOf)).toEqual([
    expect.stringMatching(/Mise à jour\s*de « École »/),
    expect.stringContaining("Nouveau"),
  ])
  await press("Importer 2 projets")
  await screen.findByText("1 projet importé et 1 projet mis à jour")
  expect(await names()).toEqual(["Lycée", "Route"])
  await press("Annuler")
  await screen.findByText(/2 projets sont comme avant/)
  expect(await names()).toContain("École")
})

test("a file that says nothing new imports nothing", async () => {
  const { choose, site } = await openImport()
  const id = await createTestProject(site.db, { name: "École", sector: "Transport" })
  await choose(csv(`Identifiant;Nom du projet;Secteur\r\n${id};École;Transport`))
  const submit = await screen.findByRole<HTMLButtonElement>("button", { name: "Rien à importer" })
  expect(descriptionOf(submit)).toBe("Le site a déjà tout ce que dit ce fichier.")
})

test("only the errors are shown on demand", async () => {
  const { user } = await chooseFaulty()
  await user.click(screen.getByLabelText("Seulement les erreurs"))
  expect(rows()).toHaveLength(2)
  expect(screen.getByText("2 lignes affichées sur 4")).toBeTruthy()
  await user.click(screen.getByLabelText("Seulement les erreurs"))
  expect(rows()).toHaveLength(4)
})

test("another file takes the place of the first", async () => {
  const { choose } = await openImport()
  await choose(fileOf(rowOf("Pont")))
  await heading("1 ligne prête")
  await choose(fileOf(rowOf("Route"), rowOf("Gare")), "Choisir un autre fichier")
  await heading("2 lignes prêtes")
  expect(textOf(rows()[0] as HTMLElement)).toContain("Route")
})

test("a reader imports nothing", async () => {
  await openScreen("/admin/projects-import", { as: "reader" })
  await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
})
