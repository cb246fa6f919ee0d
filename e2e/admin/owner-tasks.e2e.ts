import type { Page } from "@playwright/test"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { editor, visitorReads } from "./content-editor.ts"
import { countActions } from "./count-actions.ts"
import { makePicture } from "./make-picture.ts"
import { openScreen } from "./sign-in.ts"

/** What the owner does most, from the dashboard on, in as few actions as these. */
const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

/** Other widths need no other actions: `WIDTH=1440 npm run test:e2e` repeats them. */
const width = Number(process.env.WIDTH ?? 360)

async function begin(page: Page) {
  await page.setViewportSize({ width, height: 850 })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  // The menu of a phone is no part of the task.
  if (width < 1024) await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const person = countActions(page)
  return {
    person,
    open: (name: string) => person.click(page.getByRole("link", { name, exact: true }).first()),
    async expectPublished() {
      await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
    },
  }
}

/** Adds a picture to the library before a task begins. */
async function addPicture(page: Page, name: string) {
  const { buffer, mimeType } = await makePicture({ name })
  const response = await page.request.post("/api/pictures", { multipart: { images: { name, mimeType, buffer } } })
  const [picture] = (await response.json()).pictures
  // A twin of another one is kept only if somebody says so.
  const kept = await page.request.post("/trpc/pictures.keep", {
    data: JSON.stringify(picture.name),
    headers: { "Content-Type": "application/json" },
  })
  expect(kept.status(), await kept.text()).toBe(200)
}

function chooser(page: Page) {
  return page.getByRole("dialog", { name: "Choisir une image" })
}

test("the telephone is changed everywhere in 4 actions", ON_POSTGRES, async ({ page }) => {
  const { person, open, expectPublished } = await begin(page)
  await open("Gestion du site")
  await open("Coordonnées de l'entreprise")
  await person.fill(editor(page).field("Téléphone"), "+243 811 000 360")
  await person.click(editor(page).publish)
  await expectPublished()
  for (const path of ["/", "/about", "/transport", "/contact"]) {
    const html = await visitorReads(page, path)
    expect(html, path).toContain("+243 811 000 360")
    expect(html, path).toContain('href="tel:+243811000360"')
    expect(html, path).not.toContain("900 000 000")
  }
  expect(person.count).toBeLessThanOrEqual(4)
})

