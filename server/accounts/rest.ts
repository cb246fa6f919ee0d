import { Hono } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { readJson } from "#server/http/json-body.ts"
import { fromWire, withWireErrors } from "#server/http/wire-names.ts"
import { accountsRouter } from "./router.ts"

/** The REST names of a registration. */
export const registrationNames = { confirmPassword: "confirm_password" } as const

export const accountsRest = new Hono<AppEnv>()
  .post("/api/login", textBodyLimit, async (c) => {
    const { account, token } = await callerFor(c, accountsRouter).signIn(await readJson(c))
    return c.json({ success: true, message: messages.signedIn, token, user: account })
  })
  .post("/api/register", textBodyLimit, async (c) => {
    const registration = fromWire(registrationNames, await readJson(c))
    await withWireErrors(registrationNames, () => callerFor(c, accountsRouter).register(registration))
    return c.json({ success: true, message: messages.registered }, 201)
  })
  .post("/api/logout", async (c) => {
    await callerFor(c, accountsRouter).signOut()
    return c.json({ success: true })
  })
