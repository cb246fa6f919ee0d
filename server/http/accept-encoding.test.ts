import { expect, test } from "vitest"
import { preferredEncoding } from "./accept-encoding.ts"

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br", "br"],
  ["gzip", "gzip"],
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
  [undefined, "identity"],
])("Accept-Encoding %o prefers %s", (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding)
})
