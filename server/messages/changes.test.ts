// @module-tag engines
import { expect, test } from "vitest"
import { CHANGES_MAX, type UndoResult } from "#server/contract/bulk.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import type { MessageAction, MessageDetails, MessageSearchResult } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { emptyMessageTrash } from "./delete-messages.ts"

const NOW = Date.UTC(2025, 2, 3, 8, 30)

/** Starts an app with a clock, an administrator and some requests. */
async function start(count = 1) {
  const clock = { now: NOW }
  const app = await startApp({ now: () => new Date(clock.now), settings: { RATE_LIMITS: "0" } })
  const headers = await signInAs(app, "admin")
  const requests: { id: number; statusUrl: string }[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = `client-${number}@exemple.cd`
    requests.push(await (await app.postJson("/api/contact", { ...contactFields, email })).json())
  }
  const ids = requests.map(({ id }) => id)
  const post = async <Data = { changed: number }>(name: string, input: unknown) => {
    const response = await app.postJson(`/trpc/messages.${name}`, input, headers)
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { data: Data } }).result.data
  }
  const get = async (name: string, input?: unknown) => {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`
    const response = await app.request(`/trpc/messages.${name}${query}`, { headers })
    return ((await response.json()) as { result: { data: unknown } }).result.data
  }
  return {
    ...app,
    clock,
    requests,
    ids,
    get,
    post,
    async ownId() {
      const admins = app.db.selectFrom("accounts").select("id").where("role", "=", "admin")
      const { id } = await admins.executeTakeFirstOrThrow()
      return id
    },
    change(action: MessageAction, some = ids) {
      const batchId = crypto.randomUUID()
      clock.now += DAY_MS
      return { batchId, result: post("change", { ids: some, action, batchId }) }
    },
    undo: (batchId: string) => post<UndoResult>("undo", batchId),
    async search(criteria: object = {}) {
      return (await get("search", { search: "", page: 1, ...criteria })) as MessageSearchResult
    },
    rows: () =>
      app.db
        .selectFrom("messages")
        .select(["id", "state", "assigneeId", "readAt", "waitingSince", "answeredAt", "deletedAt"])
        .orderBy("id")
        .execute(),
    senders: () => app.db.selectFrom("senders").select(["sender", "verdict"]).orderBy("sender").execute(),
  }
}

const actions: MessageAction[] = [
  { kind: "state", state: "archived" },
  { kind: "state", state: "answered" },
  { kind: "state", state: "spam" },
  { kind: "assignee", assignee: 1 },
  { kind: "trash" },
]

test.each(actions)("%j over several messages is undone as if it had not been", async (action) => {
  await using app = await start(3)
  if (action.kind === "assignee") {
    const colleagues = (await app.get("colleagues")) as { id: number }[]
    action = { kind: "assignee", assignee: colleagues[0]?.id ?? 0 }
  }
  const before = await app.rows()
  const { batchId, result } = app.change(action)
  expect(await result).toEqual({ changed: 3 })
  expect(await app.rows()).not.toEqual(before)
  expect(await app.undo(batchId)).toEqual({ undone: 3, skipped: 0, more: false })
  expect(await app.rows()).toEqual(before)
  expect(await app.senders()).toEqual([])
  expect(await app.undo(batchId), "a second time nothing is left to undo").toEqual({
    undone: 0,
    skipped: 0,
    more: false,
  })
})

test("a chunk that is sent again, since its response was lost, counts what it has changed, and changes no more", async () => {
  await using app = await start(2)
  const [first = 0] = app.ids
  const action = { kind: "state", state: "archived" } as const
  const { batchId, result } = app.change(action)
  await result
  await app.change({ kind: "state", state: "open" }, [first]).result
  expect(await app.post("change", { ids: app.ids, action, batchId })).toEqual({ changed: 2 })
  expect((await app.rows()).map(({ state }) => state)).toEqual(["open", "archived"])
})

test("what somebody has changed since stays as it is", async () => {
  await using app = await start(2)
  const [first = 0] = app.ids
  const { batchId, result } = app.change({ kind: "state", state: "archived" })
  await result
  await app.change({ kind: "state", state: "open" }, [first]).result
  expect(await app.undo(batchId)).toEqual({ undone: 1, skipped: 1, more: false })
  expect((await app.rows()).map(({ state }) => state)).toEqual(["open", "new"])
})

test("many messages are undone in several calls, each of which leaves the others alone", {
  timeout: 60_000,
}, async () => {
  await using app = await start(1)
  const folded = { fullNameFolded: "amina kabongo", messageFolded: "bonjour" }
  const row = { ...contactFields, ...folded, state: "new" as const, createdAt: new Date(NOW).toISOString() }
  const rows = Array.from({ length: CHANGES_MAX + 1 }, () => row)
  const ids = (await app.db.insertInto("messages").values(rows).returning("id").execute()).map(({ id }) => id)
  const batchId = crypto.randomUUID()
  for (const some of [ids.slice(0, CHANGES_MAX), ids.slice(CHANGES_MAX)]) {
    await app.post("change", { ids: some, action: { kind: "assignee", assignee: 1 }, batchId })
  }
  const countAssigned = async () => (await app.rows()).filter(({ assigneeId }) => assigneeId !== null).length
  expect(await app.undo(batchId)).toEqual({ undone: CHANGES_MAX, skipped: 0, more: true })
  expect(await countAssigned()).toBe(1)
  expect(await app.undo(batchId)).toEqual({ undone: 1, skipped: 0, more: false })
  expect((await app.rows()).every(({ assigneeId, state }) => assigneeId === null && state === "new")).toBe(true)
})

test("a request that is handed to a colleague stays new and unread, and one that is taken on is under way", async () => {
  await using app = await start(2)
  const [handed = 0, taken = 0] = app.ids
  const colleague = await createTestAccount(app.db, { role: "agent" })
  await app.change({ kind: "assignee", assignee: colleague.id }, [handed]).result
  await app.change({ kind: "assignee", assignee: await app.ownId() }, [taken]).result
  expect((await app.rows()).map(({ state, readAt }) => [state, readAt])).toEqual([
    ["new", null],
    ["open", null],
  ])
})

test("undoing that a read request was taken on leaves it read", async () => {
  await using app = await start()
  await app.change({ kind: "read", isRead: true }).result
  const before = await app.rows()
  const { batchId, result } = app.change({ kind: "assignee", assignee: await app.ownId() })
  await result
  await app.undo(batchId)
  expect(await app.rows()).toEqual(before)
})

test("undoing a restoration leaves a request that was answered since where it is", async () => {
  await using app = await start(2)
  const [first = 0] = app.ids
  await app.change({ kind: "trash" }).result
  const { batchId, result } = app.change({ kind: "restore" })
  await result
  await app.post("addContact", { id: first, channel: "email", idempotencyKey: crypto.randomUUID() })
  expect(await app.undo(batchId)).toEqual({ undone: 1, skipped: 1, more: false })
  expect((await app.rows()).map(({ state, deletedAt }) => [state, deletedAt !== null])).toEqual([
    ["answered", false],
    ["new", true],
  ])
})

test("undoing a move to the trash leaves there what somebody has moved there again since", async () => {
  await using app = await start()
  const { batchId, result } = app.change({ kind: "trash" })
  await result
  await app.change({ kind: "restore" }).result
  await app.change({ kind: "trash" }).result
  expect(await app.undo(batchId)).toEqual({ undone: 0, skipped: 1, more: false })
  expect((await app.rows())[0]?.deletedAt).not.toBeNull()
})

test("undoing « Répondu » leaves a request answered that was answered since", async () => {
  await using app = await start()
  const [id = 0] = app.ids
  const { batchId, result } = app.change({ kind: "state", state: "answered" })
  await result
  await app.post("addContact", { id, channel: "email", idempotencyKey: crypto.randomUUID() })
  expect(await app.undo(batchId)).toEqual({ undone: 0, skipped: 1, more: false })
  expect((await app.rows())[0]).toMatchObject({ state: "answered", waitingSince: null })
})

test.each([
  ["answered", "open", "open"],
  ["archived", "new", "new"],
  ["answered", "spam", "open"],
  ["new", "open", "new"],
] as const)("undoing « %s → %s » leaves what the sender has added since in front: %s", async (before, after, left) => {
  await using app = await start()
  const [{ statusUrl } = { statusUrl: "" }] = app.requests
  if (before !== "new") await app.change({ kind: "state", state: before }).result
  const { batchId, result } = app.change({ kind: "state", state: after })
  await result
  await app.post("add", { token: statusUrl.slice(-22), text: "C’est urgent." })
  await app.undo(batchId)
  expect((await app.rows())[0]).toMatchObject({ state: left, waitingSince: expect.any(String) })
})

test("undoing a contact attempt leaves no trace of it, and the request waits as before", async () => {
  await using app = await start()
  const [id = 0] = app.ids
  const before = await app.rows()
  const idempotencyKey = crypto.randomUUID()
  await app.post("addContact", { id, channel: "email", idempotencyKey })
  expect((await app.rows())[0]).toMatchObject({ state: "answered", waitingSince: null })
  expect(await app.undo(idempotencyKey)).toEqual({ undone: 1, skipped: 0, more: false })
  expect((await app.rows())[0]).toEqual({ ...before[0], readAt: null })
  const { entries } = (await app.get("get", id)) as MessageDetails
  expect(entries.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ["assignee", null, expect.any(String)],
    ["state", "new", "answered"],
    ["state", "answered", "new"],
    ["assignee", expect.any(String), null],
  ])
})

test("undoing a contact attempt keeps the date of the first answer, and the request waits since the addition", async () => {
  await using app = await start()
  const [{ id, statusUrl } = { id: 0, statusUrl: "" }] = app.requests
  await app.change({ kind: "state", state: "answered" }).result
  app.clock.now += DAY_MS
  await app.post("add", { token: statusUrl.slice(-22), text: "Et le prix ?" })
  const waiting = {
    state: "open",
    answeredAt: new Date(NOW + DAY_MS).toISOString(),
    waitingSince: new Date(NOW + 2 * DAY_MS).toISOString(),
  }
  expect((await app.rows())[0]).toMatchObject(waiting)
  app.clock.now += DAY_MS
  const idempotencyKey = crypto.randomUUID()
  await app.post("addContact", { id, channel: "email", idempotencyKey })
  expect(await app.undo(idempotencyKey)).toEqual({ undone: 1, skipped: 0, more: false })
  expect((await app.rows())[0]).toMatchObject(waiting)
})

test("undoing a contact attempt keeps it once the request has another state", async () => {
  await using app = await start()
  const [id = 0] = app.ids
  const idempotencyKey = crypto.randomUUID()
  await app.post("addContact", { id, channel: "email", idempotencyKey })
  await app.change({ kind: "state", state: "archived" }).result
  expect(await app.undo(idempotencyKey)).toEqual({ undone: 0, skipped: 1, more: false })
  const { entries } = (await app.get("get", id)) as MessageDetails
  expect(entries.map(({ kind }) => kind)).toEqual(["email", "assignee", "state", "state"])
  expect((await app.rows())[0]?.assigneeId, "who has answered stays in charge").toBe(await app.ownId())
})

test("a message that is taken back from the archive waits since it came, or since what was added after the answer", async () => {
  await using app = await start()
  const [id = 0] = app.ids
  await app.change({ kind: "state", state: "archived" }).result
  await app.change({ kind: "state", state: "open" }).result
  expect((await app.rows())[0]?.waitingSince).toBe(new Date(NOW).toISOString())
  const at = new Date(NOW + 5 * DAY_MS).toISOString()
  await app.db
    .insertInto("messageEntries")
    .values([
      { messageId: id, kind: "call", at: new Date(NOW + DAY_MS).toISOString() },
      { messageId: id, kind: "addition", at, text: "Et le prix ?" },
      { messageId: id, kind: "addition", at: new Date(NOW + 6 * DAY_MS).toISOString(), text: "Merci" },
    ])
    .execute()
  await app.change({ kind: "state", state: "archived" }).result
  await app.change({ kind: "state", state: "open" }).result
  expect((await app.rows())[0]?.waitingSince).toBe(at)
})

test("marking as spam, and as none, is remembered of the senders", async () => {
  await using app = await start()
  await app.change({ kind: "state", state: "spam" }).result
  expect(await app.senders()).toEqual([{ sender: "client-1@exemple.cd", verdict: "spam" }])
  await app.change({ kind: "state", state: "open" }).result
  expect(await app.senders()).toEqual([{ sender: "client-1@exemple.cd", verdict: "trusted" }])
})

test("undoing « Indésirable » of a request without e-mail address and telephone changes no verdict", async () => {
  await using app = await start()
  await app.db.updateTable("messages").set({ email: "", phone: null }).execute()
  const { batchId, result } = app.change({ kind: "state", state: "spam" })
  await result
  expect(await app.undo(batchId)).toEqual({ undone: 1, skipped: 0, more: false })
  expect(await app.senders()).toEqual([])
})

test("who may be in charge are the administrators that are not disabled, by name", async () => {
  await using app = await start()
  await signInAs(app, "user")
  await signInAs(app, "admin")
  const colleagues = (await app.get("colleagues")) as { id: number; name: string }[]
  const admins = await app.db.selectFrom("accounts").select("id").where("role", "=", "admin").execute()
  expect(colleagues.map(({ id }) => id).sort()).toEqual(admins.map(({ id }) => id).sort())
  await app.db
    .updateTable("accounts")
    .set({ disabledAt: new Date(NOW).toISOString() })
    .where("id", "=", Math.max(...colleagues.map(({ id }) => id)))
    .execute()
  expect(await app.get("colleagues")).toHaveLength(admins.length - 1)
})

test("the state of the inbox counts what waits for an answer, without spam and the trash", async () => {
  await using app = await start(4)
  const [first = 0, second = 0, third = 0] = app.ids
  await app.change({ kind: "state", state: "answered" }, [first]).result
  await app.change({ kind: "state", state: "spam" }, [second]).result
  await app.change({ kind: "trash" }, [third]).result
  const waiting = [{ assignee: null, count: 1, late: 1 }]
  expect(await app.get("inbox")).toEqual({ version: expect.any(Number), waiting, followUps: [], undelivered: 0 })
  const { counts, folders, found } = await app.search()
  expect(counts).toMatchObject({ total: 2 })
  expect(folders).toMatchObject({ new: 1, answered: 1, spam: 1, trashed: 1 })
  expect(found).toBe(2)
})

test("the trash gives back for 30 days, and then is emptied with all that belongs to a message", async () => {
  await using app = await start(2)
  const [first = 0, second = 0] = app.ids
  await app.change({ kind: "trash" }, [first]).result
  app.clock.now += 29 * DAY_MS
  await emptyMessageTrash(app)
  expect(await app.rows()).toHaveLength(2)
  app.clock.now += 2 * DAY_MS
  await emptyMessageTrash(app)
  expect((await app.rows()).map(({ id }) => id)).toEqual([second])
  expect(await app.db.selectFrom("messageEntries").select("id").execute()).toEqual([])
  const audit = await app.db.selectFrom("audit").select(["action", "subject", "details"]).orderBy("id").execute()
  expect(audit.at(-1)).toMatchObject({ action: "empty trash", subject: "message" })
})
