import { expect, test } from "vitest"
import { mailOriginOf } from "./mail-origin.ts"

test("PUBLIC_URL is where mailed links lead, whatever the request says", () => {
  expect(mailOriginOf("http://pirate.example", "https://www.lisanga.example")).toBe("https://www.lisanga.example")
})

test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://127.9.9.9", "http://[::1]:3000"])(
  "without it %s is trusted, since it is this machine",
  (origin) => expect(mailOriginOf(origin, undefined)).toBe(origin),
)

test.each([
  "http://pirate.example",
  "http://localhost.pirate.example",
  "http://127.0.0.1.pirate.example",
  "http://127-0-0-1.pirate.example",
  "http://192.168.1.4",
  "http://0.0.0.0",
  "http://[::ffff:203.0.113.7]",
  "http://[fe80::1]",
])("%s is not, since anybody may have sent it as Host", (origin) => {
  expect(mailOriginOf(origin, undefined)).toBeUndefined()
})
