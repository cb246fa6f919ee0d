import { type Context, Hono } from "hono"
import { accountsRouter } from "#server/accounts/router.ts"
import { toAppError } from "#server/errors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse } from "#server/http/cached-response.ts"
import { type RejectedForm, submit } from "./forms.ts"
import { addPrivateHeaders } from "./private-headers.ts"
import { type Bundle, renderForRequest } from "./render.ts"

type Fields = Record<string, string>

/** What the forms of mailed links do. Opening a link uses nothing up: mail servers open links too, to check them. */
const links = {
  "/reinitialiser": async (c: Context<AppEnv>, token: string, fields: Fields) => {
    // Only without JavaScript it is asked for twice.
    const { password, confirmPassword = password } = fields
    await callerFor(c, accountsRouter).resetPassword({ token, password, confirmPassword })
    return "/login?reinitialise=true"
  },
  "/confirmer-adresse": async (c: Context<AppEnv>, token: string) => {
    await callerFor(c, accountsRouter).confirmEmail(token)
    return `/confirmer-adresse/${encodeURIComponent(token)}?faite=1`
  },
}

/** Pages of links that were mailed to the holder of an account, who alone has them. */
export function accountLinks(bundle: () => Promise<Bundle>) {
  const app = new Hono<AppEnv>()

  async function render(c: Context<AppEnv>, rejected?: RejectedForm) {
    return createCachedResponse(await renderForRequest(c, await bundle(), { rejected })).respond(c.req.raw)
  }

  for (const [start, work] of Object.entries(links)) {
    const path = `${start}/:token`
    app
      .use(path, addPrivateHeaders)
      .get(path, (c) => render(c))
      .post(path, textBodyLimit, async (c) => {
        const token = c.req.param("token") ?? ""
        const result = await submit(c, (fields) =>
          orPage(work(c, token, fields), `${start}/${encodeURIComponent(token)}`),
        )
        return typeof result === "string" ? c.redirect(result, 303) : render(c, result)
      })
  }
  return app
}

/** The page itself says that its link has expired. */
async function orPage(target: Promise<string>, page: string): Promise<string> {
  try {
    return await target
  } catch (error) {
    if (toAppError(error).code === "not_found") return page
    throw error
  }
}
