import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "@playwright/test"
import { signIn } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { watchFetches } from "#e2e/visit.ts"
import { contactForm, contactRequest, fillContactForm, toast } from "./contact-form.ts"

/** The modules of the application that the page has asked for so far. */
function watchScripts(page: Page) {
  const scripts: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request.url())
  })
  return scripts
}

/** Holds the application back until the test lets it come. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const project = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: "Suivant" }) })
    .first()

test("a visit that only reads fetches no script", async ({ page }) => {
  const scripts = watchScripts(page)
  for (const path of ["/", "/construction", "/contact", "/login"]) {
    await page.goto(path)
    await page.mouse.move(5, 300)
    await page.mouse.wheel(0, 3000)
    await page.keyboard.press("PageDown")
    await page.keyboard.press("End")
    await page.waitForLoadState("networkidle")
  }
  expect(scripts).toEqual([])
})

test("links, the menu and the hero's buttons need no script", async ({ page }) => {
  const scripts = watchScripts(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/")
  await page.getByRole("link", { name: "Nous contacter" }).first().click()
  await expect(page.locator("#contact")).toBeInViewport()
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await page.getByRole("link", { name: "Élevage", exact: true }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Élevage")
  expect(scripts).toEqual([])
})

for (const [sign, give] of [
  ["a pointer over a control", (page: Page) => project(page).getByRole("button", { name: "Suivant" }).hover()],
  ["a key that looks for controls", (page: Page) => page.keyboard.press("Tab")],
  ["a field that gets the focus", (page: Page) => page.getByRole("textbox").first().focus()],
] as const) {
  test(`${sign} fetches the application`, async ({ page }) => {
    const scripts = watchScripts(page)
    await page.goto(sign.includes("field") ? "/contact" : "/construction")
    await give(page)
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
  })
}

test.describe("under a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test("touching a control to scroll fetches nothing, a tap does", async ({ page }) => {
    const scripts = watchScripts(page)
    await page.goto("/ventes-materiaux")
    const photo = page.getByRole("button", { name: /^Agrandir/ }).first()
    await photo.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await photo.boundingBox()) ?? {}
    const input = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", down: number) =>
      input.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + 40, y: y + down }],
      })
    await touch("touchStart", 80)
    for (const down of [60, 30, 0]) await touch("touchMove", down)
    await touch("touchEnd", 0)
    await page.waitForLoadState("networkidle")
    expect(scripts).toEqual([])
    await photo.tap()
    await expect(page.getByRole("dialog")).toBeVisible()
  })
})

test("what was pressed before the application came happens once it is there", async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto("/construction")
  const card = project(page)
  await card.getByRole("button", { name: "Suivant" }).click()
  await expect(card.getByText(/^\d+ \/ \d+$/)).toHaveText(/^1/)
  release()
  await expect(card.getByText(/^\d+ \/ \d+$/)).toHaveText(/^2/)
})

test("what was typed before the application came is kept and sent by it", async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto("/contact")
  const request = contactRequest()
  await fillContactForm(page, request)
  release()
  await expect(page.locator("html")).not.toHaveAttribute("data-starting")
  await expect(contactForm(page).message).toHaveValue(request.message)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
})

test("a form that is sent before the application came is answered all the same", async ({ page }) => {
  await holdScripts(page)
  await page.goto("/contact")
  await fillContactForm(page, contactRequest())
  await contactForm(page).button.click()
  await expect(page).toHaveURL(/\/contact\/merci$/)
})

test("the application comes at once for whoever is logged in", async ({ page }) => {
  const scripts = watchScripts(page)
  await page.addInitScript(() => localStorage.setItem("token", "x"))
  await page.goto("/about")
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test("a link that is pointed at is fetched ahead, once", async ({ page }) => {
  const pages: string[] = []
  page.on("request", (request) => pages.push(new URL(request.url()).pathname))
  await page.goto("/")
  const link = page.getByRole("banner").getByRole("link", { name: "Transport" })
  for (let round = 0; round < 2; round += 1) {
    await link.hover()
    await page.mouse.move(5, 500)
  }
  await expect.poll(() => pages.filter((path) => path === "/transport")).toHaveLength(1)
})

test("under Save-Data nothing is fetched ahead", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }))
  const pages: string[] = []
  page.on("request", (request) => pages.push(new URL(request.url()).pathname))
  await page.goto("/")
  await page.getByRole("banner").getByRole("link", { name: "Transport" }).hover()
  await page.waitForLoadState("networkidle")
  expect(pages).not.toContain("/transport")
})

for (const saving of [false, true]) {
  test(`the application fetches pages ahead: ${saving ? "not under Save-Data" : "what a pointer is over"}`, async ({
    page,
  }) => {
    await page.addInitScript(
      (saveData) => Object.defineProperty(navigator, "connection", { value: { saveData } }),
      saving,
    )
    await page.goto("/")
    await page.keyboard.press("Tab")
    await expectHydrated(page)
    const watch = await watchFetches(page)
    await page.getByRole("banner").getByRole("link", { name: "Transport" }).hover()
    await watch.untilIdle()
    const ahead = watch.fetched.filter(({ url }) => /\/transport-|\/trpc\//.test(url))
    expect(ahead).toHaveLength(saving ? 0 : 2)
  })
}

test("the starter weighs at most 2 kB", async () => {
  const folder = fileURLToPath(new URL("../../dist/client/assets", import.meta.url))
  const name = (await readdir(folder)).find((file) => /^starter-.*\.js$/.test(file)) ?? ""
  expect((await readFile(`${folder}/${name}`)).length).toBeLessThanOrEqual(2000)
})

test.describe("when the application does not arrive", () => {
  test.use({ expectedConsole: /Failed to load resource|net::ERR/ })

  test("the next press asks for the whole page again, and then works", async ({ page }) => {
    await page.route("**/assets/entry-browser-*.js", (route) => route.abort("connectionreset"), { times: 1 })
    await page.goto("/construction")
    const card = project(page)
    await card.getByRole("button", { name: "Suivant" }).click()
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    await card.getByRole("button", { name: "Suivant" }).click()
    await expect(page.locator("html")).not.toHaveAttribute("data-failed")
    await card.getByRole("button", { name: "Suivant" }).click()
    await expect(card.getByText(/^\d+ \/ \d+$/)).toHaveText(/^2/)
  })

  test("the back-office says so, with a way to try again", async ({ page }) => {
    await signIn(page)
    await page.route("**/assets/entry-browser-*.js", (route) => route.abort("connectionreset"), { times: 1 })
    await page.goto("/admin/dashboard")
    await expect(page.getByText("L’administration n’a pas pu être chargée")).toBeVisible()
    await page.getByRole("link", { name: "Recharger la page" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })
})
