import * as z from "zod/mini"
import { said } from "#server/http/described.ts"
import { publicCall, type RestCall, restCalls } from "#server/http/rest-call.ts"
import { json, NOT_MODIFIED, named } from "#server/http/rest-parts.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { createDocument } from "./document.ts"
import { PAGE_POLICY, renderDocsPage } from "./page.ts"

const OpenApi = named("OpenApi", z.looseObject({ openapi: said("La version d’OpenAPI", z.string()) }))

const cached = { "Cache-Control": "no-cache" }

/** Returns the calls, and those that describe them all. */
export function withDocs(calls: readonly RestCall[]): RestCall[] {
  const described = restCalls("service", [
    publicCall("GET /api/openapi.json", {
      title: "Obtenir cette documentation pour un programme",
      responses: { 200: json(OpenApi, "Le document OpenAPI 3.1", undefined, ["ETag"]), ...NOT_MODIFIED },
      answer: (c) =>
        sendCached(c, c.req.path, async () => ({
          status: 200,
          headers: { ...cached, "Content-Type": "application/json" },
          body: JSON.stringify(createDocument(all, c.get("origin"))),
        })),
    }),
    publicCall("GET /api/docs", {
      title: "Lire cette documentation",
      responses: { 200: { text: "La page", type: "text/html; charset=utf-8", headers: ["ETag"] }, ...NOT_MODIFIED },
      answer: (c) =>
        sendCached(c, c.req.path, async () => ({
          status: 200,
          headers: { ...cached, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": PAGE_POLICY },
          body: renderDocsPage(all, c.get("origin")),
        })),
    }),
  ])
  const all = [...calls, ...described]
  return all
}
