import { expect, test, vi } from "vitest"
import { UploadError } from "./http.ts"
import { isInProgress, type QueuedPicture, type UploadAction, type UploadQueue } from "./queued-pictures.ts"
import { createUploadQueue } from "./upload-queue.ts"

interface Picture extends QueuedPicture {
  name?: string | undefined
}

const noConnection = new UploadError("Erreur de réseau")

function added(...keys: string[]): UploadAction<Picture> {
  const pictures = keys.map(
    (key) => ({ key, fileName: key, file: new Blob([key]), state: "checking", progress: 0 }) as const,
  )
  return { type: "added", pictures }
}

function states({ pictures }: UploadQueue) {
  return Object.fromEntries(pictures.map(({ key, state }) => [key, state]))
}

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

test("a picture is checked, waits, is prepared, sent and stored", async () => {
  const { dispatch, getQueue, subscribe, sent, begun, until } = openQueue()
  const reached = new Set<string>()
  subscribe(() => reached.add(getQueue().pictures[0]?.state ?? ""))
  dispatch(added("a"))
  await begun(1)
  expect(getQueue().pictures[0]).toMatchObject({ sentBytes: 8, uploadUrl: "/upload/a" })
  sent[0]?.end.resolve({ name: "a-1.webp" })
  await until(({ pictures }) => !pictures.some(isInProgress))
  expect([...reached]).toEqual(["checking", "waiting", "preparing", "sending", "stored"])
  expect(getQueue().pictures[0]).toMatchObject({ name: "a-1.webp", progress: 1, uploadUrl: undefined })
})

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
