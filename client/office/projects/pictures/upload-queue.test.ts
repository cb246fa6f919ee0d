import { expect, test } from "vitest"
import { UploadError } from "#client/uploads/send-request.ts"
import {
  acceptFiles,
  createQueue,
  isIdle,
  isRetryable,
  namedImages,
  nextInState,
  type QueueAction,
  reduceQueue,
  type UploadQueue,
} from "./upload-queue.ts"

const size = { width: 800, height: 600 }
const noConnection = new UploadError("Erreur de réseau")

function stored(name: string, alt = "") {
  return { name, alt, width: 3, height: 2, colour: null, focus: null }
}

function makeFile(name = "photo.jpg", type = "image/jpeg") {
  return new File(["x"], name, { type })
}

function added(...names: string[]): QueueAction {
  const files = names.map((name) => ({ key: name, file: makeFile(name), previewUrl: `blob:${name}` }))
  return { type: "added", files, rejected: [] }
}

function measured(key: string): QueueAction {
  return { type: "measured", key, size }
}

function run(...actions: QueueAction[]): UploadQueue {
  return actions.reduce(reduceQueue, createQueue([]))
}

function states({ pictures }: UploadQueue) {
  return Object.fromEntries(pictures.map(({ key, state }) => [key, state]))
}

function keys({ pictures }: UploadQueue) {
  return pictures.map(({ key }) => key)
}

test("the images of a project are stored pictures in their order", () => {
  const queue = createQueue([stored("a.jpg", "Le pont"), stored("b.jpg")])
  expect(queue.pictures).toMatchObject([
    { name: "a.jpg", alt: "Le pont", decorative: false, state: "stored" },
    { name: "b.jpg", alt: undefined, decorative: true, state: "stored" },
  ])
  expect(isIdle(queue)).toBe(true)
})

test("an added picture is checked, waits, is prepared, sent and stored", () => {
  const steps: QueueAction[] = [
    added("a"),
    measured("a"),
    { type: "started", key: "a" },
    { type: "prepared", key: "a", bytes: 7 },
    { type: "stored", key: "a", name: "a-1.jpg" },
  ]
  const reached = steps.map((_, index) => run(...steps.slice(0, index + 1)))
  expect(reached.map((queue) => queue.pictures[0]?.state)).toEqual([
    "checking",
    "waiting",
    "preparing",
    "sending",
    "stored",
  ])
  expect(reached.map(isIdle)).toEqual([false, false, false, false, true])
  expect(reached.at(-1)?.pictures[0]).toMatchObject({ name: "a-1.jpg", progress: 1, sentBytes: 7, size })
})

test("the next picture to check or send is the first in order that waits for it", () => {
  const queue = run(added("a", "b", "c"), measured("b"), measured("c"))
  expect(nextInState(queue, "checking")?.key).toBe("a")
  expect(nextInState(queue, "waiting")?.key).toBe("b")
  expect(nextInState(reduceQueue(queue, { type: "started", key: "b" }), "waiting")?.key).toBe("c")
  expect(nextInState(run(), "waiting")).toBeUndefined()
})

test("a picture beyond the limits is rejected when it is measured", () => {
  const tooLarge = { width: 20_001, height: 10_000 }
  const queue = run(added("a"), { type: "measured", key: "a", size: tooLarge })
  expect(queue.pictures).toEqual([])
  expect(queue.rejected).toMatchObject([{ fileName: "a" }])
})

test("a measurement of a picture that was removed meanwhile changes nothing", () => {
  expect(keys(run(added("a", "b"), { type: "removed", key: "a" }, measured("a")))).toEqual(["b"])
})

test("progress belongs to the picture that is being sent", () => {
  const queue = run(added("a", "b"), { type: "progressed", key: "a", progress: 0.5 })
  expect(queue.pictures.map(({ progress }) => progress)).toEqual([0.5, 0])
})

test("a failed picture can be retried, from where it stopped and without its error", () => {
  const sent: QueueAction = { type: "progressed", key: "a", progress: 0.5 }
  const failed = run(added("a"), measured("a"), sent, { type: "failed", key: "a", error: noConnection })
  expect(failed.pictures[0]).toMatchObject({ state: "failed", error: noConnection })
  expect(isIdle(failed)).toBe(true)
  const retried = reduceQueue(failed, { type: "retried", keys: ["a"] })
  expect(retried.pictures[0]).toMatchObject({ state: "waiting", error: undefined })
  expect(nextInState(retried, "waiting")?.key).toBe("a")
  expect(reduceQueue(retried, { type: "started", key: "a" }).pictures[0]).toMatchObject({ progress: 0.5 })
})

