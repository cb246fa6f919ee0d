import { expect, type Page } from "@playwright/test"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import { openScreen } from "./sign-in.ts"

/** Opens the editor of one page of the site. */
export async function openEditor(page: Page, slug: ContentSlug, heading: string) {
  await openScreen(page, `/admin/site-management/${slug}`, heading)
  await expect(editor(page).publish).toBeVisible()
}

export function editor(page: Page) {
  const main = page.getByRole("main")
  return {
    publish: main.getByRole("button", { name: "Publier", exact: true }),
    schedule: main.getByRole("button", { name: "Programmer", exact: true }),
    discard: main.getByRole("button", { name: "Annuler les modifications", exact: true }),
    history: main.getByRole("button", { name: "Historique", exact: true }),
    saved: main.getByText(/Enregistré à \d\d:\d\d/),
    field: (label: string) => main.getByLabel(label, { exact: true }).first(),
    section: (label: string) => main.getByRole("group", { name: label, exact: true }),
    preview: page.frameLocator('iframe[title="Aperçu"]'),
  }
}

/** Returns the text that a visitor without JavaScript receives. */
export async function visitorReads(page: Page, path: string): Promise<string> {
  // The server may close an idle connection just as a request is sent over it, so the request is repeated once.
  const response = await page.request.get(path, { headers: { Accept: "text/html" }, maxRetries: 1 })
  expect(response.status()).toBe(200)
  return (await response.text()).replaceAll("&#x27;", "'")
}

interface Edited<Content> {
  state: string
  content: Content
  revision: number
  version: number
}

export async function readEdited<Content>(page: Page, slug: ContentSlug): Promise<Edited<Content>> {
  const input = encodeURIComponent(JSON.stringify({ page: slug }))
  const response = await page.request.get(`/trpc/content.edited?input=${input}`, { maxRetries: 1 })
  return (await response.json()).result.data
}

/** Saves the page's content as a draft after `change` has modified it, as another editor would. */
export async function saveDraft<Content>(page: Page, slug: ContentSlug, change: (content: Content) => void) {
  const { content, revision, version } = await readEdited<Content>(page, slug)
  change(content)
  return callApi<Edited<Content>>(page, "saveDraft", { page: slug, revision, version, content })
}

export async function publishDraft<Content>(page: Page, slug: ContentSlug, change: (content: Content) => void) {
  const { revision, version } = await saveDraft(page, slug, change)
  await callApi(page, "publish", { page: slug, revision, version })
}

async function callApi<Result>(page: Page, name: string, input: object): Promise<Result> {
  const response = await page.request.post(`/trpc/content.${name}`, { data: input })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()).result.data
}
