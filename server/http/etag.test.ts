import { expect, test } from "vitest"
import { matchesEtag } from "./etag.ts"

test.each([
  ['W/"abc"', true],
  ['"abc"', true],
  ['"x", W/"abc" , "y"', true],
  ["*", true],
  [" * ", true],
  ['W/"abcd"', false],
  ["abc", false],
  ['"x","y"', false],
  ["", false],
  [undefined, false],
])('If-None-Match %o names W/"abc": %s', (ifNoneMatch, matches) => {
  expect(matchesEtag(ifNoneMatch, 'W/"abc"')).toBe(matches)
})
