import type { Page } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import {
  fillProject,
  goTo,
  goToNewProject,
  managedProject,
  openNewProject,
  openProject,
  projectForm,
  storedProject,
} from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /ERR_|Failed to load resource/ })

const incomplete = "Tous les champs obligatoires doivent être remplis"

/** Returns the only green banner ("status"), or the only red one ("alert"). */
function banner(page: Page, role: "status" | "alert") {
  return page.getByRole("main").getByRole(role)
}

/** Returns how many pixels of a field the header and the bar below the form cover. */
function hiddenPixels(field: Element) {
  const { top, bottom } = field.getBoundingClientRect()
  const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0
  const bar = document.querySelector("[data-covers=bottom]")?.getBoundingClientRect().top ?? 0
  return Math.round(Math.max(0, header - top) + Math.max(0, bottom - bar))
}

test("a new project is not sent until it is complete, is saved once, and then stands in the list and on the site", async ({
  page,
  site,
  context,
}) => {
  const calls: string[] = []
  page.on("request", (request) => calls.push(request.url()))
  const form = projectForm(page)
  const { name, description, address, status, sector, images } = form
  await openNewProject(page)

  await test.step("the form says the limits of its pictures", async () => {
    await expect(images).toHaveAccessibleDescription(/JPG, PNG ou WebP.*12\simages.*10\sMo/)
    await expect(images).toHaveAttribute("accept", "image/*")
    await expect(images).toHaveAttribute("multiple")
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await test.step("a draft needs a name and a sector", async () => {
    await form.saveDraft.click()
    for (const field of [name, sector]) await expect(field).toHaveAttribute("aria-invalid", "true")
    await expect(page.locator("[aria-invalid]")).toHaveCount(2)
    await expect(name).toBeFocused()
  })
  await test.step("each field at fault says so, and the first has the focus", async () => {
    await form.add.click()
    await expect(banner(page, "alert")).toHaveText(incomplete)
    for (const field of [name, description, status, sector]) {
      await expect(field).toHaveAttribute("aria-invalid", "true")
      await expect(field).toHaveAccessibleDescription(/Ce champ est obligatoire/)
    }
    await expect(name).toBeFocused()
  })
  await test.step("it is in sight between the header and the banner, wherever the page was scrolled to", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" })
    await fillProject(page, "Incomplet", "Ventes-matériaux")
    for (const [field, top] of [description, address].flatMap((field) =>
      [0, 300, 600, 9999].map((top) => [field, top] as const),
    )) {
      await address.fill("x".repeat(field === address ? 301 : 10))
      await description.fill(field === description ? "   " : "Un pont")
      await expect(banner(page, "alert")).toBeHidden()
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top)
      await form.add.click()
      await expect(page.locator("[aria-invalid]")).toHaveCount(1)
      await expect(field).toBeFocused()
      await expect.poll(() => field.evaluate(hiddenPixels), `scrolled to ${top}`).toBe(0)
    }
    await address.clear()
    await page.emulateMedia({ reducedMotion: "reduce" })
  })
  await test.step("a name that is too long is not sent either, and nothing is wider than the screen", async () => {
    await name.fill("x".repeat(201))
    await description.fill("w".repeat(400))
    await form.add.click()
    await expect(name).toHaveAccessibleDescription(/Le nom ne peut dépasser 200 caractères/)
    await expect(banner(page, "alert")).toHaveText("Certains champs sont à corriger")
    expect(calls.filter((url) => url.includes("/trpc/projects"))).toEqual([])
    await expectFitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 740 })
  })
  await test.step("what fails leaves what was typed under a red banner", async () => {
    await name.fill("Navette de Kikwit")
    const full = "Espace disque insuffisant, réessayez plus tard"
    for (const { response, text } of [
      { response: rejection(full), text: full },
      { response: proxyPage, text: "Erreur lors de l'ajout du projet" },
    ]) {
      await breakCalls(page, "projects.create", response)
      await form.add.click()
      await expect(banner(page, "alert")).toHaveText(text)
      await expect(name).toHaveValue("Navette de Kikwit")
      await page.unrouteAll()
    }
  })
  await test.step("where the session has ended, a link opens the log-in in another tab", async () => {
    const cookies = await context.cookies()
    await context.clearCookies({ name: "session" })
    await form.add.click()
    await expect(banner(page, "alert")).toHaveText("Connectez-vous pour continuer")
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull()
    const link = page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
    await expect(link).toHaveAttribute("href", "/login")
    await expect(link).toHaveAttribute("target", "_blank")
    await context.addCookies(cookies)
  })
  await test.step("where the answer is lost, the same project is sent again, once", async () => {
    await breakCalls(page, "projects.create", (route) => route.fetch().then(() => route.abort("connectionreset")))
    await form.add.click()
    await expect(banner(page, "alert")).toHaveText("Erreur de réseau : connexion impossible")
    expect(await storedProject(page, "Navette de Kikwit")).toMatchObject({ address: null })
    await page.unrouteAll()
    const answered = Promise.withResolvers<void>()
    let sent = 0
    await breakCalls(page, "projects.create", async (route) => {
      sent += 1
      await answered.promise
      await route.continue()
    })
    await page.clock.install()
    await address.fill("  Kikwit  ")
    await address.press("Control+s")
    await page.getByRole("button", { name: "Enregistrement…", exact: true }).click()
    await page.keyboard.press("Control+s")
    answered.resolve()
    await expect(banner(page, "status").getByText("Projet ajouté avec succès !", { exact: true })).toBeVisible()
    await expect(banner(page, "alert")).toHaveCount(0)
    expect(sent).toBe(1)
  })
  await test.step("two seconds later it stands in the list, and on the page of its sector", async () => {
    await page.clock.runFor(500)
    await expect(page).toHaveURL("/admin/project-form")
    await page.clock.runFor(1600)
    await expect(page).toHaveURL("/admin/projects")
    await expect(page.getByRole("button", { name: "Modifier Navette de Kikwit", exact: true })).toBeVisible()
    const stored = await withDatabase(site, (db) => db.selectFrom("projects").selectAll().execute())
    const fields = { name: "Navette de Kikwit", address: "Kikwit", status: "En cours", sector: "Ventes de matériaux" }
    expect(stored).toMatchObject([fields])
    expect(await (await page.request.get("/ventes-materiaux")).text()).toContain("Navette de Kikwit")
  })
  await test.step("whoever leaves within the two seconds is asked nothing, and not taken to the list", async () => {
    await goToNewProject(page)
    await fillProject(page, "Pressé")
    await form.add.click()
    await expect(banner(page, "status")).toBeVisible()
    await goTo(page, "Messages")
    await page.clock.runFor(3000)
    await expect(page).toHaveURL("/admin/messages")
  })
})

