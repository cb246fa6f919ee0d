import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Hono } from "hono"
import { createApp, type Parts } from "#server/app.ts"
import { gauges } from "#server/domains.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { createMetrics } from "#server/http/metrics.ts"
import { createDiskImageStore } from "#server/images/store/disk-image-store.ts"
import { createVariants } from "#server/images/variants.ts"
import { createLog } from "#server/log.ts"
import { readSettings } from "#server/settings.ts"
import { initializeDatabase } from "#server/start/first-start.ts"
import { openTestDatabase } from "./open-test-database.ts"

/** The apps of a test file share these, since each would monitor the event loop separately. */
const metrics = createMetrics(gauges)

/** Starts the real app on a migrated database in memory, without a port, and with pages only if a test passes them. */
export async function startApp({
  settings = {},
  dataDir,
  ...given
}: Partial<Omit<Parts, "settings">> & { settings?: Record<string, string>; dataDir?: string } = {}) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "lisanga-"))
  const db = given.db ?? (await openTestDatabase())
  await initializeDatabase(db, new Date(), async () => {})
  const lines: string[] = []
  const log = createLog("info", (line) => lines.push(line))
  const images = given.images ?? createDiskImageStore(folder)
  const variants = createVariants({ images, log })
  const parts: Parts = {
    settings: readSettings(settings),
    log,
    metrics,
    now: () => new Date(),
    images,
    variants,
    pages: new Hono<AppEnv>(),
    ...given,
    db,
  }
  const app = createApp(parts)
  return {
    ...parts,
    app,
    /** The folders of the image store's originals and variants. */
    uploads: join(folder, "uploads"),
    variantsFolder: join(folder, "variants"),
    lines,
    request: (path: string, init?: RequestInit) => app.request(path, init),
    postJson: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      app.request(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await parts.variants.stop()
      await db.destroy()
      if (!dataDir) rmSync(folder, { recursive: true })
    },
  }
}
