import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { bulkButton, rows, searchBox, selectorOf, selectPage, stateLink } from "./project-table.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /Failed to load resource/ })

/** Replaces all projects by `count` new ones. */
function fill(site: Site, count: number, options: Parameters<typeof createTestProject>[1] = {}) {
  return withDatabase(site, async (db) => {
    await db.deleteFrom("projects").execute()
    for (let number = 1; number <= count; number += 1) {
      await createTestProject(db, { name: `Chantier ${number}`, ...options })
    }
  })
}

function countOf(site: Site, state: ProjectState) {
  return withDatabase(site, async (db) => {
    return (await db.selectFrom("projects").select("id").where("state", "=", state).execute()).length
  })
}

/** Adds a draft without a description, which is not published. */
function addIncomplete(site: Site) {
  return withDatabase(site, (db) => createTestProject(db, { name: "Ébauche", description: "", publishedAt: null }))
}

function banner(page: Page) {
  return page.getByRole("main").getByRole("status")
}

function undo(page: Page) {
  return page.getByRole("button", { name: "Annuler", exact: true })
}

async function changeMany(page: Page, site: Site) {
  const alert = page.getByRole("main").getByRole("alert")
  const retry = page.getByRole("button", { name: "Réessayer" })
  await test.step("all that is found is selected over several pages, and no action begins before", async () => {
    await selectPage(page).check()
    await expect(page.getByText("50 projets sélectionnés", { exact: true })).toBeVisible()
    const ids = await delayCalls(page, "projects.ids")
    await bulkButton(page, "Sélectionner les 231 projets trouvés").click()
    await expect(bulkButton(page, "Sélection…")).toBeFocused()
    for (const name of ["Corbeille", "Statut", "Secteur"]) await expect(bulkButton(page, name)).toBeDisabled()
    ids.release()
    await expect(page.getByText("231 projets sélectionnés", { exact: true })).toBeFocused()
    await page.unrouteAll()
  })
  await test.step("where the network fails between two chunks, the banner says how many were changed", async () => {
    let calls = 0
    const { release } = await delayCalls(page, "projects.change", (route) => {
      calls += 1
      return calls === 2 ? noConnection(route) : route.continue()
    })
    await bulkButton(page, "Publier").click()
    const progress = page.getByRole("progressbar", { name: "0 sur 231 projets…" })
    await expect(progress).toBeVisible()
    // A dialog that is opened meanwhile does not hide the change, so that no other one can begin.
    await rows(page)
      .first()
      .getByRole("button", { name: /^Supprimer/ })
      .click()
    await page.getByRole("dialog").press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(progress).toBeVisible()
    release()
    await expect(alert).toContainText("Interrompu (connexion impossible) : 200 sur 231 projets modifiés.")
    expect(await countOf(site, "published")).toBe(200)
  })
  await test.step("« Réessayer » goes on, and a draft that is incomplete is named with the reason", async () => {
    await retry.click()
    await expect(banner(page)).toContainText("230 projets publiés.")
    await expect(banner(page).getByRole("listitem")).toHaveText(/^Ébauche\s*Ce projet est incomplet/)
    const link = banner(page).getByRole("link", { name: "Ébauche" })
    await expect(link).toHaveAttribute("href", /^\/admin\/project-edit\/\d+$/)
    expect(await countOf(site, "published")).toBe(230)
    await page.unrouteAll()
  })
  await test.step("« Annuler » takes all back, once the network is there", async () => {
    let calls = 0
    const { release } = await delayCalls(page, "projects.undo", (route) => {
      calls += 1
      return calls === 2 ? noConnection(route) : route.continue()
    })
    await undo(page).click()
    const progress = page.getByRole("progressbar", { name: "Annulation : 0 projet…" })
    await expect(progress).not.toHaveAttribute("value")
    release()
    await expect(alert).toContainText(
      "L’annulation s’est interrompue (connexion impossible) après 200 sur 230 projets.",
    )
    await page.unrouteAll()
    await breakCalls(page, "projects.undo", proxyPage)
    await retry.click()
    await expect(alert).toContainText("L’annulation s’est interrompue (erreur serveur) après 200 sur")
    await page.unrouteAll()
    await retry.click()
    await expect(banner(page)).toHaveText("Modification annulée pour 230 projets.")
    expect(await countOf(site, "draft")).toBe(231)
  })
}

