import { expect, test } from "#e2e/fixtures.ts"

// A fixed element is printed on every sheet, over the text.
test("on paper the bar stands at the top of the first sheet alone, and the skip link nowhere", async ({ page }) => {
  await page.goto("/construction")
  const bar = page.getByRole("banner")
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))
  await expect(bar).toBeInViewport()
  await page.emulateMedia({ media: "print" })
  await expect(bar).not.toBeInViewport()
  await expect(bar).toBeVisible()
  await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeHidden()
})
