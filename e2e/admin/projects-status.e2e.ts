import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { figures, openTable, statusOf } from "./project-table.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

let made = 0

/** The table with one project of the test's own. */
async function openWithProject(page: Parameters<typeof openTable>[0], site: Site) {
  made += 1
  const name = `Pont ${made}`
  await withDatabase(site, async (db) => {
    await db.deleteFrom("projects").execute()
    await createTestProject(db, { name, status: "En cours" })
  })
  await openTable(page)
  return name
}

function storedStatus(site: Site) {
  return withDatabase(site, async (db) => {
    const { status } = await db.selectFrom("projects").select("status").executeTakeFirstOrThrow()
    return status
  })
}

test(
  "a status chosen in the row shows at once, is stored, and counts on this screen and others",
  ON_POSTGRES,
  async ({ page, site }) => {
    const status = statusOf(page, await openWithProject(page, site))
    await page.evaluate(() => document.body.setAttribute("data-same-page", ""))

    await test.step("it is marked as busy while it is on its way", async () => {
      const { release } = await delayCalls(page, "projects.update")
      await status.selectOption("Annulé")
      await expect(status).toHaveAttribute("aria-busy", "true")
      await expect(status).toHaveValue("Annulé")
      release()
      await expect(status).toHaveAttribute("aria-busy", "false")
      await expect(status).toHaveValue("Annulé")
      await page.unrouteAll()
    })
    await test.step("two changes in a row end with the second", async () => {
      await status.selectOption("Terminé")
      await status.selectOption("En attente")
      await expect(figures(page)).toHaveText(["1", "0", "0", "1"])
      await expect.poll(() => storedStatus(site)).toBe("En attente")
      await expect(page.getByRole("alert")).toHaveCount(0)
    })
    await test.step("the keyboard alone changes it", async () => {
      await status.focus()
      await page.keyboard.press("Space")
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await expect.poll(() => storedStatus(site)).toBe("Terminé")
      await expect(figures(page)).toHaveText(["1", "1", "0", "0"])
      await expect(status).toHaveAttribute("aria-busy", "false")
    })
    await test.step("the statistics have the change", async () => {
      await page.getByRole("link", { name: "Statistiques" }).click()
      await expect(page.getByRole("definition").nth(3)).toHaveText(/^100\s%$/)
    })
    await expect(page.locator("body[data-same-page]")).toHaveCount(1)
  },
)

test.describe("a status that cannot be stored", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    { response: rejection("Le serveur est occupé"), text: /^Erreur lors de la mise à jour\s*Le serveur est occupé$/ },
    { response: proxyPage, text: "Erreur lors de la mise à jour" },
    { response: noConnection, text: "Erreur de réseau : connexion impossible" },
  ]

  test("goes back to the old one with a red banner, and can be chosen again", async ({ page, site }) => {
    const status = statusOf(page, await openWithProject(page, site))
    for (const { response, text } of failures) {
      await breakCalls(page, "projects.update", response)
      await status.selectOption("Terminé")
      await expect(page.getByRole("alert")).toHaveText(text)
      await expect(status).toHaveValue("En cours")
      expect(await storedStatus(site)).toBe("En cours")
      await page.unrouteAll()
    }
    await status.selectOption("Terminé")
    await expect(page.getByRole("alert")).toHaveCount(0)
    await expect.poll(() => storedStatus(site)).toBe("Terminé")
  })

  test("shows the project as somebody else changed it meanwhile", async ({ page, site }) => {
    const status = statusOf(page, await openWithProject(page, site))
    const [{ id }] = await (await page.request.get("/api/projects")).json()
    expect((await page.request.put(`/api/projects/${id}`, { data: { status: "Annulé" } })).status()).toBe(200)
    await status.selectOption("Terminé")
    await expect(page.getByRole("alert")).toContainText("Ce projet a été modifié entre-temps")
    await expect(status).toHaveValue("Annulé")
    await page.getByRole("button", { name: "Fermer ce message" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
  })
})
