import { type Context, Hono } from "hono"
import { Id } from "#server/contract/id.ts"
import type { ManagedProject, Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { findSector, SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { hashSecret } from "#server/hash-secret.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse, type ResponseContent } from "#server/http/cached-response.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { readListPage } from "#server/http/list-page.ts"
import { withMultipart } from "#server/http/multipart.ts"
import { sendCached, sendCachedList } from "#server/http/send-cached.ts"
import { isObject } from "#server/http/wire-names.ts"
import { anonymousContext } from "#server/trpc/context.ts"
import { callerHasRight } from "#server/trpc/procedures.ts"
import { createProject } from "./commands.ts"
import { getManagedProject } from "./queries.ts"
import { projectsRouter } from "./router.ts"
import { changeFromWire, inWireNames, managedToWire, projectToWire, readProjectForm } from "./wire.ts"

export const projectsRest = new Hono<AppEnv>()
  .get("/api/projects", respondList)
  .get("/projects", respondList)
  .get("/api/projects/:id", async (c) => {
    const { get, managed } = callerFor(c, projectsRouter)
    const id = readNumber(c.req.param("id"))
    if (await callerHasRight(c.get("context"), "projects.read")) return c.json(managedToWire(await managed(id)))
    c.header("Cache-Control", "no-cache")
    return c.json(projectToWire(await get(id)))
  })
  .post("/api/projects", async (c) => {
    const context = await requireAccountContext(c, "projects.write")
    const idempotencyKey = readIdempotencyKey(c, context.account.id)
    const project = await withMultipart(c, (form) =>
      inWireNames(async () => createProject(context, { ...readProjectForm(form), idempotencyKey })),
    )
    return c.json({ success: true, message: messages.projectCreated, project }, 201)
  })
  .put("/api/projects/:id", textBodyLimit, async (c) => {
    const { db } = await requireAccountContext(c, "projects.write")
    const { update } = callerFor(c, projectsRouter)
    const id = Id.parse(readNumber(c.req.param("id")))
    const body = await readJson(c)
    const project = await inWireNames(() =>
      retryOnConflict(async () => {
        // It is read directly, as the procedure needs the right to read, which an API token may lack.
        const current = await getManagedProject(db, id)
        return update(changeFromWire(body, current))
      }, !hasVersion(body)),
    )
    return c.json({ success: true, message: messages.projectUpdated, project })
  })
  .post("/api/projects/:id/restore", async (c) => {
    const { restore } = callerFor(c, projectsRouter)
    const project = await inWireNames(async () => restore(readNumber(c.req.param("id"))))
    return c.json({ success: true, message: messages.projectRestored, project })
  })
  .delete("/api/projects/:id", respondDeletion)
  .delete("/projects/:id", respondDeletion)

function hasVersion(body: unknown): boolean {
  return isObject(body) && body.version !== undefined
}

/** Somebody may change the project between its reading and its change; so many times in a row nobody does. */
const ATTEMPTS_MAX = 5

/** Repeats a change that asks for no version, and so must not fail because the project has another one by now. */
async function retryOnConflict(
  change: () => Promise<ManagedProject>,
  mayRetry: boolean,
  attempt = 1,
): Promise<ManagedProject> {
  try {
    return await change()
  } catch (error) {
    if (!mayRetry || attempt === ATTEMPTS_MAX || toAppError(error).code !== "conflict") throw error
    return retryOnConflict(change, mayRetry, attempt + 1)
  }
}

/** Reads the header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header); a key counts for its account. */
function readIdempotencyKey(c: Context<AppEnv>, accountId: number): string | undefined {
  const key = c.req.header("Idempotency-Key")
  if (key === undefined) return undefined
  if (!/^[!-~]{1,255}$/.test(key)) throw new AppError("invalid", messages.idempotencyKeyInvalid)
  return hashSecret(`${accountId} ${key}`)
}

async function respondDeletion(c: Context<AppEnv, "/projects/:id">) {
  await callerFor(c, projectsRouter).delete(readNumber(c.req.param("id")))
  return c.json({ success: true, message: messages.projectDeleted })
}

/** Keeps the newest projects of all sectors or one with the pages, and other parts of the lists apart from them. */
async function respondList(c: Context<AppEnv>) {
  const { sector, limit, after, at } = c.req.query()
  const parsed = sector === undefined ? undefined : findSector(sector)
  const create = () => readProjectPage(c, anonymousContext(c.get("context")))
  // The procedure rejects an unknown sector.
  if (sector !== undefined && !parsed) return createCachedResponse(await create()).respond(c.req.raw)
  const path = parsed ? `${c.req.path}?sector=${SECTOR_SLUGS[parsed]}` : c.req.path
  if (limit === undefined && after === undefined) return sendCached(c, path, create)
  const page = new URLSearchParams({
    ...(sector && { sector }),
    ...(limit && { limit }),
    ...(after && { after }),
    ...(at && { at }),
  })
  return sendCachedList(c, `${c.req.path}?${page}`, create)
}

function momentOf({ publishedAt, createdAt }: Project): string {
  return publishedAt ?? createdAt
}

async function readProjectPage(c: Context<AppEnv>, context = c.get("context")): Promise<ResponseContent> {
  const { list } = callerFor(c, projectsRouter, context)
  const { sector } = c.req.query()
  const { rows, headers } = await readListPage(c, "sector", (page) => list({ sector, ...page }), momentOf)
  return {
    status: 200,
    headers: { ...headers, "Content-Type": "application/json", "Cache-Control": "no-cache" },
    body: JSON.stringify(rows.map(projectToWire)),
  }
}
