import { QueryClient } from "@tanstack/react-query"
import { afterEach, expect, test, vi } from "vitest"
import { createQueryClient } from "./api.ts"
import { readRest } from "./rest-query.ts"

afterEach(() => vi.unstubAllGlobals())

function stubFetch(body: string, init: ResponseInit) {
  const fetch = vi.fn(async () => new Response(body, init))
  vi.stubGlobal("fetch", fetch)
  return fetch
}

function read(queryKey: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: readRest, retry: false } } })
  return client.fetchQuery({ queryKey })
}

test("the key's segments are joined by slashes and credentials are sent", async () => {
  const fetch = stubFetch('{"status":"ok"}', { status: 200 })
  expect(await read(["api", "health"])).toEqual({ status: "ok" })
  expect(fetch).toHaveBeenCalledWith("/api/health", expect.objectContaining({ credentials: "include" }))
})

test("a response that is not ok throws its status, a colon and its body", async () => {
  stubFetch("Panne", { status: 503, statusText: "Service Unavailable" })
  await expect(read(["api", "health"])).rejects.toThrow("503: Panne")
})

test("an empty body is replaced by the status text, for 401 too", async () => {
  stubFetch("", { status: 401, statusText: "Unauthorized" })
  await expect(read(["api", "admin", "stats"])).rejects.toThrow("401: Unauthorized")
})

test("query data is fresh for five minutes, never retried, polled or refetched on focus", () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
})

test("a call that changes something is never retried", () => {
  expect(createQueryClient().getDefaultOptions().mutations).toMatchObject({ retry: false })
})
