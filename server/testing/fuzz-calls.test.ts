// @module-tag engines
import type { AnyProcedure } from "@trpc/server"
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import * as z from "zod/mini"
import { createSession } from "#server/accounts/sessions.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { servePages } from "#server/pages/serve.ts"
import { appRouter } from "#server/router.ts"
import { expectPagesRender, expectSafeResponse, fuzz, logFuzzSummary, resetRows } from "./fuzz.ts"
import { fields, formFields, id, wellFormed } from "./hostile-fields.ts"
import { anyJson, hostileId, hostileText } from "./hostile-texts.ts"
import { createImageFile } from "./image-files.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"
import { createTestAccount } from "./test-account.ts"

process.env.NODE_ENV = "production" // React's production build is faster, and pages are rendered a thousand times
const site = await startApp({ settings: { RATE_LIMITS: "0" }, pages: await servePages() })
afterAll(async () => {
  logFuzzSummary("Calls")
  await site[Symbol.asyncDispose]()
})
await resetRows(site)

// The router and the app list the calls, so that new ones are fuzzed as well.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
const routes = [...new Set(site.app.routes.map(({ method, path }) => `${method} ${path}`))].filter(
  (route) => !route.startsWith("ALL"),
)

// Calls disable and delete accounts by the ids that they try, so the two calling accounts get later ids.
for (let tried = 0; tried < 10; tried += 1) await createTestAccount(site.db)
const administrator = await createTestAccount(site.db, { role: "admin" })
const reader = await signInAs(site, "admin")

const role = fc.constantFrom("visitor", "admin", "admin")

/** Creates a new session for each call, since some calls end it. */
async function sessionOf(role: string): Promise<Record<string, string>> {
  if (role !== "admin") return {}
  return { Cookie: `session=${await inTransaction(site.db, (trx) => createSession(trx, administrator.id, site))}` }
}

/** The numbers of rejected and accepted mutations. */
const changes = { rejected: 0, accepted: 0 }

async function checkCall(call: () => Response | Promise<Response>, mayChange: boolean) {
  const response = await call()
  await expectSafeResponse(response)
  if (!mayChange) return
  if (response.status >= 400) changes.rejected += 1
  else {
    changes.accepted += 1
    await expectPagesRender(site, reader)
  }
}

/** Writes JSON as no browser does: too large a number stays a number. */
function toJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) => (part === Number.POSITIVE_INFINITY ? "@1e309@" : part))
  return text.replaceAll('"@1e309@"', "1e309")
}

/** These texts are no JSON, or too deep for any program. */
const strangeText = fc.constantFrom(
  ...["", "{", "[", "nul", '{"a":1}}', '"\\ud8', "\0", "\ufeff{}", "[".repeat(50_000)],
  `${"[".repeat(9000)}${"]".repeat(9000)}`,
  `{"images":${"[".repeat(9000)}${"]".repeat(9000)}}`,
  `{"project_images":[${"[".repeat(9000)}${"]".repeat(9000)}]}`,
  `${'{"__proto__":'.repeat(5000)}1${"}".repeat(5000)}`,
)

const json = fc.oneof(
  { weight: 8, arbitrary: fields.map(toJson) },
  { weight: 2, arbitrary: anyJson.map(toJson) },
  { weight: 1, arbitrary: hostileId.map(toJson) },
  { weight: 1, arbitrary: strangeText },
)

const jsonType = { "Content-Type": "application/json" }

for (const [name, procedure] of procedures) {
  const isMutation = procedure._def.type === "mutation"
  const input = fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: id.map(toJson) })
  fuzz(`tRPC ${name}`, fc.record({ role, input }), async ({ role, input }) => {
    const headers = { ...jsonType, ...(await sessionOf(role)) }
    await checkCall(() => {
      if (isMutation) return site.request(`/trpc/${name}`, { method: "POST", body: input, headers })
      return site.request(`/trpc/${name}?input=${encodeURIComponent(input.toWellFormed())}`, { headers })
    }, isMutation)
  })
}

interface Sent {
  body: BodyInit
  type?: string
}

const mediaTypes = [
  ...["application/json", "application/json; charset=utf-7", "application/x-www-form-urlencoded", "text/html", ""],
  ...["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x; boundary=y"],
]

