import { Hono } from "hono"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { toAppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"
import { requestTimeout } from "./request-timeout.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a request whose handler never finishes. */
function start() {
  const socket = { bytesRead: 0 }
  const app = new Hono<AppEnv>()
    .use(requestTimeout(1000))
    .get("/", () => new Promise<never>(() => {}))
    .onError((error, c) => c.json(toAppError(error).message, toAppError(error).status))
  const outcome: { status?: number } = {}
  Promise.resolve(app.request("/", {}, { incoming: { socket } })).then(({ status }) =>
    Object.assign(outcome, { status }),
  )
  return { socket, outcome }
}

test("a handler that never finishes ends in 503", async () => {
  const { outcome } = start()
  await vi.advanceTimersByTimeAsync(999)
  expect(outcome.status).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome.status).toBe(503)
})

test("a request that is still arriving is not cut off, however long that takes", async () => {
  const { socket, outcome } = start()
  for (let second = 0; second < 60; second += 1) {
    socket.bytesRead += 100
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(outcome.status).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(outcome.status).toBe(503)
})
