// @module-tag engines
import { expect, test } from "vitest"
import type { MessageFigures } from "#server/contract/message-figures.ts"
import { MESSAGE_OUTCOMES, MESSAGE_STATES, type MessageState } from "#server/contract/message-states.ts"
import { CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const HOUR_MS = 3_600_000

/** This is Monday, 2 March 2026, noon in Kinshasa. */
const MONDAY = Date.UTC(2026, 2, 2, 11)

interface Given {
  at?: number
  /** In hours from the request to its answer. */
  answeredAfter?: number
  state?: MessageState
  sector?: (typeof CONTACT_SECTORS)[number]
  deleted?: boolean
}

async function startWith(given: readonly Given[]) {
  const app = await startApp()
  const headers = await signInAs(app, "admin")
  const rows = given.map(({ at = MONDAY, answeredAfter, state = "open", sector = "construction", deleted }) => ({
    ...contactFields,
    sector,
    state,
    fullNameFolded: "",
    messageFolded: "",
    createdAt: new Date(at).toISOString(),
    answeredAt: answeredAfter === undefined ? null : new Date(at + answeredAfter * HOUR_MS).toISOString(),
    deletedAt: deleted ? new Date(at).toISOString() : null,
  }))
  if (rows.length > 0) await app.db.insertInto("messages").values(rows).execute()
  return {
    ...app,
    headers,
    async figures(from: string, until: string): Promise<MessageFigures> {
      const input = encodeURIComponent(JSON.stringify({ from, until }))
      const response = await app.request(`/trpc/messages.figures?input=${input}`, { headers })
      expect(response.status).toBe(200)
      return ((await response.json()) as { result: { data: MessageFigures } }).result.data
    },
  }
}

test("of no requests they hold every sector, state and week", async () => {
  await using app = await startWith([])
  expect(await app.figures("2026-03-01", "2026-03-10")).toEqual({
    total: 0,
    answered: 0,
    median: null,
    slow: null,
    withinDay: 0,
    late: 0,
    outcomes: MESSAGE_OUTCOMES.map((outcome) => ({ outcome, count: 0, amount: 0 })),
    sectors: CONTACT_SECTORS.map((sector) => ({ sector, count: 0 })),
    states: MESSAGE_STATES.map((state) => ({ state, count: 0 })),
    weeks: ["2026-02-23", "2026-03-02", "2026-03-09"].map((monday) => ({ monday, count: 0 })),
  })
})

test("answer times are those of the nearest rank, and a day is 24 hours", async () => {
  const hours = [1, 2, 3, 4, 5, 6, 7, 8, 24, 24.001]
  await using app = await startWith([...hours.map((answeredAfter) => ({ answeredAfter })), {}])
  expect(await app.figures("2026-03-02", "2026-03-02")).toMatchObject({
    total: 11,
    answered: 10,
    median: 5 * 3600,
    slow: 24 * 3600,
    withinDay: 9,
  })
})

test("what has waited for longer than a day counts as late, and amounts are summed by outcome", async () => {
  const now = Date.now()
  await using app = await startWith([
    { at: now - 23 * HOUR_MS },
    { at: now - 25 * HOUR_MS },
    { at: now - 25 * HOUR_MS, answeredAfter: 1 },
    { at: now - 25 * HOUR_MS, state: "spam" },
  ])
  const waiting = app.db.updateTable("messages").set((row) => ({ waitingSince: row.ref("createdAt") }))
  await waiting.where("answeredAt", "is", null).execute()
  const large = 900_000_000
  await app.db.updateTable("messages").set({ outcome: "won", outcomeAmount: large }).where("id", "in", [1, 2]).execute()
  await app.db.updateTable("messages").set({ outcome: "lost" }).where("id", "=", 3).execute()
  const { answered, withinDay, late, outcomes } = await app.figures("2026-01-01", "2035-01-01")
  expect({ answered, withinDay, late }).toEqual({ answered: 1, withinDay: 1, late: 1 })
  expect(outcomes).toEqual([
    { outcome: "quoted", count: 0, amount: 0 },
    { outcome: "won", count: 2, amount: 2 * large },
    { outcome: "lost", count: 1, amount: 0 },
  ])
})

test("answer times are differences of whole seconds", async () => {
  await using app = await startWith([{ at: MONDAY + 900, answeredAfter: 1200 / HOUR_MS }])
  expect(await app.figures("2026-03-02", "2026-03-02")).toMatchObject({ median: 2 })
})

test("an answer at a time that is none counts as no answer", async () => {
  await using app = await startWith([{ answeredAfter: 1 }, { answeredAfter: 2 }])
  await app.db.updateTable("messages").set({ answeredAt: "2026-13-01" }).where("id", "=", 1).execute()
  expect(await app.figures("2026-03-02", "2026-03-02")).toMatchObject({ total: 2, answered: 1, median: 2 * 3600 })
})

test("days and weeks are those of Kinshasa, the last day is included", async () => {
  const midnight = Date.UTC(2026, 2, 1, 23)
  await using app = await startWith([{ at: midnight - 1 }, { at: midnight }, { at: midnight + 24 * HOUR_MS - 1 }])
  expect((await app.figures("2026-03-02", "2026-03-02")).total).toBe(2)
  expect((await app.figures("2026-03-01", "2026-03-02")).weeks).toEqual([
    { monday: "2026-02-23", count: 1 },
    { monday: "2026-03-02", count: 2 },
  ])
})

test("spam counts among the states alone, and the trash nowhere", async () => {
  await using app = await startWith([
    { sector: "elevage", state: "answered", answeredAfter: 1 },
    { sector: "elevage", state: "spam", answeredAfter: 1 },
    { sector: "transport", deleted: true },
  ])
  const { total, answered, sectors, states } = await app.figures("2026-03-02", "2026-03-02")
  expect({ total, answered }).toEqual({ total: 1, answered: 1 })
  expect(sectors.filter(({ count }) => count > 0)).toEqual([{ sector: "elevage", count: 1 }])
  expect(states.filter(({ count }) => count > 0)).toEqual([
    { state: "answered", count: 1 },
    { state: "spam", count: 1 },
  ])
})

test.each([
  ["2026-03-02", "2026-03-01"],
  ["2010-01-01", "2026-01-01"],
  ["2026-02-30", "2026-03-01"],
  ["", "hier"],
])("the period from « %s » until « %s » is rejected", async (from, until) => {
  await using app = await startWith([])
  const input = encodeURIComponent(JSON.stringify({ from, until }))
  expect((await app.request(`/trpc/messages.figures?input=${input}`, { headers: app.headers })).status).toBe(400)
})
