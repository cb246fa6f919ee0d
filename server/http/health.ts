import { Hono } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import type { AppEnv } from "./app-env.ts"

export const healthRest = new Hono<AppEnv>().get("/api/health", async (c) => {
  c.header("Cache-Control", "no-store")
  try {
    await c.get("context").db.selectFrom("contentVersion").select("version").executeTakeFirstOrThrow()
    return c.json({ status: "ok" })
  } catch {
    return c.json({ success: false, message: messages.busy }, 503)
  }
})
