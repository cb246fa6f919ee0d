import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openScreen } from "./sign-in.ts"

test.use({ storageState: ({ site }, use) => signInAsAdmin(site).then(use), viewport: { width: 360, height: 740 } })

test("the preview of a page is loaded on a phone only when it is looked at", async ({ page }) => {
  const previews: string[] = []
  page.on("request", (request) => request.url().endsWith("/preview") && previews.push(request.method()))
  await openScreen(page, "/admin/site-management/accueil", /Accueil/)
  const field = page.getByRole("main").getByRole("textbox").first()
  await field.fill("Bâtir à Kinshasa")
  await expect(page.getByText(/Enregistré à/)).toBeVisible()
  expect(previews).toEqual([])
  await page.getByRole("button", { name: "Aperçu", exact: true }).click()
  await expect(page.frameLocator("iframe").getByText("Bâtir à Kinshasa").first()).toBeVisible()
  await page.getByRole("button", { name: "Édition", exact: true }).click()
  const { length } = previews
  await field.fill("Bâtir et élever à Kinshasa")
  await expect(page.getByText("Modifications non enregistrées")).toBeHidden()
  expect(previews).toHaveLength(length)
})
