import { expect, test } from "vitest"
import { UploadError } from "#client/uploads/send-request.ts"
import {
  acceptFiles,
  EMPTY_QUEUE,
  hasFailed,
  isSettled,
  nextInState,
  type PhotoAction,
  type PhotoQueue,
  reducePhotos,
  toRecordPhotos,
} from "./photo-queue.ts"
import type { RecordPhoto } from "./request-record.ts"

const original = new Blob(["as the camera made it"])
const shrunk = new Blob(["small"])
const noConnection = new UploadError("Erreur de réseau")

function draft(id: string, facts: Partial<RecordPhoto> = {}): RecordPhoto {
  return { id, fileName: `${id}.jpg`, blob: shrunk, ...facts }
}

function added(...ids: string[]): PhotoAction {
  return { type: "added", photos: ids.map((id) => draft(id, { blob: original, isOriginal: true })) }
}

function prepared(id: string): PhotoAction {
  return { type: "prepared", id, blob: shrunk, previewUrl: `blob:${id}` }
}

/** Returns the actions that take a photo from its choice to its upload. */
function sending(id: string): PhotoAction[] {
  return [added(id), prepared(id), { type: "started", id }]
}

function stored(id: string): PhotoAction[] {
  return [...sending(id), { type: "stored", id, name: `${id}-1.webp` }]
}

function run(...actions: PhotoAction[]): PhotoQueue {
  return actions.reduce(reducePhotos, EMPTY_QUEUE)
}

function states({ photos }: PhotoQueue) {
  return Object.fromEntries(photos.map(({ id, state }) => [id, state]))
}

test("a chosen photo is prepared, waits, is sent and stored", () => {
  const steps = stored("a")
  const reached = steps.map((_, index) => run(...steps.slice(0, index + 1)))
  expect(reached.map(({ photos }) => photos[0]?.state)).toEqual(["preparing", "waiting", "sending", "stored"])
  expect(reached.map(isSettled)).toEqual([false, false, false, true])
  expect(reached.at(-1)?.photos[0]).toMatchObject({ name: "a-1.webp", progress: 1, blob: shrunk, previewUrl: "blob:a" })
})

test("photos of a closed page are taken up as far as they had come, after those that are there", () => {
  const left = [
    draft("original", { blob: original, isOriginal: true }),
    { ...draft("shrunk", { uploadUrl: "/upload/1" }), previewUrl: "blob:shrunk" },
    { ...draft("stored", { name: "stored-1.webp" }), previewUrl: "blob:stored" },
  ]
  const queue = run(added("first"), { type: "added", photos: left })
  expect(states(queue)).toEqual({ first: "preparing", original: "preparing", shrunk: "waiting", stored: "stored" })
  expect(queue.photos.map(({ progress }) => progress)).toEqual([0, 0, 0, 1])
  expect(queue.photos[2]).toMatchObject({ uploadUrl: "/upload/1", previewUrl: "blob:shrunk" })
})

test("the next photo to prepare or send is the first in order that waits for it", () => {
  const queue = run(added("a", "b", "c"), prepared("b"), prepared("c"))
  expect(nextInState(queue, "preparing")?.id).toBe("a")
  expect(nextInState(queue, "waiting")?.id).toBe("b")
  expect(nextInState(reducePhotos(queue, { type: "started", id: "b" }), "waiting")?.id).toBe("c")
  expect(nextInState(EMPTY_QUEUE, "preparing")).toBeUndefined()
})

test("progress and the URL of the upload belong to one photo, and another attempt keeps them", () => {
  const queue = run(
    ...sending("a"),
    added("b"),
    { type: "begun", id: "a", uploadUrl: "/upload/1" },
    { type: "progressed", id: "a", progress: 0.7 },
    { type: "interrupted", id: "a", progress: 0.5 },
  )
  expect(queue.photos[0]).toMatchObject({ state: "interrupted", progress: 0.5, uploadUrl: "/upload/1" })
  expect(queue.photos[1]).toMatchObject({ state: "preparing", progress: 0 })
  const again = reducePhotos(queue, { type: "started", id: "a" })
  expect(again.photos[0]).toMatchObject({ state: "sending", progress: 0.5, uploadUrl: "/upload/1" })
})

test("a failed photo can be retried, from where it stopped and without its error", () => {
  const progressed: PhotoAction = { type: "progressed", id: "a", progress: 0.5 }
  const failed = run(...sending("a"), progressed, { type: "failed", id: "a", error: noConnection })
  expect(failed.photos[0]).toMatchObject({ state: "failed", error: "Erreur de réseau", previewUrl: "blob:a" })
  expect([hasFailed(failed), isSettled(failed)]).toEqual([true, true])
  const retried = reducePhotos(failed, { type: "retried", id: "a" })
  expect(retried.photos[0]).toMatchObject({ state: "waiting", error: undefined, progress: 0.5 })
  expect(hasFailed(retried)).toBe(false)
})

test.each([
  ["that the server rejects as no picture", sending("a"), new UploadError("Illisible", 415)],
  ["that the browser cannot shrink", [added("a")], new UploadError("HEIC", 415)],
])("a file %s leaves its place to others, and is named until others are added", (_, before, error) => {
  const failed = run(added("first"), ...before, { type: "failed", id: "a", error })
  expect(states(failed)).toEqual({ first: "preparing" })
  expect(failed.rejected).toEqual([{ fileName: "a.jpg", reason: error.message }])
  expect(hasFailed(failed)).toBe(false)
  expect(reducePhotos(failed, added("b")).rejected).toEqual([])
})

