import { type Context, Hono } from "hono"
import type { Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { findSector, SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { jsonBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse, type ResponseContent } from "#server/http/cached-response.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { withMultipart } from "#server/http/multipart.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { requireRole } from "#server/trpc/procedures.ts"
import { projectFormsRouter, projectsRouter } from "./router.ts"
import { fromForm, fromWire, inWireNames, toWire } from "./wire.ts"

export const projectsRest = new Hono<AppEnv>()
  .get("/api/projects", answerList)
  .get("/projects", answerList)
  .get("/api/projects/:id", async (c) => {
    c.header("Cache-Control", "no-cache")
    return c.json(toWire(await callerFor(c, projectsRouter).get(readNumber(c.req.param("id")))))
  })
  .post("/api/projects", async (c) => {
    await requireRole(c.get("context"), "admin")
    const project = await withMultipart(c, (form) =>
      inWireNames(callerFor(c, projectFormsRouter).create(fromForm(form))),
    )
    return c.json({ success: true, message: messages.projectCreated, project }, 201)
  })
  .put("/api/projects/:id", jsonBodyLimit, async (c) => {
    const { update } = callerFor(c, projectsRouter)
    // A change of nothing: who may change the project is shown it as it is, before the body is read.
    const present = await update({ id: readNumber(c.req.param("id")) })
    const project = await inWireNames(update(fromWire(await readJson(c), present)))
    return c.json({ success: true, message: messages.projectUpdated, project })
  })
  .delete("/api/projects/:id", answerDeletion)
  .delete("/projects/:id", answerDeletion)

async function answerDeletion(c: Context<AppEnv, "/projects/:id">) {
  await callerFor(c, projectsRouter).delete(readNumber(c.req.param("id")))
  return c.json({ success: true, message: messages.projectDeleted })
}

/** The whole list, or that of a sector, is kept; a part of it is read for whoever pages through it. */
async function answerList(c: Context<AppEnv>) {
  const { sector, limit, after } = c.req.query()
  const known = sector === undefined ? undefined : findSector(sector)
  // An unknown sector is rejected there as well.
  if (limit !== undefined || after !== undefined || (sector !== undefined && !known))
    return createCachedResponse(await readPart(c)).respond(c.req.raw)
  const path = known ? `${c.req.path}?sector=${SECTOR_SLUGS[known]}` : c.req.path
  return sendCached(c, path, async () => {
    const { list } = projectsRouter.createCaller(anonymousContext(c.get("context")))
    return inJson(await list(known ? { sector: known } : {}))
  })
}

async function readPart(c: Context<AppEnv>): Promise<ResponseContent> {
  const { sector, limit, after } = c.req.query()
  const filter = {
    ...(sector !== undefined && { sector: sector as Sector }),
    ...(limit !== undefined && { limit: readNumber(limit) }),
    ...(after !== undefined && { after: readNumber(after) }),
  }
  const { list } = callerFor(c, projectsRouter)
  const projects = await list(filter)
  const part = inJson(projects)
  const last = projects.at(-1)
  if (last && projects.length === filter.limit && (await list({ ...filter, limit: 1, after: last.id })).length > 0) {
    const next = new URLSearchParams({ ...c.req.query(), after: String(last.id) })
    part.headers.Link = `<${c.req.path}?${next}>; rel="next"`
  }
  return part
}

function inJson(projects: Project[]): ResponseContent {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  return { status: 200, headers, body: JSON.stringify(projects.map(toWire)) }
}
