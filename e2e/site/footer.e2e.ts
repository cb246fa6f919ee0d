import { expect, test } from "#e2e/fixtures.ts"
import { textIn } from "./html.ts"
import { screens } from "./screens.ts"

test.use({ javaScriptEnabled: false })

const sectors = {
  Construction: "/construction",
  Agriculture: "/agriculture",
  Élevage: "/elevage",
  Transport: "/transport",
}

test("every public page has the same footer: company, networks, four sectors, services and contact", async ({
  page,
  request,
}) => {
  await page.goto("/about", { waitUntil: "domcontentloaded" })
  const footer = page.getByRole("contentinfo")
  const link = (name: string) => footer.getByRole("link", { name })
  await expect(footer).toContainText(/entreprise familiale/i)
  await expect(footer).toContainText("© 2023")
  await expect(link("À propos")).toHaveAttribute("href", "/about")
  for (const name of ["Facebook", "LinkedIn", "Instagram"]) {
    await expect(link(name)).toHaveAttribute("href", new RegExp(`^https://www\\.${name.toLowerCase()}\\.com/`))
  }
  for (const [name, path] of Object.entries(sectors)) await expect(link(name)).toHaveAttribute("href", path)
  await expect(footer.getByRole("link", { name: /immobilier|matériaux/i })).toHaveCount(0)
  for (const service of ["Devis gratuit", "Consultation", "Support 24/7", "Maintenance"]) {
    await expect(footer.getByText(service, { exact: true })).toBeVisible()
  }
  await expect(footer).toContainText("24 avenue de la Paix")
  await expect(footer).toContainText("Kinshasa")
  await expect(link("+243 900 000 000")).toHaveAttribute("href", "tel:+243900000000")
  await expect(link("contact@lisanga.example")).toHaveAttribute("href", "mailto:contact@lisanga.example")

  const paths = [...screens.map(({ path }) => path), "/introuvable"]
  const footers = paths.map(async (path) => textIn(await (await request.get(path)).text(), "footer"))
  const [first, ...others] = await Promise.all(footers)
  expect(first).toContain("© 2023")
  for (const other of others) expect(other).toBe(first)
})
