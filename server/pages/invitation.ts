import { type Context, Hono } from "hono"
import { usersRouter } from "#server/accounts/users-router.ts"
import { hasRight } from "#server/contract/rights.ts"
import { toAppError } from "#server/errors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse } from "#server/http/cached-response.ts"
import { type RejectedForm, submit } from "./forms.ts"
import { addPrivateHeaders } from "./private-headers.ts"
import { type Bundle, renderForRequest } from "./render.ts"

const PATH = "/invitation/:token"

/** Where somebody who has the link makes an account: its URL must reach no other site and no cache. */
export function invitation(bundle: () => Promise<Bundle>) {
  async function render(c: Context<AppEnv>, rejected?: RejectedForm) {
    return createCachedResponse(await renderForRequest(c, await bundle(), { rejected })).respond(c.req.raw)
  }

  return new Hono<AppEnv>()
    .use(PATH, addPrivateHeaders)
    .get(PATH, (c) => render(c))
    .post(PATH, textBodyLimit, async (c) => {
      const token = c.req.param("token")
      const result = await submit(c, (fields) => accept(c, { ...fields, token }))
      return typeof result === "string" ? c.redirect(result, 303) : render(c, result)
    })
}

/** Returns the URL to redirect to: the page itself says that its link works no longer. */
async function accept(c: Context<AppEnv>, fields: { token: string }): Promise<string> {
  try {
    const { account } = await callerFor(c, usersRouter).acceptInvitation(fields)
    return hasRight(account.role, "office.open") ? "/admin/dashboard" : "/"
  } catch (error) {
    if (toAppError(error).code === "not_found") return `/invitation/${encodeURIComponent(fields.token)}`
    throw error
  }
}
