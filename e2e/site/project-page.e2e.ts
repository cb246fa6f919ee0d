import type { APIRequestContext } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { admin } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm } from "./contact-form.ts"
import { canonicalIn, elementsIn, linkedDataIn, metaIn, titleIn } from "./html.ts"

const path = "/realisations/villa-familiale-a-ma-campagne"
const name = "Villa familiale à Ma Campagne"

/** Creates a published project; the request must be an administrator's. */
async function createProject(request: APIRequestContext, project_name: string) {
  const form = { project_name, description: "Un pont.", address: "Matadi", status: "Terminé", sector: "Transport" }
  const response = await request.post("/api/projects", { multipart: form })
  expect(response.status()).toBe(201)
  const { project } = await response.json()
  return project as { id: number; slug: string }
}

/** Creates a draft with a picture, and a private link to it. */
async function createPreview(request: APIRequestContext) {
  const form = { project_name: "Pont secret", description: "x", status: "Terminé", sector: "Transport", state: "draft" }
  const file = await makePicture({ name: "pont.jpg" })
  const response = await request.post("/api/projects", { multipart: { ...form, project_images: file } })
  const { project } = await response.json()
  const created = await request.post("/trpc/projects.createPreviewLink", { data: { id: project.id, days: 7 } })
  const { token } = (await created.json()).result.data
  return { project: project as { id: number; project_images: string[] }, token: token as string }
}

test("a project's page is presented to search engines and link previews with its own picture", async ({
  request,
  site,
}) => {
  const html = await (await request.get(path)).text()
  expect(titleIn(html)).toBe(`${name} – Groupe Lisanga`)
  expect(canonicalIn(html)).toBe(site.url + path)
  const description = metaIn(html, "description") ?? ""
  expect(description).toMatch(/^Villa à un étage pour une famille.*…$/)
  expect(description.length).toBeLessThanOrEqual(156)
  expect(metaIn(html, "og:type")).toBe("article")
  expect(metaIn(html, "robots")).toBeUndefined()
  const image = metaIn(html, "og:image") ?? ""
  expect(image).toMatch(new RegExp(`^${site.url}/uploads/\\w+\\.\\w+\\?w=1200&h=630$`))
  const picture = await request.get(image)
  expect(picture.headers()["content-type"]).toBe("image/jpeg")
  expect((await picture.body()).length).toBeLessThan(300_000)
  expect(elementsIn(html, "link").filter(({ as }) => as === "image")).toHaveLength(1)
  const [trail, work] = linkedDataIn(html)
  expect(trail).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { name: "Accueil", item: `${site.url}/` },
      { name: "Réalisations", item: `${site.url}/realisations` },
      { name, item: site.url + path },
    ],
  })
  expect(work).toMatchObject({
    "@type": "CreativeWork",
    name,
    description,
    image,
    datePublished: "2023-06-19T09:12:00.000Z",
    dateModified: expect.any(String),
    contentLocation: { name: "Quartier Ma Campagne, Ngaliema, Kinshasa" },
    creator: { "@id": `${site.url}/#organisation` },
  })
})

