import { onlineManager, QueryObserver } from "@tanstack/react-query"
import { afterEach, expect, test, vi } from "vitest"
import { browserLink, createApi, createQueryClient, removePersonalQueries } from "./api.ts"

afterEach(() => {
  onlineManager.setOnline(true)
})

test("what failed is tried again when the connection is back, and what was read is not", async () => {
  const client = createQueryClient()
  client.mount()
  const list = vi.fn(async () => ["Pont"]).mockRejectedValueOnce(new TypeError("Failed to fetch"))
  const figures = vi.fn(async () => 3)
  onlineManager.setOnline(false)
  const failing = new QueryObserver(client, { queryKey: ["list"], queryFn: list, staleTime: 0 })
  const reading = new QueryObserver(client, { queryKey: ["figures"], queryFn: figures, staleTime: 0 })
  const unsubscribe = [failing.subscribe(() => {}), reading.subscribe(() => {})]
  await vi.waitFor(() => expect(failing.getCurrentResult().isError).toBe(true))
  await vi.waitFor(() => expect(reading.getCurrentResult().data).toBe(3))
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(failing.getCurrentResult().data).toEqual(["Pont"]))
  expect(figures).toHaveBeenCalledTimes(1)
  for (const stop of unsubscribe) stop()
  client.unmount()
})

test("who signs in finds nothing that was read before but the texts of pages", () => {
  const client = createQueryClient()
  const { queries } = createApi(client, browserLink())
  const site = queries.content.site.queryOptions().queryKey
  const passkeys = queries.factors.own.queryOptions().queryKey
  const project = queries.projects.managed.queryOptions(1).queryKey
  for (const key of [site, passkeys, project]) client.setQueryData<unknown>(key, "lu")
  removePersonalQueries(client)
  expect([site, passkeys, project].map((key) => client.getQueryData<unknown>(key))).toEqual([
    "lu",
    undefined,
    undefined,
  ])
})
