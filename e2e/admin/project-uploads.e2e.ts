import type { BrowserContext, Locator, Page } from "@playwright/test"
import sharp from "sharp"
import { CHUNK_BYTES } from "#client/uploads/resumable-upload.ts"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { proxyPage } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import {
  choosePictures,
  expectStored,
  fillProject,
  openNewProject,
  pictureButton,
  pictures,
  projectForm,
  storedProject,
} from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /Failed to load resource/ })

/** Makes a picture that is large enough for three parts, and small enough to be decoded quickly. */
function makeLarge(name: string) {
  return makePicture({ name, width: 500, height: 460, format: "png", noisy: true })
}

/** Advances the clock past the pauses between the form's attempts. */
function passPauses(page: Page, until: Locator) {
  return expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(until).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** Breaks the connection at the part with that index, counted from 0; returns the parts that reached the server. */
async function breakAtPart(page: Page, context: BrowserContext, broken: number) {
  const arrived: { offset: number; bytes: number }[] = []
  let parts = 0
  await page.route("**/api/uploads/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    parts += 1
    if (parts === broken + 1) {
      await context.setOffline(true)
      return route.abort("internetdisconnected")
    }
    const { "upload-offset": offset } = route.request().headers()
    arrived.push({ offset: Number(offset), bytes: route.request().postDataBuffer()?.length ?? 0 })
    return route.continue()
  })
  return arrived
}

/** Breaks every part but the first until `mend()`; returns the offsets of the parts that reached the server. */
async function breakParts(page: Page) {
  const offsets: number[] = []
  let isBroken = true
  await page.route("**/api/uploads/*", (route) => {
    const { "upload-offset": offset } = route.request().headers()
    if (isBroken && Number(offset) > 0) return route.abort("connectionreset")
    if (offset) offsets.push(Number(offset))
    return route.continue()
  })
  return {
    offsets,
    mend() {
      isBroken = false
    },
  }
}

