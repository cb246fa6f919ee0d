import type { Page } from "@playwright/test"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { editor, visitorReads } from "./content-editor.ts"
import { countActions } from "./count-actions.ts"
import { makePicture } from "./make-picture.ts"
import { openScreen } from "./sign-in.ts"

/** These are the owner's most frequent tasks, with the most actions that each may take. */
const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

/** The same actions are enough at other widths; `WIDTH=1440 npm run test:e2e` repeats them there. */
const width = Number(process.env.WIDTH ?? 360)

/** Opens the menu of a phone, which does not count as an action of a task. */
async function openMenu(page: Page) {
  if (width < 1024) await page.getByRole("button", { name: "Ouvrir le menu" }).click()
}

/** Starts counting, from any screen, since the menu is the same on all of them. */
async function begin(page: Page) {
  await openMenu(page)
  const person = countActions(page)
  return {
    person,
    open: (name: string) => person.click(page.getByRole("link", { name, exact: true }).first()),
    async publish() {
      await person.click(editor(page).publish)
      await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
    },
  }
}

function chooser(page: Page) {
  return page.getByRole("dialog", { name: "Choisir une image" })
}

/** Adds a picture to the library before a task begins. */
async function addPicture(page: Page, name: string) {
  const { buffer, mimeType } = await makePicture({ name })
  const response = await page.request.post("/api/pictures", { multipart: { images: { name, mimeType, buffer } } })
  const [picture] = (await response.json()).pictures
  // A picture that looks like another one is kept only after somebody confirms it.
  const kept = await page.request.post("/trpc/pictures.keep", {
    data: JSON.stringify(picture.name),
    headers: { "Content-Type": "application/json" },
  })
  expect(kept.status(), await kept.text()).toBe(200)
}

test("the site's texts and pictures are changed in few actions @slow", async ({ page }) => {
  await addPicture(page, "hangar.jpg")
  await page.setViewportSize({ width, height: 850 })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const picture = chooser(page).getByRole("button", { name: /siège d'entreprise/ })

  await test.step("the telephone is changed everywhere in 4", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await open("Coordonnées de l'entreprise")
    await person.fill(editor(page).field("Téléphone"), "+243 811 000 360")
    await publish()
    for (const path of ["/", "/about", "/transport", "/contact"]) {
      const html = await visitorReads(page, path)
      expect(html, path).toContain("+243 811 000 360")
      expect(html, path).toContain('href="tel:+243811000360"')
      expect(html, path).not.toContain("900 000 000")
    }
    expect(person.count).toBeLessThanOrEqual(4)
  })
  await test.step("the home page's picture is replaced in 5", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await open("Accueil")
    await person.click(editor(page).section("Haut de page").getByRole("button", { name: "Changer" }).first())
    await person.click(picture)
    await publish()
    expect(await visitorReads(page, "/")).toMatch(/preload[^>]*hero-about/)
    expect(person.count).toBeLessThanOrEqual(5)
  })
  await test.step("a photo is put first in a gallery in 5", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await open("Agriculture")
    const gallery = editor(page).section("Galerie")
    await person.click(gallery.getByRole("button", { name: "Ajouter au début : photo" }))
    await person.click(picture)
    await expect(gallery.getByLabel("Légende").first()).toHaveValue("")
    await publish()
    const html = await visitorReads(page, "/agriculture")
    expect(html.indexOf("/photos/hero-about")).toBeGreaterThan(0)
    expect(html.indexOf("/photos/hero-about")).toBeLessThan(html.indexOf("/photos/agriculture-vue-1"))
    expect(person.count).toBeLessThanOrEqual(5)
  })
  const words = "Du colis au conteneur."
  await test.step("an introduction is reworded in 5", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await open("Transport")
    await person.fill(editor(page).section("Haut de page").getByLabel("Introduction"), words)
    await publish()
    expect(await visitorReads(page, "/transport")).toContain(words)
    expect(person.count).toBeLessThanOrEqual(5)
  })
  await test.step("a publication is undone in 4", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await person.click(page.getByRole("link", { name: "Historique : Transport" }))
    const newest = page.getByRole("region", { name: "Versions" }).getByRole("listitem").first()
    await expect(newest).toContainText("Publié par administrateur")
    expect(person.count, "to find who changed a line").toBeLessThanOrEqual(3)
    await person.click(page.getByRole("button", { name: /^Restaurer comme brouillon/ }).first())
    await publish()
    expect(await visitorReads(page, "/transport")).not.toContain(words)
    expect(person.count).toBeLessThanOrEqual(4)
  })
  await test.step("a closed day is announced in 5", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await open("Coordonnées de l'entreprise")
    const days = page.getByRole("group", { name: "Jours exceptionnels" })
    await person.click(days.getByRole("button", { name: "Ajouter : jour" }))
    await person.fill(days.getByLabel("Date").last(), "2098-06-30")
    await publish()
    expect(await visitorReads(page, "/contact")).toContain("30 juin 2098")
    expect(person.count).toBeLessThanOrEqual(5)
  })
  await test.step("« Nos Maquettes » are put in another order in 4", async () => {
    const { person, open, publish } = await begin(page)
    await open("Gestion du site")
    await open("Construction")
    const models = editor(page).section("Nos Maquettes")
    await expect(models.getByLabel("Légende").last()).not.toHaveValue("")
    const last = await models.getByLabel("Légende").last().inputValue()
    await person.click(models.getByRole("button", { name: "Mettre en premier : Photo 6" }))
    await publish()
    const html = await visitorReads(page, "/construction")
    expect(html.match(/Maquette \d(?=<\/figcaption>)/)?.[0]).toBe(last)
    expect(person.count).toBeLessThanOrEqual(4)
  })
  await test.step("a text is scheduled for Monday at 8 in 6", async () => {
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
  await test.step("an unused picture is deleted and brought back in 4", async () => {
    const { person, open } = await begin(page)
    await open("Images")
    await person.click(page.getByRole("button", { name: "hangar.jpg", exact: true }))
    await person.click(page.getByRole("dialog").getByRole("button", { name: "Supprimer" }))
    await person.click(page.getByRole("button", { name: "Annuler", exact: true }))
    await expect(page.getByText("est de retour parmi les images")).toBeVisible()
    expect(person.count).toBeLessThanOrEqual(4)
  })
})