test("the contact form never contains a text from its URL", async ({ request }) => {
  for (const projet of ["inconnu", "<b>", "Villa familiale à Ma Campagne", `${"a".repeat(500)}`]) {
    const html = await (await request.get("/contact", { params: { projet } })).text()
    expect(html, projet).toMatch(/<textarea[^>]*><\/textarea>/)
    expect(html, projet).not.toMatch(/<option[^>]* selected=""[^>]* value="\w/)
  }
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test("a card leads to its project, which has a lightbox, is shared, and leads to a contact form about it", async ({
    page,
    site,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    const main = page.getByRole("main")
    await openPage(page, "/construction")
    await page.getByRole("link", { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name)
    for (const text of ["Ngaliema", "Terminé", "19 juin 2023", "ouverte sur le jardin"]) {
      await expect(main.getByText(text).first()).toBeVisible()
    }
    await expect(page.getByRole("region", { name: "Dans le même secteur" }).getByRole("listitem")).not.toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

    await test.step("the first picture and the others open in one lightbox", async () => {
      const photos = main.getByRole("button", { name: /^Agrandir : \S/ })
      await expect(photos).toHaveCount(2)
      await photos.nth(1).click()
      const dialog = page.getByRole("dialog")
      await expect(dialog.getByText("2 / 2")).toBeVisible()
      await dialog.getByRole("button", { name: "Photo suivante" }).click()
      await expect(dialog.getByText("1 / 2")).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(dialog).toBeHidden()
      await photos.first().click()
      await expect(dialog.getByText("1 / 2")).toBeVisible()
      await page.keyboard.press("Escape")
    })

    const share = page.getByRole("region", { name: "Partager ce projet" })
    const url = site.url + path
    await test.step("it is shared on WhatsApp, and by copying its link", async () => {
      const message = encodeURIComponent(`${name}\n${url}`)
      await expect(share.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
        "href",
        `https://wa.me/?text=${message}`,
      )
      await expect(share.getByRole("button", { name: "Partager", exact: true })).toBeHidden()
      await share.getByRole("button", { name: "Copier le lien" }).click()
      await expect(share.getByRole("status")).toHaveText("Lien copié")
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
    })
    await test.step("without a clipboard the link is shown instead", async () => {
      await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
      await share.getByRole("button", { name: "Copier le lien" }).click()
      await expect(share.getByRole("status")).toContainText(url)
    })
    await test.step("it leads to a contact form about it", async () => {
      await main.getByRole("link", { name: "Demander un devis pour un projet semblable" }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contactez-Nous")
      const { sector, message } = contactForm(page)
      await expect(sector).toHaveValue("construction")
      await expect(message).toHaveValue(/^Bonjour, je souhaite un devis .* «\s*Villa familiale à Ma Campagne\s*»/)
    })
    await test.step("the device's own sheet shares it, where there is one", async () => {
      await page.addInitScript(() => {
        Object.assign(navigator, {
          share: async (data: ShareData) => document.body.setAttribute("data-shared", data.url ?? ""),
        })
      })
      await openPage(page, path)
      await share.getByRole("button", { name: "Partager", exact: true }).click()
      await expect(page.locator("body")).toHaveAttribute("data-shared", url)
    })
  })
})

test.describe("a project that changes", () => {
  test.use({ viewport: { width: 360, height: 740 }, expectedConsole: /status of 4(10|04)/ })

  test("keeps its former URLs, is gone when it is deleted, and a private link shows a draft until it is revoked", async ({
    page,
    request,
  }) => {
    const visitor = page.request
    await request.post("/api/login", { data: admin })
    const { id, slug } = await createProject(request, "Pont de la Lukunga")
    const url = `/realisations/${slug}`
    const renamed = "/realisations/viaduc-de-la-lukunga"
    expect((await visitor.get(url)).status()).toBe(200)
    await request.put(`/api/projects/${id}`, { data: { project_name: "Viaduc de la Lukunga" } })
    const moved = await visitor.get(url, { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, renamed])
    await openPage(page, "/transport")
    await request.put(`/api/projects/${id}`, { data: { project_name: "Pont de la Lukunga" } })
    expect((await visitor.get(url, { maxRedirects: 0 })).status()).toBe(200)

    await request.delete(`/api/projects/${id}`)
    await test.step("it is gone for those who walk there from a list that still shows it", async () => {
      await page.getByRole("link", { name: "Viaduc de la Lukunga", exact: true }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cette réalisation n’est plus en ligne")
      const others = page.getByRole("main").getByRole("link", { name: "Réalisations : Transport" })
      await expect(others).toHaveAttribute("href", "/transport")
    })
    for (const former of [url, renamed]) {
      const gone = await visitor.get(former)
      expect(gone.status(), former).toBe(410)
      expect(await gone.text()).toContain("Cette réalisation n’est plus en ligne")
    }
    expect(await (await visitor.get("/sitemap.xml")).text()).not.toContain("lukunga")
    await request.post(`/api/projects/${id}/restore`)
    expect((await visitor.get(url)).status()).toBe(200)

    await test.step("a private link shows a draft with its pictures to a visitor, until it is revoked", async () => {
      const { project, token } = await createPreview(request)
      const image = `/uploads/${project.project_images[0]}`
      expect((await visitor.get(image)).status()).toBe(404)
      await page.goto(`/apercu/${token}`)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pont secret")
      await expect(page.getByText(/^Aperçu privé, valable jusqu’au \d+ .* à \d\d:\d\d\.$/)).toBeVisible()
      const shown = page.getByRole("main").getByRole("img").first()
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      const list = await (await request.get(`/trpc/projects.previewLinks?input=${project.id}`)).json()
      await request.post("/trpc/projects.revokePreviewLink", {
        data: { id: project.id, link: list.result.data[0].link },
      })
      const revoked = await visitor.get(`/apercu/${token}`)
      expect(revoked.status()).toBe(404)
      expect(await revoked.text()).toContain("Ce lien n’est plus valable")
      expect((await visitor.get(image)).status()).toBe(404)
    })
  })
})

test("an unknown URL is not found", async ({ request }) => {
  for (const slug of ["inconnu", "Villa-familiale-a-ma-campagne", "a".repeat(300)]) {
    const response = await request.get(`/realisations/${slug}`)
    expect(response.status(), slug).toBe(404)
    expect(await response.text()).toContain("404 Page Not Found")
  }
})
