import { expect, test } from "vitest"
import { startApp } from "#server/testing/start-app.ts"
import { identify } from "./request-id.ts"

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
const PARENT = "00f067aa0ba902b7"

/** Requests a page with those headers, and returns what the response and the log say. */
async function request(headers: Record<string, string>) {
  await using app = await startApp()
  const response = await app.request("/api/health", { headers })
  const lines = app.lines.map((line) => JSON.parse(line))
  const line = lines.find(({ event }) => event === "request")
  return { line, given: response.headers.get("X-Request-Id") }
}

test.each(["0b0e6c1a-3c1f-4e0e-9a51-9b8d1f0c2abc", "c0a80001:d431_7f000001:01bb", "a".repeat(64), "Root-1.5"])(
  "the id %s, which a proxy has given, is kept and told again",
  async (id) => {
    const { line, given } = await request({ "X-Request-Id": id })
    expect([line.requestId, given]).toEqual([id, id])
  },
)

test.each([
  "",
  "court",
  "a".repeat(65),
  "deux mots ici",
  '{"event":"request"}',
  "abcdefgh, ijklmnop",
  "<script>alert(1)</script>",
  "é".repeat(10),
])("in place of the id « %s » there is a new one, and nothing is told again", async (id) => {
  const header = encodeURIComponent(id) === id || /^[ -~]*$/.test(id) ? id : encodeURI(id)
  const { line, given } = await request({ "X-Request-Id": header })
  expect(line.requestId).toMatch(UUID)
  expect(given).toBeNull()
})

test.each([
  `00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-00`,
  `cc-${TRACE}-${PARENT}-01`,
  `cc-${TRACE}-${PARENT}-01-what-comes-later`,
])("the log has the trace of %s", async (traceparent) => {
  expect((await request({ traceparent })).line.traceId).toBe(TRACE)
})

test.each([
  `00-${TRACE}-${PARENT}-01-more`,
  `ff-${TRACE}-${PARENT}-01`,
  `00-${"0".repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  `cc-${TRACE}-${PARENT}-01more`,
  "rien",
])("%s is no trace", async (traceparent) => {
  expect((await request({ traceparent })).line).not.toHaveProperty("traceId")
})

test("an id with a line break would be a second line of the log", () => {
  expect(identify(() => "abcdefgh\n").requestId).toMatch(UUID)
  expect(identify(() => `00-${TRACE}-${PARENT}-01\n`).traceId).toBeUndefined()
})

test("all lines of a request have its ids", async () => {
  await using app = await startApp()
  const headers = { "X-Request-Id": "demande-0001", traceparent: `00-${TRACE}-${PARENT}-01` }
  await app.postJson("/api/login", { email: "inconnu@exemple.cd", password: "neuf planches iroko" }, headers)
  const lines = app.lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === "demande-0001")
  expect(lines.map(({ event }) => event)).toEqual(["sign-in failed", "request"])
  expect(new Set(lines.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]))
})
