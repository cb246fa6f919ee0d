import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { canonicalIn, linkedDataIn, metaIn } from "./html.ts"

const publicUrl = "https://www.lisanga.example"
const test = testOnDedicatedSite({ settings: { PUBLIC_URL: publicUrl, DEMO_CONTENT: "0" } })

test("with PUBLIC_URL, canonical links and share previews stand under it", async ({ request }) => {
  const html = await (await request.get("/transport")).text()
  expect(canonicalIn(html)).toBe(`${publicUrl}/transport`)
  expect(metaIn(html, "og:url")).toBe(`${publicUrl}/transport`)
  expect(metaIn(html, "og:image")).toMatch(/^https:\/\/www\.lisanga\.example\//)
  expect(JSON.stringify(linkedDataIn(html))).not.toContain("127.0.0.1")
})

test("with PUBLIC_URL, the sitemap and robots.txt stand under it", async ({ request }) => {
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<loc>${publicUrl}/transport</loc>`)
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
})

test("with an https PUBLIC_URL, browsers are told to stay with https for a year", async ({ request }) => {
  expect((await request.get("/")).headers()["strict-transport-security"]).toMatch(/max-age=31536000/)
})

test("with PUBLIC_URL, a form of any other origin is refused, that of the address asked for too", async ({
  request,
  site,
}) => {
  const form = { firstName: "", lastName: "", email: "", sector: "", message: "" }
  const statuses = [site.url, "https://lisanga.example", publicUrl].map(async (origin) => {
    const response = await request.post("/contact", { form, headers: { Origin: origin } })
    return response.status()
  })
  expect(await Promise.all(statuses)).toEqual([403, 403, 400])
})
