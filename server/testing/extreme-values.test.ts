// @module-tag engines
import type { AnyProcedure } from "@trpc/server"
import fc from "fast-check"
import { afterAll, beforeEach, expect, test } from "vitest"
import * as z from "zod/mini"
import { createSession } from "#server/accounts/sessions.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { appRouter } from "#server/router.ts"
import { resetRows } from "./fuzz.ts"
import { fuzzSeed } from "./fuzz-seed.ts"
import { wellFormed } from "./hostile-fields.ts"
import { startApp } from "./start-app.ts"
import { createTestAccount } from "./test-account.ts"

// PostgreSQL rejects NUL, and numbers larger than their column holds, even in conditions.
const values = ["a\0b", Number.MAX_SAFE_INTEGER]

const site = await startApp({ settings: { RATE_LIMITS: "0" } })
afterAll(() => site[Symbol.asyncDispose]())
// Accepted calls delete rows which other calls need.
beforeEach(() => resetRows(site))
const administrator = await createTestAccount(site.db, { role: "admin" })

/** Creates a new session for each call, since some calls end it. */
async function send(path: string, method: string, body?: string): Promise<number> {
  const session = await inTransaction(site.db, (trx) => createSession(trx, administrator.id, site))
  const headers = { "Content-Type": "application/json", Cookie: `session=${session}` }
  return (await site.request(path, { method, headers, ...(body && { body }) })).status
}

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)

function fieldsOf({ _def }: AnyProcedure): string[] {
  const { inputs } = _def as unknown as { inputs: z.ZodMiniType[] }
  return inputs.flatMap((input) => (input instanceof z.ZodMiniObject ? Object.keys(input.shape) : []))
}

/** Most ids are numbers, but those of passkeys are texts. */
const samples = [1, "inconnu"].flatMap((id) =>
  fc.sample(fc.record(wellFormed), { seed: fuzzSeed, numRuns: 1 }).map((fields) => ({ ...fields, id })),
)

test.each(procedures)("%s answers extreme values in any of its fields without a failure", async (name, procedure) => {
  const fields = fieldsOf(procedure)
  const inputs =
    fields.length === 0
      ? values
      : fields.flatMap((field) => samples.flatMap((one) => values.map((value) => ({ ...one, [field]: value }))))
  for (const input of inputs) {
    const text = JSON.stringify(input)
    const status =
      procedure._def.type === "mutation"
        ? await send(`/trpc/${name}`, "POST", text)
        : await send(`/trpc/${name}?input=${encodeURIComponent(text)}`, "GET")
    expect(status, text).toBeLessThan(500)
  }
})

const routes = [...new Set(site.app.routes.map(({ method, path }) => `${method} ${path}`))].filter((route) =>
  /^(?!ALL).*:\w/.test(route),
)

test.each(routes)("%s answers extreme values in its path without a failure", async (route) => {
  const [method = "", path = ""] = route.split(" ")
  for (const value of values) {
    const at = path.replaceAll(/:\w+/g, encodeURIComponent(value))
    expect(await send(at, method, method === "GET" ? undefined : "{}"), at).toBeLessThan(500)
  }
})
