import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, type Page } from "@playwright/test"
import type { RunOptions } from "axe-core"

// The minified file is half as long as `axe.source`.
const script = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

const options: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"],
  // Preloading fetches every stylesheet again, for a rule about orientation alone.
  preload: false,
}

/** Expects WCAG 2.2 AA and axe's best practices to be met; the page must have JavaScript on. */
export async function expectAccessible(page: Page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(script)
  expect(await page.evaluate(listViolations, options), `accessibility of ${page.url()}`).toEqual([])
}

/** Runs in the page, since axe's full results take longer to transfer than to find. */
async function listViolations(options: RunOptions): Promise<string[]> {
  // During a transition a control has the contrast of neither of its two states.
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(fading.map(({ finished }) => finished))
  const { axe } = window as unknown as { axe: typeof import("axe-core") }
  // The preview shows a public page, which has a test of its own.
  const { violations } = await axe.run({ exclude: [['iframe[title="Aperçu"]']] }, options)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(" ")}\n  ${failureSummary}`),
  )
}
