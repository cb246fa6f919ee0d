import { expect, test } from "vitest"
import { UploadError } from "./http.ts"
import { retryOffline } from "./retry-offline.ts"

type Outcome = "stored" | "breaks" | "breaks later" | "rejected"

/** Runs attempts with these outcomes on a network that never waits; `online` tells its state after each attempt. */
async function run(
  outcomes: readonly Outcome[],
  { online = [] as boolean[], returns = [] as number[], abortAfter = Number.POSITIVE_INFINITY },
) {
  const abort = new AbortController()
  const waits: (number | undefined)[] = []
  let attempts = 0
  let progress = 0
  let retries = 0
  const result = await retryOffline(
    async () => {
      const outcome = outcomes[attempts] ?? outcomes.at(-1)
      attempts += 1
      if (outcome === "breaks later") progress += 1
      if (outcome?.startsWith("breaks")) throw new UploadError("Erreur de réseau")
      if (outcome === "rejected") throw new UploadError("Erreur", 415)
      return "stored"
    },
    {
      progress: () => progress,
      onWait: (ms) => waits.push(ms),
      onRetry: () => {
        retries += 1
      },
      signal: abort.signal,
      network: {
        returns: () => returns[attempts] ?? 0,
        isOnline: () => online[attempts - 1] ?? true,
        wait: async () => {
          if (waits.length >= abortAfter) abort.abort()
        },
      },
    },
  ).catch((error: UploadError) => error.status)
  return { result, attempts, retries, waits }
}

test("an upload that arrives is attempted once", async () => {
  expect(await run(["stored"], {})).toEqual({ result: "stored", attempts: 1, retries: 0, waits: [] })
})

test("pauses grow, and after six the failure is final", async () => {
  const waits = [1000, 2000, 4000, 8000, 16_000, 30_000]
  expect(await run(["breaks"], {})).toEqual({ result: 0, attempts: 7, retries: 6, waits })
})

test("pauses begin anew after progress", async () => {
  const { result, waits } = await run(["breaks", "breaks", "breaks later", "breaks", "stored"], {})
  expect(result).toBe("stored")
  expect(waits).toEqual([1000, 2000, 1000, 2000])
})

test("while the browser is offline the network alone is waited for, however often", async () => {
  const outcomes: Outcome[] = [...Array.from({ length: 10 }, () => "breaks" as const), "breaks", "stored"]
  const online = Array.from({ length: 10 }, () => false)
  const { result, waits } = await run(outcomes, { online })
  expect(result).toBe("stored")
  expect(waits).toEqual([...Array.from({ length: 10 }, () => undefined), 2000])
})

test("what the server rejects is not repeated", async () => {
  expect(await run(["rejected"], {})).toMatchObject({ result: 415, attempts: 1, waits: [] })
})

test("an upload that is cancelled while it waits is not repeated", async () => {
  expect(await run(["breaks"], { abortAfter: 2 })).toMatchObject({ result: 0, attempts: 2, retries: 1 })
})

test("an attempt that breaks after the network came back is repeated at once", async () => {
  const { result, waits } = await run(["breaks", "breaks", "breaks", "stored"], { returns: [0, 1, 1, 2] })
  expect(result).toBe("stored")
  expect(waits).toEqual([0, 2000, 0])
})
