import type { Context as HonoContext } from "hono"
import type { Right } from "#server/contract/domains/domains.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { actingAs, requireReauthentication, requireRight } from "#server/trpc/procedures.ts"
import type { AppEnv } from "./app-env.ts"

/** Authorizes routes that receive or stream files, before the body is read, as procedures are authorized. */
export async function requireAccountContext(
  c: HonoContext<AppEnv>,
  right: Right,
  { reauthenticated = false } = {},
): Promise<AccountContext> {
  const context = c.get("context")
  const account = await requireRight(context, right)
  if (reauthenticated) requireReauthentication(account, context.now())
  return { ...context, ...actingAs(account, context), isHead: c.req.method === "HEAD" }
}