test("the home page's picture is replaced in 5 actions", async ({ page }) => {
  const { person, open, expectPublished } = await begin(page)
  await open("Gestion du site")
  await open("Accueil")
  await person.click(editor(page).section("Haut de page").getByRole("button", { name: "Changer" }).first())
  await person.click(chooser(page).getByRole("button", { name: /siège d'entreprise/ }))
  await person.click(editor(page).publish)
  await expectPublished()
  expect(await visitorReads(page, "/")).toMatch(/preload[^>]*hero-about/)
  expect(person.count).toBeLessThanOrEqual(5)
})

test("a photo is put first in a gallery in 5 actions", async ({ page }) => {
  const { person, open, expectPublished } = await begin(page)
  await open("Gestion du site")
  await open("Agriculture")
  const gallery = editor(page).section("Galerie")
  await person.click(gallery.getByRole("button", { name: "Ajouter au début : photo" }))
  await person.click(chooser(page).getByRole("button", { name: /siège d'entreprise/ }))
  await expect(gallery.getByLabel("Légende").first()).toHaveValue("")
  await person.click(editor(page).publish)
  await expectPublished()
  const html = await visitorReads(page, "/agriculture")
  expect(html.indexOf("/photos/hero-about")).toBeGreaterThan(0)
  expect(html.indexOf("/photos/hero-about")).toBeLessThan(html.indexOf("/photos/agriculture-vue-1"))
  expect(person.count).toBeLessThanOrEqual(5)
})

test("an introduction is reworded in 5 actions, and the publication is undone in 4", async ({ page }) => {
  const words = "Du colis au conteneur."
  const rewording = await begin(page)
  await rewording.open("Gestion du site")
  await rewording.open("Transport")
  const lead = editor(page).section("Haut de page").getByLabel("Introduction")
  await rewording.person.fill(lead, words)
  await rewording.person.click(editor(page).publish)
  await rewording.expectPublished()
  expect(await visitorReads(page, "/transport")).toContain(words)
  expect(rewording.person.count).toBeLessThanOrEqual(5)

  const undoing = await begin(page)
  await undoing.open("Gestion du site")
  await undoing.person.click(page.getByRole("link", { name: "Historique : Transport" }))
  await undoing.person.click(page.getByRole("button", { name: /^Restaurer comme brouillon/ }).first())
  await undoing.person.click(editor(page).publish)
  await undoing.expectPublished()
  expect(await visitorReads(page, "/transport")).not.toContain(words)
  expect(undoing.person.count).toBeLessThanOrEqual(4)
})

test("a closed day is announced in 5 actions", async ({ page }) => {
  const { person, open, expectPublished } = await begin(page)
  await open("Gestion du site")
  await open("Coordonnées de l'entreprise")
  const days = page.getByRole("group", { name: "Jours exceptionnels" })
  await person.click(days.getByRole("button", { name: "Ajouter : jour" }))
  await person.fill(days.getByLabel("Date").last(), "2098-06-30")
  await person.click(editor(page).publish)
  await expectPublished()
  expect(await visitorReads(page, "/contact")).toContain("30 juin 2098")
  expect(person.count).toBeLessThanOrEqual(5)
})

test("« Nos Maquettes » are put in another order in 4 actions", async ({ page }) => {
  const { person, open, expectPublished } = await begin(page)
  await open("Gestion du site")
  await open("Construction")
  const models = editor(page).section("Nos Maquettes")
  await expect(models.getByLabel("Légende").last()).not.toHaveValue("")
  const last = await models.getByLabel("Légende").last().inputValue()
  await person.click(models.getByRole("button", { name: "Mettre en premier : Photo 6" }))
  await person.click(editor(page).publish)
  await expectPublished()
  const html = await visitorReads(page, "/construction")
  expect(html.match(/Maquette \d(?=<\/figcaption>)/)?.[0]).toBe(last)
  expect(person.count).toBeLessThanOrEqual(4)
})

test("a text is scheduled for Monday at 8 in 6 actions", async ({ page }) => {
  const { person, open } = await begin(page)
  await open("Gestion du site")
  await open("Élevage")
  await person.fill(editor(page).section("Haut de page").getByLabel("Introduction"), "À lundi.")
  await person.click(editor(page).schedule)
  const dialog = page.getByRole("dialog", { name: "Programmer la publication" })
  await person.fill(dialog.getByLabel("Date et heure"), "2098-01-06T08:00")
  await person.click(dialog.getByRole("button", { name: "Programmer" }))
  await expect(page.getByText("Publication programmée pour le 6 janvier 2098 à 08:00.")).toBeVisible()
  expect(person.count).toBeLessThanOrEqual(6)
})

test("who changed a line is found in 3 actions", async ({ page }) => {
  const { person, open } = await begin(page)
  await open("Gestion du site")
  await person.click(page.getByRole("link", { name: "Historique : Coordonnées de l'entreprise" }))
  const newest = page.getByRole("region", { name: "Versions" }).getByRole("listitem").first()
  await expect(newest).toContainText("Publié par administrateur")
  expect(person.count).toBeLessThanOrEqual(3)
})

test("an unused picture is deleted and brought back in 4 actions", async ({ page }) => {
  await addPicture(page, "hangar.jpg")
  const { person, open } = await begin(page)
  await open("Images")
  await person.click(page.getByRole("button", { name: "hangar.jpg", exact: true }))
  await person.click(page.getByRole("dialog").getByRole("button", { name: "Supprimer" }))
  await person.click(page.getByRole("button", { name: "Annuler", exact: true }))
  await expect(page.getByText("est de retour parmi les images")).toBeVisible()
  expect(person.count).toBeLessThanOrEqual(4)
})
