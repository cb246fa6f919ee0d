import { type Context, Hono } from "hono"
import { factorsRouter } from "#server/accounts/factors-router.ts"
import { accountsRouter } from "#server/accounts/router.ts"
import { usersRouter } from "#server/accounts/users-router.ts"
import { PRIVATE_PATHS } from "#server/contract/private-paths.ts"
import { toAppError } from "#server/errors.ts"
import { type AppEnv, createCaller } from "#server/http/app-env.ts"
import { textBodyLimit } from "#server/http/body-limit.ts"
import { sendUncached } from "#server/http/send-cached.ts"
import { additionLimit } from "#server/messages/entries.ts"
import { messagesRouter } from "#server/messages/router.ts"
import { openStatusLink } from "#server/messages/status-links.ts"
import { afterSignIn } from "./after-sign-in.ts"
import { picturesBodyLimit, type RejectedForm, submit, submitWithPictures, withPictures } from "./forms.ts"
import { type Bundle, renderForRequest } from "./render.ts"

/** Returns the URL to redirect to. */
type Work = (
  c: Context<AppEnv>,
  token: string,
  fields: Record<string, string>,
  files: readonly File[],
) => Promise<string>

/** The action of each page's form. Opening a link uses nothing up, since mail servers also open links to check them. */
const links: Record<string, Work> = {
  [PRIVATE_PATHS.reset]: async (c, token, { password = "", confirmPassword = password }) => {
    // Only without JavaScript does the form ask for the password twice.
    await createCaller(c, accountsRouter).resetPassword({ token, password, confirmPassword })
    return "/login?reinitialise=true"
  },
  [PRIVATE_PATHS.email]: async (c, token) => {
    await createCaller(c, accountsRouter).confirmEmail(token)
    return `${PRIVATE_PATHS.email}${encodeURIComponent(token)}?faite=1`
  },
  [PRIVATE_PATHS.factor]: async (c, token) => {
    await createCaller(c, factorsRouter).useLink(token)
    return "/admin"
  },
  [PRIVATE_PATHS.invitation]: async (c, token, fields) => {
    const signedIn = await createCaller(c, usersRouter).acceptInvitation({ ...fields, token })
    return afterSignIn(c, signedIn)
  },
  [PRIVATE_PATHS.request]: async (c, token, fields, files) => {
    const { text = "", idempotencyKey } = fields
    // Nobody's pictures are decoded for a link that does not work.
    await openStatusLink(c.get("context"), token)
    await withPictures(c, fields, files, (photos) =>
      createCaller(c, messagesRouter).add({ token, text, photos, idempotencyKey }),
    )
    return `${PRIVATE_PATHS.request}${encodeURIComponent(token)}?ajout=true#ajout`
  },
}

/** Serves pages that whoever has the link may open: for an account, an invitation or a request. */
export function privateLinks(bundle: () => Promise<Bundle>) {
  const app = new Hono<AppEnv>()

  async function render(c: Context<AppEnv>, rejected?: RejectedForm) {
    return sendUncached(c, await renderForRequest(c, await bundle(), { rejected }))
  }

  for (const [start, work] of Object.entries(links)) {
    const path = `${start}:token`
    const takesFiles = start === PRIVATE_PATHS.request
    app
      .get(path, (c) => render(c))
      .post(path, takesFiles ? picturesBodyLimit : textBodyLimit, async (c) => {
        const token = c.req.param("token") ?? ""
        const answer = (fields: Record<string, string>, files: readonly File[] = []) =>
          orPage(work(c, token, fields, files), start + encodeURIComponent(token))
        const result = await (takesFiles ? submitWithPictures(c, additionLimit, answer) : submit(c, answer))
        return typeof result === "string" ? c.redirect(result, 303) : render(c, result)
      })
  }
  return app
}

/** Redirects to the page itself, which says that its link no longer works. */
async function orPage(target: Promise<string>, page: string): Promise<string> {
  try {
    return await target
  } catch (error) {
    if (toAppError(error).code === "not_found") return page
    throw error
  }
}