test("a draft is saved by itself as soon as the server answers again @slow", async ({ page, site, context }) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Serre", publishedAt: null }))
  const form = projectForm(page)
  const later = () => page.clock.fastForward(5000)
  await openProject(page, id)
  await page.clock.install()

  await test.step("offline it stays on the device, and the bar that says so covers nothing of the field", async () => {
    await context.setOffline(true)
    await page.setViewportSize({ width: 360, height: 740 })
    const spaceAboveBar = () =>
      form.description.evaluate((field) => {
        const bar = document.querySelector("[data-covers=bottom]") as Element
        return bar.getBoundingClientRect().top - field.getBoundingClientRect().bottom
      })
    await form.description.focus()
    await page.evaluate((space) => scrollBy({ top: -space, behavior: "instant" }), await spaceAboveBar())
    await form.description.fill("Des tomates <b>toute</b> l’année.")
    await expect(page.getByText(/^Connexion impossible/)).toBeVisible()
    await expect.poll(spaceAboveBar).toBeGreaterThanOrEqual(-1)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step("a server that cannot answer for a while is asked again", async () => {
    await breakCalls(page, "projects.update", rejection("Le serveur est occupé"))
    await context.setOffline(false)
    await later()
    await expect(page.getByText(/^Le serveur ne répond pas pour l’instant/)).toBeVisible()
  })
  await test.step("the preview says why it cannot be shown", async () => {
    await page.route(`**/admin/projects/${id}/preview`, noConnection, { times: 1 })
    await form.preview.click()
    const failure = page.getByRole("dialog", { name: "Aperçu" }).getByRole("status")
    await expect(failure).toHaveText(/L’aperçu n’a pas pu être affiché\s: connexion impossible/)
    await page.keyboard.press("Escape")
    await form.name.fill("x".repeat(201))
    await form.preview.click()
    await expect(failure).toContainText("Le nom ne peut dépasser 200 caractères")
    await page.keyboard.press("Escape")
    await form.name.fill("Serre")
  })
  await test.step("it shows what is typed, also before it is saved, and leads nowhere", async () => {
    await form.preview.click()
    const shown = page.frameLocator('iframe[title="Aperçu"]')
    await expect(shown.getByText("Des tomates <b>toute</b> l’année.")).toBeVisible()
    await shown.locator("main").getByRole("link").first().click()
    await expect(shown.getByRole("heading", { level: 1, name: "Serre" })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
  await test.step("a session that has ended is asked for", async () => {
    const cookies = await context.cookies()
    await context.clearCookies({ name: "session" })
    await page.unrouteAll()
    await later()
    await expect(page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull()
    await context.addCookies(cookies)
    await later()
    await expect(form.saved).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ description: "Des tomates <b>toute</b> l’année." })
  })
  await test.step("what was not saved when the form was closed is taken up at the next visit", async () => {
    await breakCalls(page, "projects.update", noConnection)
    await form.address.fill("Avant la panne")
    await expect(page.getByText(/^Connexion impossible/)).toBeVisible()
    const attempt = page.waitForEvent("requestfailed", (request) => request.url().includes("projects.update"))
    await goTo(page, "Messages")
    await attempt
    await page.unrouteAll()
    await page.goBack()
    await expect(page.getByText(/ont été retrouvées sur cet appareil/)).toBeVisible()
    await expect(form.address).toHaveValue("Avant la panne")
    await expect(form.saved).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ address: "Avant la panne" })
  })
})
