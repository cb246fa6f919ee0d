import type { AddressInfo } from "node:net"
import { describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { sendBytes } from "#server/testing/send-bytes.ts"
import { startPages } from "#server/testing/start-pages.ts"
import { listen, openServer } from "./listener.ts"
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
      message: responseTexts.malformedRequest,
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

describe("a balancer's probe", () => {
  const requests = (path: string) => [
    `GET ${path} HTTP/1.0\r\n\r\n`,
    `HEAD ${path} HTTP/1.0\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: site_1\r\nConnection: close\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: 10.0.0.7:3000\r\nConnection: close\r\n\r\n`,
    `GET ${path} HTTP/1.1\r\nHost: autre.example.\r\nConnection: close\r\n\r\n`,
  ]

  test.each(["/api/health", "/api/ready", "/metrics"])("of %s is answered, whatever its Host", async (path) => {
    for (const settings of [{}, { PUBLIC_URL }] as Record<string, string>[]) {
      await using site = await startPages({ settings })
      for (const bytes of requests(path)) expect((await sendBytes(site.port, bytes)).status, bytes).toBe(200)
    }
  })
})

test.each(["localhost", "0.0.0.0"])("a server on %s answers on 127.0.0.1 and on ::1, until it stops", async (host) => {
  const server = openServer((_request, response) => response.end("ici"), {})
  const beside = await listen(server, 0, host)
  const { port } = server.address() as AddressInfo
  const urls = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`]
  const close = { headers: { Connection: "close" } }
  for (const url of urls) expect(await (await fetch(url, close)).text(), url).toBe("ici")
  server.close()
  await beside.stop()
  for (const url of urls) await expect(fetch(url, close), url).rejects.toThrow()
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
