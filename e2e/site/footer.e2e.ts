import { expect, test } from "#e2e/fixtures.ts"
import { textIn } from "./html.ts"
import { screens } from "./screens.ts"
import { staticPage } from "./static-page.ts"

test.describe("the footer", () => {
  const page = staticPage("/about")

  test("tells who the company is, and leads to its story", async () => {
    const footer = page().getByRole("contentinfo")
    await expect(footer).toContainText(/entreprise familiale/i)
    await expect(footer.getByRole("link", { name: "À propos" })).toHaveAttribute("href", "/about")
  })

  test("leads to Facebook, LinkedIn and Instagram", async () => {
    for (const name of ["Facebook", "LinkedIn", "Instagram"]) {
      const link = page().getByRole("contentinfo").getByRole("link", { name })
      await expect(link).toHaveAttribute("href", new RegExp(`^https://www\\.${name.toLowerCase()}\\.com/`))
    }
  })

  test("leads to its four sectors", async () => {
    const paths = {
      Construction: "/construction",
      Agriculture: "/agriculture",
      Élevage: "/elevage",
      Transport: "/transport",
    }
    for (const [name, path] of Object.entries(paths)) {
      await expect(page().getByRole("contentinfo").getByRole("link", { name })).toHaveAttribute("href", path)
    }
    await expect(
      page()
        .getByRole("contentinfo")
        .getByRole("link", { name: /immobilier|matériaux/i }),
    ).toHaveCount(0)
  })

  test("names its four services", async () => {
    for (const service of ["Devis gratuit", "Consultation", "Support 24/7", "Maintenance"]) {
      await expect(page().getByRole("contentinfo").getByText(service, { exact: true })).toBeVisible()
    }
  })

  test("gives the address, the phone and the e-mail", async () => {
    const footer = page().getByRole("contentinfo")
    await expect(footer).toContainText("24 avenue de la Paix")
    await expect(footer).toContainText("Kinshasa")
    await expect(footer.getByRole("link", { name: "+243 900 000 000" })).toHaveAttribute("href", "tel:+243900000000")
    await expect(footer.getByRole("link", { name: "contact@lisanga.example" })).toHaveAttribute(
      "href",
      "mailto:contact@lisanga.example",
    )
  })

  test("bears the year of its copyright", async () => {
    await expect(page().getByRole("contentinfo")).toContainText("© 2023")
  })
})

test("every public page has the same footer, the page that is not found too", async ({ request }) => {
  const paths = [...screens.map(({ path }) => path), "/introuvable"]
  const footers = paths.map(async (path) => textIn(await (await request.get(path)).text(), "footer"))
  const [first, ...others] = await Promise.all(footers)
  expect(first).toContain("© 2023")
  for (const other of others) expect(other).toBe(first)
})
