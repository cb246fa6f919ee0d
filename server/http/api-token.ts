import type { Context as HonoContext } from "hono"
import { createMiddleware } from "hono/factory"
import type { SignedInAccount } from "#server/contract/accounts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { TOKEN_PREFIX } from "#server/contract/tokens.ts"
import { AppError } from "#server/errors.ts"
import { anonymousContext, type Context } from "#server/trpc/context.ts"
import { logRefusal } from "#server/trpc/log-refusal.ts"
import type { AppEnv } from "./app-env.ts"

interface Parts {
  readTokenAccount: (context: Context, token: string) => Promise<(SignedInAccount & { tokenId: number }) | undefined>
  /** Counts a request of that token, or throws `throttled`. */
  limitRequests: (tokenId: number, now: Date) => void
}

/** These are the REST calls; pages, /trpc and /metrics accept no API token. */
const restPath = /^\/(api\/|projects(\/|$)|uploads?(\/|$)|admin\/stats$)/

/**
 * Authenticates a REST call by its API token, as the account that created it and with the token's rights. Cookies are
 * neither read nor set, and an invalid token is rejected even where none is needed.
 */
export function acceptApiTokens({ readTokenAccount, limitRequests }: Parts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = bearerToken(c)
    if (token === undefined) return next()
    const context = c.get("context")
    c.req.raw.headers.delete("Cookie")
    const account = await readTokenAccount(context, token)
    if (!account) {
      logRefusal(context, "API token refused", {})
      c.header("WWW-Authenticate", "Bearer")
      throw new AppError("unauthorized", responseTexts.tokenInvalid)
    }
    if (context.rateLimits) limitRequests(account.tokenId, context.now())
    c.set("context", contextOf(context, account))
    await next()
  })
}

/** Counts limits by token, since programs share IP addresses with people. */
function contextOf(context: Context, account: SignedInAccount & { tokenId: number }): Context {
  const { clientIp, userAgent } = context
  const rateLimitKey = `token ${account.tokenId}`
  return { ...anonymousContext(context), clientIp, userAgent, rateLimitKey, currentAccount: async () => account }
}

/** Returns the Authorization header's API token, valid or not. The log-in response's token is no API token. */
export function bearerToken(c: HonoContext): string | undefined {
  if (!restPath.test(c.req.path)) return undefined
  const [scheme, ...rest] = c.req.header("Authorization")?.trim().split(/ +/) ?? []
  const token = rest.join(" ")
  return scheme?.toLowerCase() === "bearer" && token.startsWith(TOKEN_PREFIX) ? token : undefined
}