test("of chosen files those that are no pictures take no place, and those without room are counted", () => {
  const file = (name: string, type: string) => new File([], name, { type })
  const pictures = [file("1.jpg", "image/jpeg"), file("2.heic", ""), file("3.png", "image/png")]
  const others = [file("notes.txt", "text/plain"), file("plan.svg", "image/svg+xml")]
  const { accepted, rejected, omitted } = acceptFiles([...others, ...pictures], 2)
  expect(accepted).toEqual(pictures.slice(0, 2))
  expect(rejected.map(({ fileName }) => fileName)).toEqual(["notes.txt", "plan.svg"])
  expect(omitted).toBe(1)
  expect(acceptFiles(pictures, -1)).toEqual({ accepted: [], rejected: [], omitted: 3 })
})

test("retrying changes no photo that has not failed", () => {
  const queue = run(...stored("a"), ...sending("b"))
  const retried = [{ id: "a" }, { id: "b" }].map(({ id }) => reducePhotos(queue, { type: "retried", id }))
  expect(retried.map(states)).toEqual([states(queue), states(queue)])
})

test("a photo that was removed while it was prepared or sent does not come back", () => {
  const late: PhotoAction[] = [
    prepared("a"),
    { type: "started", id: "a" },
    { type: "begun", id: "a", uploadUrl: "/upload/1" },
    { type: "progressed", id: "a", progress: 0.5 },
    { type: "interrupted", id: "a", progress: 0.5 },
    { type: "stored", id: "a", name: "a-1.webp" },
    { type: "failed", id: "a", error: noConnection },
    { type: "retried", id: "a" },
  ]
  const queue = run(added("a", "b"), { type: "removed", id: "a" })
  for (const action of late) expect(reducePhotos(queue, action)).toEqual(queue)
  expect(states(queue)).toEqual({ b: "preparing" })
})

test("a pause interrupts what is sent or waits, and resuming lets it wait again", () => {
  const queue = run(
    ...stored("stored"),
    ...sending("failed"),
    { type: "failed", id: "failed", error: noConnection },
    ...sending("sending"),
    added("waiting", "preparing"),
    prepared("waiting"),
    { type: "paused" },
  )
  const settled = { stored: "stored", failed: "failed", preparing: "preparing" }
  expect(queue.isPaused).toBe(true)
  expect(states(queue)).toEqual({ ...settled, sending: "interrupted", waiting: "interrupted" })
  const resumed = reducePhotos(queue, { type: "resumed" })
  expect(resumed.isPaused).toBe(false)
  expect(states(resumed)).toEqual({ ...settled, sending: "waiting", waiting: "waiting" })
})

test("a photo that is stored just after a pause is stored", () => {
  const queue = run(...sending("a"), { type: "paused" }, { type: "stored", id: "a", name: "a-1.webp" })
  expect(states(reducePhotos(queue, { type: "resumed" }))).toEqual({ a: "stored" })
})

test("resuming without a pause leaves alone an upload that waits for the network", () => {
  const queue = run(...sending("a"), { type: "interrupted", id: "a", progress: 0.5 })
  expect(reducePhotos(queue, { type: "resumed" })).toEqual(queue)
})

test("stored photos that the server has deleted are sent again from their beginning; others go on", () => {
  const left = { ...draft("left", { name: "left-1.webp", uploadUrl: "/upload/1" }), previewUrl: "blob:left" }
  const queue = run(...stored("a"), { type: "added", photos: [left] }, ...sending("b"), added("c"), { type: "lost" })
  expect(states(queue)).toEqual({ a: "waiting", left: "waiting", b: "sending", c: "preparing" })
  for (const photo of queue.photos.slice(0, 2)) {
    expect(photo).toMatchObject({ name: undefined, uploadUrl: undefined, progress: 0 })
  }
})

test("without a network, or in a pause, photos that wait do not keep a request from being queued", () => {
  const waiting = [added("b"), prepared("b")]
  const interrupted = run(...sending("a"), ...waiting, { type: "interrupted", id: "a", progress: 0 })
  expect(isSettled(run(...waiting))).toBe(false)
  expect(isSettled(interrupted)).toBe(true)
  expect(isSettled(run({ type: "paused" }, ...waiting))).toBe(true)
  expect(isSettled(reducePhotos(interrupted, added("c")))).toBe(false)
  expect(isSettled(EMPTY_QUEUE)).toBe(true)
})

test("a cleared queue is empty, and not paused", () => {
  expect(run(...stored("a"), { type: "paused" }, { type: "cleared" })).toEqual(EMPTY_QUEUE)
})

test("the record gets what another page needs, without what this one shows", () => {
  const begun: PhotoAction = { type: "begun", id: "b", uploadUrl: "/upload/1" }
  expect(toRecordPhotos(run(...stored("a"), ...sending("b"), begun, added("c")))).toEqual([
    { ...draft("a"), isOriginal: false, name: "a-1.webp", uploadUrl: undefined },
    { ...draft("b"), isOriginal: false, uploadUrl: "/upload/1" },
    { ...draft("c"), blob: original, isOriginal: true },
  ])
})
