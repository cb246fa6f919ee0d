import { type Context, Hono } from "hono"
import { etag } from "hono/etag"
import { words } from "#server/contract/words.ts"
import { readJson, readNumber } from "#server/json.ts"
import { withMultipart } from "#server/multipart.ts"
import { type AppEnv, callerFor, requireAdmin } from "#server/trpc.ts"
import { projectFormsRouter, projectsRouter } from "./router.ts"
import { fromForm, fromWire, inWireNames, toWire } from "./wire.ts"

export const projectsRest = new Hono<AppEnv>()
  .get("/api/projects", etag(), answerList)
  .get("/projects", etag(), answerList)
  .get("/api/projects/:id", async (c) => {
    c.header("Cache-Control", "no-cache")
    return c.json(toWire(await callerFor(c, projectsRouter).get(readNumber(c.req.param("id")))))
  })
  .post("/api/projects", async (c) => {
    await requireAdmin(c)
    const project = await withMultipart(c, (form) =>
      inWireNames(callerFor(c, projectFormsRouter).create(fromForm(form))),
    )
    return c.json({ success: true, message: words.projectCreated, project }, 201)
  })
  .put("/api/projects/:id", async (c) => {
    const { update } = callerFor(c, projectsRouter)
    // A change of nothing: who may change the project is shown it as it is, before the body is read.
    const present = await update({ id: readNumber(c.req.param("id")) })
    const project = await inWireNames(update(fromWire(await readJson(c), present)))
    return c.json({ success: true, message: words.projectUpdated, project })
  })
  .delete("/api/projects/:id", answerDeletion)
  .delete("/projects/:id", answerDeletion)

async function answerDeletion(c: Context<AppEnv, "/projects/:id">) {
  await callerFor(c, projectsRouter).delete(readNumber(c.req.param("id")))
  return c.json({ success: true, message: words.projectDeleted })
}

async function answerList(c: Context<AppEnv>) {
  const { sector, limit, after } = c.req.query()
  const filter = {
    ...(sector !== undefined && { sector }),
    ...(limit !== undefined && { limit: readNumber(limit) }),
    ...(after !== undefined && { after: readNumber(after) }),
  }
  const { list } = callerFor(c, projectsRouter)
  const projects = await list(filter)
  const last = projects.at(-1)
  if (last && projects.length === filter.limit && (await list({ ...filter, limit: 1, after: last.id })).length > 0) {
    const next = new URLSearchParams({ ...c.req.query(), after: String(last.id) })
    c.header("Link", `<${c.req.path}?${next}>; rel="next"`)
  }
  c.header("Cache-Control", "no-cache")
  return c.json(projects.map(toWire))
}
