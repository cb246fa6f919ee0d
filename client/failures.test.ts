import { TRPCClientError } from "@trpc/client"
import { expect, test } from "vitest"
import { failureKind, failureText } from "./failures.ts"

test("an answer that is no JSON, as from a proxy, is the server's failure", () => {
  const error = new TRPCClientError("Unexpected token <", { meta: { response: new Response("<h1>", { status: 502 }) } })
  expect(failureKind(error)).toBe("garbled")
  expect(failureText(error)).toBeUndefined()
})

test("no answer at all is the network's failure, told in French", () => {
  const error = new TRPCClientError("Failed to fetch", { cause: new TypeError("Failed to fetch") })
  expect(failureKind(error)).toBe("network")
  expect(failureText(error)).toBe("connexion impossible")
})

test("the e-mail service's own text is told", () => {
  expect(failureText({ status: 403, text: "The user is blocked" })).toBe("The user is blocked")
})
