import { type Context, Hono } from "hono"
import { etag } from "hono/etag"
import { type AppEnv, callerFor } from "#server/trpc.ts"
import { projectsRouter } from "./router.ts"
import { toWire } from "./wire.ts"

export const projectsRest = new Hono<AppEnv>()
  .use("/api/projects", etag())
  .use("/projects", etag())
  .get("/api/projects", answerList)
  .get("/projects", answerList)
  .get("/api/projects/:id", async (c) => {
    c.header("Cache-Control", "no-cache")
    return c.json(toWire(await callerFor(c, projectsRouter).get(readNumber(c.req.param("id")))))
  })

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

/** A number written in decimal digits; anything else is NaN, which no schema takes. */
function readNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
