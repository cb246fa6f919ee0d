import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { lostResponse } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /Failed to load resource/ })

const FIRST = "Fichier CSV"
const OTHER = "Choisir un autre fichier"
const TITLES = "Nom du projet;Secteur;Statut;Adresse;Description"

function rowOf(name: string) {
  return `${name};Transport;En cours;Matadi;Un projet`
}

async function choose(page: Page, label: string, content: Buffer, name = "projets.csv") {
  await page.getByLabel(label).setInputFiles({ name, mimeType: "text/csv", buffer: content })
}

function fileOf(...lines: string[]) {
  return Buffer.from([TITLES, ...lines].join("\r\n"))
}

function rows(page: Page) {
  return page.getByRole("table", { name: "Lignes du fichier" }).locator("tbody tr")
}

function heading(page: Page, name: string) {
  return page.getByRole("heading", { name, exact: true })
}

function button(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true })
}

/** Reads the names of stored projects from the CSV export. */
async function namesOf(page: Page, query = ""): Promise<string[]> {
  const text = await (await page.request.get(`/api/admin/projects.csv?sort=name&${query}`)).text()
  return text.split("\r\n").flatMap((line) => /^\d+;([^;]+)/.exec(line)?.[1] ?? [])
}

const rejected = [
  { name: "photo.jpg", content: "\xff\xd8\0\0", text: "Ce fichier n’est pas un fichier CSV" },
  { name: "projets.xlsx", content: "PK\x03\x04", text: "Ce fichier est un classeur : enregistrez-le au format CSV" },
  { name: "vide.csv", content: "", text: "Le fichier est vide" },
  { name: "autre.csv", content: "a;b\n1;2", text: "Colonnes obligatoires absentes : « Nom du projet »" },
]

