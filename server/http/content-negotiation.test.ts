import { expect, test } from "vitest"
import { isHeld, preferredEncoding } from "./content-negotiation.ts"

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br", "br"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["BR;Q=1, GZIP", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000, gzip ;q=0", "identity"],
  ["*", "br"],
  ["br;q=0, *;q=0.1", "gzip"],
  ["*;q=0", "identity"],
  ["identity;q=1, br;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.8", "gzip"],
  ["deflate, zstd, brotli", "identity"],
  ["br;q=nonsense", "identity"],
  ["identity;q=0", "identity"],
  ["", "identity"],
  [null, "identity"],
])("Accept-Encoding %o is answered %s", (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
  expect(preferredEncoding(accepted)).toBe(encoding)
})

test("spellings invented by the thousand are each read as what they are", () => {
  for (let count = 0; count < 1000; count += 1) expect(preferredEncoding(`x-${count}, gzip`)).toBe("gzip")
})

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
  [null, false],
])('If-None-Match %o holds W/"abc": %s', (condition, held) => {
  expect(isHeld(condition, 'W/"abc"')).toBe(held)
})
