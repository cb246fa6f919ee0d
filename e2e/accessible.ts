import { AxeBuilder } from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** WCAG 2.2 AA and axe's best practices; the page must have JavaScript on. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(tags)
    // The preview shows a public page, which has a test of its own.
    .exclude('iframe[title="Aperçu"]')
    // No page has other frames, so that axe needs no second page to merge its results in.
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(" ")}\n  ${failureSummary}`),
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}
