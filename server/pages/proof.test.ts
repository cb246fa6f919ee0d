import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { startBuiltPages, visibleText } from "#server/testing/built-pages.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { createTestImage } from "#server/testing/fixtures.ts"

const testimonial = { text: "Livré le jour dit.", name: "Mme Mbuyi", role: "Commerçante à Kintambo", permission: "oui" }

const proof = {
  testimonials: [testimonial],
  partners: [{ logo: "logo.jpg", name: "Ciments du Pool", href: "https://exemple.cd/" }],
  insurance: "Responsabilité civile des chantiers.",
}

const about = (changes: object) => ({ ...defaultContent["a-propos"], proof: { ...proof, ...changes } })

test("of proof that nobody has written, pages say nothing", async () => {
  await using site = await startBuiltPages()
  for (const path of ["/", "/about", "/contact"]) {
    const { html } = await site.open(path)
    expect(html, path).not.toMatch(
      /RCCM|Id\. Nat\.|NIF|clients disent|disent nos clients|Nos partenaires|En règle|Assurance/,
    )
  }
})

test("« À propos » shows what clients say, partners, insurance and registrations, which every footer shows too", async () => {
  await using site = await startBuiltPages()
  await createTestImage(site.db, "logo.jpg")
  const editor = await createEditor(site)
  expect((await editor.replace("a-propos", about({}))).status).toBe(200)
  const legal = { rccm: "CD/KNG/RCCM/23-B-01234", nationalId: "01-F4300-N12345K", taxId: "" }
  expect((await editor.replace("entreprise", { ...defaultContent.entreprise, legal })).status).toBe(200)
  const { document } = await site.open("/about")
  const text = visibleText(document.querySelector("main") as Element)
  expect(text).toContain("Ce que disent nos clients « Livré le jour dit. » Mme Mbuyi Commerçante à Kintambo")
  expect(text).toMatch(
    /En règle RCCM ?CD\/KNG\/RCCM\/23-B-01234 ?Id\. Nat\. ?01-F4300-N12345K ?Assurance ?Responsabilité civile/,
  )
  const partner = document.querySelector('a[href="https://exemple.cd/"]')
  expect([partner?.textContent, partner?.querySelector("img")?.getAttribute("src")]).toEqual([
    "Ciments du Pool",
    expect.stringContaining("/uploads/logo.jpg"),
  ])
  for (const path of ["/", "/about", "/transport"]) {
    const footer = visibleText((await site.open(path)).document.querySelector("footer") as Element)
    expect(footer, path).toMatch(/RCCM CD\/KNG\/RCCM\/23-B-01234 ?Id\. Nat\. 01-F4300-N12345K/)
    expect(footer, path).not.toContain("NIF")
  }
})

test("a client's words are drafted, but not published, without the client's permission", async () => {
  await using site = await startBuiltPages()
  await createTestImage(site.db, "logo.jpg")
  const editor = await createEditor(site)
  const content = about({ testimonials: [{ ...testimonial, permission: "non" }] })
  const saved = await editor.save(await editor.open("a-propos"), content)
  expect(saved.status).toBe(200)
  const { status, fields } = await editor.publish(saved.page)
  expect([status, fields]).toEqual([
    400,
    { "proof.testimonials.0.permission": "Sans l’accord de cette personne, ses mots ne peuvent pas être publiés" },
  ])
})
