import { Hono } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { jsonBodyLimit } from "#server/http/body-limit.ts"
import { readJson } from "#server/http/json-body.ts"
import { accountsRouter } from "./router.ts"
import { fromWire, inWireNames } from "./wire.ts"

export const accountsRest = new Hono<AppEnv>()
  .post("/api/login", jsonBodyLimit, async (c) => {
    const { account, token } = await callerFor(c, accountsRouter).signIn(await readJson(c))
    return c.json({ success: true, message: messages.signedIn, token, user: account })
  })
  .post("/api/register", jsonBodyLimit, async (c) => {
    await inWireNames(callerFor(c, accountsRouter).register(fromWire(await readJson(c))))
    return c.json({ success: true, message: messages.registered }, 201)
  })
  .post("/api/logout", async (c) => {
    await callerFor(c, accountsRouter).signOut()
    return c.json({ success: true })
  })