test("projects are changed in few actions, with progress and by menus, also on a phone @slow", async ({
  page,
  site,
}) => {
  const actions = page.getByRole("region", { name: "Actions sur la sélection" })
  await test.step("20 drafts are published in 4 actions from the dashboard on, and taken back by one", async () => {
    await fill(site, 20, { publishedAt: null })
    await openScreen(page, "/admin/dashboard", "Dashboard")
    const person = countActions(page)
    await person.click(page.getByRole("link", { name: "Projets", exact: true }))
    await person.click(stateLink(page, "Brouillons"))
    await expect(page).toHaveURL("/admin/projects?etat=brouillon")
    await person.click(selectPage(page))
    await person.click(bulkButton(page, "Publier"))
    await expect(banner(page)).toContainText("20 projets publiés.")
    expect(person.count).toBeLessThanOrEqual(4)
    expect(await countOf(site, "published")).toBe(20)
    await expect(page.getByRole("heading", { name: "Aucun brouillon" })).toBeVisible()
    await expect(page.locator(":focus")).toContainText("20 projets publiés.")

    await undo(page).click()
    await expect(banner(page)).toHaveText("Modification annulée pour 20 projets.")
    await expect(rows(page)).toHaveCount(20)
    expect(await countOf(site, "draft")).toBe(20)
  })
  await fill(site, 230, { publishedAt: null })
  await addIncomplete(site)
  await stateLink(page, "Tous").click()
  await expect(rows(page)).toHaveCount(50)
  await test.step("what failed is told, tried again and taken back", () => changeMany(page, site))
  await test.step("status and sector are chosen in menus", async () => {
    await fill(site, 3)
    await stateLink(page, "Publiés").click()
    await expect(rows(page)).toHaveCount(3)
    for (const name of ["Chantier 1", "Chantier 2"]) await selectorOf(page, name).check()
    await actions.locator("summary", { hasText: "Statut" }).click()
    await bulkButton(page, "Terminé").click()
    await expect(banner(page)).toContainText(/^2 projets passés à «\sTerminé\s»\./)
    for (const name of ["Chantier 2", "Chantier 3"]) await selectorOf(page, name).check()
    await actions.locator("summary", { hasText: "Secteur" }).click()
    await expectAccessible(page)
    await bulkButton(page, "Transport").click()
    await expect(banner(page)).toContainText(/^2 projets classés dans «\sTransport\s»\./)
    const stored = await withDatabase(site, (db) =>
      db.selectFrom("projects").select(["status", "sector"]).orderBy("name").execute(),
    )
    expect(stored.map(({ status, sector }) => [status, sector])).toEqual([
      ["Terminé", "Construction"],
      ["Terminé", "Transport"],
      ["En cours", "Transport"],
    ])
  })
  await test.step("the trash is emptied by « Restaurer »", async () => {
    await selectPage(page).check()
    await bulkButton(page, "Corbeille").click()
    await expect(banner(page)).toContainText("3 projets mis à la corbeille.")
    expect(await countOf(site, "trashed")).toBe(3)
    await stateLink(page, "Corbeille").click()
    await expect(rows(page)).toHaveCount(3)
    await selectPage(page).check()
    await bulkButton(page, "Restaurer").click()
    await expect(banner(page)).toContainText("3 projets restaurés.")
    expect(await countOf(site, "published")).toBe(3)
  })
  await test.step("one that is restored alone is no longer selected", async () => {
    await stateLink(page, "Publiés").click()
    await selectorOf(page, "Chantier 3").check()
    await bulkButton(page, "Corbeille").click()
    await stateLink(page, "Corbeille").click()
    await selectorOf(page, "Chantier 3").check()
    await page.getByRole("button", { name: "Restaurer Chantier 3" }).click()
    await expect(rows(page)).toHaveCount(0)
    await expect(actions).toHaveCount(0)
  })
  await test.step("a publication that was only scheduled is taken back", async () => {
    const plan = (publishedAt: string | null, publishAt: string | null) =>
      withDatabase(site, (db) =>
        db.updateTable("projects").set({ publishedAt, publishAt }).where("name", "=", "Chantier 3").execute(),
      )
    await plan(null, "2098-01-06T07:00:00.000Z")
    await stateLink(page, "Programmés").click()
    await selectorOf(page, "Chantier 3").check()
    await bulkButton(page, "Ne plus programmer").click()
    await expect(banner(page)).toContainText("1 projet redevenu un brouillon.")
    await plan("2025-01-06T07:00:00.000Z", null)
  })
  await test.step("on a phone the picture selects a row, and the actions stand at the bottom of the screen", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await stateLink(page, "Publiés").click()
    await selectorOf(page, "Chantier 3").check()
    await expect(actions).toBeInViewport({ ratio: 1 })
    await expectFitsPhone(page)
    await page.getByRole("button", { name: "Tout désélectionner" }).click()
    await expect(actions).toHaveCount(0)
    await expect(page.getByText("3 projets trouvés", { exact: true })).toBeFocused()
  })
  await test.step("of more than a thousand, which are not counted, all are selected once", async () => {
    await withDatabase(site, (db) => createTestProjects(db, Array(1001).fill({})))
    await searchBox(page).fill("projet")
    await expect(rows(page)).toHaveCount(50)
    await selectPage(page).check()
    await bulkButton(page, "Sélectionner tous les projets trouvés").click()
    await expect(page.getByText(/^1\s001 projets sélectionnés$/)).toBeFocused()
    await expect(bulkButton(page, "Sélectionner tous les projets trouvés")).toHaveCount(0)
  })
})