test("a picture that does not arrive is sent again: by itself, from where it stopped, or when one asks @slow", async ({
  page,
  context,
}) => {
  await openNewProject(page)
  await page.clock.install()
  const alert = page.getByRole("alert")

  await test.step("when a lost connection is back, the upload goes on by itself, and nothing is sent twice", async () => {
    const picture = await makeLarge("chantier.png")
    const size = picture.buffer.length
    const arrived = await breakAtPart(page, context, 2)
    await projectForm(page).images.setInputFiles([picture, await makePicture({ name: "petite.jpg" })])
    await expect(pictures(page).first()).toContainText("Connexion perdue, l’envoi reprendra")
    await expect(page.getByRole("main")).toContainText(/Envoi de 2 images sur 2\s: \d+\s%/)
    const bar = page.getByRole("progressbar", { name: "Envoi de l’image 1" })
    await expect(bar).toHaveJSProperty("value", (2 * CHUNK_BYTES) / size)
    expect(arrived.map(({ offset }) => offset)).toEqual([0, CHUNK_BYTES])
    await expectAccessible(page)
    await expectFitsPhone(page)
    await context.setOffline(false)
    await expectStored(page, 2)
    await expect(page.getByText("Les images sont envoyées.")).toBeAttached()
    expect(arrived.map(({ offset }) => offset)).toEqual(arrived.map((_, index) => index * CHUNK_BYTES))
    expect(arrived.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size)
  })
  await fillProject(page, "Repris")
  await test.step("where it stays away, saving waits and fails, and « Réessayer » goes on from the same place", async () => {
    await page.unrouteAll()
    const { offsets, mend } = await breakParts(page)
    await projectForm(page).images.setInputFiles(await makeLarge("pont.png"))
    await expect(pictures(page).last()).toContainText(/Reprise dans \d+\ss/)
    const failure = alert.filter({ hasText: "Erreur de réseau lors du téléchargement" })
    await expect(failure, "told at once").toContainText("pont.png")
    await projectForm(page).add.click()
    await expect(page.getByRole("button", { name: "Envoi des images…", exact: true })).toBeVisible()
    await passPauses(page, alert.getByText("Des images n’ont pas été envoyées"))
    await expect(failure).toContainText("pont.png")
    expect(await storedProject(page, "Repris")).toBeUndefined()
    await expect(pictures(page).last()).toContainText("Non envoyée")
    await expect(page.getByRole("progressbar")).toHaveCount(0)
    mend()
    await pictureButton(page, "Réessayer", 3).click()
    await expectStored(page, 3)
    expect(offsets.length).toBeGreaterThan(1)
    expect(offsets).toEqual(offsets.map((_, index) => index * CHUNK_BYTES))
  })
  await test.step("one that is removed meanwhile is cancelled on the server", async () => {
    await page.unrouteAll()
    await breakParts(page)
    await projectForm(page).images.setInputFiles(await makeLarge("quai.png"))
    await expect(pictures(page).last()).toContainText(/Reprise dans \d+\ss/)
    const cancelled = page.waitForResponse((response) => response.request().method() === "DELETE")
    await pictureButton(page, "Annuler l’envoi", 4).click()
    expect((await cancelled).status()).toBe(204)
    await expect(pictures(page)).toHaveCount(3)
  })
  await test.step("a red banner says why and names the files, which can be sent again one by one or together", async () => {
    await page.unrouteAll()
    const full = "Espace disque insuffisant, réessayez plus tard"
    await page.route("**/upload", (route) => route.fulfill({ status: 507, json: { success: false, message: full } }))
    await choosePictures(page, ["perdue.jpg"])
    await expect(alert.filter({ hasText: full })).toContainText("perdue.jpg")
    await expect(pictures(page).last()).toContainText("Non envoyée")
    await page.route("**/upload", proxyPage)
    await pictureButton(page, "Réessayer", 4).click()
    await expect(alert.filter({ hasText: "Erreur lors du téléchargement des images" })).toContainText("perdue.jpg")
    await choosePictures(page, ["autre.jpg"])
    await expect(alert.getByText("perdue.jpg, autre.jpg")).toBeVisible()
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer l’envoi" }).click()
    await expectStored(page, 5)
    await expect(alert.filter({ hasText: "perdue.jpg" })).toHaveCount(0)
  })
  await test.step("one that the server cannot read is named, and is not offered again", async () => {
    const { buffer } = await makePicture({ name: "x" })
    const broken = Buffer.concat([buffer.subarray(0, 200), Buffer.from("perdu")])
    await projectForm(page).images.setInputFiles({ name: "abîmée.jpg", mimeType: "image/jpeg", buffer: broken })
    await expect(alert.filter({ hasText: "abîmée.jpg" })).toContainText("Image illisible : enregistrez-la de nouveau")
    await expect(page.getByRole("button", { name: /^Réessayer/ })).toHaveCount(0)
    await expect(pictures(page)).toHaveCount(5)
  })
  await test.step("a session that ended says so, with the way to log in again, after which one goes on", async () => {
    const cookies = await context.cookies()
    await context.clearCookies({ name: "session" })
    await choosePictures(page, ["dernière.jpg"])
    await expect(alert.filter({ hasText: "Connectez-vous pour continuer" })).toBeVisible()
    const logIn = page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
    await expect(logIn).toHaveAttribute("target", "_blank")
    await context.addCookies(cookies)
    await pictureButton(page, "Réessayer", 6).click()
    await expectStored(page, 6)
  })
  await test.step("the project is saved with what was sent in parts", async () => {
    await projectForm(page).add.click()
    await expect(page.getByRole("main").getByRole("status")).toContainText("Projet ajouté avec succès !")
    const { project_images: names = [] } = (await storedProject(page, "Repris")) ?? {}
    expect(names).toHaveLength(6)
    const stored = sharp(await (await page.request.get(`/uploads/${names[0]}`)).body())
    expect(await stored.metadata()).toMatchObject({ width: 500, height: 460 })
  })
})
