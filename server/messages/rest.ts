import { Hono } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { readJson, readNumber } from "#server/http/json-body.ts"
import { readPart } from "#server/http/list-part.ts"
import { messagesRouter } from "./router.ts"

export const messagesRest = new Hono<AppEnv>()
  .post("/api/contact", textBodyLimit, async (c) => {
    const { id } = await callerFor(c, messagesRouter).send(await readJson(c))
    return c.json({ success: true, message: messages.messageSent, id }, 201)
  })
  .get("/api/contact-messages", async (c) => {
    const { list } = callerFor(c, messagesRouter)
    const { rows, headers } = await readPart(c, list)
    return c.json(rows, 200, headers)
  })
  .delete("/api/contact-messages/:id", async (c) => {
    await callerFor(c, messagesRouter).delete(readNumber(c.req.param("id")))
    return c.json({ success: true, message: messages.messageDeleted })
  })
