import { expect, test } from "vitest"
import { ContactRequest } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/make.ts"
import { requestIds } from "./request-id.ts"

test("the same words keep their id, so that a second press is the same request", () => {
  const idOf = requestIds()
  expect(idOf(contactFields)).toBe(idOf({ ...contactFields }))
})

test("changed words are another request", () => {
  const idOf = requestIds()
  expect(idOf(contactFields)).not.toBe(idOf({ ...contactFields, message: "Plutôt un immeuble, en fait." }))
})

test("an id is a UUID that the server takes", () => {
  expect(ContactRequest.safeParse({ ...contactFields, requestId: requestIds()(contactFields) }).success).toBe(true)
})
