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
