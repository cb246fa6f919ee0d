import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { calls } from "#server/testing/documented-calls.ts"
import { startApp } from "#server/testing/start-app.ts"

async function readPage() {
  await using site = await startApp()
  const response = await site.request("/api/docs")
  return { headers: response.headers, html: await response.text() }
}

test("the page shows every call with its right, answers, errors and a command", async () => {
  const { headers, html } = await readPage()
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8")
  const articles = html.split("<article").slice(1)
  expect(articles).toHaveLength(calls.length)
  for (const article of articles) {
    for (const part of ["Droit\u00a0:", "Réponses", "Erreurs\u00a0:", "curl "]) expect(article).toContain(part)
  }
})

test("it names the right that a call needs, and links the shape of its body", async () => {
  const { html } = await readPage()
  const article = html.split("<article").find((text) => text.includes('id="post-api-projects"')) ?? ""
  expect(article).toContain("<code>projects.write</code>")
  expect(article).toContain('href="#forme-NewProject"')
  expect(html).toContain('id="forme-NewProject"')
})

test("every link within it leads somewhere", async () => {
  const { html } = await readPage()
  const targets = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
  const ids = new Set(Array.from(html.matchAll(/id="([^"]+)"/g), ([, id]) => id))
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
})

test("it runs no script and loads nothing: its policy allows its own style alone", async () => {
  const { headers, html } = await readPage()
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ""
  const hash = createHash("sha256").update(style).digest("base64")
  expect(headers.get("Content-Security-Policy")).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(html).not.toMatch(/<script|style="|src="|https:\/\/(?!exemple)/)
})

test("it can be revalidated, and its commands name the site", async () => {
  await using site = await startApp({ settings: { PUBLIC_URL: "https://lisanga.example" } })
  const response = await site.request("/api/docs")
  expect(await response.text()).toContain("&#39;https://lisanga.example/api/projects")
  const headers = { "If-None-Match": response.headers.get("ETag") ?? "" }
  expect((await site.request("/api/docs", { headers })).status).toBe(304)
})
