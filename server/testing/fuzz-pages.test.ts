import { once } from "node:events"
import { readdirSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { listenerOf } from "#server/http/listener.ts"
import { servePages } from "#server/pages/serve.ts"
import { expectPagesRender, expectSafeResponse, fuzz, liveMarkup, logFuzzSummary, resetRows } from "./fuzz.ts"
import { formFields } from "./hostile-fields.ts"
import { hostileId, hostileText, hostileTexts } from "./hostile-texts.ts"
import { sendRawRequest } from "./send-raw-request.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

// The requests are raw bytes sent to a port, because HTTP clients would normalize their paths.
process.env.NODE_ENV = "production"
const site = await startApp({ settings: { RATE_LIMITS: "0" }, pages: await servePages() })
const server = createServer(listenerOf(site.app, {})).listen(0, "127.0.0.1")
await once(server, "listening")
const { port } = server.address() as AddressInfo
afterAll(async () => {
  logFuzzSummary("Pages")
  server.close()
  await site[Symbol.asyncDispose]()
})
await resetRows(site)
const administrator = await signInAs(site, "admin")

/** The files of the screens give the paths, so that new screens are fuzzed as well. */
const screens = readdirSync(new URL("../../client/routes", import.meta.url))
  .filter((file) => !/^[-_]|^admin\.tsx$|\.test\.tsx$/.test(file))
  .map(
    (file) =>
      `/${file
        .replace(/\.tsx$/, "")
        .replaceAll(".", "/")
        .replace(/(^|\/)index$/, "")}`,
  )

/** Node rejects more than 16 kB of headers by itself. */
const LONGEST = 8000

/** Escapes only the characters that no HTTP client can send. */
function raw(text: string): string {
  return text.toWellFormed().replace(/[^!-~]|[#]/gu, (letter) => encodeURIComponent(letter))
}

const escaped = fc.oneof(hostileText, hostileId).map((value) => encodeURIComponent(String(value).toWellFormed()))

const value = fc.oneof(
  escaped,
  hostileText.map(raw),
  fc.constantFrom("%", "%E0%A4%A", "%00", "%22%22", "%7B%22a%22%3A1%7D", "[[[[", "null", "true", "2", "3.0", "1e1"),
  // The router parses JSON in a query.
  fc.nat(2000).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
)

const name = fc.constantFrom(
  ...["page", "after", "limit", "w", "sector", "redirect", "search", "sort", "inscrit", "id", "input", "batch"],
  ...["page[]", "page%00", "%", "", ...hostileTexts.prototypes],
)

const query = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"))

const visitor = fc.constantFrom({}, administrator)

async function expectPage(response: Response) {
  const html = await response.clone().text()
  const type = response.headers.get("Content-Type")
  if (type?.startsWith("text/html")) {
    expect(liveMarkup.exec(html)).toBeNull()
    expect(response.headers.get("Content-Security-Policy")).not.toMatch(/unsafe/)
  }
  await expectSafeResponse(response)
}

for (const screen of screens) {
  const at = value.map((part) => raw(screen.replace("{-$id}", part)))
  fuzz(`GET ${screen}`, fc.record({ at, query, visitor }), async ({ at, query, visitor }) => {
    const path = `${at}?${query}`.slice(0, LONGEST)
    await expectPage(await sendRawRequest(port, path, { headers: { Accept: "text/html", ...visitor } }))
  })
}

const odd = fc.oneof(
  value.map((part) => `/${part}`),
  value.map((part) => `//${part}/`),
  fc
    .tuple(fc.constantFrom("/uploads/", "/assets/", "/photos/", "/trpc/", "/api/", "/admin/"), value)
    .map((parts) => parts.join("")),
)

fuzz("GET any path", fc.record({ at: odd.map(raw), query, visitor }), async ({ at, query, visitor }) => {
  await expectPage(await sendRawRequest(port, `${at}?${query}`.slice(0, LONGEST), { headers: visitor }))
})

for (const form of ["/contact", "/demande", "/login", "/register", "/economie-de-donnees"]) {
  const asked = fc.record({ fields: formFields, query: fc.oneof(fc.constant(""), query), visitor })
  fuzz(`POST ${form}`, asked, async ({ fields, query, visitor }) => {
    const body = new URLSearchParams(fields)
    const response = await sendRawRequest(port, `${form}?${query}`.slice(0, LONGEST), {
      method: "POST",
      body,
      headers: visitor,
    })
    const { status } = response
    await expectPage(response)
    if (status !== 303) return
    await expectPagesRender(site, administrator)
  })
}

const headers = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
        "Cookie",
        "If-None-Match",
        "Range",
        "Origin",
        "Sec-Fetch-Site",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "User-Agent",
        "Save-Data",
      ),
      fc.oneof(
        hostileText.map(raw),
        fc.constantFrom(
          "session=",
          "session=a; session=b",
          "known=x.y.z",
          `session=${"a".repeat(3000)}`,
          "*",
          "br;q=1e9",
          "bytes=0-0,1-1",
          "null",
        ),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, value.slice(0, 4000)])))

fuzz(
  "any page with strange headers",
  fc.record({
    headers,
    at: fc.constantFrom(
      ...screens,
      "/api/projects",
      "/api/contact-messages",
      "/uploads/a.jpg?w=320",
      "/trpc/accounts.me",
    ),
  }),
  async ({ headers, at }) => {
    await expectPage(await sendRawRequest(port, at, { headers }))
  },
)

test("the pages are found by their files", () => {
  expect(screens).toContain("/")
  expect(screens).toContain("/ventes-materiaux")
  expect(screens).toContain("/contact/merci")
})
