import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { canonicalIn, linkedDataIn, metaIn } from "./html.ts"

const publicUrl = "https://www.lisanga.example"
const test = testOnDedicatedSite({ settings: { PUBLIC_URL: publicUrl, DEMO_CONTENT: "0" } })

test("every absolute URL begins with PUBLIC_URL, https is required for a year, and other origins' forms are rejected", async ({
  request,
  site,
}) => {
  const response = await request.get("/transport")
  expect(response.headers()["strict-transport-security"]).toMatch(/max-age=31536000/)
  const html = await response.text()
  expect(canonicalIn(html)).toBe(`${publicUrl}/transport`)
  expect(metaIn(html, "og:url")).toBe(`${publicUrl}/transport`)
  expect(metaIn(html, "og:image")).toMatch(/^https:\/\/www\.lisanga\.example\//)
  expect(JSON.stringify(linkedDataIn(html))).not.toContain("127.0.0.1")
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<loc>${publicUrl}/transport</loc>`)
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)

  const form = { firstName: "", lastName: "", email: "", sector: "", message: "" }
  const statuses = [site.url, "https://lisanga.example", publicUrl].map(async (origin) => {
    const response = await request.post("/contact", { form, headers: { Origin: origin } })
    return response.status()
  })
  expect(await Promise.all(statuses)).toEqual([403, 403, 400])
})
