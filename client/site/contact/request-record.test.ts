import { expect, test } from "vitest"
import {
  createRecord,
  hasArrived,
  isExpired,
  isLate,
  isUnderWay,
  type RequestAction,
  type RequestRecord,
  reduceRequest,
} from "./request-record.ts"

const DAY_MS = 86_400_000
const receipt = { reference: "LIS-1", statusUrl: "/demande/1" }
const rejection = { message: "Refusée", errors: {} }
const pictures = ["a", "b"].map((id) => ({ id, fileName: `${id}.jpg`, blob: new Blob([id]) }))
const [wall, roof] = pictures
if (!wall || !roof) throw new Error("No pictures")

const written = { idempotencyKey: "1", values: { message: "Bonjour" }, prepared: undefined, attached: [], pictures }
const changed: RequestAction = { type: "changed", at: 2, ...written }
const submitted: RequestAction = { type: "submitted", at: 3, body: { message: "Bonjour" }, pictures }
const received: RequestAction = { type: "received", receipt }
const completed: RequestAction = { type: "completed" }
const rejected: RequestAction = { type: "rejected", rejection }

function uploaded(picture: RequestRecord["pictures"][number], name: string): RequestAction {
  return { type: "uploaded", picture: { ...picture, name } }
}

function run(...actions: RequestAction[]): RequestRecord {
  return actions.reduce<RequestRecord>(
    (record, action) => {
      const next = reduceRequest(record, action)
      if (!next) throw new Error(`${action.type} is not allowed for ${record.state}`)
      return next
    },
    createRecord("form", 1),
  )
}

const states = {
  draft: run(changed),
  waiting: run(changed, submitted),
  sending: run(changed, submitted, received),
  sent: run(changed, submitted, received, completed),
  rejected: run(changed, submitted, rejected),
}

test("each way leads to its state", () => {
  for (const [state, record] of Object.entries(states)) expect(record.state).toBe(state)
})

test.each<[RequestAction, (keyof typeof states)[]]>([
  [changed, ["draft", "waiting", "sending", "sent", "rejected"]],
  [{ type: "picturesProgressed", pictures: [] }, ["draft"]],
  [submitted, ["draft"]],
  [{ type: "withdrawn" }, ["waiting"]],
  [received, ["waiting"]],
  [uploaded(wall, "a-1.webp"), ["waiting", "sending"]],
  [{ type: "picturesLost" }, ["waiting", "sending"]],
  [{ type: "completed", receipt }, ["waiting", "sending"]],
  [rejected, ["waiting"]],
  [{ type: "shown" }, ["sending"]],
  [{ type: "reopened" }, ["rejected"]],
])("$0.type is allowed for $1 alone", (action, allowed) => {
  const found = Object.entries(states).filter(([, record]) => reduceRequest(record, action))
  expect(found.map(([state]) => state)).toEqual(allowed)
})

test("a changed request is another one, of the same form, without an outcome", () => {
  const again = { ...changed, at: 9, idempotencyKey: "2" }
  for (const record of Object.values(states)) {
    expect(reduceRequest(record, again)).toEqual({
      version: 1,
      form: "form",
      state: "draft",
      startedAt: 1,
      changedAt: 9,
      ...written,
      idempotencyKey: "2",
    })
  }
})

test("progress of its pictures, and what becomes of it, make it no other request, and leave its age", () => {
  const progressed: RequestAction = { type: "picturesProgressed", pictures: [wall] }
  expect(run(changed, progressed)).toMatchObject({ idempotencyKey: "1", changedAt: 2, pictures: [wall] })
  expect(run(changed, submitted, { type: "withdrawn" })).toMatchObject({ idempotencyKey: "1", changedAt: 3 })
  expect(states.sent).toMatchObject({ idempotencyKey: "1", changedAt: 3 })
  expect(run(changed, submitted, rejected, { type: "reopened" })).toMatchObject({ idempotencyKey: "1", rejection })
})

test("each uploaded picture gets its name, and all are bare again once the server has lost them", () => {
  const both = [uploaded(wall, "a-1.webp"), uploaded(roof, "b-1.webp")]
  const record = run(changed, submitted, ...both)
  expect(record.pictures.map(({ name }) => name)).toEqual(["a-1.webp", "b-1.webp"])
  expect(run(changed, submitted, ...both, { type: "picturesLost" }).pictures).toEqual(pictures)
})

test("a complete request counts the pictures that are missing", () => {
  expect(run(changed, submitted, received, completed)).toMatchObject({ pictures: [], missing: 2, receipt })
  const all = [uploaded(wall, "a-1.webp"), uploaded(roof, "b-1.webp")]
  expect(run(changed, submitted, received, ...all, completed)).not.toHaveProperty("missing")
  const posted = { ...changed, attached: ["c-1.webp"] }
  const withoutPictures: RequestAction = { type: "completed", withoutPictures: true }
  expect(run(posted, submitted, received, ...all, withoutPictures)).toMatchObject({ attached: [], missing: 3 })
})

test("a request is complete with the receipt of its text, and not without one", () => {
  const later = { reference: "LIS-2", statusUrl: "/demande/2" }
  expect(run(changed, submitted, received, { ...completed, receipt: later }).receipt).toEqual(receipt)
  expect(run(changed, submitted, { ...completed, receipt: later }).receipt).toEqual(later)
  expect(reduceRequest(states.waiting, completed)).toBeUndefined()
})

test("that a text has arrived is told once", () => {
  const shown = run(changed, submitted, received, { type: "shown" })
  expect(shown.isShown).toBe(true)
  expect(reduceRequest(shown, { type: "shown" })).toBeUndefined()
})

test("what waits and what pictures follow is under way; what the server has can no longer be changed", () => {
  const those = (is: (record: RequestRecord) => boolean) =>
    Object.entries(states).flatMap(([state, record]) => (is(record) ? [state] : []))
  expect(those(isUnderWay)).toEqual(["waiting", "sending"])
  expect(those(hasArrived)).toEqual(["sending", "sent"])
})

test("a request expires a week after its last change, or if its date cannot be read; its pictures are given up a day before", () => {
  const { draft, sending } = states
  expect([7 * DAY_MS + 1, 7 * DAY_MS + 2].map((now) => isExpired(draft, now))).toEqual([false, true])
  expect(isExpired({ ...draft, changedAt: Number.NaN }, 3)).toBe(true)
  expect([6 * DAY_MS + 2, 6 * DAY_MS + 3].map((now) => isLate(sending, now))).toEqual([false, true])
  expect(isLate(states.waiting, 7 * DAY_MS)).toBe(false)
})
