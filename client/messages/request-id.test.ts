import { expect, test } from "vitest"
import { ContactRequest } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { requestIds } from "./request-id.ts"

test("the same fields get the same id", () => {
  const idOf = requestIds()
  expect(idOf(contactFields)).toBe(idOf({ ...contactFields }))
})

test("changed fields get another id", () => {
  const idOf = requestIds()
  expect(idOf(contactFields)).not.toBe(idOf({ ...contactFields, message: "Plutôt un immeuble, en fait." }))
})

test("an id is a UUID that the server accepts", () => {
  expect(ContactRequest.safeParse({ ...contactFields, requestId: requestIds()(contactFields) }).success).toBe(true)
})
