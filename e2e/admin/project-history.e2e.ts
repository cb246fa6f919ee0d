import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import { managedProject, openProject, projectForm } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /Failed to load resource/ })

function versions(page: Page) {
  return page
    .getByRole("region", { name: "Versions" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") })
}

function restore(page: Page, index: number) {
  return versions(page)
    .nth(index)
    .getByRole("button", { name: /^Restaurer la version du/ })
}

function comparison(page: Page) {
  return page.getByRole("region", { name: /^Version du .+ et version actuelle$/ })
}

async function change(page: Page, id: number, data: object) {
  const response = await page.request.put(`/api/projects/${id}`, { data })
  expect(response.status(), await response.text()).toBe(200)
}

async function upload(page: Page): Promise<string[]> {
  const response = await page.request.post("/upload", {
    multipart: { images: await makePicture({ name: "pont.jpg" }) },
  })
  return (await response.json()).filenames
}

test("a draft is shown by private links, and each of its versions is compared and restored @slow", async ({
  page,
  site,
  context,
}) => {
  const description = "Un pont de bois sur la rivière."
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Pont", description, publishedAt: null }))
  await change(page, id, { project_images: await upload(page) })
  await change(page, id, { description: "Un pont de pierre sur la rivière.", address: "Luozi" })
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await openProject(page, id)
  await projectForm(page).link.click()
  const dialog = page.getByRole("dialog", { name: "Lien privé" })
  const url = dialog.getByLabel("Adresse du lien", { exact: true })

  await test.step("a private link is made, copied and shared", async () => {
    await expect(dialog.getByText("Aucun lien actif.")).toBeVisible()
    await dialog.getByLabel("Valable").selectOption("30 jours")
    await dialog.getByRole("button", { name: "Créer le lien" }).click()
    await expect(url).toBeFocused()
    await expect(url).toHaveValue(new RegExp(`^${site.url}/apercu/[\\w-]{43}$`))
    await dialog.getByRole("button", { name: "Copier" }).click()
    await expect(dialog.getByText("Copié", { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await url.inputValue())
    const shared = encodeURIComponent(await url.inputValue())
    const whatsApp = dialog.getByRole("link", { name: "Envoyer par WhatsApp" })
    await expect(whatsApp).toHaveAttribute("href", new RegExp(`^https://wa\\.me/\\?text=Pont.*${shared}$`))
    await expect(dialog.getByRole("listitem")).toHaveCount(1)
    await expect(dialog.getByRole("listitem")).toContainText(/Créé par administrateur\s*valable jusqu’au/)
    await expectAccessible(page)
    await expectFitsPhone(page)
  })
  await test.step("its URL is shown once, and it is revoked", async () => {
    await page.keyboard.press("Escape")
    await projectForm(page).link.click()
    await expect(dialog.getByRole("listitem")).toHaveCount(1)
    await expect(url).toHaveCount(0)
    const revoke = dialog.getByRole("button", { name: /^Révoquer le lien créé le/ })
    await dialog.getByRole("button", { name: "Créer le lien" }).click()
    await expect(revoke).toHaveCount(2)
    await revoke.last().click()
    await expect(revoke).toHaveCount(1)
    await expect(url).toHaveValue(/apercu/)
    await revoke.click()
    await expect(url).toHaveCount(0)
    await expect(dialog.getByText("Lien révoqué : il n’ouvre plus rien.")).toBeVisible()
    await expect(dialog.getByText("Aucun lien actif.")).toBeVisible()
    await expect(dialog.getByRole("heading", { name: "Liens actifs" })).toBeFocused()
    await page.keyboard.press("Escape")
  })
  await test.step("each save is listed with who, when and what, the newest first", async () => {
    await projectForm(page).history.click()
    await expect(page.getByRole("heading", { level: 1, name: /^Historique\s: Pont$/ })).toBeVisible()
    const back = page.getByRole("link", { name: "Retour à l’éditeur" })
    await expect(back).not.toHaveAttribute("aria-current")
    await expect(versions(page)).toHaveCount(3)
    await expect(versions(page).first()).toContainText("Version actuelle")
    await expect(versions(page).first()).toContainText(/Modification\s: Description, Adresse/)
    await expect(versions(page).first()).toContainText("Par administrateur")
    await expect(versions(page).first().getByRole("button")).toHaveCount(0)
    await expect(versions(page).nth(1)).toContainText(/Modification\s: Images/)
    await expect(versions(page).last()).toContainText("Création")
  })
  await test.step("the one before is compared with the current one, word by word", async () => {
    await expect(comparison(page).getByRole("status")).toHaveText("2 champs différents")
    await expect(comparison(page).getByRole("deletion").first()).toHaveText("bois")
    await expect(comparison(page).getByRole("insertion").first()).toHaveText("pierre")
  })
  await test.step("another one is chosen, pictures included, and stands in the URL", async () => {
    await versions(page)
      .last()
      .getByRole("link", { name: /^Comparer/ })
      .click()
    await expect(comparison(page).getByRole("status")).toHaveText("3 champs différents")
    await expect(comparison(page).getByRole("img")).toHaveCount(0)
    await expect(comparison(page).locator("img")).toHaveCount(1)
    await expect(comparison(page)).toContainText("(aucune image)")
    await expect(page).toHaveURL(/\/historique\?version=1$/)
  })
  await test.step("a lost network is told, and nothing is restored", async () => {
    await breakCalls(page, "projects.restoreRevision", noConnection)
    await restore(page, 2).click()
    await expect(page.getByRole("alert")).toContainText("connexion impossible")
    await page.unrouteAll()
    expect(await managedProject(page, id)).toMatchObject({ address: "Luozi" })
  })
  await test.step("it is restored", async () => {
    await restore(page, 2).click()
    await expect(page.getByRole("status").filter({ hasText: "est restaurée" })).toBeVisible()
    await expect(versions(page)).toHaveCount(4)
    await expect(versions(page).first()).toContainText(/Retour à une version\s: Description, Adresse, Images/)
    expect(await managedProject(page, id)).toMatchObject({ description, images: [] })
  })
  await test.step("the restoration is taken back the same way", async () => {
    await restore(page, 1).click()
    await expect(versions(page)).toHaveCount(5)
    const stored = await managedProject(page, id)
    expect(stored).toMatchObject({ description: "Un pont de pierre sur la rivière." })
    expect(stored.images).toHaveLength(1)
  })
  await test.step("a version that somebody has replaced meanwhile is not restored over", async () => {
    for (let number = 1; number <= 8; number += 1) await change(page, id, { address: `Rive ${number}` })
    await restore(page, 1).click()
    await expect(page.getByRole("alert")).toContainText("Ce projet a été modifié entre-temps")
    await expect(page.getByText("8 versions plus anciennes")).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ address: "Rive 8" })
  })
  await test.step("a long history fits a phone and large text: older versions open on demand", async () => {
    await expect(versions(page)).toHaveCount(5)
    await page.getByText("8 versions plus anciennes").click()
    await expect(versions(page)).toHaveCount(13)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await expectFitsLargeText(page)
  })
  await test.step("in the trash it is compared, and nothing of it is restored", async () => {
    await page.request.delete(`/api/projects/${id}`)
    await page.reload()
    await expect(versions(page).first()).toContainText("Mise à la corbeille")
    await expect(comparison(page)).toBeVisible()
    await expect(page.getByRole("button", { name: /^Restaurer/ })).toHaveCount(0)
  })
  await test.step("of a project that does not exist there is none", async () => {
    await page.goto("/admin/project-edit/999999/historique", { waitUntil: "domcontentloaded" })
    await expect(page.getByRole("heading", { name: "Ce projet n’existe pas" })).toBeVisible()
    await expect(page.getByRole("button", { name: "Réessayer" })).toHaveCount(0)
    await page.getByRole("link", { name: "Voir les projets" }).click()
    await expect(page).toHaveURL("/admin/projects")
  })
})
