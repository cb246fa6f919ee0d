import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /Failed to load resource.*(502|REFUSED)|is not valid JSON/ })

const original = new URL("../../server/bundled-photos/originals/transport/vue-1.jpg", import.meta.url)

function addImages(page: Page, ...files: Awaited<ReturnType<typeof makePicture>>[]) {
  return page.getByLabel("Ajouter des images").setInputFiles(files)
}

function uploads(page: Page) {
  return page.getByRole("region", { name: "Images envoyées" })
}

async function search(page: Page, text: string) {
  await page.getByRole("searchbox", { name: "Rechercher une image" }).fill(text)
}

/** Adds one picture while the network fails, and another while the server does. */
async function sendAgain(page: Page) {
  const stored = uploads(page).getByText("Ajoutée à la bibliothèque")
  const isChunk = ({ pathname }: URL) => pathname.startsWith("/api/uploads/")
  const begun: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/uploads") begun.push(request.url())
  })

  await test.step("by itself after a lost connection", async () => {
    await page.route("**/upload", noConnection, { times: 1 })
    await addImages(page, await makePicture({ name: "petite.jpg" }))
    await expect(uploads(page)).toContainText(/Erreur de réseau lors du téléchargement.*Reprise dans \d\ss/)
    await expect(stored).toHaveCount(1)
  })
  await test.step("by « Réessayer » after a failure of the server", async () => {
    const large = await makePicture({ name: "grande.png", width: 500, height: 460, format: "png", noisy: true })
    let chunks = 0
    await page.route(isChunk, (route) => {
      chunks += 1
      return chunks === 2 ? proxyPage(route) : route.continue()
    })
    await addImages(page, large)
    await expect(uploads(page).getByRole("alert")).toBeVisible()
    await uploads(page).getByRole("button", { name: "Réessayer d’envoyer grande.png" }).click()
    await expect(stored).toHaveCount(2)
    expect(begun).toHaveLength(1)
  })
  for (const name of ["petite.jpg", "grande.png"])
    await uploads(page)
      .getByRole("button", { name: `Retirer ${name} de la liste` })
      .click()
}

