import { Hono } from "hono"
import type { AppEnv } from "#server/http/app-env.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { createDocument } from "./document.ts"
import { PAGE_POLICY, renderDocsPage } from "./page.ts"

const cached = { "Cache-Control": "no-cache" }

export const apiDocsRest = new Hono<AppEnv>()
  .get("/api/openapi.json", (c) =>
    sendCached(c, c.req.path, async () => ({
      status: 200,
      headers: { ...cached, "Content-Type": "application/json" },
      body: JSON.stringify(createDocument(c.get("origin"))),
    })),
  )
  .get("/api/docs", (c) =>
    sendCached(c, c.req.path, async () => ({
      status: 200,
      headers: { ...cached, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE_POLICY },
      body: renderDocsPage(createDocument(c.get("origin"))),
    })),
  )
