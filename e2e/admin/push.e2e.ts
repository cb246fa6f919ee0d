import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ serviceWorkers: "allow" })

interface Spied {
  registration: { showNotification: unknown }
  shown: unknown[][]
}

test("the worker shows what is pushed, and caches no screen of the office", async ({ page, site, context }) => {
  await page.goto("/admin/account")
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js")
    await navigator.serviceWorker.ready
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"))
  // Headless browsers show no notifications.
  await worker.evaluate(() => {
    const scope = self as unknown as Spied
    scope.shown = []
    scope.registration.showNotification = async (...shown: unknown[]) => void scope.shown.push(shown)
  })
  const devTools = await context.newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
    if (first) registered.resolve(first.registrationId)
  })
  await devTools.send("ServiceWorker.enable")
  const data = JSON.stringify({ title: "Nouvelle demande", body: "Amina", path: "/admin/messages/1", tag: "demande-1" })
  const registrationId = await registered.promise
  await devTools.send("ServiceWorker.deliverPushMessage", { origin: site.url, registrationId, data })
  const shown = () => worker.evaluate(() => (self as unknown as Spied).shown)
  await expect.poll(shown).toMatchObject([["Nouvelle demande", { body: "Amina", data: { path: "/admin/messages/1" } }]])
  await page.goto("/admin/messages", { waitUntil: "networkidle" })
  const cached = await page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.filter((path) => /^\/(admin|api|trpc)(\/|$)/.test(path))).toEqual([])
})
