import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { storedProject } from "./project-form.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("the template is downloaded; a file is previewed, imported for visitors and taken back", async ({ page }) => {
  await openScreen(page, "/admin/projects-import", "Importer des projets")
  const downloading = page.waitForEvent("download")
  await page.getByRole("link", { name: "Télécharger un modèle" }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe("modele-projets.csv")
  await page.getByLabel("Fichier CSV").setInputFiles(await download.path())
  await expect(page.getByRole("heading", { name: "1 ligne prête" })).toBeFocused()

  const text = "Nom du projet;Secteur;Statut;Description\r\nHôtel d\x92été;Élevage;Terminé;À Kisangani\r\n"
  const file = { name: "été.csv", mimeType: "text/csv", buffer: Buffer.from(text, "latin1") }
  await page.getByLabel("Choisir un autre fichier").setInputFiles(file)
  await expect(page.getByRole("table", { name: "Lignes du fichier" })).toContainText("Hôtel d’été")
  expect(await storedProject(page, "Hôtel d’été")).toBeUndefined()
  await page.getByLabel("Publier aussitôt").check()
  await page.getByRole("button", { name: "Importer 1 projet" }).click()
  await expect(page.getByRole("status").getByText("1 projet importé")).toBeVisible()
  expect(await (await page.request.get("/elevage")).text()).toContain("Hôtel d’été")

  await page.getByRole("button", { name: "Annuler", exact: true }).click()
  await expect(page.getByText("1 projet est dans la corbeille pour 30 jours.")).toBeVisible()
  expect(await (await page.request.get("/elevage")).text()).not.toContain("Hôtel d’été")
})
