import { expect, test, vi } from "vitest"
import { UploadError } from "./send-request.ts"
import {
  createUploadQueue,
  isInProgress,
  isRetryable,
  type QueuedPicture,
  reduceUploads,
  type UploadAction,
  type UploadQueue,
} from "./upload-queue.ts"

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

function checked(key: string): Action {
  return { type: "checked", key, changes: { previewUrl: `blob:${key}` } }
}

/** Returns the actions that take a picture from its choice to its upload. */
function sending(key: string): Action[] {
  return [added(key), checked(key), { type: "started", key }, { type: "prepared", key, bytes: 7 }]
}

function stored(key: string): Action[] {
  return [...sending(key), { type: "stored", key, changes: { name: `${key}-1.webp` } }]
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

test("an added picture is checked, waits, is prepared, sent and stored", () => {
  const steps = stored("a")
  const reached = steps.map((_, index) => run(...steps.slice(0, index + 1)))
  expect(reached.map(({ pictures }) => pictures[0]?.state)).toEqual([
    "checking",
    "waiting",
    "preparing",
    "sending",
    "stored",
  ])
  expect(reached.map(({ pictures }) => pictures.some(isInProgress))).toEqual([true, true, true, true, false])
  expect(reached.at(-1)?.pictures[0]).toMatchObject({
    name: "a-1.webp",
    progress: 1,
    sentBytes: 7,
    previewUrl: "blob:a",
  })
})

test("a check of a picture that was removed meanwhile, or that is sent already, changes nothing", () => {
  expect(keys(run(added("a", "b"), { type: "removed", key: "a" }, checked("a")))).toEqual(["b"])
  const queue = run(...sending("a"))
  expect(reduceUploads(queue, checked("a"))).toEqual(queue)
})

test("progress and the URL of the upload belong to one picture, and another attempt keeps them", () => {
  const queue = run(
    ...sending("a"),
    added("b"),
    { type: "begun", key: "a", uploadUrl: "/upload/1" },
    { type: "progressed", key: "a", progress: 0.5 },
    { type: "failed", key: "a", error: noConnection },
  )
  expect(queue.pictures[0]).toMatchObject({ state: "failed", progress: 0.5, uploadUrl: "/upload/1" })
  expect(queue.pictures[1]).toMatchObject({ state: "checking", progress: 0 })
  const retried = reduceUploads(queue, { type: "retried", keys: ["a"] })
  expect(retried.pictures[0]).toMatchObject({
    state: "waiting",
    error: undefined,
    progress: 0.5,
    uploadUrl: "/upload/1",
  })
})

test("an upload that is interrupted stays in progress, and its failure is told until it goes on", () => {
  const interrupted = run(...sending("a"), {
    type: "interrupted",
    key: "a",
    progress: 0.5,
    retryAt: 9,
    error: noConnection,
  })
  expect(interrupted.pictures[0]).toMatchObject({
    state: "interrupted",
    progress: 0.5,
    retryAt: 9,
    error: noConnection,
  })
  expect(interrupted.pictures.map(isInProgress)).toEqual([true])
  const continued: Action[] = [
    { type: "continued", key: "a" },
    { type: "retried", keys: ["a"] },
  ]
  for (const action of continued) {
    const continuing = reduceUploads(interrupted, action)
    expect(continuing.pictures[0]).toMatchObject({ state: "sending", retryAt: undefined, error: noConnection })
    const progressed = reduceUploads(continuing, { type: "progressed", key: "a", progress: 0.6 })
    expect(progressed.pictures[0]).toMatchObject({ error: undefined })
  }
})

test.each([0, 401, 507])("a picture that failed with status %i can be sent again", (status) => {
  const error = new UploadError("Erreur", status)
  expect(run(...sending("a"), { type: "failed", key: "a", error }).pictures.map(isRetryable)).toEqual([true])
})

test.each([400, 413, 415])("one that failed with status %i cannot", (status) => {
  const error = new UploadError("Illisible", status)
  expect(run(...sending("a"), { type: "failed", key: "a", error }).pictures.map(isRetryable)).toEqual([false])
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
  const queue = run(...stored("a"), ...sending("b"))
  expect(states(reduceUploads(queue, { type: "retried", keys: ["a", "b"] }))).toEqual(states(queue))
})

test("a picture that was removed while it was prepared or sent does not come back", () => {
  const late: Action[] = [
    checked("a"),
    { type: "started", key: "a" },
    { type: "prepared", key: "a", bytes: 7 },
    { type: "begun", key: "a", uploadUrl: "/upload/1" },
    { type: "progressed", key: "a", progress: 0.5 },
    { type: "interrupted", key: "a", progress: 0.5, retryAt: undefined, error: noConnection },
    { type: "continued", key: "a" },
    { type: "stored", key: "a", changes: { name: "a-1.webp" } },
    { type: "failed", key: "a", error: noConnection },
    { type: "rejected", key: "a", reason: "Illisible" },
    { type: "retried", keys: ["a"] },
    { type: "changed", key: "a", changes: { name: "a-1.webp" } },
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
  const queue = run(
    ...stored("stored"),
    ...sending("failed"),
    { type: "failed", key: "failed", error: noConnection },
    ...sending("sending"),
    added("waiting", "checking"),
    checked("waiting"),
    { type: "paused" },
  )
  const settled = { stored: "stored", failed: "failed", checking: "checking" }
  expect(queue.isPaused).toBe(true)
  expect(states(queue)).toEqual({ ...settled, sending: "interrupted", waiting: "interrupted" })
  const resumed = reduceUploads(queue, { type: "resumed" })
  expect(resumed.isPaused).toBe(false)
  expect(states(resumed)).toEqual({ ...settled, sending: "waiting", waiting: "waiting" })
})

test("a picture that is stored just after a pause is stored", () => {
  const queue = run(...sending("a"), { type: "paused" }, { type: "stored", key: "a", changes: {} })
  expect(states(reduceUploads(queue, { type: "resumed" }))).toEqual({ a: "stored" })
})

test("resuming without a pause leaves alone an upload that waits for the network", () => {
  const interrupted: Action = { type: "interrupted", key: "a", progress: 0.5, retryAt: undefined, error: noConnection }
  const queue = run(...sending("a"), interrupted)
  expect(reduceUploads(queue, { type: "resumed" })).toBe(queue)
})

test("a cleared queue is empty, and not paused", () => {
  expect(run(...stored("a"), { type: "paused" }, { type: "cleared" })).toEqual(EMPTY)
})

test("closing fails what is not stored and keeps the rest", () => {
  const queue = run(...stored("a"), ...sending("b"), added("c", "d"), checked("c"), { type: "closed" })
  expect(states(queue)).toEqual({ a: "stored", b: "failed", c: "failed", d: "failed" })
})

/** Opens a queue whose pictures are sent when the returned functions are called. */
function openQueue(given: Partial<Parameters<typeof createUploadQueue<Picture>>[0]> = {}) {
  const cancelled = vi.fn(async (_url: string, _init: RequestInit) => new Response())
  vi.stubGlobal("fetch", cancelled)
  const sent: { fileName: string; bytes: string; end: PromiseWithResolvers<Partial<Picture>>; signal: AbortSignal }[] =
    []
  const queue = createUploadQueue<Picture>({
    check: async () => ({}),
    prepare: async (file) => new Blob([await file.text(), " shrunk"]),
    async send(upload, fileName, { signal, onBegin }) {
      const end = Promise.withResolvers<Partial<Picture>>()
      signal.addEventListener("abort", () => end.reject(noConnection))
      upload.url = `/upload/${fileName}`
      await onBegin()
      sent.push({ fileName, bytes: await upload.ready.text(), end, signal })
      return end.promise
    },
    ...given,
  })
  return { ...queue, sent, cancelled, begun: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)) }
}

