import { expect, test } from "vitest"
import { UploadError } from "./http.ts"
import {
  isInProgress,
  isRetryable,
  type QueuedPicture,
  reduceUploads,
  type UploadAction,
  type UploadQueue,
} from "./queued-pictures.ts"

interface Picture extends QueuedPicture {
  name?: string | undefined
}

type Action = UploadAction<Picture>

const noConnection = new UploadError("Erreur de réseau")
const EMPTY: UploadQueue<Picture> = { pictures: [], rejected: [], isPaused: false }

function added(...keys: string[]): Action {
  const pictures = keys.map(
    (key) => ({ key, fileName: key, file: new Blob([key]), state: "checking", progress: 0 }) as const,
  )
  return { type: "added", pictures }
}

function changed(key: string, changes: Partial<Picture>): Action {
  return { type: "changed", key, changes }
}

/** Returns the actions that take a picture from its choice to a state. */
function reach(key: string, state: Picture["state"], changes: Partial<Picture> = {}): Action[] {
  return [added(key), changed(key, { state, ...changes })]
}

function run(...actions: Action[]): UploadQueue<Picture> {
  return actions.reduce(reduceUploads, EMPTY)
}

function states({ pictures }: UploadQueue) {
  return Object.fromEntries(pictures.map(({ key, state }) => [key, state]))
}

function keys({ pictures }: UploadQueue) {
  return pictures.map(({ key }) => key)
}

test("a change belongs to one picture", () => {
  const queue = run(added("a", "b"), changed("b", { state: "sending", progress: 0.5, name: "b-1.webp" }))
  expect(queue.pictures[1]).toMatchObject({ state: "sending", progress: 0.5, name: "b-1.webp" })
  expect(queue.pictures[0]).toMatchObject({ state: "checking", progress: 0 })
  expect(queue.pictures.map(isInProgress)).toEqual([true, true])
})

test("a failed picture can be retried, from where it stopped and without its error", () => {
  const at = { progress: 0.5, uploadUrl: "/upload/1" }
  const failed = run(...reach("a", "failed", { ...at, error: noConnection }))
  expect(failed.pictures.map(isInProgress)).toEqual([false])
  const retried = reduceUploads(failed, { type: "retried", keys: ["a"] })
  expect(retried.pictures[0]).toMatchObject({ ...at, state: "waiting", error: undefined })
})

test("an upload that is interrupted stays in progress, and its failure is told until it goes on", () => {
  const interrupted = run(...reach("a", "interrupted", { progress: 0.5, retryAt: 9, error: noConnection }))
  expect(interrupted.pictures.map(isInProgress)).toEqual([true])
  const retried = reduceUploads(interrupted, { type: "retried", keys: ["a"] })
  expect(retried.pictures[0]).toMatchObject({
    state: "sending",
    progress: 0.5,
    retryAt: undefined,
    error: noConnection,
  })
})

test.each([0, 401, 507])("a picture that failed with status %i can be sent again", (status) => {
  const error = new UploadError("Erreur", status)
  expect(run(...reach("a", "failed", { error })).pictures.map(isRetryable)).toEqual([true])
})

test.each([400, 413, 415])("one that failed with status %i cannot", (status) => {
  const error = new UploadError("Illisible", status)
  expect(run(...reach("a", "failed", { error })).pictures.map(isRetryable)).toEqual([false])
})

test("a rejected file leaves its place to others, and is named until others are added", () => {
  const queue = run(added("a", "b"), { type: "rejected", key: "a", reason: "Illisible" })
  expect(keys(queue)).toEqual(["b"])
  expect(queue.rejected).toEqual([{ fileName: "a", reason: "Illisible" }])
  expect(
    reduceUploads(queue, { ...added("c"), rejected: [{ fileName: "d", reason: "Format" }] } as Action).rejected,
  ).toEqual([{ fileName: "d", reason: "Format" }])
  expect(reduceUploads(queue, added("c")).rejected).toEqual([])
})

test("retrying changes no picture that is stored or being sent", () => {
  const queue = run(...reach("a", "stored"), ...reach("b", "sending"))
  expect(states(reduceUploads(queue, { type: "retried", keys: ["a", "b"] }))).toEqual(states(queue))
})

test("a picture that was removed while it was prepared or sent does not come back", () => {
  const late: Action[] = [
    changed("a", { state: "stored", name: "a-1.webp" }),
    { type: "rejected", key: "a", reason: "Illisible" },
    { type: "retried", keys: ["a"] },
    { type: "moved", key: "a", to: 0 },
  ]
  const queue = run(added("a", "b"), { type: "removed", key: "a" })
  for (const action of late) expect(reduceUploads(queue, action), action.type).toEqual(queue)
  expect(states(queue)).toEqual({ b: "checking" })
})

test("a picture moves to an index; beyond either end it stops there", () => {
  const moved = (key: string, to: number) => keys(run(added("a", "b", "c"), { type: "moved", key, to }))
  expect(moved("c", 0)).toEqual(["c", "a", "b"])
  expect(moved("a", 1)).toEqual(["b", "a", "c"])
  expect(moved("a", 9)).toEqual(["b", "c", "a"])
  expect(moved("b", -1)).toEqual(["b", "a", "c"])
  expect(moved("absent", 0)).toEqual(["a", "b", "c"])
})

test("a pause interrupts what is sent or waits, and resuming lets it wait again", () => {
  const all = ["stored", "failed", "checking", "waiting", "preparing", "sending"] as const
  const queue = run(...all.flatMap((state) => reach(state, state)), { type: "paused" })
  const settled = { stored: "stored", failed: "failed", checking: "checking" }
  expect(queue.isPaused).toBe(true)
  expect(states(queue)).toEqual({
    ...settled,
    waiting: "interrupted",
    preparing: "interrupted",
    sending: "interrupted",
  })
  const resumed = reduceUploads(queue, { type: "resumed" })
  expect(resumed.isPaused).toBe(false)
  expect(states(resumed)).toEqual({ ...settled, waiting: "waiting", preparing: "waiting", sending: "waiting" })
})

test("a picture that is stored just after a pause is stored", () => {
  const queue = run(...reach("a", "sending"), { type: "paused" }, changed("a", { state: "stored" }))
  expect(states(reduceUploads(queue, { type: "resumed" }))).toEqual({ a: "stored" })
})

test("resuming without a pause leaves alone an upload that waits for the network", () => {
  const queue = run(...reach("a", "interrupted", { progress: 0.5, error: noConnection }))
  expect(reduceUploads(queue, { type: "resumed" })).toBe(queue)
})

test("a cleared queue is empty, and not paused", () => {
  expect(run(...reach("a", "stored"), { type: "paused" }, { type: "cleared" })).toEqual(EMPTY)
})

test("closing fails what is not stored and keeps the rest", () => {
  const queue = run(...reach("a", "stored"), ...reach("b", "sending"), ...reach("c", "waiting"), added("d"), {
    type: "closed",
  })
  expect(states(queue)).toEqual({ a: "stored", b: "failed", c: "failed", d: "failed" })
})
