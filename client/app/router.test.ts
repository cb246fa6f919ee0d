import { expect, test } from "vitest"
import { browserLink } from "./api.ts"
import { createAppRouter } from "./router.tsx"

test("what a page brought counts as fetched when it is opened, however old the page is, and what failed as failed", () => {
  const { router, queryClient } = createAppRouter({ link: browserLink(), origin: "http://site.example" })
  const key = [["projects", "page"], { type: "query" }]
  const queries = [
    { queryKey: key, queryHash: "list", state: { data: { projects: [], more: false } } },
    { queryKey: [["projects", "portfolio"]], queryHash: "failed", state: { error: {} } },
  ]
  const before = Date.now()
  router.options.hydrate?.({ queries: JSON.stringify(queries) })
  const [list, failed] = queryClient.getQueryCache().getAll()
  expect(list?.state).toMatchObject({ data: { projects: [] }, status: "success", fetchStatus: "idle" })
  expect(list?.state.dataUpdatedAt).toBeGreaterThanOrEqual(before)
  expect(list?.isStaleByTime(5 * 60_000)).toBe(false)
  expect(failed?.state).toMatchObject({ status: "error", errorUpdateCount: 1, dataUpdatedAt: 0 })
})
