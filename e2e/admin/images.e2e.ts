import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

const original = new URL("../../server/bundled-photos/originals/transport/vue-1.jpg", import.meta.url)

function open(page: Page, search = "") {
  return openScreen(page, `/admin/images${search}`, "Images")
}

function addImages(page: Page, ...files: Awaited<ReturnType<typeof makePicture>>[]) {
  return page.getByLabel("Ajouter des images").setInputFiles(files)
}

function uploads(page: Page) {
  return page.getByRole("region", { name: "Images envoyées" })
}

test(
  "a picture is added, described and put on the home page, and is not deleted while it is there",
  ON_POSTGRES,
  async ({ page }) => {
    await open(page)
    await expectAccessible(page)
    await test.step("added with its alternative text", async () => {
      await addImages(page, await makePicture({ name: "chantier.jpg" }))
      await uploads(page).getByLabel("Texte alternatif").fill("Un chantier à Lemba")
      await uploads(page).getByRole("button", { name: "Enregistrer" }).click()
      await expect(uploads(page).getByRole("button", { name: "Enregistré" })).toBeVisible()
      await expect(page.getByRole("button", { name: "Un chantier à Lemba", exact: true })).toBeVisible()
    })
    await test.step("found without accents, and given a focal point by keyboard", async () => {
      await page.getByRole("searchbox", { name: "Rechercher une image" }).fill("CHANTIER A LEMBA")
      await expect(page.getByText("1 image trouvée")).toBeVisible()
      await page.getByRole("button", { name: "Un chantier à Lemba", exact: true }).click()
      await expectAccessible(page)
      await page.getByRole("button", { name: "Point focal" }).press("ArrowRight")
      await expect(page.getByText("55 % de la gauche, 50 % du haut")).toBeVisible()
      await page.getByRole("button", { name: "Enregistrer", exact: true }).last().click()
      await expect(page.getByRole("status").filter({ hasText: "Enregistré" })).toBeVisible()
      await page.keyboard.press("Escape")
    })
    await test.step("put in the place of the home page's picture", async () => {
      await open(page, "?search=hero%2Fhome")
      await page
        .getByRole("button", { name: /panorama/ })
        .first()
        .click()
      await expect(page.getByRole("link", { name: "Page « Accueil »" })).toBeVisible()
      await page.getByRole("button", { name: "Remplacer" }).click()
      const chooser = page.getByRole("dialog", { name: "Choisir une image" })
      await chooser.getByRole("button", { name: "Un chantier à Lemba", exact: true }).click()
      const question = page.getByRole("dialog", { name: "Remplacer cette image partout" })
      await question.getByRole("button", { name: "Remplacer" }).click()
      await expect(page.getByText("Image remplacée partout.")).toBeVisible()
      expect(await (await page.request.get("/")).text()).toContain("Un chantier à Lemba")
    })
    await test.step("not deleted while it is used", async () => {
      await open(page, "?search=lemba")
      await page.getByRole("button", { name: "Un chantier à Lemba", exact: true }).click()
      await page.getByRole("button", { name: "Supprimer" }).click()
      const used = page.getByRole("dialog", { name: "Cette image est utilisée" })
      await expect(used.getByRole("link", { name: "Page « Accueil »" })).toBeVisible()
      await page.keyboard.press("Escape")
      await page.keyboard.press("Escape")
    })
  },
)

test("a picture that nothing uses is deleted, and brought back twice", async ({ page }) => {
  await open(page)
  await addImages(page, await makePicture({ name: "hangar.jpg" }))
  await expect(uploads(page).getByText("Ajoutée à la bibliothèque")).toBeVisible()
  for (const back of ["here", "trash"]) {
    await page.getByRole("button", { name: "hangar.jpg", exact: true }).click()
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByText("est dans la corbeille pour 30 jours")).toBeVisible()
    if (back === "here") {
      await page.getByRole("button", { name: "Annuler", exact: true }).click()
    } else {
      await page.getByRole("link", { name: "Corbeille (1)" }).click()
      await expectAccessible(page)
      await page.getByRole("button", { name: "Restaurer « hangar.jpg »" }).click()
    }
    await expect(page.getByText("est de retour parmi les images")).toBeVisible()
  }
})

test("the same picture sent again is told, and near twins are kept only if somebody says so", async ({ page }) => {
  await open(page)
  const picture = await makePicture({ name: "grue.jpg" })
  await addImages(page, picture, { ...picture, name: "encore.jpg" })
  await expect(uploads(page).getByText("Déjà dans la bibliothèque")).toBeVisible()
  await expect(uploads(page).getByText("Ajoutée à la bibliothèque")).toBeVisible()
  await uploads(page).getByRole("button", { name: "Retirer grue.jpg de la liste" }).click()
  await uploads(page).getByRole("button", { name: "Retirer encore.jpg de la liste" }).click()

  const buffer = await sharp(readFileSync(original)).resize(800).jpeg({ quality: 70 }).toBuffer()
  const twin = { name: "camion.jpg", mimeType: "image/jpeg", buffer }
  await addImages(page, twin)
  await expect(uploads(page).getByText("Cette image ressemble à une autre")).toBeVisible()
  await expectAccessible(page)
  await uploads(page).getByRole("button", { name: "Utiliser celle qui existe" }).click()
  await expect(uploads(page).getByText("Déjà dans la bibliothèque")).toBeVisible()
  await uploads(page).getByRole("button", { name: "Retirer camion.jpg de la liste" }).click()
  await addImages(page, twin)
  await uploads(page).getByRole("button", { name: "Garder les deux" }).click()
  await expect(uploads(page).getByText("Ajoutée à la bibliothèque")).toBeVisible()
  await page.getByRole("searchbox", { name: "Rechercher une image" }).fill("camion.jpg")
  await expect(page.getByText("1 image trouvée")).toBeVisible()
})

test("the library and its dialogs fit a phone", async ({ page }) => {
  await open(page, "?search=hero")
  await expectFitsPhone(page)
  await page.getByRole("button", { name: /siège d'entreprise/ }).click()
  await expect(page.getByLabel("Texte alternatif")).toBeVisible()
  await expectFitsPhone(page)
  await page.getByRole("button", { name: "Remplacer" }).click()
  await expect(page.getByRole("dialog", { name: "Choisir une image" })).toBeVisible()
  await expectFitsPhone(page)
})
