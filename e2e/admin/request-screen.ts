import type { APIRequestContext } from "@playwright/test"
import { expect } from "#e2e/fixtures.ts"
import { contactFields } from "#server/testing/fixtures.ts"

/** Sends a contact request as a visitor does. */
export async function postContactRequest(client: APIRequestContext, fields: object = {}) {
  const response = await client.post("/api/contact", { data: { ...contactFields, ...fields } })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as { id: number; reference: string; statusUrl: string }
}
