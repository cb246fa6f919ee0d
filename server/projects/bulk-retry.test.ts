// @module-tag engines
import { expect, test } from "vitest"
import type { BulkResult, UndoResult } from "#server/contract/bulk.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

const batchId = "0c1f5a7e-3a51-4a3e-9d50-2f3f0a4c7b11"

test("a chunk that is sent again, since its response was lost, counts what it has changed, and is undone once", async () => {
  await using site = await startApp()
  const headers = await signInAs(site, "admin")
  const call = async <Result>(procedure: string, input: unknown): Promise<Result> => {
    const response = await site.postJson(`/trpc/projects.${procedure}`, input, headers)
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { data: Result } }).result.data
  }
  const drafts = [
    await createTestProject(site.db, { publishedAt: null }),
    await createTestProject(site.db, { publishedAt: null }),
  ]
  const published = await createTestProject(site.db)
  const change = { ids: [...drafts, published], batchId, action: { kind: "publish" } }
  expect(await call<BulkResult>("change", change)).toEqual({ changed: 2, failed: [] })
  expect(await call<BulkResult>("change", change)).toEqual({ changed: 2, failed: [] })
  expect(await call<UndoResult>("undo", batchId)).toEqual({ undone: 2, skipped: 0, more: false })
  const { state } = await site.db
    .selectFrom("projects")
    .select("state")
    .where("id", "=", published)
    .executeTakeFirstOrThrow()
  expect(state).toBe("published")
})
