import fc from "fast-check"
import { expect, test } from "vitest"
import { MessageSearch } from "#server/contract/messages.ts"
import { anyJson } from "#server/testing/hostile.ts"
import { parseInboxSearchParams, toMessageSearch } from "./inbox-search-params.ts"

test("whatever an address says, the server is asked something that it takes", () => {
  const address = fc.dictionary(fc.constantFrom("search", "page", "__proto__"), anyJson)
  const property = fc.property(address, (given) => {
    expect(MessageSearch.safeParse(toMessageSearch(parseInboxSearchParams(given))).success).toBe(true)
  })
  fc.assert(property, { seed: 20_230_601, numRuns: 500 })
})
