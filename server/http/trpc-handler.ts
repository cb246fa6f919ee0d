import { fetchRequestHandler } from "@trpc/server/adapters/fetch"
import type { Context as HonoContext } from "hono"
import { SectorPage } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, toAppError } from "#server/errors.ts"
import { appRouter } from "#server/router.ts"
import { anonymousContext, type Context } from "#server/trpc/context.ts"
import type { AppEnv } from "./app-env.ts"
import { sendKept } from "./fast-path.ts"
import { logFailure } from "./request-context.ts"

/** Calls in one request: a page needs a few, and each may read a whole list. */
const BATCH_LIMIT = 50

export function answerTrpc(c: HonoContext<AppEnv>): Promise<Response> {
  if (!isDecodable(new URL(c.req.url).pathname)) throw new AppError("not_found", messages.unknownPath)
  if (!takesBody(c)) throw new AppError("unsupported", messages.jsonRequired)
  const address = publicRead(c)
  if (!address) return call(c, c.req.raw, c.get("context"))
  return sendKept(c, address, async () => {
    // None of the request's headers: some change the form of the answer.
    const request = new Request(new URL(address, c.req.url))
    const response = await call(c, request, anonymousContext(c.get("context")))
    const headers = {
      "Content-Type": "application/json",
      "Cache-Control": response.status === 200 ? "no-cache" : "no-store",
    }
    return { status: response.status, headers, body: await response.text() }
  })
}

/** tRPC would take forms and bytes as well, which another site's page can send without asking. */
function takesBody({ req }: HonoContext<AppEnv>): boolean {
  return req.method !== "POST" || /^application\/json *(;|$)/.test(req.header("Content-Type") ?? "")
}

/**
 * The address of a read that is the same for everybody, kept as the public lists are: a page of a sector's list, asked
 * for alone and spelled as the site's own client spells it. Whatever else an address holds would be kept beside it.
 */
function publicRead({ req }: HonoContext<AppEnv>): string | undefined {
  if (req.method !== "GET" || req.path !== "/trpc/projects.page") return undefined
  const address = req.url.slice(req.url.indexOf("/trpc/"))
  const given = readObject(req.query("input"))
  const input = SectorPage.safeParse(given[0])
  if (!input.success) return undefined
  const spelled = encodeURIComponent(JSON.stringify({ 0: { sector: input.data.sector, page: input.data.page } }))
  return address === `/trpc/projects.page?batch=1&input=${spelled}` ? address : undefined
}

/** Whether every escape in it stands for a letter; tRPC fails where one does not. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function readObject(text = ""): Record<number, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function call(c: HonoContext<AppEnv>, request: Request, context: Context): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/trpc",
    req: request,
    router: appRouter,
    createContext: () => context,
    maxBatchSize: BATCH_LIMIT,
    responseMeta({ errors }) {
      const retryAfter = errors.map((error) => toAppError(error).retryAfter).find((seconds) => seconds !== undefined)
      return retryAfter ? { headers: { "Retry-After": String(retryAfter) } } : {}
    },
    onError: ({ error, path }) => logFailure(c, error, path),
  })
}
