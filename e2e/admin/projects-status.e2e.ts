import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { makeProject } from "#server/testing/make.ts"
import { breakCalls, noConnection, proxyPage, refused } from "./broken-calls.ts"
import { figures, openTable, statusOf } from "./project-table.ts"
import { signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => makeProject(db, { name: "Pont", status: "En cours" }),
})

test.beforeEach(async ({ page, site }) => {
  await withDatabase(site, (db) =>
    db.updateTable("projects").set({ status: "En cours", statusFolded: "en cours" }).execute(),
  )
  await signIn(page)
  await openTable(page)
})

function storedStatus(site: Site) {
  return withDatabase(site, async (db) => {
    const { status } = await db.selectFrom("projects").select("status").executeTakeFirstOrThrow()
    return status
  })
}

test("a status chosen in the row is stored, and the counters follow, without a page load", async ({ page, site }) => {
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""))
  await statusOf(page, "Pont").selectOption("Terminé")
  await expect(statusOf(page, "Pont")).toHaveCSS("background-color", "rgb(31, 107, 63)")
  await expect(figures(page)).toHaveText(["1", "1", "0", "0"])
  await expect.poll(() => storedStatus(site)).toBe("Terminé")
  await expect(page.locator("body[data-same-page]")).toHaveCount(1)
})

test("the new status shows at once, while it is on its way", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await breakCalls(page, "projects.update", (route) => answered.promise.then(() => route.continue()))
  await statusOf(page, "Pont").selectOption("Annulé")
  await expect(statusOf(page, "Pont")).toHaveCSS("background-color", "rgb(163, 35, 28)")
  await expect(statusOf(page, "Pont")).toHaveAttribute("aria-busy", "true")
  answered.resolve()
  await expect(statusOf(page, "Pont")).toHaveAttribute("aria-busy", "false")
  await expect(statusOf(page, "Pont")).toHaveValue("Annulé")
})

test("two changes in a row do not stand in each other's way", async ({ page, site }) => {
  await statusOf(page, "Pont").selectOption("Terminé")
  await statusOf(page, "Pont").selectOption("En attente")
  await expect(figures(page)).toHaveText(["1", "0", "0", "1"])
  await expect.poll(() => storedStatus(site)).toBe("En attente")
  await expect(page.getByRole("alert")).toHaveCount(0)
})

test("the keyboard alone changes it", async ({ page, site }) => {
  await statusOf(page, "Pont").focus()
  await page.keyboard.press("Space")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect.poll(() => storedStatus(site)).toBe("Terminé")
})

test("other screens know of the change", async ({ page }) => {
  await statusOf(page, "Pont").selectOption("Terminé")
  await expect(statusOf(page, "Pont")).toHaveAttribute("aria-busy", "false")
  await page.getByRole("link", { name: "Statistiques" }).click()
  await expect(page.getByRole("definition").last()).toHaveText(/^100\s%$/)
})

test.describe("when it fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    {
      name: "a refusal",
      answer: refused("Le serveur est occupé"),
      text: /^Erreur lors de la mise à jour\s*Le serveur est occupé$/,
    },
    { name: "an answer without sense", answer: proxyPage, text: "Erreur lors de la mise à jour" },
    { name: "a lost connection", answer: noConnection, text: "Erreur de réseau : connexion impossible" },
  ]

  for (const { name, answer, text } of failures) {
    test(`${name} is told in a red banner, and the old status comes back`, async ({ page, site }) => {
      await breakCalls(page, "projects.update", answer)
      await statusOf(page, "Pont").selectOption("Terminé")
      await expect(page.getByRole("alert")).toHaveText(text)
      await expect(page.getByRole("alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await expect(statusOf(page, "Pont")).toHaveValue("En cours")
      expect(await storedStatus(site)).toBe("En cours")
      await page.unrouteAll()
      await statusOf(page, "Pont").selectOption("Terminé")
      await expect(page.getByRole("alert")).toHaveCount(0)
      await expect.poll(() => storedStatus(site)).toBe("Terminé")
    })
  }

  test("a project that somebody else changed meanwhile shows as it is now", async ({ page, request }) => {
    const [{ id }] = await (await request.get("/api/projects")).json()
    const change = await page.request.put(`/api/projects/${id}`, { data: { status: "Annulé" } })
    expect(change.status()).toBe(200)
    await statusOf(page, "Pont").selectOption("Terminé")
    await expect(page.getByRole("alert")).toContainText("Ce projet a été modifié entre-temps")
    await expect(statusOf(page, "Pont")).toHaveValue("Annulé")
    await page.getByRole("button", { name: "Fermer ce message" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
  })
})
