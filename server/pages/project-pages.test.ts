import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { startBuiltPages, visibleText } from "#server/testing/built-pages.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"

async function startSite() {
  const site = await startBuiltPages()
  const manager = await createProjectManager(site)
  const id = await createTestProject(site.db, { name: "Pont de la Lukunga", sector: "Transport" })
  return { ...site, manager, id }
}

const first = "/realisations/pont-de-la-lukunga"
const renamed = "/realisations/viaduc-de-la-lukunga"

test("a renamed project's former address leads to its present one for good, and back after another renaming", async () => {
  await using site = await startSite()
  expect((await site.open(first)).status).toBe(200)
  await site.manager.call("update", { id: site.id, name: "Viaduc de la Lukunga" })
  const moved = await site.request(first)
  expect([moved.status, moved.headers.get("Location")]).toEqual([301, renamed])
  await site.manager.call("update", { id: site.id, name: "Pont de la Lukunga" })
  expect((await site.request(first)).status).toBe(200)
})

test("a deleted project is gone at each of its addresses, with a way to the others, and back once it is restored", async () => {
  await using site = await startSite()
  await site.manager.call("update", { id: site.id, name: "Viaduc de la Lukunga" })
  await site.manager.call("delete", site.id)
  for (const path of [first, renamed]) {
    const { status, document } = await site.open(path)
    expect(status, path).toBe(410)
    expect(document.querySelector("h1")?.textContent).toBe("Cette réalisation n’est plus en ligne")
    expect(document.querySelector('main a[href="/transport"]')).not.toBeNull()
  }
  expect(await (await site.request("/sitemap.xml")).text()).not.toContain("lukunga")
  await site.manager.call("restore", site.id)
  expect((await site.open(renamed)).status).toBe(200)
})

test("a private link shows a draft, says until when, and shows nothing once it is revoked", async () => {
  await using site = await startSite()
  await createTestImage(site.db, "pont.jpg")
  const images = [{ name: "pont.jpg", alt: "Le pont" }]
  const id = await createTestProject(site.db, { name: "Pont secret", publishedAt: null, images })
  const { token } = (await site.manager.call("createPreviewLink", { id, days: 7 })).data
  const { status, document } = await site.open(`/apercu/${token}`)
  expect([status, document.querySelector("h1")?.textContent]).toEqual([200, "Pont secret"])
  const main = document.querySelector("main")
  expect(visibleText(main as Element)).toMatch(/^Aperçu privé, valable jusqu’au \d+ \S+ \d{4} à \d\d:\d\d\./)
  expect(main?.querySelector("img")?.getAttribute("src")).toMatch(/^\/uploads\/pont\.jpg\?w=/)
  const [link] = (await site.manager.ask("previewLinks", id)).data
  await site.manager.call("revokePreviewLink", { id, link: link?.link ?? "" })
  const revoked = await site.open(`/apercu/${token}`)
  expect([revoked.status, revoked.html.includes("Pont secret")]).toEqual([404, false])
  expect(visibleText(revoked.document.body)).toContain(responseTexts.previewLinkGone)
})

test("a contact form about a project names it, and no text of its address", async () => {
  await using site = await startSite()
  const read = async (projet: string) => {
    const asked = `/contact?projet=${encodeURIComponent(projet)}`
    const { document } = await site.open((await site.request(asked)).headers.get("Location") ?? asked)
    const sector = document.querySelector<HTMLSelectElement>("main select")
    return [document.querySelector("main textarea")?.textContent, sector?.value]
  }
  const about = /^Bonjour, je souhaite un devis .* «\sPont de la Lukunga\s»/
  expect(await read("pont-de-la-lukunga")).toEqual([expect.stringMatching(about), "transport"])
  for (const projet of ["inconnu", "<b>", "Pont de la Lukunga", "a".repeat(500)])
    expect(await read(projet), projet.slice(0, 20)).toEqual(["", ""])
})
