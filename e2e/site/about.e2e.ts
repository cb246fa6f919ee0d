import { expect, test } from "#e2e/fixtures.ts"

test.use({ javaScriptEnabled: false })

test("the About page tells the company's history, its sectors, its figures and its values", async ({ page }) => {
  await page.goto("/about", { waitUntil: "domcontentloaded" })
  const main = page.getByRole("main")
  const subtitle = main.getByRole("paragraph").first()
  await expect(subtitle).toContainText(/familiale/)
  await expect(subtitle).toContainText(/leader multi-?sectoriel/)

  const history = page.getByRole("region", { name: /histoire/i })
  await expect(history.getByRole("paragraph")).toHaveCount(2)
  await expect(history).toContainText("2023")

  const text = (await main.textContent()) ?? ""
  for (const sector of [/construction/i, /agriculture/i, /élevage/i, /transport/i]) expect(text).toMatch(sector)
  expect(text).not.toMatch(/immobili|matériaux/i)

  await expect(page.getByRole("definition")).toHaveText(["2+", "6+"])
  await expect(page.getByRole("term")).toHaveText([/^années d.expérience$/, "employés"])

  const picture = main.getByRole("img").first()
  await expect(picture).toBeInViewport()
  await expect(picture).toHaveAttribute("alt", /\S{3}/)

  const values = page.getByRole("region", { name: /valeurs/i }).getByRole("listitem")
  await expect(values.getByRole("heading")).toHaveText(["Confiance", "Excellence", "Durabilité"])
  await expect(values.getByRole("paragraph")).toHaveText([/\S{3}/, /\S{3}/, /\S{3}/])
})
