import { Hono } from "hono"
import { toAppError } from "#server/errors.ts"
import { logFailure } from "#server/requests.ts"
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
      const { status, message } = toAppError(error)
      logFailure(c, error)
      return c.html(plainPage(message), status, { "Cache-Control": "no-store" })
    })
}
