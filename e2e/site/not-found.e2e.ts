import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { textIn, titleIn } from "./html.ts"

const unknown = [
  "/introuvable",
  "/construction/x",
  "/administration",
  "/Contact",
  "/contact/x",
  "/index.html",
  "/%C3%A9levage",
]

test("an unknown path answers 404 with a page that search engines leave out", async ({ request }) => {
  for (const path of unknown) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(404)
    expect(response.headers()["content-type"]).toContain("text/html")
    const html = await response.text()
    expect(textIn(html, "h1")).toBe("404 Page Not Found")
    expect(titleIn(html)).toContain("404 Page Not Found")
    expect(html).toContain('content="noindex"')
  }
})

test("a malformed path is not found or rejected, never a failure, and leads to no other site", async ({
  request,
  site,
}) => {
  const malformed = ["/%E0%A4%A", "/%00", "/..%2f..%2fetc%2fpasswd", "//evil.example/x", `/${"a".repeat(3000)}`]
  const doubled = ["//about", "/contact//merci", "//admin/messages", "/admin//messages", "///"]
  for (const path of [...malformed, ...doubled]) {
    const response = await request.get(`${site.url}${path}`, { maxRedirects: 0 })
    expect([308, 400, 404], `${path.slice(0, 30)} → ${response.status()}`).toContain(response.status())
    expect(response.headers().location ?? "/", path).toMatch(/^\/(?!\/)/)
  }
  for (const path of ["/uploads/absente.jpg", "/uploads/..%2Fsite.db", "/uploads/site.db", "/photos/absente.avif"]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test("strange queries leave pages as they are", async ({ request }) => {
  for (const query of ["?__proto__=1", "?page[]=2", "?q=%E0%A4%A", "?%00", `?${"a=1&".repeat(500)}`]) {
    expect((await request.get(`/transport${query}`)).status(), query).toBe(200)
  }
})

test.describe("the page that is not found", () => {
  test.use({ expectedConsole: /status of 404/ })

  test("has the header, the footer and a way home, for those too who come to it in the browser", async ({ page }) => {
    await openPage(page, "/introuvable")
    const heading = page.getByRole("heading", { level: 1 })
    await expect(heading).toHaveText("404 Page Not Found")
    await expect(page.getByRole("banner")).toBeVisible()
    await expect(page.getByRole("contentinfo")).toBeVisible()
    await expect(page).toHaveTitle(/404 Page Not Found/)
    await page
      .getByRole("main")
      .getByRole("link", { name: /accueil/i })
      .click()
    await expect(heading).toHaveText("Excellence Multi-Sectorielle")
    await expect(page).toHaveTitle(/^(?!404)/)
    await page.evaluate(() => {
      history.pushState({}, "", "/introuvable")
      dispatchEvent(new PopStateEvent("popstate", { state: {} }))
    })
    await expect(heading).toHaveText("404 Page Not Found")
    await page.goBack()
    await expect(heading).toHaveText("Excellence Multi-Sectorielle")
  })
})
