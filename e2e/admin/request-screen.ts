import type { APIRequestContext, Page } from "@playwright/test"
import { expect } from "#e2e/fixtures.ts"
import type { Database } from "#server/database/core/database.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { openScreen } from "./sign-in.ts"

/** Sends a contact request as a visitor does. */
export async function postContactRequest(client: APIRequestContext, fields: object = {}) {
  const response = await client.post("/api/contact", { data: { ...contactFields, ...fields } })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as { id: number; reference: string; statusUrl: string }
}

export function openRequest(page: Page, id: number) {
  return openScreen(page, `/admin/messages/${id}`, /^Demande d/)
}

/** The answers and events of the request, as one list item each. */
export function entries(page: Page) {
  return page.getByRole("region", { name: "Échanges" }).getByRole("list").first().locator(":scope > li")
}

export function answerField(page: Page) {
  return page.getByLabel("Votre réponse")
}

/** Stores an answer as a colleague sends it. */
export async function answerAs(db: Database, accountId: number, messageId: number, text: string): Promise<void> {
  const entry = { messageId, accountId, kind: "answer" as const, text, at: new Date().toISOString() }
  await db.insertInto("messageEntries").values(entry).execute()
}
