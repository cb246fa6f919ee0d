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

for (const path of unknown) {
  test(`${path} answers 404 with a page`, async ({ request }) => {
    const response = await request.get(path)
    expect(response.status()).toBe(404)
    expect(response.headers()["content-type"]).toContain("text/html")
    const html = await response.text()
    expect(textIn(html, "h1")).toBe("404 Page Not Found")
    expect(titleIn(html)).toContain("404 Page Not Found")
    expect(html).toContain('content="noindex"')
  })
}

test("an address that cannot be read answers with a page or a clear refusal, never a failure", async ({
  request,
  site,
}) => {
  for (const path of ["/%E0%A4%A", "/%00", "/..%2f..%2fetc%2fpasswd", "//evil.example/x", `/${"a".repeat(3000)}`]) {
    const status = (await request.get(`${site.url}${path}`, { maxRedirects: 0 })).status()
    expect([308, 400, 404], `${path.slice(0, 30)} → ${status}`).toContain(status)
  }
})

for (const path of ["//about", "/contact//merci", "//admin/messages", "/admin//messages", "///"]) {
  test(`${path}, with an empty part, is no second address of a page`, async ({ request, site }) => {
    const response = await request.get(`${site.url}${path}`, { maxRedirects: 0 })
    expect(response.status()).toBe(path === "///" ? 308 : 404)
    expect(response.headers().location ?? "/").toBe("/")
    if (response.status() === 404) expect(textIn(await response.text(), "h1")).toBe("404 Page Not Found")
  })
}

test("two slashes at the start lead to no other site", async ({ request, site }) => {
  const response = await request.get(`${site.url}//evil.example/`, { maxRedirects: 0 })
  expect(response.headers().location ?? "/").toMatch(/^\/(?!\/)/)
})

test("a name that belongs to no picture of the store is not found", async ({ request }) => {
  for (const path of ["/uploads/absente.jpg", "/uploads/..%2Fsite.db", "/uploads/site.db", "/photos/absente.avif"]) {
    expect((await request.get(path)).status(), path).toBe(404)
  }
})

test("an unknown address of the API answers 404 in JSON", async ({ request }) => {
  const response = await request.get("/api/introuvable")
  expect(response.status()).toBe(404)
  expect(await response.json()).toEqual({ success: false, message: expect.stringMatching(/\S/) })
})

test.describe("the page that is not found", () => {
  test.use({ expectedConsole: /status of 404/ })

  test("shows '404 Page Not Found' with the header and the footer", async ({ page }) => {
    await openPage(page, "/introuvable")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found")
    await expect(page.getByRole("banner")).toBeVisible()
    await expect(page.getByRole("contentinfo")).toBeVisible()
    await expect(page).toHaveTitle(/404 Page Not Found/)
  })

  test("leads back to the home page", async ({ page }) => {
    await openPage(page, "/introuvable")
    await page
      .getByRole("main")
      .getByRole("link", { name: /accueil/i })
      .click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Excellence Multi-Sectorielle")
    await expect(page).toHaveTitle(/^(?!404)/)
  })
})

test.describe("a visitor who walks to an unknown address in the browser", () => {
  test.use({ expectedConsole: /status of 404/ })

  test("sees the same page", async ({ page }) => {
    await openPage(page, "/about")
    await page.evaluate(() => {
      history.pushState({}, "", "/introuvable")
      dispatchEvent(new PopStateEvent("popstate", { state: {} }))
    })
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("404 Page Not Found")
    await page.goBack()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("À Propos de Groupe Lisanga")
  })
})
