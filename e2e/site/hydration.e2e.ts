import type { Page, Route } from "@playwright/test"
import { signIn } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { deleteLayers } from "#e2e/old-browser.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { watchFetches } from "#e2e/visit.ts"
import { contactForm } from "./contact-form.ts"

const modules = "**/assets/*.js"

/** Collects the paths of the modules that the page requests from now on. */
function watchScripts(page: Page) {
  const scripts: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith(".js")) scripts.push(pathname)
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

/** Waits for the end of a scroll, which goes on after a finger has left. */
async function untilStill(page: Page) {
  const scrolled = () => page.evaluate(() => scrollY)
  for (let before = -1, now = await scrolled(); before !== now; now = await scrolled()) {
    before = now
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
}

test.describe("under a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } })

  test("reading, links, the menu, other tabs, touching a control to scroll, enlarging a picture and searching fetch no module, and a tap on a field does", async ({
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

    const picture = page.getByRole("button", { name: /^Agrandir/ }).first()
    await picture.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await picture.boundingBox()) ?? {}
    const input = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", down: number) =>
      input.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + 40, y: y + down }],
      })
    await touch("touchStart", 80)
    for (const down of [60, 30, 0]) await touch("touchMove", down)
    await touch("touchEnd", 0)
    await untilStill(page)
    // Another tab stores what is typed there.
    await page.evaluate(() => dispatchEvent(new StorageEvent("storage", { key: "contact" })))
    await page.waitForLoadState("networkidle")
    await picture.tap()
    await expect(page.getByRole("dialog")).toBeVisible()
    await page.goto("/realisations?secteur=construction")
    await page.getByRole("searchbox").fill("VILLA")
    await page.getByRole("searchbox").press("Enter")
    await expect(page).toHaveURL("/realisations?secteur=construction&q=VILLA")
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/«\u00a0VILLA\u00a0»/)
    await page.goto("/contact")
    expect(scripts).toEqual([])
    await contactForm(page).message.tap()
    await expectHydrated(page)
    expect(scripts.length).toBeGreaterThan(0)
  })
})

test("a pointer over a control fetches exactly the modules that the page names, and stays where it was; then pages under it are prefetched with their data and icons", async ({
  page,
}) => {
  const banner = page.getByRole("banner")
  const scripts = watchScripts(page)
  await page.goto("/contact")
  const loader = page.locator("script[data-app]")
  expect((await loader.textContent())?.length).toBeLessThanOrEqual(5000)
  const named = (await loader.getAttribute("data-modules"))?.split(" ") ?? []
  const { button } = contactForm(page)
  await button.scrollIntoViewIfNeeded()
  await page.waitForLoadState("networkidle")
  expect(scripts).toEqual([])
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await button.hover()
  await expectHydrated(page)
  expect(new Set(scripts)).toEqual(new Set(named))
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  const watch = await watchFetches(page)
  await banner.getByRole("link", { name: "Immobilier" }).hover()
  await watch.untilIdle()
  // They are the screen, what it shares with other lists of projects, and its data.
  expect(watch.fetched.filter(({ kind, url }) => kind === "script" || /\/trpc\//.test(url))).toHaveLength(3)
  expect(await findMissingIcons(page)).toEqual([])
  await banner.getByRole("link", { name: "Agriculture" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Agriculture")
  expect(await findMissingIcons(page)).toEqual([])
})

test.describe("when the application cannot be fetched", () => {
  test.use({ expectedConsole: /Failed to load resource|net::ERR/ })

  const abort = (route: Route) => route.abort("connectionreset")

  test("the next press tries again, also where one module failed alone, and takes effect once the application is there", async ({
    page,
  }) => {
    const html = page.locator("html")
    // The menu of a browser without popovers needs the application.
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, "showPopover"))
    await page.setViewportSize({ width: 360, height: 740 })
    const open = page.getByRole("button", { name: "Ouvrir le menu" })
    const menu = page.getByRole("navigation", { name: "Menu" })
    await page.route("**/assets/libraries-*.js", abort, { times: 1 })
    await page.goto("/construction")
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), open.click({ noWaitAfter: true })])
    expect(dialog.message()).toBe("La connexion s’est interrompue. Réessayez, ou rechargez la page.")
    await dialog.accept()
    await expect(html).toHaveAttribute("data-failed")
    const arrived = Promise.withResolvers<void>()
    await page.route(modules, (route) => arrived.promise.then(() => route.continue()))
    await open.click()
    await expect(menu).toBeHidden()
    await expect(html).not.toHaveAttribute("data-failed")
    arrived.resolve()
    await expect(menu).toBeVisible()
  })

  test("the administration says so, with a link to reload it, and which browsers it needs in one that is too old", async ({
    page,
    context,
  }) => {
    await signIn(page)
    await page.route("**/assets/entry-browser-*.js", abort, { times: 1 })
    await page.goto("/admin/dashboard")
    await expect(page.getByText("L’administration n’a pas pu être chargée")).toBeVisible()
    await page.getByRole("link", { name: "Recharger la page" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
    await expect.poll(() => findMissingIcons(page)).toEqual([])
    const old = await context.newPage()
    await deleteLayers(old)
    await old.goto("/admin/dashboard")
    await expect(old.getByRole("main")).toHaveText(
      "Ce navigateur est trop ancien pour l’administration\u00a0: elle a besoin de Chrome\u00a0109, Firefox\u00a0115, Safari\u00a016 ou plus récent.",
      { useInnerText: true },
    )
  })
})
