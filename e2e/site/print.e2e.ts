import { expect, test } from "#e2e/fixtures.ts"

const sheets = { project: 1, sector: 2 }

for (const { path, most } of [
  { path: "/realisations/villa-familiale-a-ma-campagne", most: sheets.project },
  { path: "/realisations/appartements-meubles-a-la-gombe", most: sheets.project },
  { path: "/construction", most: sheets.sector },
  { path: "/immobilier", most: sheets.sector },
])
  test(`${path} takes ${most} A4 sheets at most, with the company's telephone and e-mail and without menus`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
    await page.waitForLoadState("networkidle")
    const paper = (await page.pdf({ format: "A4" })).toString("latin1")
    expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(most)
    await page.emulateMedia({ media: "print" })
    const footer = page.getByRole("contentinfo")
    await expect(footer.getByText("+243 900 000 000")).toBeVisible()
    await expect(footer.getByText("contact@lisanga.example")).toBeVisible()
    await expect(page.getByRole("navigation")).toHaveCount(0)
    await expect(page.locator(".icon:visible, .btn:visible")).toHaveCount(0)
    const code = page.locator("aside svg[viewBox='0 -.5 33 33']")
    await expect(code).toHaveCount(most === sheets.project ? 1 : 0)
    if (most === sheets.project) await expect(code).toBeVisible()
  })
