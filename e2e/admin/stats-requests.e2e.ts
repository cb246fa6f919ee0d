import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { addMessage } from "./add-message.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const HOUR_MS = 3_600_000

/** Monday the 2nd of March 2026 in Kinshasa. */
const MONDAY = Date.UTC(2026, 2, 2, 9)

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const [hours, sector] of [
      [1, "construction"],
      [3, "construction"],
      [50, "elevage"],
    ] as const) {
      const { id } = await addMessage(db, { at: new Date(MONDAY), sector, message: `Un devis, ${hours} heures.` })
      const answeredAt = new Date(MONDAY + hours * HOUR_MS).toISOString()
      await db.updateTable("messages").set({ state: "answered", answeredAt }).where("id", "=", id).execute()
    }
    await addMessage(db, { at: new Date(MONDAY + 8 * 24 * HOUR_MS), message: "Une demande sans réponse." })
  },
})

function section(page: Page) {
  return page.getByRole("region", { name: "Demandes de devis", exact: true })
}

function table(page: Page, name: string) {
  return section(page).getByRole("region", { name, exact: true }).getByRole("row")
}

async function open(page: Page) {
  await openScreen(page, "/admin/stats?du=2026-03-01&au=2026-03-31", "Statistiques")
}

test("the requests of a period are counted by answer time, sector, state and week", async ({ page }) => {
  await open(page)
  await expect(section(page).getByRole("definition")).toHaveText(["4", /^3\sh\s00$/, /^2\sj\s2\sh$/, /^67\s%$/])
  await expect(table(page, "Par secteur")).toContainText([/^Secteur/, /^Construction 3 75\s%$/])
  await expect(table(page, "Par état")).toContainText([/^État/, /^Nouveau 1 25\s%$/, /^En cours 0/, /^Répondu 3/])
  await section(page).getByText("Chiffres par semaine").click()
  await expect(table(page, "Par semaine")).toHaveText([
    /^Semaine du/,
    /23 févr\. 20260$/,
    /2 mars 20263$/,
    /9 mars 20261$/,
    /16 mars 20260$/,
    /23 mars 20260$/,
    /30 mars 20260$/,
  ])
  await expect(
    section(page)
      .getByRole("img", { name: /par semaine/ })
      .locator("svg path")
      .first(),
  ).toBeAttached()
})

test("another period is in the address, and its figures are a file", async ({ page }) => {
  await open(page)
  await section(page).getByLabel("Du", { exact: true }).fill("2026-03-09")
  await section(page).getByRole("button", { name: "Afficher" }).click()
  await expect(page).toHaveURL(/du=2026-03-09&au=2026-03-31/)
  await expect(section(page).getByRole("definition")).toHaveText(["1", "–", "–", "–"])
  const download = page.waitForEvent("download")
  await section(page).getByRole("link", { name: "Télécharger en CSV" }).click()
  const text = await readFile(await (await download).path(), "utf8")
  expect(text).toContain("Demandes reçues;;1\r\n")
  await section(page)
    .getByRole("link", { name: /^30\sjours$/ })
    .click()
  await expect(page).not.toHaveURL(/du=2026-03-09/)
})

test("the figures of requests are accessible and fit a phone", async ({ page }) => {
  await open(page)
  await expect(
    section(page)
      .getByRole("img", { name: /par semaine/ })
      .locator("svg path")
      .first(),
  ).toBeAttached()
  await expectAccessible(page)
  await expectFitsPhone(page)
})
