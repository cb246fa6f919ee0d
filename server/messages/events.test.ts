// @module-tag engines
import { expect, test } from "vitest"
import type { InboxState } from "#server/contract/messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

type App = Awaited<ReturnType<typeof startApp>>

const EVENTS = "/api/admin/events"

/** Opens the stream, and collects what it sends. */
async function listen(app: App, headers: Record<string, string>) {
  const response = await app.request(EVENTS, { headers })
  expect(response.status).toBe(200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const states: InboxState[] = []
  let text = ""
  let hasEnded = false
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) break
      text += part.value
      for (const [, data] of part.value.matchAll(/^event: messages\ndata: (.*)$/gm)) states.push(JSON.parse(data ?? ""))
    }
    hasEnded = true
  })()
  return {
    response,
    states,
    text: () => text,
    hasEnded: () => hasEnded,
    async [Symbol.asyncDispose]() {
      await reader?.cancel()
      await reading
    },
  }
}

/** What the state counts of one new request. */
const one = { assignee: null, count: 1, late: 0 }

function send(app: App) {
  return app.postJson("/api/contact", contactFields)
}

test("a stream begins with the state of the inbox and tells each change, also one of another instance", async () => {
  const db = await openTestDatabase()
  await using app = await startApp({ db })
  await using other = await startApp({ db })
  const headers = await signInAs(app, "admin")
  await using here = await listen(app, headers)
  await using there = await listen(other, headers)
  expect(here.response.headers.get("Content-Type")).toBe("text/event-stream")
  expect(here.response.headers.get("Cache-Control")).toBe("no-store")
  await expect
    .poll(() => here.states)
    .toEqual([{ version: expect.any(Number), waiting: [], followUps: [], undelivered: 0 }])
  expect(here.text()).toMatch(/^retry: \d+\n/)

  await send(other)
  await expect.poll(() => here.states.at(-1)?.waiting, { timeout: 10_000 }).toEqual([one])
  await expect.poll(() => there.states.at(-1)?.waiting, { timeout: 10_000 }).toEqual([one])
  const before = here.states.at(-1)?.version ?? 0
  await db.updateTable("messages").set({ waitingSince: null }).execute()
  await expect.poll(() => here.states.at(-1)?.waiting, { timeout: 10_000 }).toEqual([])
  expect(here.states.at(-1)?.version).toBeGreaterThan(before)
})

test("a stream tells that a mail of a request has left", async () => {
  await using app = await startApp()
  const headers = await signInAs(app, "admin")
  await send(app)
  const { id } = await app.db.selectFrom("messages").select("id").executeTakeFirstOrThrow()
  await inTransaction(app.db, (trx) => enqueueMail(trx, { kind: "receipt", messageId: id }, new Date()))
  await using stream = await listen(app, headers)
  await expect.poll(() => stream.states.length).toBe(1)
  const before = stream.states[0]?.version ?? 0
  await app.db.updateTable("outbox").set({ sentAt: new Date().toISOString() }).execute()
  await expect.poll(() => stream.states.at(-1)?.version, { timeout: 10_000 }).toBeGreaterThan(before)
})

test("what changes nothing in the inbox is not told", async () => {
  await using app = await startApp()
  const headers = await signInAs(app, "admin")
  await using stream = await listen(app, headers)
  await expect.poll(() => stream.states.length).toBe(1)
  await app.postJson("/trpc/views.save", { name: "Vue", shared: false, params: {} }, headers)
  await send(app)
  await expect.poll(() => stream.states.at(-1)?.waiting, { timeout: 10_000 }).toEqual([one])
  expect(stream.states).toHaveLength(2)
})

test("the end of its session, of the role or of the instance ends a stream", { timeout: 30_000 }, async () => {
  let isStopping = false
  await using app = await startApp({ isStopping: () => isStopping })
  const [signedOut, demoted, admin] = [
    await signInAs(app, "admin"),
    await signInAs(app, "admin"),
    await signInAs(app, "admin"),
  ]
  await using first = await listen(app, signedOut)
  await using second = await listen(app, demoted)
  await using third = await listen(app, admin)
  await app.request("/api/logout", { method: "POST", headers: signedOut })
  const [, account] = await app.db
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "admin")
    .orderBy("id")
    .execute()
  await app.db
    .updateTable("accounts")
    .set({ role: "user" })
    .where("id", "=", account?.id ?? 0)
    .execute()
  await expect.poll(first.hasEnded, { timeout: 10_000 }).toBe(true)
  await expect.poll(second.hasEnded, { timeout: 10_000 }).toBe(true)
  expect(third.hasEnded()).toBe(false)
  isStopping = true
  await expect.poll(third.hasEnded, { timeout: 10_000 }).toBe(true)
})

test("HEAD has the headers of a stream and no body", async () => {
  await using app = await startApp()
  const response = await app.request(EVENTS, { method: "HEAD", headers: await signInAs(app, "admin") })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe("")
})
