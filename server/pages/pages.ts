import { Hono } from "hono"
import { toAppError } from "#server/errors.ts"
import { describeFailure } from "#server/log.ts"
import type { AppEnv } from "#server/trpc.ts"
import type { Bundle } from "./bundle.ts"
import { plainPage } from "./document.ts"
import { submitContact } from "./forms.ts"
import { renderPage } from "./render.ts"
import { sitemap } from "./sitemap.ts"

/** Where the contact form leads once its request is stored. */
const SENT = "/contact/merci"

/** Every public page, and the posts of forms without JavaScript. `bundle` may change while the client is developed. */
export function pages(bundle: () => Promise<Bundle>) {
  return new Hono<AppEnv>()
    .route("/", sitemap)
    .post("/contact", async (c) => {
      c.header("Cache-Control", "no-store")
      const refusal = await submitContact(c)
      if (!refusal) return c.redirect(SENT, 303)
      return renderPage(c, await bundle(), refusal)
    })
    .get("*", async (c) => renderPage(c, await bundle()))
    .onError((error, c) => {
      const { code, status, message, cause } = toAppError(error)
      if (code === "internal") {
        const { log } = c.get("context")
        log.error("page", { requestId: c.get("requestId"), path: c.req.path, failure: describeFailure(cause ?? error) })
      }
      return c.html(plainPage(message), status, { "Cache-Control": "no-store" })
    })
}
