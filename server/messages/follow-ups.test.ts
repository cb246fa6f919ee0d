// @module-tag engines
import { expect, test } from "vitest"
import type { UndoResult } from "#server/contract/bulk.ts"
import { AMOUNT_MAX, PAST_DAY } from "#server/contract/follow-up.ts"
import type { InboxState, MessageAction, MessageDetails, MessageSearchResult } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

/** It is 3 March 2025, half past nine in Kinshasa. */
const NOW = Date.UTC(2025, 2, 3, 8, 30)

/** Starts an app with a clock, an administrator and some requests. */
async function start(count = 1) {
  const clock = { now: NOW }
  const app = await startApp({
    now: () => new Date(clock.now),
    outbox: { wake() {} },
    settings: { RATE_LIMITS: "0" },
  })
  const headers = await signInAs(app, "admin")
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const fields = { ...contactFields, email: `client-${number}@exemple.cd`, phone: `+24381000000${number}` }
    ids.push((await (await app.postJson("/api/contact", fields)).json()).id)
  }
  async function post<Data>(name: string, input: unknown) {
    const response = await app.postJson(`/trpc/messages.${name}`, input, headers)
    const { result, error } = (await response.json()) as { result?: { data: Data }; error?: { message: string } }
    return { status: response.status, data: result?.data, error: error?.message }
  }
  async function get<Data>(name: string, input?: unknown) {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`
    const response = await app.request(`/trpc/messages.${name}${query}`, { headers })
    return ((await response.json()) as { result: { data: Data } }).result.data
  }
  const [id = 0] = ids
  return {
    ...app,
    clock,
    id,
    ids,
    post,
    async change(action: MessageAction, some: readonly number[] = [id]) {
      const batchId = crypto.randomUUID()
      return { batchId, ...(await post("change", { ids: some, action, batchId })) }
    },
    async contact(result: string, more: object = {}) {
      const idempotencyKey = crypto.randomUUID()
      return { idempotencyKey, ...(await post("addContact", { id, channel: "call", result, idempotencyKey, ...more })) }
    },
    undo: async (batchId: string) => (await post<UndoResult>("undo", batchId)).data,
    details: () => get<MessageDetails>("get", id),
    inbox: () => get<InboxState>("inbox"),
    async found(criteria: object) {
      const { messages } = await get<MessageSearchResult>("search", { search: "", page: 1, ...criteria })
      const all = await get<number[]>("ids", { search: "", ...criteria })
      expect(all).toEqual(messages.map((message) => message.id))
      return all
    },
  }
}

const followUp = { on: "2025-03-04", note: "Demander le plan" }

test("a follow-up is due from its day on, and is found and counted by whoever has the request in charge", async () => {
  await using app = await start(3)
  const [first = 0, second = 0, third = 0] = app.ids
  expect(await app.change({ kind: "followUp", followUp })).toMatchObject({ status: 200, data: { changed: 1 } })
  await app.change({ kind: "followUp", followUp: { on: "2025-03-03", note: "" } }, [second])
  await app.db.updateTable("messages").set({ followUpOn: "2025-03-02" }).where("id", "=", second).execute()
  await app.change({ kind: "assignee", assignee: 1 }, [second])
  expect(await app.found({ followUp: "any" })).toEqual([second, first])
  expect(await app.found({ followUp: "due" })).toEqual([second])
  expect(await app.found({ followUp: "due", search: "absent" })).toEqual([])
  expect((await app.inbox()).followUps).toEqual([{ assignee: 1, count: 1, late: 1 }])
  app.clock.now += 24 * 3_600_000
  expect(await app.found({ followUp: "due" })).toEqual([second, first])
  expect(await app.found({ followUp: "due", search: "client-1" })).toEqual([first])
  expect((await app.inbox()).followUps.toSorted((one, other) => one.late - other.late)).toEqual([
    { assignee: null, count: 1, late: 0 },
    { assignee: 1, count: 1, late: 1 },
  ])
  await app.change({ kind: "trash" }, [second])
  await app.change({ kind: "state", state: "spam" })
  expect([await app.found({ followUp: "due" }), (await app.inbox()).followUps]).toEqual([[], []])
  expect(await app.found({ followUp: "any", folder: "spam" })).toEqual([first])
  expect(await app.found({ search: "" })).toEqual([third])
})

test("a follow-up changes neither the state nor the wait, is told in the request, and is undone", async () => {
  await using app = await start()
  const before = await app.details()
  const { batchId } = await app.change({ kind: "followUp", followUp })
  const { entries, ...after } = await app.details()
  expect(after).toMatchObject({ state: "new", waitingSince: before.waitingSince, readAt: null, followUp })
  expect(entries).toMatchObject([
    { kind: "followUp", before: null, after: JSON.stringify(followUp), by: expect.any(String) },
  ])
  const later = { ...followUp, on: "2025-04-01" }
  const moved = await app.change({ kind: "followUp", followUp: later })
  expect((await app.change({ kind: "followUp", followUp: later })).data).toEqual({ changed: 0 })
  expect(await app.undo(batchId)).toEqual({ undone: 0, skipped: 1, more: false })
  expect(await app.undo(moved.batchId)).toEqual({ undone: 1, skipped: 0, more: false })
  expect((await app.details()).followUp).toEqual(followUp)
})

test("an undo brings back a day that has passed since", async () => {
  await using app = await start()
  await app.change({ kind: "followUp", followUp })
  app.clock.now += 5 * 24 * 3_600_000
  const { batchId } = await app.change({ kind: "followUp", followUp: null })
  expect(await app.undo(batchId)).toEqual({ undone: 1, skipped: 0, more: false })
  expect((await app.details()).followUp).toEqual(followUp)
})

test("an answer ends a follow-up that is due, and leaves a later one", async () => {
  await using app = await start()
  const answer = () =>
    app.post("addEntry", {
      id: app.id,
      kind: "answer",
      text: "Oui",
      idempotencyKey: crypto.randomUUID(),
      lastEntry: 99,
    })
  await app.change({ kind: "followUp", followUp })
  await answer()
  expect((await app.details()).followUp).toEqual(followUp)
  app.clock.now += 24 * 3_600_000
  await answer()
  expect((await app.details()).followUp).toBeNull()
})

test("an outcome with its amount is stored, found, told and undone", async () => {
  await using app = await start(2)
  const [first = 0, second = 0] = app.ids
  const quoted = { result: "quoted", amount: null, reason: "" } as const
  const won = { result: "won", amount: AMOUNT_MAX, reason: "Meilleur délai" } as const
  await app.change({ kind: "outcome", outcome: quoted }, app.ids)
  const { batchId } = await app.change({ kind: "outcome", outcome: won })
  expect(await app.found({ outcome: "won" })).toEqual([first])
  expect(await app.found({ outcome: "quoted" })).toEqual([second])
  expect(await app.found({ outcome: "none" })).toEqual([])
  const { outcome, entries } = await app.details()
  expect(outcome).toEqual(won)
  expect(entries.at(-1)).toMatchObject({ before: JSON.stringify(quoted), after: JSON.stringify(won) })
  expect(await app.undo(batchId)).toEqual({ undone: 1, skipped: 0, more: false })
  expect((await app.details()).outcome).toEqual(quoted)
  await app.change({ kind: "outcome", outcome: null }, app.ids)
  expect(await app.found({ outcome: "none" })).toEqual([second, first])
})

test.each([
  ["a day that has passed", { kind: "followUp", followUp: { on: "2025-03-02" } }, PAST_DAY],
  ["a day that does not exist", { kind: "followUp", followUp: { on: "2025-02-30" } }, "Choisissez une date"],
  [
    "a long note",
    { kind: "followUp", followUp: { on: "2025-03-04", note: "a".repeat(501) } },
    "500 caractères au maximum",
  ],
  [
    "cents",
    { kind: "outcome", outcome: { result: "won", amount: 12.5 } },
    "Écrivez un montant en dollars, sans centimes",
  ],
  ["a negative amount", { kind: "outcome", outcome: { result: "won", amount: -1 } }, "Le montant est négatif"],
  [
    "an endless amount",
    { kind: "outcome", outcome: { result: "won", amount: AMOUNT_MAX + 1 } },
    "Le montant est trop grand",
  ],
  ["an unknown outcome", { kind: "outcome", outcome: { result: "peut-être", amount: null } }, "Issue inconnue"],
])("%s is refused, and nothing is stored", async (_name, action, text) => {
  await using app = await start()
  const { status, error } = await app.change(action as MessageAction)
  expect(status).toBe(400)
  expect(error).toContain(text)
  expect((await app.details()).entries).toEqual([])
})

test("a call that nobody has taken leaves the request to be answered, is told, and is undone", async () => {
  await using app = await start()
  const { waitingSince } = await app.details()
  const { idempotencyKey } = await app.contact("missed")
  const { entries, ...request } = await app.details()
  expect(request).toMatchObject({ state: "open", waitingSince, answeredAt: null })
  expect(entries).toMatchObject([
    { kind: "call", after: "missed" },
    { kind: "state", before: "new", after: "open" },
  ])
  const again = await app.contact("missed")
  expect(await app.undo(again.idempotencyKey)).toEqual({ undone: 1, skipped: 0, more: false })
  expect(await app.undo(idempotencyKey)).toEqual({ undone: 1, skipped: 0, more: false })
  const undone = await app.details()
  expect(undone.state).toBe("new")
  expect(undone.entries.map(({ kind }) => kind)).toEqual(["state", "state"])
})

test("a call to be repeated sets the day, and both are undone", async () => {
  await using app = await start()
  const { idempotencyKey } = await app.contact("callback", { followUp })
  expect(await app.details()).toMatchObject({ state: "open", waitingSince: expect.any(String), followUp })
  expect((await app.details()).entries).toMatchObject([
    { kind: "call", after: "callback" },
    { kind: "followUp" },
    { kind: "state" },
  ])
  expect(await app.undo(idempotencyKey)).toEqual({ undone: 1, skipped: 0, more: false })
  expect(await app.details()).toMatchObject({ state: "new", followUp: null })
})

test("a day belongs to a call to be repeated, which has one", async () => {
  await using app = await start()
  for (const [result, more] of [
    ["callback", {}],
    ["missed", { followUp }],
  ] as const) {
    const { status, error } = await app.contact(result, more)
    expect([status, error?.includes("Choisissez une date")]).toEqual([400, true])
  }
  const past = await app.contact("callback", { followUp: { ...followUp, on: "2025-03-02" } })
  expect([past.status, past.error?.includes(PAST_DAY)]).toEqual([400, true])
  expect((await app.details()).entries).toEqual([])
})

test("without a result, as tabs of the release before send it, a contact is an answer", async () => {
  await using app = await start()
  await app.post("addContact", { id: app.id, channel: "call", idempotencyKey: crypto.randomUUID() })
  expect(await app.details()).toMatchObject({ state: "answered", waitingSince: null })
})

test("after attempts that reached nobody, a request that is reopened waits since it came", async () => {
  await using app = await start()
  const { waitingSince } = await app.details()
  app.clock.now += 3_600_000
  await app.contact("missed")
  await app.change({ kind: "state", state: "archived" })
  await app.change({ kind: "state", state: "open" })
  expect((await app.details()).waitingSince).toBe(waitingSince)
})
