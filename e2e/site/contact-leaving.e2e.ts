import { makePicture } from "#e2e/admin/make-picture.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test("a photo that is under way is sent once when its sender leaves the page and comes back", async ({ page }) => {
  const begun: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/api/contact/uploads", async (route) => {
    begun.push(route.request().method())
    await promise
    await route.continue()
  })
  await page.goto("/contact")
  await page.getByLabel("Message").fill("Bonjour, un devis pour un mur.")
  await page.locator("[type=file]").setInputFiles(await makePicture({ name: "mur.jpg" }))
  await expect.poll(() => begun).toEqual(["POST"])
  await page.getByRole("contentinfo").getByRole("link", { name: "À propos" }).first().click()
  await expect(page).toHaveURL(/\/about$/)
  await page.goBack()
  await expect(page.getByLabel("Message")).toHaveValue("Bonjour, un devis pour un mur.")
  await expect(page.getByRole("button", { name: "Retirer : photo 1" })).toBeVisible()
  resolve()
  await expect(page.getByText("1 sur 1 envoyée")).toBeVisible()
  expect(begun).toEqual(["POST"])
})
