import type { Page, Route } from "@playwright/test"
import { openScreen, signIn } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { watchFetches } from "#e2e/visit.ts"
import { contactForm, contactRequest, fillContactForm, toast } from "./contact-form.ts"

/** URLs of the modules that the page has requested so far. */
function watchScripts(page: Page) {
  const scripts: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request.url())
  })
  return scripts
}

/** Delays the application until the test calls the function that it returns. */
async function delayScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Aborts requests for the application's modules until the test calls the function that it returns. */
async function breakScripts(page: Page) {
  const abort = (route: Route) => route.abort("connectionreset")
  await page.route("**/assets/*.js", abort)
  return () => page.unroute("**/assets/*.js", abort)
}

/** The icons on the page that refer to no symbol. */
function findMissingIcons(page: Page) {
  return page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll("use"), (use) => use.getAttribute("href") ?? "")
    return ids.filter((id) => !document.querySelector(`symbol${id}`))
  })
}

const project = (page: Page) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name: "Suivant" }) })
    .first()

const nextPhoto = (page: Page) => project(page).getByRole("button", { name: "Suivant" })

const photoNumber = (page: Page) => project(page).getByText(/^\d+ \/ \d+$/)

test("a visit that only reads fetches no module", async ({ page }) => {
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

test("a pointer over a control, the Tab key or a focused field fetches the application", async ({ page }) => {
  for (const [path, act] of [
    ["/construction", () => nextPhoto(page).hover()],
    ["/construction", () => page.keyboard.press("Tab")],
    ["/contact", () => page.getByRole("textbox").first().focus()],
  ] as const) {
    const scripts = watchScripts(page)
    await page.goto(path)
    expect(scripts).toEqual([])
    await act()
    await expect.poll(() => scripts.length).toBeGreaterThan(0)
    await expectHydrated(page)
    page.removeAllListeners("request")
    await page.mouse.move(5, 300) // where no control of the next page comes under the pointer
  }
})

test("the hydration loader weighs at most 2 kB, and imports the modules that the page names and no other", async ({
  page,
}) => {
  for (const path of ["/", "/construction", "/contact", "/login"]) {
    const scripts = watchScripts(page)
    await page.goto(path)
    const loader = page.locator("script[data-app]")
    expect((await loader.textContent())?.length).toBeLessThanOrEqual(2000)
    const named = (await loader.getAttribute("data-modules"))?.split(" ")
    await page.keyboard.press("Tab")
    await expectHydrated(page)
    await page.waitForLoadState("networkidle")
    expect(new Set(scripts.map((url) => new URL(url).pathname)), path).toEqual(new Set(named))
    page.removeAllListeners("request")
  }
})

test("the application has the icons of screens that it renders itself", async ({ page }) => {
  await page.goto("/contact")
  expect(await findMissingIcons(page)).toEqual([])
  await page.keyboard.press("Tab")
  await expectHydrated(page)
  await page.getByRole("banner").getByRole("link", { name: "Agriculture" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agriculture")
  expect(await findMissingIcons(page)).toEqual([])
  await signIn(page)
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await expect.poll(() => findMissingIcons(page)).toEqual([])
})

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

test("clicks before hydration take effect after it", async ({ page }) => {
  const release = await delayScripts(page)
  await page.goto("/construction")
  await nextPhoto(page).click()
  await expect(photoNumber(page)).toHaveText(/^1/)
  release()
  await expect(photoNumber(page)).toHaveText(/^2/)
})

test("what was typed before hydration stays and is sent by the application", async ({ page }) => {
  const release = await delayScripts(page)
  await page.goto("/contact")
  const request = contactRequest()
  await fillContactForm(page, request)
  release()
  await expect(page.locator("html")).not.toHaveAttribute("data-starting")
  await expect(contactForm(page).message).toHaveValue(request.message)
  await contactForm(page).button.click()
  await expect(toast(page)).toContainText("Message envoyé")
})

test("a form that is sent before hydration is posted without the application", async ({ page }) => {
  await delayScripts(page)
  await page.goto("/contact")
  await fillContactForm(page, contactRequest())
  await contactForm(page).button.click()
  await expect(page).toHaveURL(/\/contact\/merci$/)
})

test("the application is fetched at once for people who are logged in", async ({ page }) => {
  const scripts = watchScripts(page)
  await page.addInitScript(() => localStorage.setItem("token", "x"))
  await page.goto("/about")
  await expect.poll(() => scripts.length).toBeGreaterThan(0)
})

test("a page under the pointer is prefetched once, before and after hydration", async ({ page }) => {
  const pages: string[] = []
  page.on("request", (request) => pages.push(new URL(request.url()).pathname))
  await page.goto("/")
  const banner = page.getByRole("banner")
  for (let round = 0; round < 2; round += 1) {
    await banner.getByRole("link", { name: "Transport" }).hover()
    await page.mouse.move(5, 500)
  }
  await expect.poll(() => pages.filter((path) => path === "/transport")).toHaveLength(1)

  await page.keyboard.press("Tab")
  await expectHydrated(page)
  const watch = await watchFetches(page)
  await banner.getByRole("link", { name: "Immobilier" }).hover()
  await watch.untilIdle()
  expect(watch.fetched.filter(({ url }) => /\/sector-|\/trpc\//.test(url))).toHaveLength(2)
})

test("nothing is prefetched under Save-Data, before and after hydration", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }))
  const pages: string[] = []
  page.on("request", (request) => pages.push(new URL(request.url()).pathname))
  await page.goto("/")
  const banner = page.getByRole("banner")
  await banner.getByRole("link", { name: "Transport" }).hover()
  await page.waitForLoadState("networkidle")
  expect(pages).not.toContain("/transport")

  await page.keyboard.press("Tab")
  await expectHydrated(page)
  const watch = await watchFetches(page)
  await banner.getByRole("link", { name: "Immobilier" }).hover()
  await watch.untilIdle()
  expect(watch.fetched.filter(({ url }) => /\/immobilier-|\/trpc\//.test(url))).toEqual([])
})

test.describe("when the application cannot be fetched", () => {
  test.use({ expectedConsole: /Failed to load resource|net::ERR/ })

  test("the next press tries again", async ({ page }) => {
    const mend = await breakScripts(page)
    await page.goto("/construction")
    await nextPhoto(page).click()
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    await mend()
    await nextPhoto(page).click()
    await expect(photoNumber(page)).toHaveText(/^2/)
    await expect(page.locator("html")).not.toHaveAttribute("data-failed")
  })

  test("the contact form keeps what was typed, and sends it once the application is there", async ({ page }) => {
    const mend = await breakScripts(page)
    await page.goto("/contact")
    const request = contactRequest()
    await fillContactForm(page, request)
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    const reloads: string[] = []
    page.on("request", (request) => request.isNavigationRequest() && reloads.push(request.url()))
    await mend()
    await contactForm(page).message.click()
    await expectHydrated(page)
    await expect(contactForm(page).message).toHaveValue(request.message)
    await contactForm(page).button.click()
    await expect(toast(page)).toContainText("Message envoyé")
    expect(reloads).toEqual([])
  })

  test("a module that failed alone is fetched again too", async ({ page }) => {
    await page.route("**/assets/libraries-*.js", (route) => route.abort("connectionreset"), { times: 1 })
    await page.goto("/construction")
    await nextPhoto(page).click()
    await expect(page.locator("html")).toHaveAttribute("data-failed")
    await nextPhoto(page).click()
    await expect(photoNumber(page)).toHaveText(/^2/)
  })

  test("the administration says so, with a link to reload it", async ({ page }) => {
    await signIn(page)
    await page.route("**/assets/entry-browser-*.js", (route) => route.abort("connectionreset"), { times: 1 })
    await page.goto("/admin/dashboard")
    await expect(page.getByText("L’administration n’a pas pu être chargée")).toBeVisible()
    await page.getByRole("link", { name: "Recharger la page" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })
})
