import { type Context, Hono } from "hono"
import type { Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse, type ResponseContent } from "#server/http/cached-response.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { withMultipart } from "#server/http/multipart.ts"
import { sendCached } from "#server/http/send-cached.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { requireRole } from "#server/trpc/procedures.ts"
import { createProject } from "./commands.ts"
import { projectsRouter } from "./router.ts"
import { changeFromWire, inWireNames, projectToWire, readProjectForm } from "./wire.ts"

export const projectsRest = new Hono<AppEnv>()
  .get("/api/projects", respondList)
  .get("/projects", respondList)
  .get("/api/projects/:id", async (c) => {
    c.header("Cache-Control", "no-cache")
    return c.json(projectToWire(await callerFor(c, projectsRouter).get(readNumber(c.req.param("id")))))
  })
  .post("/api/projects", async (c) => {
    const context = c.get("context")
    const account = await requireRole(context, "admin")
    const project = await withMultipart(c, (form) =>
      inWireNames(async () => createProject({ ...context, account }, readProjectForm(form))),
    )
    return c.json({ success: true, message: messages.projectCreated, project }, 201)
  })
  .put("/api/projects/:id", textBodyLimit, async (c) => {
    await requireRole(c.get("context"), "admin")
    const { get, update } = callerFor(c, projectsRouter)
    const current = await get(readNumber(c.req.param("id")))
    const body = await readJson(c)
    const project = await inWireNames(async () => update(changeFromWire(body, current)))
    return c.json({ success: true, message: messages.projectUpdated, project })
  })
  .delete("/api/projects/:id", respondDeletion)
  .delete("/projects/:id", respondDeletion)

async function respondDeletion(c: Context<AppEnv, "/projects/:id">) {
  await callerFor(c, projectsRouter).delete(readNumber(c.req.param("id")))
  return c.json({ success: true, message: messages.projectDeleted })
}

/** The whole list and those of sectors are cached; a limited part is read for each request. */
async function respondList(c: Context<AppEnv>) {
  const { sector, limit, after } = c.req.query()
  const parsed = sector === undefined ? undefined : findSector(sector)
  // The procedure rejects an unknown sector.
  if (limit !== undefined || after !== undefined || (sector !== undefined && !parsed))
    return createCachedResponse(await readListPart(c)).respond(c.req.raw)
  const path = parsed ? `${c.req.path}?sector=${SECTOR_SLUGS[parsed]}` : c.req.path
  return sendCached(c, path, async () => {
    const { list } = callerFor(c, projectsRouter, anonymousContext(c.get("context")))
    return toContent(await list({ sector: parsed }))
  })
}

async function readListPart(c: Context<AppEnv>): Promise<ResponseContent> {
  const { sector, limit, after } = c.req.query()
  const filter = { sector, limit: limit && readNumber(limit), after: after && readNumber(after) }
  const { list } = callerFor(c, projectsRouter)
  const projects = await list(filter)
  const content = toContent(projects)
  const last = projects.at(-1)
  if (last && projects.length === filter.limit && (await list({ ...filter, limit: 1, after: last.id })).length > 0) {
    const next = new URLSearchParams({ ...c.req.query(), after: String(last.id) })
    content.headers.Link = `<${c.req.path}?${next}>; rel="next"`
  }
  return content
}

function toContent(projects: Project[]): ResponseContent {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-cache" }
  return { status: 200, headers, body: JSON.stringify(projects.map(projectToWire)) }
}
