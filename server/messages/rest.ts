import { Hono } from "hono"
import { words } from "#server/contract/words.ts"
import { readJson, readNumber } from "#server/json.ts"
import { type AppEnv, callerFor } from "#server/trpc.ts"
import { messagesRouter } from "./router.ts"

export const messagesRest = new Hono<AppEnv>()
  .post("/api/contact", async (c) => {
    const { id } = await callerFor(c, messagesRouter).send(await readJson(c))
    return c.json({ success: true, message: words.messageSent, id }, 201)
  })
  .get("/api/contact-messages", async (c) => c.json(await callerFor(c, messagesRouter).list()))
  .delete("/api/contact-messages/:id", async (c) => {
    await callerFor(c, messagesRouter).delete(readNumber(c.req.param("id")))
    return c.json({ success: true, message: words.messageDeleted })
  })