test("pictures are sent one by one, in their order, and the next begins when one has ended", async () => {
  const { dispatch, getQueue, sent, begun, until } = openQueue()
  dispatch(added("a", "b"))
  await begun(1)
  expect(states(getQueue())).toEqual({ a: "sending", b: "waiting" })
  sent[0]?.end.resolve({ name: "a-1.webp" })
  await begun(2)
  expect(sent.map(({ fileName, bytes }) => [fileName, bytes])).toEqual([
    ["a", "a shrunk"],
    ["b", "b shrunk"],
  ])
  expect(getQueue().pictures[0]).toMatchObject({ state: "stored", name: "a-1.webp" })
  sent[1]?.end.resolve({})
  await until(({ pictures }) => !pictures.some(isInProgress))
})

test("a failed picture is retried with the same bytes, and a rejected one leaves its place or keeps it", async () => {
  const prepare = vi.fn(async () => new Blob(["small"]))
  const { dispatch, getQueue, sent, begun, until } = openQueue({ prepare })
  dispatch(added("a"))
  await begun(1)
  sent[0]?.end.reject(new UploadError("Espace disque insuffisant", 507))
  await until(({ pictures }) => pictures[0]?.state === "failed")
  dispatch({ type: "retried", keys: ["a"] })
  await begun(2)
  expect(prepare).toHaveBeenCalledOnce()
  sent[1]?.end.reject(new UploadError("Illisible", 415))
  await until(({ pictures }) => pictures.length === 0)
  expect(getQueue().rejected).toEqual([{ fileName: "a", reason: "Illisible" }])
  const check = async () => Promise.reject(new UploadError("Illisible", 415))
  const other = openQueue({ keepsRejected: true, check })
  other.dispatch(added("a"))
  await other.until(({ pictures }) => pictures[0]?.state === "failed")
  expect(other.getQueue().pictures[0]?.error).toMatchObject({ message: "Illisible" })
})

test("an upload that is removed is stopped and cancelled on the server; one that others go on with is not", async () => {
  for (const [action, isCancelled] of [
    [{ type: "removed", key: "a" }, true],
    [{ type: "cleared" }, false],
  ] as const) {
    const { dispatch, getQueue, sent, begun, cancelled } = openQueue()
    dispatch(added("a", "b"))
    await begun(1)
    dispatch(action)
    expect(sent[0]?.signal.aborted).toBe(true)
    expect(cancelled.mock.calls.map(([url]) => url)).toEqual(isCancelled ? ["/upload/a"] : [])
    if (isCancelled) await begun(2)
    expect(states(getQueue())).toEqual(isCancelled ? { b: "sending" } : {})
  }
})

test("in a pause nothing is sent, and then the upload goes on", async () => {
  const { dispatch, getQueue, sent, begun } = openQueue()
  dispatch(added("a"))
  await begun(1)
  dispatch({ type: "paused" })
  expect(sent[0]?.signal.aborted).toBe(true)
  dispatch(added("b"))
  await vi.waitFor(() => expect(states(getQueue())).toEqual({ a: "interrupted", b: "waiting" }))
  dispatch({ type: "resumed" })
  await begun(2)
  expect(sent[1]?.fileName).toBe("a")
  expect(states(getQueue())).toEqual({ a: "sending", b: "waiting" })
})

test("closing stops and cancels what is being sent, and whoever waits for the end goes on", async () => {
  const { dispatch, sent, begun, cancelled, until, close } = openQueue()
  dispatch(added("a", "b"))
  await begun(1)
  const ended = until(({ pictures }) => !pictures.some(isInProgress))
  close()
  await ended
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true])
  expect(cancelled.mock.calls.map(([url]) => url)).toEqual(["/upload/a"])
})
