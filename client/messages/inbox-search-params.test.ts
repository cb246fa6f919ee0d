import fc from "fast-check"
import { expect, test } from "vitest"
import { MessageSearch } from "#server/contract/messages.ts"
import { anyJson } from "#server/testing/hostile-texts.ts"
import { parseInboxSearchParams, toMessageSearch } from "./inbox-search-params.ts"

test("any search params become an input that the server accepts", () => {
  const params = fc.dictionary(fc.constantFrom("search", "page", "__proto__"), anyJson)
  const property = fc.property(params, (given) => {
    expect(MessageSearch.safeParse(toMessageSearch(parseInboxSearchParams(given))).success).toBe(true)
  })
  fc.assert(property, { seed: 20_230_601, numRuns: 500 })
})
