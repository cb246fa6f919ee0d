import type { BrowserContext, Page, Route } from "@playwright/test"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import type { Site } from "#e2e/start-site.ts"
import {
  type ContactRequest,
  contactForm,
  contactRequest,
  fillContactForm,
  forgetKept,
  storedMessages,
  storedRequests,
  toast,
} from "./contact-form.ts"

// Background sync would send waiting requests, and replace the answers that these tests check.
test.use({
  serviceWorkers: "block",
  expectedConsole: /Failed to load resource|Service Worker registration blocked/,
})

const procedure = "**/trpc/messages.send*"
const data = { code: "internal", httpStatus: 500, path: "messages.send" }

function rejection(status: number, message: string) {
  return (route: Route) => route.fulfill({ status, json: [{ error: { message, code: -32603, data } }] })
}

const rules = [
  { field: "firstName", value: "", message: "Le prénom est requis" },
  { field: "lastName", value: "", message: "Le nom est requis" },
  { field: "email", value: "amina@", message: "Email invalide" },
  { field: "sector", value: "", message: "Veuillez sélectionner un secteur" },
  { field: "message", value: "Bonjour !", message: "Le message doit contenir au moins 10 caractères" },
] as const

const failures: { respond: (route: Route) => Promise<void>; text: string }[] = [
  { respond: rejection(500, "Erreur serveur"), text: "Erreur serveur" },
  {
    respond: (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    text: "Une erreur est survenue lors de l'envoi du message.",
  },
]

/** Expects the photos of a form without JavaScript to be asked for again, where the server has deleted them. */
async function expectPhotosAskedForAgain(page: Page, site: Site, { isQueued }: { isQueued: boolean }) {
  const request = contactRequest()
  const { button, message } = contactForm(page)
  const error = page.getByText(/^Les photos déjà jointes ne sont plus disponibles/)
  const attached = page.getByText("Une photo est déjà jointe.")
  await page.locator("form[action='/contact']").evaluate((form: HTMLFormElement) => {
    form.insertAdjacentHTML("beforeend", '<input name="photos" value="0123456789abcdef0123456789abcdef.jpg">')
    form.submit()
  })
  await expect(attached).toBeVisible()
  await expectHydrated(page)
  await fillContactForm(page, request)
  if (isQueued) await page.route(procedure, (route) => route.abort())
  await button.click()
  if (isQueued) {
    await expect(page.getByText("Nous l’enverrons dès que la connexion revient.")).toBeVisible()
    await page.unroute(procedure)
    await page.evaluate(() => dispatchEvent(new Event("online")))
  }
  await expect(error).toBeVisible()
  await expect(attached).toBeHidden()
  await expect(message).toHaveValue(request.message)
  expect(await storedMessages(site, request)).toEqual([])
  await button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(error).toBeHidden()
  expect(await storedMessages(site, request)).toEqual([request])
}

/** Expects a photo that the server rejects to be told while its request is being sent, which waits for an answer. */
async function expectPhotoRejected(page: Page, site: Site) {
  const request = contactRequest()
  const { button } = contactForm(page)
  const released = Promise.withResolvers<void>()
  await page.route("**/api/contact/uploads**", (route) => released.promise.then(() => route.continue()))
  await fillContactForm(page, request)
  const torn = { name: "photo_coupee.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) }
  await page.locator("[type=file]").setInputFiles(torn)
  await button.click()
  released.resolve()
  await expect(page.getByText(/^Une photo n’a pas été acceptée/)).toBeVisible()
  await expect(page.getByRole("alert").filter({ hasText: torn.name })).toBeVisible()
  expect(await storedMessages(site, request)).toEqual([])
  await button.click()
  await expect(toast(page)).toContainText("Message envoyé")
  await expect(contactForm(page).message).toHaveValue("")
  expect(await storedMessages(site, request)).toEqual([request])
}

test("what the form, the server or the network rejects is told, what was typed stays, and it is stored once", async ({
  page,
  site,
}) => {
  test.setTimeout(120_000)
  const request = contactRequest()
  const calls: string[] = []
  page.on("request", (request) => calls.push(new URL(request.url()).pathname))
  await openPage(page, "/contact")
  const { firstName, lastName, sector, button, message, email } = contactForm(page)

  await test.step("Enter in an empty form shows every message, and each goes as its field is mended", async () => {
    await lastName.press("Enter")
    for (const { field, message } of rules) {
      const text = field === "email" ? "Indiquez un e-mail ou un téléphone" : message
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(firstName).toBeFocused()
    await firstName.fill("A")
    await expect(page.getByText("Le prénom est requis")).toBeHidden()
    await expect(firstName).not.toHaveAttribute("aria-invalid")
    await expect(page.getByText("Le nom est requis")).toBeVisible()
    await sector.selectOption("transport")
    await expect(page.getByText("Veuillez sélectionner un secteur")).toBeHidden()
  })
  await fillContactForm(page, request)
  await test.step("each field at fault says so below it and has the focus, and nothing is sent", async () => {
    for (const { field, value, message } of rules) {
      const control = contactForm(page)[field]
      const change = (value: string) => (field === "sector" ? control.selectOption(value) : control.fill(value))
      await change(value)
      await button.click()
      const error = page.getByRole("main").getByText(message, { exact: true })
      await expect(error).toBeVisible()
      await expect(control).toHaveAccessibleDescription(new RegExp(message))
      await expect(control).toHaveAttribute("aria-invalid", "true")
      await expect(page.locator("[aria-invalid]")).toHaveCount(1)
      await expect(control).toBeFocused()
      const [above, below] = [await control.boundingBox(), await error.boundingBox()]
      expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)
      await change(request[field])
    }
    expect(calls.filter((path) => path.includes("messages.send"))).toEqual([])
  })
  await test.step("each failure of the server is told in a toast", async () => {
    for (const { respond, text } of failures) {
      await page.route(procedure, respond)
      await button.click()
      await expect(toast(page).getByRole("paragraph")).toHaveText(["Erreur", text])
      await expect(message).toHaveValue(request.message)
      await expect(button).toBeEnabled()
      await expect(button).toHaveText("Envoyer la demande")
      await page.unroute(procedure)
    }
    await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("alert")).toBeVisible()
  })
  await test.step("a field that only the server rejects is marked and focused", async () => {
    const error = {
      message: "Email invalide",
      code: -32600,
      data: { code: "invalid", httpStatus: 400, path: "messages.send", fields: { email: "Email invalide" } },
    }
    await page.route(procedure, (route) => route.fulfill({ status: 400, json: [{ error }] }))
    await button.click()
    await expect(email).toHaveAccessibleDescription(/Email invalide/)
    await expect(email).toBeFocused()
    await page.unroute(procedure)
  })
  await test.step("a request whose response was lost waits, and is stored once when it is sent again", async () => {
    await page.route(procedure, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button.click()
    await expect(page.getByText("Nous l’enverrons dès que la connexion revient.")).toBeVisible()
    await expect(toast(page)).toBeHidden()
    await expect(page.getByText(/Gardez cette page ouverte/)).toBeVisible()
    await expect(message).toHaveValue(request.message)
    await page.unroute(procedure)
  })
  await test.step("however often the form is left and opened, its request is attempted once at a time", async () => {
    const released = Promise.withResolvers<void>()
    let attempts = 0
    await page.route("**/api/contact", async (route) => {
      attempts += 1
      if (attempts === 2) await released.promise
      await route.abort()
    })
    for (const visit of [1, 2]) {
      await page.getByRole("banner").getByRole("link", { name: "Transport", exact: true }).click()
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Transport")
      await page.getByRole("banner").getByRole("link", { name: "Contact", exact: true }).click()
      await expect.poll(() => attempts).toBe(visit)
    }
    // The network comes back while an attempt is failing, and the page must not miss that.
    await page.evaluate(() => dispatchEvent(new Event("online")))
    released.resolve()
    await expect.poll(() => attempts).toBe(3)
    await expect(page.getByText("Nous l’enverrons dès que la connexion revient.")).toBeVisible()
    await page.evaluate(() => navigator.locks.request("contact-requests", () => undefined))
    expect(attempts).toBe(3)
    await page.unroute("**/api/contact")
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await expect(toast(page)).toContainText("Message envoyé")
    await expect(message).toHaveValue("")
    expect(await storedMessages(site, request)).toHaveLength(1)
  })
  await test.step("a photo that the server rejects is told, and its request waits for an answer", () =>
    expectPhotoRejected(page, site))
  await test.step("photos that the server has deleted meanwhile are asked for again, by a queued request too", async () => {
    for (const isQueued of [false, true]) await expectPhotosAskedForAgain(page, site, { isQueued })
  })
})

/** Opens the form in another tab, which gets its scripts once `arrived` resolves. */
async function openTab(context: BrowserContext, arrived?: Promise<void>) {
  const tab = await context.newPage()
  if (arrived) await tab.route("**/assets/*.js", (route) => arrived.then(() => route.continue()))
  await tab.goto("/contact", { waitUntil: "domcontentloaded" })
  return tab
}

/** Sends a request without a network, so that it waits on this device, and closes the tab. */
async function queue(
  context: BrowserContext,
  request: ContactRequest,
  photos: Awaited<ReturnType<typeof makePicture>>[] = [],
) {
  const tab = await openTab(context)
  await expectHydrated(tab)
  await fillContactForm(tab, request)
  await tab.locator("[type=file]").setInputFiles(photos)
  await tab.route(procedure, (route) => route.abort())
  await contactForm(tab).button.click()
  await expect(tab.getByText("Nous l’enverrons dès que la connexion revient.")).toBeVisible()
  await tab.close()
}

test("a request that waits takes nothing with it that was typed since, and tabs keep their own texts @slow", async ({
  context,
  site,
}) => {
  const first = contactRequest()
  await queue(context, first)

  await test.step("what is added while it is being sent stays in the form, as another request", async () => {
    const released = Promise.withResolvers<void>()
    // The request leaves as soon as the tab is open.
    const posted = context.waitForEvent("request", (request) => request.url().endsWith("/api/contact"))
    await context.route("**/api/contact", (route) => released.promise.then(() => route.continue()))
    const tab = await openTab(context)
    const { message } = contactForm(tab)
    await posted
    await message.press("Control+End")
    await message.pressSequentially(" Merci.")
    released.resolve()
    await expect(toast(tab)).toContainText("Message envoyé")
    await expect(message).toHaveValue(`${first.message} Merci.`)
    await expect(message).toBeFocused()
    expect(await storedMessages(site, first)).toEqual([first])
    await forgetKept(tab)
    await expect(contactForm(tab).firstName).toBeFocused()
    await tab.close()
    await context.unroute("**/api/contact")
  })
  const second = contactRequest()
  const other = contactRequest({ firstName: "Joseph" })
  await test.step("what is typed before the script arrives is another request", async () => {
    await queue(context, second)
    const arrived = Promise.withResolvers<void>()
    const tab = await openTab(context, arrived.promise)
    await contactForm(tab).firstName.fill(other.firstName)
    await contactForm(tab).message.fill(other.message)
    arrived.resolve()
    await expect(toast(tab)).toContainText("Message envoyé")
    expect(await storedMessages(site, second)).toEqual([second])
    await expect(contactForm(tab).lastName).toHaveValue("")
    await fillContactForm(tab, other)

    const next = await openTab(context)
    await test.step("another tab has a form of its own, and reloading brings each text back", async () => {
      const third = contactRequest()
      await expect.poll(() => tab.evaluate(() => localStorage.contact)).toContain(other.message)
      await expect.poll(() => next.evaluate(() => sessionStorage.contact)).toBe("contact-1")
      await expectHydrated(next)
      await expect(contactForm(next).message).toHaveValue("")
      await fillContactForm(next, third)
      await expect.poll(() => next.evaluate(() => Object.values(localStorage).join())).toContain(third.message)
      await next.reload()
      await tab.reload()
      await expect(contactForm(next).message).toHaveValue(third.message)
      await expect(contactForm(tab).message).toHaveValue(other.message)
      await forgetKept(next)
      await expect(contactForm(next).message).toHaveValue("")
      // The button has deleted the copies of both tabs; that of the other one comes back as its text changes.
      await contactForm(tab).message.press("Control+End")
      await contactForm(tab).message.pressSequentially(" ")
      await contactForm(tab).message.press("Backspace")
      await expect.poll(() => tab.evaluate(() => localStorage.contact)).toContain(other.message)
    })
    await test.step("a tab without a text shows that of a closed one, and a clock that was set back keeps nothing from being sent", async () => {
      await tab.close()
      await next.evaluate(() => {
        const draft = JSON.parse(localStorage.contact)
        localStorage.contact = JSON.stringify({ ...draft, startedAt: draft.startedAt + 86_400_000 })
      })
      await next.reload()
      await expect(contactForm(next).message).toHaveValue(other.message)
      expect(await next.evaluate(() => Object.keys(localStorage))).not.toContain("contact-1")
      await contactForm(next).button.click()
      await expect(toast(next)).toContainText("Message envoyé")
      expect(await storedMessages(site, other)).toEqual([other])
    })
  })
})

test("a queued request that the server rejects comes back with its photos once another one is sent @slow", async ({
  context,
  site,
}) => {
  const [first, other] = [contactRequest(), contactRequest()]
  await queue(context, first, [await makePicture({ name: "mur.jpg" })])
  const arrived = Promise.withResolvers<void>()
  const tab = await openTab(context, arrived.promise)
  const { message, button } = contactForm(tab)
  await fillContactForm(tab, other)
  await tab.route("**/api/contact", (route) => route.fulfill({ status: 400, json: { message: "Refusée", errors: {} } }))
  const rejected = tab.waitForResponse("**/api/contact")
  arrived.resolve()
  await rejected
  await expect(message).toHaveValue(other.message)
  await button.click()
  await expect(message).toHaveValue(first.message)
  await expect(tab.getByText("1 sur 1 envoyée", { exact: true })).toBeVisible()
  await button.click()
  await expect(message).toHaveValue("")
  expect(await storedRequests(site, other)).toMatchObject([{ photos: 0 }])
  expect(await storedRequests(site, first)).toMatchObject([{ photos: 1 }])
})
