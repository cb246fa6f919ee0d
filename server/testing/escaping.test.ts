import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { insertAccount } from "#server/accounts/commands.ts"
import { SECTOR_SLUGS, SECTORS } from "#server/contract/sectors.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { servePages } from "#server/pages/serve.ts"
import { contactFields, createTestImage, createTestProject } from "./fixtures.ts"
import { storableTexts } from "./hostile-texts.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

/** Starts a site with hostile texts in all stored fields, as calls accept them or an import may have written them. */
async function startHostile() {
  const site = await startApp({ pages, settings: { RATE_LIMITS: "0" } })
  for (const [index, text] of storableTexts.entries()) {
    const name = `image-${index}.jpg`
    await createTestImage(site.db, name)
    const images = [
      { name, alt: text },
      { name: text || "x", alt: text },
    ]
    const sector = SECTORS[index % SECTORS.length] ?? "Construction"
    await createTestProject(site.db, {
      name: text,
      description: storableTexts.join("\n"),
      address: text,
      status: text,
      images,
      sector,
    })
    await site.postJson("/api/contact", {
      ...contactFields,
      firstName: `A ${text}`,
      lastName: `B ${text}`,
      message: `Bonjour, ${text}`,
    })
    const account = {
      username: `${text} ${index}`,
      email: `${index}@exemple.cd`,
      passwordHash: "",
      role: "user" as const,
      addressConfirmedAt: null,
    }
    await inTransaction(site.db, (trx) => insertAccount(trx, account, new Date()))
  }
  return site
}

/** Returns a sector's page whose projects have harmless texts, as a reference. */
async function plainPage(path: string): Promise<string> {
  await using site = await startApp({ pages })
  const images = ["a.jpg", "b.jpg"].map((name) => ({ name, alt: "Un pont" }))
  for (const { name } of images) await createTestImage(site.db, name)
  for (const sector of SECTORS) {
    for (let made = 0; made < 20; made += 1)
      await createTestProject(site.db, { sector, images, description: "Une phrase longue.\n".repeat(90) })
  }
  return (await site.request(path)).text()
}

/** Lists the names of all elements and attributes outside of scripts. */
function skeleton(html: string) {
  const scripts = [...html.matchAll(/<script(\s[^>]*)?>([\s\S]*?)<\/script>/g)].map(
    ([, attributes = "", code = ""]) => ({ attributes, code }),
  )
  const bare = html.replace(/<script(\s[^>]*)?>[\s\S]*?<\/script>/g, "")
  const tags = [...bare.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*\/?>/gi)]
  const attributes = tags.flatMap(([, , rest = ""]) =>
    [...rest.matchAll(/\s([^\s=>"]+)(?:="[^"]*")?/g)].map(([, name]) => name),
  )
  return {
    scripts,
    bare,
    elements: new Set(tags.map(([, name]) => name?.toLowerCase())),
    attributes: new Set(attributes),
  }
}

test.each(Object.values(SECTOR_SLUGS))(
  "on /%s stored texts are escaped, in the markup and in the embedded state",
  async (slug) => {
    await using site = await startHostile()
    const response = await site.request(`/${slug}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    const { scripts, bare, elements, attributes } = skeleton(html)
    const plain = skeleton(await plainPage(`/${slug}`))
    // Compared with the reference page, the page must have no other element or attribute.
    expect([...elements].filter((name) => !plain.elements.has(name))).toEqual([])
    expect([...attributes].filter((name) => !plain.attributes.has(name) && !name?.startsWith("on"))).toEqual([])
    expect([...attributes].filter((name) => name?.startsWith("on"))).toEqual([])
    expect(scripts.map(({ attributes }) => attributes.replace(/"[^"]*"/g, ""))).toEqual(
      plain.scripts.map(({ attributes }) => attributes.replace(/"[^"]*"/g, "")),
    )
    expect(bare).not.toMatch(/\s(href|src|action)="\s*(javascript|data:text)/i)
    for (const { code } of scripts) expect(code).not.toMatch(/<\/|<!--|<script|<img|\u2028|\u2029/i)
    const policy = response.headers.get("Content-Security-Policy") ?? ""
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/)
    expect(policy).not.toMatch(/unsafe|strict-dynamic/)
    // HTML parsers replace NUL and CR, after which the hash of a script would no longer match.
    for (const { code } of scripts) expect(code).not.toMatch(/[\0\r]/)
    for (const { code } of scripts.filter(({ attributes }) => !/src=|ld\+json/.test(attributes))) {
      expect(policy).toContain(createHash("sha256").update(code).digest("base64"))
    }
  },
)

test("metadata for search engines and previews contain no stored text", async () => {
  await using site = await startHostile()
  for (const path of ["/", ...Object.values(SECTOR_SLUGS).map((slug) => `/${slug}`), "/sitemap.xml", "/robots.txt"]) {
    const text = await (await site.request(path)).text()
    const head = text.includes("<body")
      ? text.slice(0, text.indexOf("<body")).replace(/<script(?! type="app)[\s\S]*?<\/script>/g, "")
      : text
    for (const block of head.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g))
      JSON.parse(block[1] ?? "")
    // Slugs contain only letters, digits and hyphens of a name.
    const texts = head.replaceAll(/\/realisations\/[a-z0-9-]+/g, "")
    expect(texts, path).not.toMatch(/alert|evil|HYPERLINK|onerror|DROP TABLE/)
  }
})

test.each([
  ["/contact", { firstName: "", lastName: "A", email: "a", sector: "transport", message: "b" }],
  ["/login", { email: "a", password: "", redirect: "/" }],
  ["/register", { username: "a", email: "a", password: "", confirmPassword: "" }],
])("%s shows rejected values again, escaped", async (path, plain) => {
  await using site = await startApp({ pages, settings: { RATE_LIMITS: "0" } })
  const submit = async (fields: Record<string, string>) => {
    const response = await site.request(path, { method: "POST", body: new URLSearchParams(fields) })
    expect(response.status).toBe(400)
    return skeleton(await response.text())
  }
  const expected = await submit(plain)
  for (const text of storableTexts) {
    const fields = Object.fromEntries(Object.keys(plain).map((name) => [name, name === "email" ? `${text}, ` : text]))
    const { elements, attributes, bare, scripts } = await submit({ ...fields, password: "", [text]: text })
    expect(
      [...elements].filter((name) => !expected.elements.has(name)),
      text,
    ).toEqual([])
    expect(
      [...attributes].filter((name) => !expected.attributes.has(name)),
      text,
    ).toEqual([])
    expect(bare).not.toMatch(/\s(href|src|action)="\s*(javascript|data:text|\/\/)/i)
    for (const { code } of scripts) expect(code).not.toMatch(/<\/|<!--|<script|<img|\u2028|\u2029/i)
  }
})

test("lists of hostile texts are JSON that no browser renders as a page", async () => {
  await using site = await startHostile()
  const headers = await signInAs(site, "admin")
  const search = encodeURIComponent('{"search":"","page":1}')
  for (const path of ["/api/projects", "/api/contact-messages", `/trpc/messages.search?input=${search}`]) {
    const response = await site.request(path, { headers: { ...headers, Accept: "text/html" } })
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/)
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/)
    expect(JSON.stringify(await response.json())).toContain("DROP TABLE")
  }
})
