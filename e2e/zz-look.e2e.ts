import { makePicture } from "#e2e/admin/make-picture.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { test } from "./fixtures.ts"
import { contactRequest } from "./site/contact-form.ts"

test.use({ serviceWorkers: "allow", expectedConsole: /./ })
test("look", async ({ page, context, site }) => {
  test.setTimeout(240000)
  const account = await withDatabase(site, (db) =>
    createTestAccount(db, { email: "amina.look@exemple.cd", username: "Amina K." }),
  )
  const shot = async (name: string) => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/w/look-${name}-${width}.png`, fullPage: true })
    }
  }
  const response = await page.request.post("/api/contact", { data: contactRequest() })
  const path = new URL((await response.json()).statusUrl).pathname
  await page.goto("/mes-demandes")
  await page.waitForTimeout(500)
  await shot("mes-out")
  await page.goto("/mon-compte")
  await page.waitForTimeout(500)
  await shot("compte-out")
  await page.goto("/login?redirect=%2Fmes-demandes")
  await page.getByLabel("E-mail").fill(account.email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole("main").getByRole("button", { name: "Se connecter" }).click()
  await page.waitForURL("**/mes-demandes")
  await page.request.post("/api/contact", { data: contactRequest() })
  await page.goto(path)
  await page.waitForTimeout(1500)
  await shot("status-add")
  await page.getByRole("button", { name: "Ajouter à mon compte" }).click()
  await page.waitForTimeout(1000)
  await page.getByLabel("Votre message").fill("Le portail est vert, et la route est coupée.")
  await page.waitForTimeout(2000)
  await context.setOffline(true)
  await page.locator("[type=file]").setInputFiles(await makePicture({ name: "portail.jpg" }))
  await page.waitForTimeout(1000)
  await page.getByRole("button", { name: "Envoyer", exact: true }).click()
  await page.waitForTimeout(1500)
  await shot("status-queued")
  await context.setOffline(false)
  await page.waitForTimeout(3000)
  await shot("status-sent")
  await page.goto("/mes-demandes")
  await page.waitForTimeout(1500)
  await shot("mes-in")
  await page.goto("/mon-compte")
  await page.waitForTimeout(1500)
  await shot("compte-in")
  await page.getByRole("button", { name: "Supprimer mon compte" }).click()
  await page.waitForTimeout(500)
  await shot("compte-leave")
  await page.goto("/hors-ligne")
  await shot("offline")
  await page.goto("/contact")
  await shot("contact")
})
