import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { test as base, expect } from "#e2e/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { keptRequests } from "./contact-form.ts"
import { startRelay } from "./relay.ts"

// The console shows the cut network and the missing worker.
base.use({
  serviceWorkers: "allow",
  expectedConsole: /Failed to load resource|net::ERR|bad HTTP response code \(404\)|ServiceWorker/,
})

/** Every page is loaded through a relay to the site. */
const test = base.extend<{ relay: Awaited<ReturnType<typeof startRelay>> }>({
  relay: async ({ site }, use) => {
    await using relay = await startRelay(site.url)
    await use(relay)
  },
  baseURL: ({ relay }, use) => use(relay.url),
})

function countRegistrations(page: Page) {
  return page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
}

/** Lists the paths that each cache holds. */
function listCaches(page: Page) {
  return page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const requests = await (await caches.open(name)).keys()
      return [name, requests.map(({ url }) => url.slice(location.origin.length))] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  })
}

async function cachedPaths(page: Page) {
  return Object.values(await listCaches(page)).flat()
}

/** Uses the contact form for the first time, and waits until the worker has cached its page. */
async function useForm(page: Page) {
  await page.goto("/contact", { waitUntil: "networkidle" })
  await page.getByLabel("Prénom").fill("Grâce")
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(["/contact", "/hors-ligne"]))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 })

/** Opens a page by a link of the application, and waits until the worker has cached it. */
async function walkToTransport(page: Page) {
  await page.getByRole("banner").getByRole("link", { name: "Transport" }).click()
  await expect(heading(page)).toHaveText("Transport")
  await expect.poll(() => cachedPaths(page)).toContain("/transport")
}

test("without a network pages opened since the form was used are there, others are the offline page, and then the network is asked again", async ({
  page,
  relay,
}) => {
  await useForm(page)
  await walkToTransport(page)
  const allowed =
    /^\/((page-data\/)?(contact|transport|mes-demandes))?$|^\/(assets|photos|brand|uploads)\/|^\/hors-ligne$/
  expect((await cachedPaths(page)).filter((path) => !allowed.test(path))).toEqual([])
  relay.cut()
  await page.reload()
  await expect(heading(page)).toHaveText("Transport")
  await expect(heading(page)).toHaveCSS("font-weight", "700")
  await page.goto("/contact")
  await expect(heading(page)).toHaveText("Contactez-Nous")

  await page.goto("/agriculture")
  await expect(heading(page)).toHaveText("Vous êtes hors ligne")
  await expect(page.getByRole("link", { name: /^Appeler le/ })).toHaveAttribute("href", "tel:+243900000000")
  await expect(page.getByRole("main").getByRole("link", { name: "Ouvrir le formulaire" })).toBeVisible()
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex")
  // It has only the script by which it comes back.
  await expect(page.locator("script[src], script:not([type])")).toHaveCount(1)
  await expectAccessible(page)
  await expect(page.getByRole("link", { name: "Réessayer" })).toBeVisible()
  relay.restore()
  await expect(heading(page)).toHaveText("Agriculture")
  await expect.poll(() => cachedPaths(page)).toContain("/agriculture")
  const visits = () => relay.seen.filter((line) => line === "GET /agriculture").length
  const before = visits()
  await page.reload({ waitUntil: "networkidle" })
  expect(visits()).toBe(before + 1)
})

test("a reader who never used a form finds the pages that were read, once the network is gone", async ({
  page,
  relay,
}) => {
  await page.goto("/elevage")
  await expect
    .poll(() => cachedPaths(page), { timeout: 20_000 })
    .toEqual(expect.arrayContaining(["/elevage", "/hors-ligne"]))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await walkToTransport(page)
  relay.cut()
  for (const [path, title] of [
    ["/elevage", "Élevage"],
    ["/transport", "Transport"],
    ["/immobilier", "Vous êtes hors ligne"],
  ] as const) {
    await page.goto(path)
    await expect(heading(page)).toHaveText(title)
  }
})

test("a reader who never used the form opens it without a network, filled in for a sector or a project", async ({
  page,
  relay,
}) => {
  await page.goto("/realisations")
  const href = await page.getByRole("main").locator('a[href^="/realisations/"]').first().getAttribute("href")
  await page.goto(href ?? "")
  const name = await heading(page).textContent()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // The next page that is read has the worker keep the form.
  await page.reload()
  await expect.poll(() => cachedPaths(page), { timeout: 20_000 }).toEqual(expect.arrayContaining(["/contact", href]))
  relay.cut()
  await page.goto("/agriculture")
  await expect(heading(page)).toHaveText("Vous êtes hors ligne")
  await page.getByRole("link", { name: "Ouvrir le formulaire" }).click()
  await expect(heading(page)).toHaveText("Contactez-Nous")
  await page.goto("/contact?secteur=transport")
  await page.getByLabel("Prénom").focus()
  await expect(page.getByLabel("Secteur")).toHaveValue("transport")
  await page.goto(`/contact?projet=${href?.split("/").at(-1)}`)
  await page.getByLabel("Prénom").focus()
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue(new RegExp(`semblable à «\u00a0${name}`))
  await expect(page.getByLabel("Secteur")).not.toHaveValue("")
  await page.getByLabel("Prénom").fill("Grâce")
  await expect.poll(() => keptRequests(page)).toMatchObject([{ state: "draft" }])
})