test("pictures are added, described, put in another one's place, deleted and brought back @slow", async ({ page }) => {
  await openScreen(page, "/admin/images", "Images")
  await test.step("a picture that does not arrive is sent again, from where it stopped, by itself or when one asks", () =>
    sendAgain(page))
  const picture = await makePicture({ name: "chantier.jpg" })
  const described = page.getByRole("button", { name: "Un chantier à Lemba", exact: true })

  await test.step("one is added with its alternative text, typed before its row has arrived", async () => {
    const { release } = await delayCalls(page, "pictures.find")
    await addImages(page, picture)
    await uploads(page).getByLabel("Texte alternatif").fill("Un chantier à Lemba")
    await uploads(page).getByRole("button", { name: "Enregistrer" }).click()
    release()
    await expect(uploads(page).getByRole("button", { name: "Enregistré" })).toBeVisible()
    await page.unrouteAll({ behavior: "wait" })
    await expect(described).toBeVisible()
    await uploads(page).getByRole("button", { name: "Retirer chantier.jpg de la liste" }).press("Enter")
    await expect(page.getByRole("heading", { name: "Images", exact: true })).toBeFocused()
  })
  await test.step("the same one sent again is told, and a near twin is kept only if somebody says so", async () => {
    const buffer = await sharp(readFileSync(original)).resize(800).jpeg({ quality: 70 }).toBuffer()
    const twin = {
      name: "camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg",
      mimeType: "image/jpeg",
      buffer,
    }
    await addImages(page, { ...picture, name: "encore.jpg" })
    await expect(uploads(page).getByText("Déjà dans la bibliothèque")).toBeVisible()
    await uploads(page).getByRole("button", { name: "Retirer encore.jpg de la liste" }).click()
    await addImages(page, twin)
    await expect(uploads(page).getByText("Cette image ressemble à une autre")).toBeVisible()
    await expectAccessible(page)
    await expectFitsPhone(page)
    await uploads(page).getByRole("button", { name: "Utiliser celle qui existe" }).click()
    await expect(uploads(page).getByText("Déjà dans la bibliothèque")).toBeVisible()
    await uploads(page)
      .getByRole("button", {
        name: "Retirer camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg de la liste",
      })
      .click()
    await addImages(page, twin)
    await uploads(page).getByRole("button", { name: "Garder les deux" }).click()
    await expect(uploads(page).getByText("Ajoutée à la bibliothèque")).toBeVisible()
    await addImages(page, { ...twin, name: "troisieme.jpg", buffer: await sharp(buffer).resize(700).toBuffer() })
    await expect(uploads(page).getByText("Cette image ressemble à 2 autres de la bibliothèque.")).toBeVisible()
    await expect(uploads(page).getByRole("button", { name: "Garder aussi cette image" })).toBeVisible()
    await uploads(page).getByRole("button", { name: "Utiliser la première" }).click()
    await expect(uploads(page).getByText("Déjà dans la bibliothèque")).toBeVisible()
    await search(page, "camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg")
    await expect(page.getByText("1 image trouvée")).toBeVisible()
  })
  await test.step("one is found without accents, and given a focal point by keyboard", async () => {
    await search(page, "CHANTIER A LEMBA")
    await expect(page.getByText("1 image trouvée")).toBeVisible()
    await described.click()
    await expect(page.getByRole("dialog").getByLabel("Texte alternatif")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Point focal" }).press("ArrowRight")
    await expect(page.getByText("55 % de la gauche, 50 % du haut")).toBeVisible()
    await page.getByRole("button", { name: "Enregistrer", exact: true }).last().click()
    await expect(page.getByRole("status").filter({ hasText: "Enregistré" })).toBeVisible()
    await expectFitsPhone(page)
  })
  await test.step("its details are not closed over a text that is not saved", async () => {
    const details = page.getByRole("dialog", { name: "Détails de l’image" })
    const question = page.getByRole("dialog", { name: /^Quitter sans enregistrer/ })
    const text = details.getByLabel("Texte alternatif")
    await text.fill("Un chantier à Lemba, au soir")
    await page.keyboard.press("Escape")
    await question.getByRole("button", { name: "Rester" }).click()
    await expect(text).toHaveValue("Un chantier à Lemba, au soir")
    await details.getByRole("button", { name: "Fermer" }).click()
    await question.getByRole("button", { name: "Quitter sans enregistrer" }).click()
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
  await test.step("it is put in the place of the home page's picture", async () => {
    await search(page, "hero/home")
    await page
      .getByRole("button", { name: /panorama/ })
      .first()
      .click()
    await expect(page.getByRole("link", { name: "Page « Accueil »" })).toBeVisible()
    await page.getByRole("button", { name: "Remplacer" }).click()
    const chooser = page.getByRole("dialog", { name: "Choisir une image" })
    await expect(chooser).toBeVisible()
    await expectFitsPhone(page)
    await chooser.getByRole("button", { name: "Un chantier à Lemba", exact: true }).click()
    const question = page.getByRole("dialog", { name: "Remplacer cette image partout" })
    await question.getByRole("button", { name: "Remplacer" }).click()
    await expect(page.getByText("Image remplacée partout.")).toBeVisible()
    expect(await (await page.request.get("/")).text()).toContain("Un chantier à Lemba")
  })
  await test.step("it is not deleted while it is there", async () => {
    await page.keyboard.press("Escape")
    await search(page, "lemba")
    await described.click()
    await page.getByRole("button", { name: "Supprimer" }).click()
    const used = page.getByRole("dialog", { name: "Cette image est utilisée" })
    await expect(used.getByRole("link", { name: "Page « Accueil »" })).toBeVisible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
  })
  await test.step("one that nothing uses is deleted, and brought back twice", async () => {
    await search(page, "camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg")
    const gone = page.getByText("est dans la corbeille pour 30 jours")
    const back = page.getByText("est de retour parmi les images")
    await page
      .getByRole("button", { name: "camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg", exact: true })
      .click()
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(gone).toBeVisible()
    const undo = page.getByRole("button", { name: "Annuler", exact: true })
    await breakCalls(page, "pictures.restore", proxyPage)
    await undo.click()
    await expect(page.getByRole("alert")).toHaveText(/^L’image n’a pas pu être restaurée\s: Erreur serveur$/)
    await expect(undo).toBeFocused()
    await page.unrouteAll()
    await undo.click()
    await expect(back).toBeVisible()
    await page
      .getByRole("button", { name: "camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg", exact: true })
      .click()
    await page.getByRole("button", { name: "Supprimer" }).click()
    await expect(gone).toBeVisible()
    const { release } = await delayCalls(page, "pictures.search")
    await page.getByRole("link", { name: "Corbeille (1)" }).click()
    await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible()
    await expect(page.getByRole("button", { name: /^Restaurer/ })).toHaveCount(0)
    release()
    await page.unrouteAll({ behavior: "wait" })
    await expect(
      page.getByRole("button", {
        name: "Restaurer « camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg »",
      }),
    ).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole("button", { name: "Restaurer « camion-de-chantier-au-nom-tres-long-sur-la-route-de-matadi.jpg »" })
      .click()
    await expect(back).toBeVisible()
  })
})
