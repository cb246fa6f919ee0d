import { CHUNK_BYTES } from "#client/uploads/resumable-upload.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makePicture } from "./make-picture.ts"
import { expectStored, fillProject, openNewProject, pictures, projectForm, storedProject } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /Failed to load resource/ })

test("a picture whose connection breaks goes on by itself from where it stopped", async ({ page, context }) => {
  // It is large enough for three parts, and small enough to be decoded quickly.
  const picture = await makePicture({ name: "chantier.png", width: 500, height: 460, format: "png", noisy: true })
  const arrived: { offset: number; bytes: number }[] = []
  let parts = 0
  await page.route("**/api/uploads/*", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue()
    parts += 1
    if (parts === 3) {
      await context.setOffline(true)
      return route.abort("internetdisconnected")
    }
    const { "upload-offset": offset } = route.request().headers()
    arrived.push({ offset: Number(offset), bytes: route.request().postDataBuffer()?.length ?? 0 })
    return route.continue()
  })
  await openNewProject(page)
  await fillProject(page, "Repris")
  await projectForm(page).images.setInputFiles([picture, await makePicture({ name: "petite.jpg" })])
  await expect(pictures(page).first()).toContainText("Connexion perdue, l’envoi reprendra")
  const bar = page.getByRole("progressbar", { name: "Envoi de l’image 1" })
  await expect(bar).toHaveJSProperty("value", (2 * CHUNK_BYTES) / picture.buffer.length)

  await context.setOffline(false)
  await expectStored(page, 2)
  expect(arrived.map(({ offset }) => offset)).toEqual(arrived.map((_, index) => index * CHUNK_BYTES))
  expect(arrived.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(picture.buffer.length)
  await projectForm(page).add.click()
  await expect(page.getByText("Projet ajouté avec succès !")).toBeVisible()
  expect((await storedProject(page, "Repris"))?.project_images).toHaveLength(2)
})
