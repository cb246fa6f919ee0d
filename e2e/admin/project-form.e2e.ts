import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { fillProject, openNewProject, projectForm, storedProject } from "./project-form.ts"

const incomplete = "Tous les champs obligatoires doivent être remplis"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(({ page }) => openNewProject(page))

/** The only green banner, or the only red one. */
function banner(page: Page, role: "status" | "alert") {
  return page.getByRole("main").getByRole(role)
}

test("the form has its six fields, and says which are mandatory and their limits; it is accessible and fits a phone", async ({
  page,
}) => {
  const { name, description, address, status, sector, images } = projectForm(page)
  for (const field of [name, description, status, sector]) await expect(field).toHaveAttribute("required")
  for (const field of [address, images]) await expect(field).not.toHaveAttribute("required")
  await expect(name).toHaveAccessibleDescription(/^200\scaractères au plus\.$/)
  await expect(description).toHaveAccessibleDescription(/^10\s000\scaractères au plus\.$/)
  await expect(address).toHaveAccessibleDescription(/300\scaractères/)
  await expect(images).toHaveAccessibleDescription(/JPG, PNG ou WebP.*12\simages.*10\sMo/)
  await expect(images).toHaveAttribute("accept", "image/*")
  await expect(images).toHaveAttribute("multiple")
  await expect(status.getByRole("option")).toHaveText([
    "Choisissez un statut",
    "En attente",
    "En cours",
    "Terminé",
    "Annulé",
  ])
  await expect(sector.getByRole("option")).toHaveText([
    "Choisissez un secteur",
    "Construction",
    "Agriculture",
    "Élevage",
    "Transport",
    "Ventes-matériaux",
    "Immobilier",
  ])
  await expectAccessible(page)
  await projectForm(page).description.fill("w".repeat(400))
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
})

test("a project is saved once, confirmed in green, and after two seconds stands in the list and on the site", async ({
  page,
}) => {
  const answered = Promise.withResolvers<void>()
  let sent = 0
  await breakCalls(page, "projects.create", async (route) => {
    sent += 1
    await answered.promise
    await route.continue()
  })
  await fillProject(page, "Navette de Kikwit", "Ventes-matériaux")
  await projectForm(page).address.fill("  Kikwit  ")
  await page.clock.install()
  await projectForm(page).description.press("Control+s")
  await page.getByRole("button", { name: "Enregistrement…", exact: true }).click()
  await page.keyboard.press("Control+s")
  answered.resolve()
  await expect(banner(page, "status").getByText("Projet ajouté avec succès !", { exact: true })).toBeVisible()
  expect(sent).toBe(1)
  await page.clock.runFor(500)
  await expect(page).toHaveURL("/admin/project-form")
  await page.clock.runFor(1600)
  await expect(page).toHaveURL("/admin/projects")
  await expect(page.getByRole("button", { name: "Modifier Navette de Kikwit", exact: true })).toBeVisible()
  expect(await storedProject(page, "Navette de Kikwit")).toMatchObject({
    address: "Kikwit",
    status: "En cours",
    sector: "Ventes de matériaux",
  })
  expect(await (await page.request.get("/ventes-materiaux")).text()).toContain("Navette de Kikwit")
})

test("a user who leaves within the two seconds is not taken to the list", async ({ page }) => {
  await fillProject(page, "Pressé")
  await page.clock.install()
  await projectForm(page).add.click()
  await expect(banner(page, "status")).toBeVisible()
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
  await page.clock.runFor(3000)
  await expect(page).toHaveURL("/admin/messages")
})

const required = ["name", "description", "status", "sector"] as const

test("an incomplete form is not sent: each field at fault says so, and the first has the focus, in sight", async ({
  page,
}) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await page.setViewportSize({ width: 360, height: 740 })
  await projectForm(page).add.click()
  await expect(banner(page, "alert")).toHaveText(incomplete)
  for (const field of required) {
    await expect(projectForm(page)[field]).toHaveAttribute("aria-invalid", "true")
    await expect(projectForm(page)[field]).toHaveAccessibleDescription(/Ce champ est obligatoire/)
  }
  await expect(projectForm(page).name).toBeFocused()
  await expectAccessible(page)

  for (const field of required) {
    await fillProject(page, "Incomplet")
    if (field === "name" || field === "description") await projectForm(page)[field].fill("   ")
    else await projectForm(page)[field].selectOption("")
    await projectForm(page).add.click()
    await expect(banner(page, "alert")).toHaveText(incomplete)
    await expect(projectForm(page)[field]).toBeFocused()
    const [control, bar] = [await projectForm(page)[field].boundingBox(), await banner(page, "alert").boundingBox()]
    expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await expect(page.locator("[aria-invalid]")).toHaveCount(1)
  }
  await fillProject(page, "x".repeat(201))
  await projectForm(page).add.click()
  await expect(projectForm(page).name).toHaveAccessibleDescription(/Le nom ne peut dépasser 200 caractères/)
  await expect(banner(page, "alert")).toHaveText("Certains champs sont à corriger")
  expect(calls.filter((url) => url.includes("/trpc/projects"))).toEqual([])
})

test.describe("a project that cannot be saved", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const full = "Espace disque insuffisant, réessayez plus tard"
  const failures = [
    { response: rejection(full), text: full },
    { response: proxyPage, text: "Erreur lors de l'ajout du projet" },
    { response: noConnection, text: "Erreur de réseau : connexion impossible" },
  ]

  test("leaves what was typed under a red banner, to be sent again", async ({ page }) => {
    await fillProject(page, "Tenace")
    for (const { response, text } of failures) {
      await breakCalls(page, "projects.create", response)
      await projectForm(page).add.click()
      await expect(banner(page, "alert")).toHaveText(text)
      await expect(projectForm(page).name).toHaveValue("Tenace")
      await page.unrouteAll()
    }
    await projectForm(page).add.click()
    await expect(banner(page, "status")).toBeVisible()
    await expect(banner(page, "alert")).toHaveCount(0)
  })

  test("because the session has ended is saved after a log-in in another tab", async ({ page, context }) => {
    await fillProject(page, "Naufragé")
    const [session] = (await context.cookies()).filter(({ name }) => name === "session")
    await context.clearCookies({ name: "session" })
    await projectForm(page).add.click()
    await expect(banner(page, "alert")).toHaveText("Connectez-vous pour continuer")
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull()
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Se connecter dans un nouvel onglet" }).click(),
    ])
    await expect(tab.getByRole("heading", { level: 1, name: "Connexion" })).toBeVisible()
    await tab.close()
    await context.addCookies(session ? [session] : [])
    await expect(projectForm(page).name).toHaveValue("Naufragé")
    await projectForm(page).add.click()
    await expect(banner(page, "status")).toBeVisible()
  })
})
