import type { Page } from "@playwright/test"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"

let made = 0

export interface ContactRequest {
  firstName: string
  lastName: string
  email: string
  sector: string
  message: string
}

/** Makes a request that no other test sends. */
export function contactRequest(given: Partial<ContactRequest> = {}): ContactRequest {
  made += 1
  return {
    firstName: "Amina",
    lastName: "Kabongo",
    email: `amina.${process.pid}.${made}@exemple.cd`,
    sector: "vente-materiaux",
    // The spam filter suspects several senders of the same text.
    message: `Bonjour, je voudrais un devis pour deux cents sacs de ciment (${process.pid}.${made}).`,
    ...given,
  }
}

/** The parts of the contact form, by their accessible names. */
export function contactForm(page: Page) {
  const form = page.getByRole("main")
  return {
    firstName: form.getByLabel("Prénom", { exact: true }),
    lastName: form.getByLabel("Nom", { exact: true }),
    email: form.getByRole("textbox", { name: "Email", exact: true }),
    sector: form.getByLabel("Secteur", { exact: true }),
    message: form.getByLabel("Message", { exact: true }),
    button: form.getByRole("button", { name: /^(Envoyer la demande|Envoi en cours\.\.\.)$/ }),
  }
}

export async function fillContactForm(page: Page, request: ContactRequest) {
  const { firstName, lastName, email, sector, message } = contactForm(page)
  await firstName.fill(request.firstName)
  await lastName.fill(request.lastName)
  await email.fill(request.email)
  await sector.selectOption(request.sector)
  await message.fill(request.message)
}

export async function sendContactForm(page: Page, request: ContactRequest) {
  await fillContactForm(page, request)
  await contactForm(page).button.click()
}

/** Finds the messages from an e-mail address that were not judged spam. */
export function storedMessages(site: Site, { email }: Pick<ContactRequest, "email">) {
  return withDatabase(site, (db) =>
    db
      .selectFrom("messages")
      .select(["firstName", "lastName", "email", "sector", "message"])
      .where("email", "=", email)
      .where("state", "!=", "spam")
      .execute(),
  )
}

/** Finds the requests with a text, and the number of their pictures. */
export function storedRequests(site: Site, { message }: Pick<ContactRequest, "message">) {
  return withDatabase(site, async (db) => {
    const messages = await db
      .selectFrom("messages")
      .select(["id", "email", "phone", "reference"])
      .where("message", "=", message)
      .execute()
    const pictures = await db.selectFrom("messagePhotos").select("messageId").execute()
    return messages.map(({ id, ...request }) => ({
      ...request,
      pictures: pictures.filter(({ messageId }) => messageId === id).length,
    }))
  })
}

/** The toast that is shown, with its title and its text. */
export function toast(page: Page) {
  return page.getByRole("region", { name: /Notifications/ }).locator("[role=status], [role=alert]")
}

/** Lists the records of requests that this device keeps. */
export function keptRequests(page: Page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open("contact", 3)
    // The page makes the database when it first stores something.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const isOpen = await new Promise((resolve) => {
      opening.onsuccess = () => resolve(true)
      opening.onerror = () => resolve(false)
    })
    if (!isOpen) return []
    const listing = opening.result.transaction("records").objectStore("records").getAll()
    await new Promise((resolve) => listing.addEventListener("success", resolve))
    opening.result.close()
    return listing.result.map(({ state, values }) => ({ state, message: String(values.message) }))
  })
}
