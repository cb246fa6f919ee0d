import { Hono } from "hono"
import { PersonSelection } from "#server/contract/messages.ts"
import { messages } from "#server/contract/response-messages.ts"
import { requireAccountContext } from "#server/http/account-context.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { jsonDownload } from "#server/http/download.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { readListPage } from "#server/http/list-page.ts"
import { exportPerson } from "./person.ts"
import { photoUploadsRest } from "./photo-uploads-rest.ts"
import { messagesRouter } from "./router.ts"

export const messagesRest = new Hono<AppEnv>()
  .post("/api/contact", textBodyLimit, async (c) => {
    const { statusUrl, ...receipt } = await callerFor(c, messagesRouter).send(await readJson(c))
    return c.json(
      { success: true, message: messages.messageSent, ...receipt, statusUrl: c.get("origin") + statusUrl },
      201,
    )
  })
  .route("/", photoUploadsRest)
  .get("/api/contact-messages", async (c) => {
    const { list } = callerFor(c, messagesRouter)
    const state = c.req.query("state")
    const { rows, headers } = await readListPage(
      c,
      "state",
      (page) => list({ ...page, state }),
      ({ createdAt }) => createdAt,
    )
    return c.json(rows, 200, headers)
  })
  .get("/api/admin/messages/:id/person", async (c) => {
    const context = await requireAccountContext(c, "people.export", { reauthenticated: true })
    const others = c.req.query("avec")?.split(",").map(readNumber)
    const selected = PersonSelection.parse({ id: readNumber(c.req.param("id")), others })
    return jsonDownload(`demandes-${selected.id}.json`, await exportPerson(context, selected))
  })
  .delete("/api/contact-messages/:id", async (c) => {
    await callerFor(c, messagesRouter).delete(readNumber(c.req.param("id")))
    return c.json({ success: true, message: messages.messageDeleted })
  })
