import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { breakCalls, noConnection, proxyPage, refused } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { fillProject, openNewProject, projectForm, storedProject } from "./project-form.ts"
import { readTokens, signIn } from "./sign-in.ts"

const red = "rgb(163, 35, 28)"
const incomplete = "Tous les champs obligatoires doivent être remplis"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(async ({ page }) => {
  await signIn(page)
  await openNewProject(page)
})

/** The only green banner, or the only red one. */
function banner(page: Page, role: "status" | "alert") {
  return page.getByRole("main").getByRole(role)
}

test("the form has its six fields, and says which are mandatory and how much they take", async ({ page }) => {
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
})

test("a project is stored, told in green, and after two seconds stands in the list", async ({ page }) => {
  await fillProject(page, "Navette de Kikwit", "Ventes-matériaux")
  await projectForm(page).address.fill("  Kikwit  ")
  await page.clock.install()
  await projectForm(page).add.click()
  await expect(banner(page, "status").getByText("Projet ajouté avec succès !", { exact: true })).toBeVisible()
  await expect(banner(page, "status")).toHaveCSS("background-color", "rgb(31, 107, 63)")
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

const required = ["name", "description", "status", "sector"] as const

test("an empty form is refused in red; each mandatory field says so, and the first has the focus", async ({ page }) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  await projectForm(page).add.click()
  await expect(banner(page, "alert")).toHaveText(incomplete)
  await expect(banner(page, "alert")).toHaveCSS("background-color", red)
  for (const field of required) {
    await expect(projectForm(page)[field]).toHaveAttribute("aria-invalid", "true")
    await expect(projectForm(page)[field]).toHaveAccessibleDescription(/Ce champ est obligatoire/)
  }
  await expect(page.locator("label").getByText("Statut", { exact: true })).toHaveCSS("color", red)
  await expect(page.locator("label").getByText("Adresse", { exact: true })).not.toHaveCSS("color", red)
  await expect(projectForm(page).name).toBeFocused()
  expect(calls.filter((url) => url.includes("/trpc/projects"))).toEqual([])
  await expectAccessible(page)
})

for (const field of required) {
  test(`without ${field} alone it is refused, and that field has the focus, in sight`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await fillProject(page, "Incomplet")
    if (field === "name" || field === "description") await projectForm(page)[field].fill("   ")
    else await projectForm(page)[field].selectOption("")
    await projectForm(page).add.click()
    await expect(banner(page, "alert")).toHaveText(incomplete)
    await expect(projectForm(page)[field]).toBeFocused()
    const [control, bar] = [await projectForm(page)[field].boundingBox(), await banner(page, "alert").boundingBox()]
    expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await expect(page.locator("[aria-invalid]")).toHaveCount(1)
  })
}

test("a text that is too long is told under its field", async ({ page }) => {
  await fillProject(page, "x".repeat(201))
  await projectForm(page).add.click()
  await expect(projectForm(page).name).toHaveAccessibleDescription(/Le nom ne peut dépasser 200 caractères/)
  await expect(banner(page, "alert")).toHaveText("Certains champs sont à corriger")
})

test("Ctrl+S saves, from within a field", async ({ page }) => {
  await fillProject(page, "Par le clavier")
  await projectForm(page).description.press("Control+s")
  await expect(banner(page, "status")).toContainText("Projet ajouté avec succès !")
})

test("saving shows on the button, and a second press does nothing", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  let sent = 0
  await breakCalls(page, "projects.create", async (route) => {
    sent += 1
    await answered.promise
    await route.continue()
  })
  await fillProject(page, "Patient")
  await projectForm(page).add.click()
  const button = page.getByRole("button", { name: "Enregistrement…", exact: true })
  await expect(button).toBeVisible()
  await button.click()
  await page.keyboard.press("Control+s")
  answered.resolve()
  await expect(banner(page, "status")).toBeVisible()
  expect(sent).toBe(1)
})

test("whoever walks away within the two seconds is not fetched back", async ({ page }) => {
  await fillProject(page, "Pressé")
  await page.clock.install()
  await projectForm(page).add.click()
  await expect(banner(page, "status")).toBeVisible()
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
  await page.clock.runFor(3000)
  await expect(page).toHaveURL("/admin/messages")
})

test.describe("when it fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    {
      name: "the server's own words",
      answer: refused("Espace disque insuffisant, réessayez plus tard"),
      text: "Espace disque insuffisant, réessayez plus tard",
    },
    { name: "an answer without sense", answer: proxyPage, text: "Erreur lors de l'ajout du projet" },
    { name: "a lost connection", answer: noConnection, text: "Erreur de réseau : connexion impossible" },
  ]

  for (const { name, answer, text } of failures) {
    test(`a red banner tells ${name}, and what was typed is still there to be sent again`, async ({ page }) => {
      await breakCalls(page, "projects.create", answer)
      await fillProject(page, `Tenace ${name}`)
      await projectForm(page).add.click()
      await expect(banner(page, "alert")).toHaveText(text)
      await expect(projectForm(page).name).toHaveValue(`Tenace ${name}`)
      await page.unrouteAll()
      await projectForm(page).add.click()
      await expect(banner(page, "status")).toBeVisible()
      await expect(banner(page, "alert")).toHaveCount(0)
    })
  }

  test("a session that ended over the form loses nothing: one logs in in another tab and saves", async ({
    page,
    context,
  }) => {
    await fillProject(page, "Naufragé")
    const [session] = (await context.cookies()).filter(({ name }) => name === "session")
    await context.clearCookies({ name: "session" })
    await projectForm(page).add.click()
    await expect(banner(page, "alert")).toHaveText("Connectez-vous pour continuer")
    expect(await readTokens(page)).toEqual([null, null])
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

test("axe finds nothing, and a phone shows it whole", async ({ page }) => {
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectAccessible(page)
  await expectFitsLargeText(page)
})
