import { type Context, Hono } from "hono"
import { toAppError } from "#server/errors.ts"
import { type AppEnv, callerFor } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { createCachedResponse } from "#server/http/cached-response.ts"
import { messagesRouter } from "#server/messages/router.ts"
import { type RejectedForm, submit } from "./forms.ts"
import { addPrivateHeaders } from "./private-headers.ts"
import { type Bundle, renderForRequest } from "./render.ts"

const PATH = "/demande/:token"

/** A request's page for its sender, who alone has the link: its URL must reach no other site and no cache. */
export function requestStatus(bundle: () => Promise<Bundle>) {
  async function render(c: Context<AppEnv>, rejected?: RejectedForm) {
    return createCachedResponse(await renderForRequest(c, await bundle(), { rejected })).respond(c.req.raw)
  }

  return new Hono<AppEnv>()
    .use(PATH, addPrivateHeaders)
    .get(PATH, (c) => render(c))
    .post(PATH, textBodyLimit, async (c) => {
      const token = c.req.param("token")
      const result = await submit(c, ({ text, requestId }) => add(c, { token, text, requestId }))
      return typeof result === "string" ? c.redirect(result, 303) : render(c, result)
    })
}

/** Returns the URL to redirect to: the page itself says that its link has expired. */
async function add(c: Context<AppEnv>, addition: Record<"token" | "text" | "requestId", string | undefined>) {
  const path = `/demande/${encodeURIComponent(addition.token ?? "")}`
  try {
    await callerFor(c, messagesRouter).add({ ...addition, text: addition.text ?? "" })
    return `${path}?ajout=true#ajout`
  } catch (error) {
    if (toAppError(error).code === "not_found") return path
    throw error
  }
}