test("a file is previewed, imported and taken back, and what fails is told and tried again @slow", async ({
  page,
  context,
}) => {
  const alert = page.getByRole("alert")
  await openScreen(page, "/admin/projects-import", "Importer des projets")

  await test.step("a file that is none is told in a banner", async () => {
    for (const { name, content, text } of rejected) {
      await choose(page, FIRST, Buffer.from(content, "latin1"), name)
      await expect(alert).toContainText(text)
      await expect(button(page, "Réessayer")).toHaveCount(0)
    }
  })
  await test.step("the template is downloaded, and can be imported as it is", async () => {
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: "Télécharger un modèle" }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe("modele-projets.csv")
    await page.getByLabel(FIRST).setInputFiles(await download.path())
    await expect(heading(page, "1 ligne prête")).toBeFocused()
  })
  await test.step("many rows are shown a hundred at a time", async () => {
    await choose(page, OTHER, fileOf(...Array.from({ length: 250 }, (_, index) => rowOf(`Projet ${index + 1}`))))
    await expect(rows(page)).toHaveCount(100)
    await button(page, "Afficher plus (150)").click()
    await expect(rows(page)).toHaveCount(200)
    await expect(rows(page).nth(100)).toBeFocused()
    await expect(rows(page).nth(100)).toContainText("Projet 101")
  })
  await test.step("where the network fails, the file is read once one asks again", async () => {
    await page.route("**/projects-import/preview", (route) => route.abort())
    await choose(page, OTHER, fileOf(rowOf("Pont"), rowOf("Route")))
    await expect(alert).toContainText("La connexion s’est interrompue.")
    await page.unrouteAll()
    await button(page, "Réessayer").click()
    await expect(heading(page, "2 lignes prêtes")).toBeFocused()
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(1)).toContainText("Route")
    expect(await namesOf(page)).toEqual([])
  })
  await test.step("where the response is lost, what was created is not created again", async () => {
    await page.route("**/projects-import/*state=*", async (route) => {
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    })
    await expect(page.getByLabel("Importer comme brouillons")).toBeChecked()
    await button(page, "Importer 2 projets").click()
    await expect(alert).toContainText("L’import n’est pas confirmé")
    await expect(page.getByLabel("Publier aussitôt")).toBeDisabled()
    await page.unrouteAll()
    await button(page, "Réessayer").click()
    await expect(page.getByRole("status").getByText("2 projets importés")).toBeVisible()
    const drafts = page.getByRole("link", { name: "Voir les brouillons" })
    await expect(drafts).toHaveAttribute("href", "/admin/projects?etat=brouillon")
    expect(await namesOf(page, "etat=brouillon")).toEqual(["Pont", "Route"])
  })
  await test.step("the import is taken back", async () => {
    await button(page, "Annuler").click()
    await expect(page.getByText("2 projets sont dans la corbeille pour 30 jours.")).toBeVisible()
    expect(await namesOf(page)).toEqual([])
    expect(await namesOf(page, "etat=corbeille")).toEqual(["Pont", "Route"])
  })
  await test.step("an undo of which a response was lost gives no numbers, which are unknown", async () => {
    await choose(page, FIRST, fileOf(...Array.from({ length: 201 }, (_, index) => rowOf(`Silo ${index + 1}`))))
    await button(page, "Importer 201 projets").click()
    await expect(page.getByRole("status").getByText("201 projets importés")).toBeVisible()
    await page.route("**/trpc/projects.undo*", lostResponse, { times: 1 })
    await button(page, "Annuler").click()
    await expect(alert).toContainText("L’import n’a pas été annulé en entier")
    await button(page, "Annuler").click()
    await expect(page.getByText("Import annulé")).toBeVisible()
    await expect(page.getByText(/dans la corbeille pour/)).toHaveCount(0)
    expect(await namesOf(page)).toEqual([])
  })
  await test.step("a file read with the wrong encoding or separator is read again as one says", async () => {
    await choose(page, FIRST, Buffer.from([TITLES, rowOf("H\x99tel")].join("\n"), "latin1"), "mac.csv")
    await page.getByText("Lecture :").click()
    await page.getByLabel("Encodage").selectOption("macintosh")
    await expect(rows(page)).toContainText("Hôtel")
    await page.getByLabel("Séparateur").selectOption("comma")
    await expect(alert).toContainText("Colonnes obligatoires absentes")
    await page.getByLabel("Séparateur").selectOption("semicolon")
    await expect(rows(page)).toContainText("Hôtel")
  })
  await test.step("a file of Excel in Windows-1252 is published, once the session that ended is back", async () => {
    const text = "Nom du projet;Secteur;Statut;Description;Budget\r\nHôtel d\x92été;Élevage;Terminé;À Kisangani;5\r\n"
    await choose(page, OTHER, Buffer.from(text, "latin1"), "été.csv")
    await expect(rows(page)).toContainText("Hôtel d’été")
    await expect(page.getByText("Colonne ignorée : « Budget »")).toBeVisible()
    await page.getByLabel("Publier aussitôt").check()
    const cookies = await context.cookies()
    await context.clearCookies()
    await button(page, "Importer 1 projet").click()
    await expect(alert).toContainText("Rien n’a été importé")
    await expect(page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })).toBeVisible()
    await context.addCookies(cookies)
    await button(page, "Réessayer").click()
    await expect(page.getByRole("status").getByText("1 projet importé")).toBeVisible()
    expect(await (await page.request.get("/elevage")).text()).toContain("Hôtel d’été")
  })
  await test.step("rows that cannot be published are imported as drafts alone", async () => {
    await choose(page, FIRST, fileOf(rowOf("Digue"), "Quai;Transport;;Boma;"))
    const submit = button(page, "Importer 2 projets")
    await expect(submit).toBeEnabled()
    await page.getByLabel("Publier aussitôt").check()
    const blocked = button(page, "Corrigez d’abord le fichier")
    await expect(blocked).toBeDisabled()
    await expect(blocked).toHaveAccessibleDescription(/^Une ligne n’a pas de description ou de statut/)
    await page.getByLabel("Importer comme brouillons").check()
    await expect(submit).toBeEnabled()
  })
  await test.step("errors stand at their cells, and nothing is created until they are corrected", async () => {
    const long = rowOf("n".repeat(200))
    await choose(page, OTHER, fileOf(rowOf("Tunnel"), ";Pêche;En cours;Boma;x", long, `${rowOf("Port")};;x`))
    await expect(heading(page, "2 lignes prêtes, 2 à corriger")).toBeFocused()
    const faulty = rows(page).nth(1)
    await expect(faulty.getByRole("cell").filter({ hasText: "Pêche" })).toContainText(
      /Secteur inconnu.*Construction, Agriculture/,
    )
    await expect(faulty.getByRole("cell").nth(1)).toContainText("Ce champ est obligatoire")
    await expect(rows(page).nth(3)).toContainText("Cette ligne a plus de cellules que le fichier n’a de colonnes")
    const submit = button(page, "Corrigez d’abord le fichier")
    await expect(submit).toBeDisabled()
    await expect(submit).toHaveAccessibleDescription("2 lignes sont à corriger avant de pouvoir importer.")
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByLabel("Seulement les erreurs").check()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByText("2 lignes affichées sur 4")).toBeVisible()
    await page.getByLabel("Seulement les erreurs").uncheck()
    await expectFitsLargeText(page)
    expect(await namesOf(page)).toEqual(["Hôtel d’été"])
  })
})