const body: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 4, arbitrary: json.map((body) => ({ body, type: "application/json" })) },
  { weight: 3, arbitrary: formFields.map((fields) => ({ body: new URLSearchParams(fields) })) },
  { weight: 3, arbitrary: fc.tuple(formFields, hostileText, fc.boolean()).map(toForm) },
  { weight: 1, arbitrary: fc.record({ body: hostileText, type: fc.constantFrom(...mediaTypes) }) },
)

const picture = await createImageFile({ width: 2, height: 2, encode: (ground) => ground.png() })

function toForm([fields, filename, withPicture]: [[string, string][], string, boolean]): Sent {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (withPicture) for (const name of ["images", "project_images"]) form.append(name, picture, filename)
  return { body: form }
}

for (const route of routes) {
  const [method = "", pattern = ""] = route.split(" ")
  const requests = fc.record({
    role,
    at: fc.oneof(id, hostileText).map((part) => encodeURIComponent(String(part).toWellFormed())),
    query: fc.option(
      formFields.map((given) => new URLSearchParams(given)),
      { nil: "" },
    ),
    accept: fc.constantFrom("*/*", "text/html", "application/json", "image/avif,image/webp"),
    sent: method === "GET" ? fc.constant(undefined) : body,
  })
  fuzz(route, requests, async ({ role, at, query, accept, sent }) => {
    const typed = sent?.type !== undefined && { "Content-Type": sent.type }
    const headers = { Accept: accept, ...typed, ...(await sessionOf(role)) }
    const init = { method, headers, ...(sent && { body: sent.body }) }
    await checkCall(() => site.request(`${pattern.replace(/:\w+|\*/, at)}?${query}`, init), method !== "GET")
  })
}

test("there is a well-formed value for every field of every procedure", () => {
  const inputs = procedures.flatMap(([, { _def }]) => (_def as unknown as { inputs: z.ZodMiniType[] }).inputs)
  const names = inputs.flatMap((input) => (input instanceof z.ZodMiniObject ? Object.keys(input.shape) : []))
  expect(names.length).toBeGreaterThan(20)
  expect(Object.keys(wellFormed)).toEqual(expect.arrayContaining(names))
})

test("at least every twentieth change is well-formed enough to be accepted", () => {
  expect(changes.accepted).toBeGreaterThan((changes.accepted + changes.rejected) / 20)
})

const MEGABYTE = 1024 * 1024

/** Returns an object with one text, larger than the limit by that many bytes. */
function large(more: number): string {
  const empty = '{"search":"","name":"","message":""}'
  return empty.replace('""', `"${"x".repeat(MEGABYTE - empty.length + more)}"`)
}

/** Node discards the body of calls that read none. */
const withoutBody = /^GET |^DELETE |^POST \/api\/logout$|\/restore$|\/projects-import\//

const takingBodies = [
  ...procedures.filter(([, { _def }]) => _def.type === "mutation").map(([name]) => `POST /trpc/${name}`),
  ...routes.filter((route) => !withoutBody.test(route)),
]

const filesTaking = [
  ...["POST /upload", "POST /api/pictures", "POST /api/projects", "POST /api/contact/photos", "PATCH /api/uploads/:id"],
  "POST /api/admin/message-attachments",
  "PATCH /api/contact/uploads/:id",
  ...["POST /api/admin/projects-import/preview", "POST /api/admin/projects-import/:batch"],
]

test.each(takingBodies)("%s accepts a megabyte of JSON, and not a byte more", async (call) => {
  const [method = "", path = ""] = call.split(" ")
  const takesFiles = filesTaking.includes(call)
  for (const [more, isTooLarge] of [
    [0, false],
    [1, true],
  ] as const) {
    const text = large(more)
    const headers = { ...jsonType, ...(await sessionOf("admin")), "Content-Length": String(text.length) }
    const response = await site.request(path.replace(":id", "1").replace(":page", "accueil"), {
      method,
      body: text,
      headers,
    })
    const { status } = response
    await expectSafeResponse(response)
    if (takesFiles) expect(status).toBe(415)
    else if (isTooLarge) expect(status).toBe(413)
    else expect(status).not.toBe(413)
  }
  await resetRows(site)
})
