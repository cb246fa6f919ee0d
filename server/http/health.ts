import { Hono } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import type { Database } from "#server/database/core/database.ts"
import type { ImageStore } from "#server/storage/image-store.ts"
import type { AppEnv } from "./app-env.ts"

interface Options {
  isStopping: () => boolean
}

/**
 * Health tells operators; without its image store the site still serves pages. Readiness tells a load balancer, which
 * sends no more requests to an instance that is about to stop.
 */
export function healthRest({ isStopping }: Options) {
  return new Hono<AppEnv>()
    .get("/api/health", async (c) => {
      const { db, images } = c.get("context")
      const parts = { database: await check(readDatabase(db)), images: await check(checkImages(images)) }
      c.header("Cache-Control", "no-store")
      if (parts.database === "ok") return c.json({ status: "ok", parts })
      return c.json({ success: false, message: messages.busy, parts }, 503)
    })
    .get("/api/ready", async (c) => {
      c.header("Cache-Control", "no-store")
      const isReady = !isStopping() && (await check(readDatabase(c.get("context").db))) === "ok"
      return isReady ? c.json({ status: "ok" }) : c.json({ success: false, message: messages.busy }, 503)
    })
}

async function check(reading: Promise<unknown>): Promise<"ok" | "failing"> {
  return reading.then(
    () => "ok",
    () => "failing",
  )
}

function readDatabase(db: Database) {
  return db.selectFrom("contentVersion").select("version").executeTakeFirstOrThrow()
}

/** A remote store that does not answer in this time counts as failing. */
const IMAGES_TIMEOUT_MS = 2000

function checkImages(images: ImageStore) {
  const timeout = new Promise((_, reject) => AbortSignal.timeout(IMAGES_TIMEOUT_MS).addEventListener("abort", reject))
  return Promise.race([images.check(), timeout])
}