test("the offline page comes back by itself within seconds once the network does", async ({ page, relay }) => {
  await page.goto("/elevage")
  await expect.poll(() => cachedPaths(page), { timeout: 20_000 }).toContain("/hors-ligne")
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  relay.cut()
  await page.goto("/agriculture")
  await expect(heading(page)).toHaveText("Vous êtes hors ligne")
  relay.restore()
  // The browser says nothing, since its own network was there all the time.
  await expect(heading(page)).toHaveText("Agriculture", { timeout: 10_000 })
})

test("another build's worker takes over at once without the former caches, and where there is none any more, it goes with its own", async ({
  page,
  relay,
}) => {
  await useForm(page)
  const former = Object.keys(await listCaches(page))
  const build = former[0]?.split("-").slice(1).join("-") ?? ""
  relay.changeWorker((body) => body.replace(build, "another"))
  // The browser may still be checking for an update since the last navigation, and then skips this one.
  const update = () => page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
  await expect
    .poll(async () => {
      await update()
      return Object.keys(await listCaches(page)).filter((name) => former.includes(name))
    })
    .toEqual([])
  await walkToTransport(page)
  const names = Object.keys(await listCaches(page))
  expect(names).toContain("pages-another")
  expect(names.filter((name) => !name.endsWith("-another"))).toEqual([])

  relay.changeWorker(() => undefined)
  await page.goto("/about")
  await expect.poll(() => countRegistrations(page)).toBe(0)
  await expect.poll(() => listCaches(page)).toEqual({})
})

/** Queues a request as the form does without a network. */
function queueRequest(page: Page, idempotencyKey: string) {
  return page.evaluate(async (idempotencyKey) => {
    const opening = indexedDB.open("contact", 3)
    await new Promise((resolve) => opening.addEventListener("success", resolve))
    const values = { firstName: "Grâce", lastName: "Ilunga", email: "grace@exemple.cd", sector: "transport" }
    const body = { ...values, message: "Un camion pour Matadi, chaque semaine." }
    const form = sessionStorage.getItem("contact")
    const times = { startedAt: Date.now(), changedAt: Date.now() }
    const parts = { values: body, body, attached: [], photos: [] }
    const transaction = opening.result.transaction("records", "readwrite")
    transaction.objectStore("records").put({ version: 1, idempotencyKey, form, state: "waiting", ...times, ...parts })
    await new Promise((resolve) => transaction.addEventListener("complete", resolve))
    opening.result.close()
  }, idempotencyKey)
}

/** Counts the requests whose outcome the page has not shown yet. */
async function countQueued(page: Page) {
  return (await keptRequests(page)).filter(({ state }) => state !== "draft").length
}

/** Prepares the sync event that the browser fires when the network is back. */
async function prepareSync(page: Page) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId)
    })
  })
  await session.send("ServiceWorker.enable")
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  return () =>
    session.send("ServiceWorker.dispatchSyncEvent", {
      origin,
      registrationId,
      tag: "contact-requests",
      lastChance: false,
    })
}

test("the worker sends what waits when the network is back, and tells the page; it is stored once", async ({
  page,
  relay,
  site,
}) => {
  await useForm(page)
  const requestId = crypto.randomUUID()
  const sync = await prepareSync(page)
  await queueRequest(page, requestId)
  const told = page.evaluate(
    () => new Promise((resolve) => navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data))),
  )
  await sync()
  expect(await told).toBe("contact-requests")
  // The page shows the receipt and deletes the request.
  await expect.poll(() => countQueued(page)).toBe(0)
  await queueRequest(page, requestId)
  await sync()
  await expect.poll(() => relay.seen.filter((line) => line === "POST /api/contact")).toHaveLength(2)
  await expect.poll(() => countQueued(page)).toBe(0)
  const stored = await withDatabase(site, (db) =>
    db.selectFrom("messages").select("firstName").where("idempotencyKey", "=", requestId).execute(),
  )
  expect(stored).toEqual([{ firstName: "Grâce" }])
})
