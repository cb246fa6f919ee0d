import { expect, test } from "vitest"
import { clientIp, rateLimitKeyOf } from "./client-ip.ts"

test("without a trusted proxy the socket's IP counts, whatever X-Forwarded-For says", () => {
  expect(clientIp("198.51.100.7", "203.0.113.1", 0)).toBe("198.51.100.7")
})

test("behind one proxy the last entry counts: the client may have invented those before it", () => {
  expect(clientIp("10.0.0.1", "1.1.1.1, 203.0.113.1", 1)).toBe("203.0.113.1")
})

test("behind two proxies the last entry but one counts", () => {
  expect(clientIp("10.0.0.1", "1.1.1.1, 203.0.113.1, 10.0.0.2", 2)).toBe("203.0.113.1")
})

test("of a header with fewer entries than proxies the first counts", () => {
  expect(clientIp("10.0.0.1", "203.0.113.1", 2)).toBe("203.0.113.1")
})

test("without a valid IP from the trusted proxy the socket's counts", () => {
  expect(clientIp("10.0.0.1", undefined, 1)).toBe("10.0.0.1")
  expect(clientIp("10.0.0.1", "unknown", 1)).toBe("10.0.0.1")
  expect(clientIp("10.0.0.1", "", 1)).toBe("10.0.0.1")
})

test("a port behind the IP is ignored", () => {
  expect(clientIp("10.0.0.1", "203.0.113.1:55012", 1)).toBe("203.0.113.1")
})

test("an IPv6 address in brackets is accepted, with or without a port", () => {
  expect(clientIp("10.0.0.1", "[2001:db8::1]:443", 1)).toBe("2001:db8::1")
  expect(clientIp("10.0.0.1", "[2001:db8::1]", 1)).toBe("2001:db8::1")
})

test("an IPv4 address mapped into IPv6 is the IPv4 address", () => {
  expect(clientIp("::ffff:198.51.100.7", undefined, 0)).toBe("198.51.100.7")
  expect(clientIp("10.0.0.1", "::FFFF:198.51.100.7", 1)).toBe("198.51.100.7")
})

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["2001:db8::5", "2001:db8::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["", ""],
])("the rate-limit key of %o is %o", (ip, key) => {
  expect(rateLimitKeyOf(ip)).toBe(key)
})

test("two customers of one provider are limited apart", () => {
  expect(rateLimitKeyOf("2001:db8:1:2::1")).not.toBe(rateLimitKeyOf("2001:db8:1:3::1"))
})
