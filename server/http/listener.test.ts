import { describe, expect, test } from "vitest"
import { createTestProject } from "#server/testing/fixtures.ts"
import { sendBytes } from "#server/testing/send-bytes.ts"
import { startPages } from "#server/testing/start-pages.ts"
import { securityHeaders } from "./security-headers.ts"

const PUBLIC_URL = "https://www.lisanga.example"
const own = "Host: www.lisanga.example\r\nConnection: close\r\n"

const malformed: [what: string, status: number, bytes: string][] = [
  ["a Host with a path", 400, "GET / HTTP/1.1\r\nHost: evil.example/<script>\r\nConnection: close\r\n\r\n"],
  ["a Host with a name before it", 400, "GET / HTTP/1.1\r\nHost: user@site.example\r\nConnection: close\r\n\r\n"],
  ["an empty Host", 400, "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n"],
  ["no Host", 400, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["no Host, in HTTP/1.0", 400, "GET / HTTP/1.0\r\n\r\n"],
  ["no path", 400, `OPTIONS * HTTP/1.1\r\n${own}\r\n`],
  ["a URL of another scheme", 400, `GET ftp://evil.example/ HTTP/1.1\r\n${own}\r\n`],
  ["a backslash in the path", 400, `GET /a\\b HTTP/1.1\r\n${own}\r\n`],
  ["a path without its slash", 400, `GET about HTTP/1.1\r\n${own}\r\n`],
  ["bytes that are not HTTP", 400, "bonjour\r\n\r\n"],
  ["an unknown method", 400, `FOO / HTTP/1.1\r\n${own}\r\n`],
  ["a control character in a header", 400, `GET / HTTP/1.1\r\n${own}X-A: a\x00b\r\n\r\n`],
  ["a header on two lines", 400, `GET / HTTP/1.1\r\n${own} folded\r\n\r\n`],
  ["two lengths", 400, `POST /api/contact HTTP/1.1\r\n${own}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`],
  [
    "a length and chunks",
    400,
    `POST / HTTP/1.1\r\n${own}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["headers that never end", 431, `GET / HTTP/1.1\r\n${own}X-A: ${"a".repeat(20_000)}\r\n\r\n`],
]

describe("a malformed request", () => {
  test.each(malformed)("%s is rejected with all headers and in French", async (_what, status, bytes) => {
    await using site = await startPages({ settings: { PUBLIC_URL } })
    const response = await sendBytes(site.port, bytes)
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(
      Object.fromEntries(
        Object.entries(securityHeaders(PUBLIC_URL)).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    )
    expect(response.headers.get("Cache-Control")).toBe("no-store")
    expect(JSON.parse(response.body)).toEqual({
      success: false,
      message: "Requête illisible",
    })
    expect([...response.headers.keys()]).not.toContain("server")
  })

  test("a request without a valid Host gets no cached page", async () => {
    await using site = await startPages({ settings: { PUBLIC_URL } })
    for (const _ of [1, 2]) expect((await sendBytes(site.port, `GET /about HTTP/1.1\r\n${own}\r\n`)).status).toBe(200)
    for (const host of ["", "Host: a/b\r\n", "Host: a@b\r\n"]) {
      const malformed = `GET /about HTTP/1.1\r\n${host}Connection: close\r\n\r\n`
      expect((await sendBytes(site.port, malformed)).status, host).toBe(400)
    }
  })
})

test("an unknown Expect header changes nothing", async () => {
  await using site = await startPages()
  await createTestProject(site.db)
  const response = await sendBytes(site.port, `GET /api/projects HTTP/1.1\r\n${own}Expect: nonsense\r\n\r\n`)
  expect(response.status).toBe(200)
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
})

test("a request inside a body is not taken for a request", async () => {
  await using site = await startPages()
  const smuggled = "GET /admin/messages HTTP/1.1\r\nHost: site.example\r\n\r\n"
  const response = await sendBytes(
    site.port,
    `POST /api/logout HTTP/1.1\r\n${own}Content-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  )
  expect(response.status).toBe(200)
  expect(response.body).toBe('{"success":true}')
  expect(site.reachedApp).toEqual(["/api/logout"])
})
