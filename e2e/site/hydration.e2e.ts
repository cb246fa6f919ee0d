import type { Page, Route } from "@playwright/test"
import { signIn } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { watchFetches } from "#e2e/visit.ts"

const modules = "**/assets/*.js"

/** Collects the URLs of the modules that the page requests from now on. */
function watchScripts(page: Page) {
  const scripts: string[] = []
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js")) scripts.push(request.url())
  })
  return scripts
}

/** Finds the icons whose symbol is not on the page. */
function findMissingIcons(page: Page) {
  return page.evaluate(() => {
    const ids = Array.from(document.querySelectorAll("use"), (use) => use.getAttribute("href") ?? "")
    return ids.filter((id) => !document.querySelector(`symbol${id}`))
  })
}

const nextPhoto = (page: Page) => page.getByRole("button", { name: "Suivant" }).first()

test.describe("under a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test("reading, links, the menu, other tabs and touching a control to scroll fetch no module, and a tap does", async ({
    page,
  }) => {
    const scripts = watchScripts(page)
    await page.goto("/")
    await page.mouse.wheel(0, 3000)
    await page.keyboard.press("PageDown")
    await page.keyboard.press("End")
    await page.getByRole("link", { name: "Nous contacter" }).first().click()
    await expect(page.locator("#contact")).toBeInViewport()
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Ventes de Matériaux" }).click()
    await expect(page).toHaveURL("/ventes-materiaux")

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
    // Another tab stores what is typed there.
    await page.evaluate(() => dispatchEvent(new StorageEvent("storage", { key: "contact" })))
    await page.waitForLoadState("networkidle")
    expect(scripts).toEqual([])
    await photo.tap()
    await expect(page.getByRole("dialog")).toBeVisible()
  })
})

/** Expects that reading fetches no module, and that the gesture fetches exactly those that the page names. */
async function expectFetched(page: Page, path: string, gesture: () => Promise<void>) {
  const scripts = watchScripts(page)
  await page.goto(path)
  await page.mouse.wheel(0, 3000)
  await page.waitForLoadState("networkidle")
  expect(scripts, path).toEqual([])
  const loader = page.locator("script[data-app]")
  expect((await loader.textContent())?.length).toBeLessThanOrEqual(2000)
  const named = (await loader.getAttribute("data-modules"))?.split(" ")
  await gesture()
  await expectHydrated(page)
  expect(new Set(scripts.map((url) => new URL(url).pathname)), path).toEqual(new Set(named))
  page.removeAllListeners("request")
}

test("a focused field, a pointer over a control or the Tab key fetches the application @slow", async ({ page }) => {
  await expectFetched(page, "/contact", () => page.getByRole("textbox").first().focus())
  const banner = page.getByRole("banner")

  await test.step("then the page under the pointer is prefetched with its data", async () => {
    const watch = await watchFetches(page)
    await banner.getByRole("link", { name: "Immobilier" }).hover()
    await watch.untilIdle()
    expect(watch.fetched.filter(({ url }) => /\/sector-|\/trpc\//.test(url))).toHaveLength(2)
    await watch.stop()
  })
  await test.step("it has the icons of a page that it renders itself", async () => {
    expect(await findMissingIcons(page)).toEqual([])
    await banner.getByRole("link", { name: "Agriculture" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agriculture")
    expect(await findMissingIcons(page)).toEqual([])
  })
  await page.mouse.move(5, 300) // no control of the next page is there
  await test.step("it leaves the page where its reader has scrolled", async () => {
    const scrollPosition = () => page.evaluate(() => scrollY)
    let scrolled = 0
    await expectFetched(page, "/construction", async () => {
      await nextPhoto(page).scrollIntoViewIfNeeded()
      scrolled = await scrollPosition()
      await nextPhoto(page).hover()
    })
    expect(scrolled).toBeGreaterThan(0)
    expect(await scrollPosition()).toBe(scrolled)
  })
  await page.mouse.move(5, 300)
  await expectFetched(page, "/login", () => page.keyboard.press("Tab"))

  await test.step("a page under the pointer is prefetched once, and none under Save-Data, before and after hydration", async () => {
    const connection = { saveData: true }
    await page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), connection)
    const save = (saveData: boolean) =>
      page.evaluate((given) => Object.assign((navigator as unknown as { connection: object }).connection, given), {
        saveData,
      })
    const pages: string[] = []
    page.on("request", (request) => pages.push(new URL(request.url()).pathname))
    await page.goto("/")
    const transport = () => pages.filter((path) => path === "/transport")

    await banner.getByRole("link", { name: "Transport" }).hover()
    await expect(page.locator("link[rel=prefetch]")).toHaveCount(0)
    expect(transport()).toEqual([])
    await save(false)
    for (let round = 0; round < 2; round += 1) {
      await page.mouse.move(5, 500)
      await banner.getByRole("link", { name: "Transport" }).hover()
    }
    await expect.poll(transport).toHaveLength(1)

    await save(true)
    await page.keyboard.press("Tab")
    await expectHydrated(page)
    const watch = await watchFetches(page)
    await banner.getByRole("link", { name: "Immobilier" }).hover()
    await watch.untilIdle()
    expect(watch.fetched.filter(({ url }) => /\/sector-|\/trpc\//.test(url))).toEqual([])
  })
})

test.describe("when the application cannot be fetched", () => {
  test.use({ expectedConsole: /Failed to load resource|net::ERR/ })

  const abort = (route: Route) => route.abort("connectionreset")

  test("the next press tries again, and takes effect once the application is there, and the administration says so", async ({
    page,
  }) => {
    const html = page.locator("html")
    const photoNumber = page.getByText(/^\d+ \/ \d+$/).first()
    await page.route(modules, abort)
    await page.goto("/construction")
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), nextPhoto(page).click({ noWaitAfter: true })])
    expect(dialog.message()).toBe("La connexion s’est interrompue. Réessayez, ou rechargez la page.")
    await dialog.accept()
    await expect(html).toHaveAttribute("data-failed")
    await page.unroute(modules, abort)

    await test.step("a module that failed alone is fetched again too", async () => {
      await page.route("**/assets/libraries-*.js", abort, { times: 1 })
      const failed = page.waitForEvent("requestfailed")
      await nextPhoto(page).click()
      await failed
      await expect(html).toHaveAttribute("data-failed")
    })
    const arrived = Promise.withResolvers<void>()
    await page.route(modules, (route) => arrived.promise.then(() => route.continue()))
    await nextPhoto(page).click()
    await expect(photoNumber).toHaveText(/^1/)
    await expect(html).not.toHaveAttribute("data-failed")
    arrived.resolve()
    await expect(photoNumber).toHaveText(/^2/)

    await test.step("the administration says so, with a link to reload it", async () => {
      await signIn(page)
      await page.route("**/assets/entry-browser-*.js", abort, { times: 1 })
      await page.goto("/admin/dashboard")
      await expect(page.getByText("L’administration n’a pas pu être chargée")).toBeVisible()
      await page.getByRole("link", { name: "Recharger la page" }).click()
      await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
      await expect.poll(() => findMissingIcons(page)).toEqual([])

      await test.step("public pages fetch the application at once for people who are logged in", async () => {
        const scripts = watchScripts(page)
        await page.goto("/about")
        await expect.poll(() => scripts.length).toBeGreaterThan(0)
      })
    })
  })
})
