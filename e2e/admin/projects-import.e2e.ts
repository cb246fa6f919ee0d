import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { admin, openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

const TITLES = "Nom du projet;Secteur;Statut;Adresse;Description"
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

function open(page: Page) {
  return openScreen(page, "/admin/projects-import", "Importer des projets")
}

function rowOf(name: string) {
  return `${name};Transport;En cours;Matadi;Un projet`
}

async function choose(page: Page, lines: readonly string[], label = "Fichier CSV") {
  const buffer = Buffer.from([TITLES, ...lines].join("\r\n"))
  await page.getByLabel(label).setInputFiles({ name: "projets.csv", mimeType: "text/csv", buffer })
}

function rows(page: Page) {
  return page.getByRole("table", { name: "Lignes du fichier" }).locator("tbody tr")
}

/** The names of stored projects, from the export. */
async function namesOf(page: Page, query: string): Promise<string[]> {
  const text = await (await page.request.get(`/api/admin/projects.csv?sort=name&${query}`)).text()
  return text.split("\r\n").flatMap((line) => /^\d+;([^;]+)/.exec(line)?.[1] ?? [])
}

for (const size of sizes) {
  test(`a file is previewed, imported as drafts, and taken back at ${size.width} px`, ON_POSTGRES, async ({ page }) => {
    const names = ["Pont", "Route"].map((name) => `${name} ${size.width}`)
    const search = `search=${size.width}`
    await page.setViewportSize(size)
    await open(page)
    await expectAccessible(page)
    await test.step("the preview gets the focus", async () => {
      await choose(page, names.map(rowOf))
      await expect(page.getByRole("heading", { name: "2 lignes prêtes" })).toBeFocused()
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).nth(1)).toContainText(`Route ${size.width}`)
      await expectAccessible(page)
      expect(await namesOf(page, search)).toEqual([])
    })
    await test.step("imported", async () => {
      await expect(page.getByLabel("Importer comme brouillons")).toBeChecked()
      await page.getByRole("button", { name: "Importer 2 projets" }).click()
      await expect(page.getByRole("status").getByText("2 projets importés")).toBeVisible()
      await expect(page.getByRole("link", { name: "Voir les brouillons" })).toHaveAttribute(
        "href",
        "/admin/projects?etat=brouillon",
      )
      await expectAccessible(page)
      expect(await namesOf(page, `etat=brouillon&${search}`)).toEqual(names)
    })
    await test.step("taken back", async () => {
      await page.getByRole("button", { name: "Annuler" }).click()
      await expect(page.getByText("2 projets sont dans la corbeille pour 30 jours.")).toBeVisible()
      expect(await namesOf(page, search)).toEqual([])
      expect(await namesOf(page, `etat=corbeille&${search}`)).toEqual(names)
    })
  })

  test(`errors stand at their cells, and nothing is created, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await open(page)
    await choose(page, [rowOf("Tunnel"), "Quai;Pêche;En cours;Boma;", rowOf("Gare"), `${rowOf("Port")};;x`])
    await expect(page.getByRole("heading", { name: "2 lignes prêtes, 2 à corriger" })).toBeFocused()
    const faulty = rows(page).nth(1)
    await expect(faulty.getByRole("cell").filter({ hasText: "Pêche" })).toContainText("Secteur inconnu")
    await expect(faulty.getByRole("cell").last()).toContainText("Ce champ est obligatoire")
    await expect(rows(page).nth(3)).toContainText("Cette ligne a plus de cellules que le fichier n’a de colonnes")
    const button = page.getByRole("button", { name: "Importer 2 projets" })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription("2 lignes sont à corriger avant de pouvoir importer.")
    await page.getByLabel("Seulement les erreurs").check()
    await expect(rows(page)).toHaveCount(2)
    await expect(page.getByText("2 lignes affichées sur 4")).toBeVisible()
    await expectAccessible(page)
    await choose(page, [rowOf("Tunnel")], "Choisir un autre fichier")
    await expect(page.getByRole("heading", { name: "1 ligne prête", exact: true })).toBeFocused()
    expect(await namesOf(page, "search=tunnel")).toEqual([])
  })
}

test("a file of Excel in Windows-1252 is read and published", async ({ page }) => {
  await open(page)
  const text = "Nom du projet;Secteur;Statut;Description;Budget\r\nHôtel d\x92été;Élevage;Terminé;À Kisangani;5\r\n"
  const buffer = Buffer.from(text, "latin1")
  await page.getByLabel("Fichier CSV").setInputFiles({ name: "été.csv", mimeType: "application/vnd.ms-excel", buffer })
  await expect(rows(page)).toContainText("Hôtel d’été")
  await expect(page.getByText("Colonne ignorée : « Budget »")).toBeVisible()
  await page.getByLabel("Publier aussitôt").check()
  await page.getByRole("button", { name: "Importer 1 projet", exact: true }).click()
  await expect(page.getByRole("status").getByText("1 projet importé")).toBeVisible()
  expect(await (await page.request.get("/elevage")).text()).toContain("Hôtel d’été")
})

test("the template is downloaded, and can be imported as it is", async ({ page }) => {
  await open(page)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Télécharger un modèle" }).click(),
  ])
  expect(download.suggestedFilename()).toBe("modele-projets.csv")
  await page.getByLabel("Fichier CSV").setInputFiles(await download.path())
  await expect(page.getByRole("heading", { name: "1 ligne prête" })).toBeVisible()
})

test("a thousand rows are shown a hundred at a time", async ({ page }) => {
  await open(page)
  const names = Array.from({ length: 1000 }, (_, index) => `Projet ${index + 1}`)
  await choose(page, names.map(rowOf))
  await expect(rows(page)).toHaveCount(100)
  await page.getByRole("button", { name: "Afficher plus (900)" }).click()
  await expect(rows(page)).toHaveCount(200)
  await expect(rows(page).nth(100)).toBeFocused()
  await expect(rows(page).nth(100)).toContainText("Projet 101")
})

test("the screen fits a phone, and large text", async ({ page }) => {
  await open(page)
  await expectFitsPhone(page)
  await choose(page, [rowOf("n".repeat(200)), "Quai;Pêche;En cours;Boma;"])
  await expect(page.getByRole("heading", { name: "1 ligne prête, 1 à corriger" })).toBeVisible()
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
})

test.describe("a failure", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const rejected = [
    { name: "photo.jpg", content: "\xff\xd8\0\0", text: "Ce fichier n’est pas un fichier CSV" },
    { name: "projets.xlsx", content: "PK\x03\x04", text: "Ce fichier est un classeur : enregistrez-le au format CSV" },
    { name: "vide.csv", content: "", text: "Le fichier est vide" },
    { name: "autre.csv", content: "a;b\n1;2", text: "Colonne obligatoire absente : « Nom du projet »" },
    { name: "grand.csv", content: "x".repeat(3_000_000), text: "Fichier trop volumineux (2 Mo au maximum)" },
  ]

  test("of the whole file is told in its banner", async ({ page }) => {
    await open(page)
    for (const { name, content, text } of rejected) {
      const buffer = Buffer.from(content, "latin1")
      await page.getByLabel("Fichier CSV").setInputFiles({ name, mimeType: "text/csv", buffer })
      await expect(page.getByRole("alert")).toContainText(text)
      await expect(page.getByRole("button", { name: "Réessayer" })).toHaveCount(0)
    }
    await expectAccessible(page)
  })

  test("of the network is retried, and what was created is not created again", async ({ page }) => {
    await open(page)
    await page.route("**/projects-import/preview", (route) => route.abort())
    await choose(page, [rowOf("Barrage")])
    await expect(page.getByRole("alert")).toContainText("La connexion s’est interrompue.")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await page.route("**/projects-import/*state=*", async (route) => {
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    })
    await page.getByRole("button", { name: "Importer 1 projet", exact: true }).click()
    await expect(page.getByRole("alert")).toContainText("L’import n’est pas confirmé")
    await expect(page.getByLabel("Publier aussitôt")).toBeDisabled()
    await expectAccessible(page)
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByText("1 projet importé")).toBeVisible()
    expect(await namesOf(page, "search=barrage")).toEqual(["Barrage"])
  })

  test("of an expired session keeps the file until the login", async ({ page }) => {
    await open(page)
    await choose(page, [rowOf("Phare")])
    await expect(page.getByRole("heading", { name: "1 ligne prête" })).toBeVisible()
    await page.context().clearCookies()
    await page.getByRole("button", { name: "Importer 1 projet", exact: true }).click()
    await expect(page.getByRole("alert")).toContainText("Rien n’a été importé")
    await expect(page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })).toBeVisible()
    expect((await page.request.post("/api/login", { data: admin })).status()).toBe(200)
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByText("1 projet importé")).toBeVisible()
  })
})