test("an upload that is interrupted stays in progress, and its failure is told until it goes on", () => {
  const prepared: QueueAction = { type: "prepared", key: "a", bytes: 7 }
  const error = new UploadError("Erreur de réseau")
  const interrupted = run(added("a"), prepared, { type: "interrupted", key: "a", progress: 0.5, retryAt: 9, error })
  expect(interrupted.pictures[0]).toMatchObject({ state: "interrupted", progress: 0.5, retryAt: 9, error })
  expect(isIdle(interrupted)).toBe(false)
  const resumed: QueueAction[] = [
    { type: "resumed", key: "a" },
    { type: "retried", keys: ["a"] },
  ]
  for (const action of resumed) {
    const resuming = reduceQueue(interrupted, action)
    expect(resuming.pictures[0]).toMatchObject({ state: "sending", retryAt: undefined, error })
    const sending = reduceQueue(resuming, { type: "progressed", key: "a", progress: 0.6 })
    expect(sending.pictures[0]).toMatchObject({ error: undefined })
  }
})

test.each([0, 401, 507])("a picture that failed with status %i can be sent again", (status) => {
  const error = new UploadError("Erreur", status)
  expect(run(added("a"), { type: "failed", key: "a", error }).pictures.map(isRetryable)).toEqual([true])
})

test.each([400, 413, 415])("one that failed with status %i is named, and leaves its place", (status) => {
  const queue = run(added("a"), { type: "failed", key: "a", error: new UploadError("Illisible", status) })
  expect(queue).toEqual({ pictures: [], rejected: [{ fileName: "a", reason: "Illisible" }] })
})

test("the same picture added twice is dropped, and its file is reported", () => {
  const twice = run(
    added("a", "b"),
    { type: "stored", key: "a", name: "same.jpg" },
    { type: "stored", key: "b", name: "same.jpg" },
  )
  expect(keys(twice)).toEqual(["a"])
  expect(twice.rejected).toEqual([{ fileName: "b", reason: "Cette image est déjà dans la liste" }])
})

test("a picture that was removed while it was sent does not come back", () => {
  expect(keys(run(added("a"), { type: "removed", key: "a" }, { type: "stored", key: "a", name: "a.jpg" }))).toEqual([])
  const repeated = run(
    added("a", "b"),
    { type: "stored", key: "a", name: "same.jpg" },
    { type: "removed", key: "b" },
    { type: "stored", key: "b", name: "same.jpg" },
  )
  expect(repeated.rejected).toEqual([])
})

test("a picture moves to an index; beyond either end it stops there", () => {
  const moved = (key: string, to: number) => keys(run(added("a", "b", "c"), { type: "moved", key, to }))
  expect(moved("c", 0)).toEqual(["c", "a", "b"])
  expect(moved("a", 1)).toEqual(["b", "a", "c"])
  expect(moved("a", 9)).toEqual(["b", "c", "a"])
  expect(moved("b", -1)).toEqual(["b", "a", "c"])
  expect(moved("absent", 0)).toEqual(["a", "b", "c"])
})

test("adding files clears the list of files rejected before", () => {
  const rejected = [{ fileName: "devis.pdf", reason: "Format" }]
  const before = run({ type: "added", files: [], rejected })
  expect(before.rejected).toEqual(rejected)
  expect(reduceQueue(before, added("a")).rejected).toEqual([])
})

test("files that are no pictures, and those beyond twelve, are rejected by name", () => {
  const files = [
    makeFile("devis.pdf", "application/pdf"),
    makeFile("a.jpg"),
    makeFile("IMG.HEIC", ""),
    makeFile("b.jpg"),
  ]
  const full = createQueue(Array.from({ length: 10 }, (_, index) => stored(`${index}.jpg`)))
  const { accepted, rejected } = acceptFiles(full, files)
  expect(accepted.map(({ name }) => name)).toEqual(["a.jpg", "IMG.HEIC"])
  expect(rejected).toEqual([
    { fileName: "devis.pdf", reason: "Format d'image non pris en charge (JPG, PNG ou WebP)" },
    { fileName: "b.jpg", reason: "Trop d'images (12 au maximum)" },
  ])
})

test("closing fails what has not been sent and keeps the rest", () => {
  const queue = run(
    added("a", "b", "c", "d"),
    { type: "stored", key: "a", name: "a.jpg" },
    { type: "prepared", key: "b", bytes: 1 },
    measured("c"),
    { type: "closed" },
  )
  expect(states(queue)).toEqual({ a: "stored", b: "sending", c: "failed", d: "failed" })
})

test("a project is saved with its stored pictures: described, by the project's name, or decorative", () => {
  const opened = createQueue([
    stored("a.jpg", " Le pont "),
    stored("b.jpg"),
    stored("c.jpg", "x"),
    stored("d.jpg", "y"),
  ])
  const described = [{ alt: undefined }, { alt: " " }].map((description, index): QueueAction => {
    return { type: "described", key: opened.pictures[index + 2]?.key ?? "", description }
  })
  expect(namedImages(described.reduce(reduceQueue, opened), "Dépôt")).toEqual([
    { name: "a.jpg", alt: "Le pont" },
    { name: "b.jpg", alt: "" },
    { name: "c.jpg", alt: "Dépôt" },
    { name: "d.jpg", alt: "Dépôt" },
  ])
})

test("a project cannot be saved while a picture is not stored", () => {
  expect(namedImages(run(added("a")), "Dépôt")).toBeUndefined()
  expect(namedImages(run(added("a"), { type: "failed", key: "a", error: noConnection }), "Dépôt")).toBeUndefined()
})
