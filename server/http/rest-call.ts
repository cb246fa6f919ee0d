import { Hono, type Context as HonoContext, type MiddlewareHandler, type Next } from "hono"
import type * as z from "zod/mini"
import type { Right } from "#server/contract/domains/domains.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { requireAccountContext } from "./account-context.ts"
import type { AppEnv } from "./app-env.ts"
import type { Body, DocumentedResponse, Parameter } from "./rest-parts.ts"

export const TAGS = {
  projets: "Projets",
  demandes: "Demandes",
  images: "Images",
  statistiques: "Statistiques",
  contenu: "Contenu du site",
  session: "Session",
  service: "Service",
} as const

type Tag = keyof typeof TAGS

/** A method and a path, as Hono takes them. */
type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`

type PathOf<Of extends Route> = Of extends `${string} ${infer Path}` ? Path : never

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** What the documentation says of a call, beside its route and its right. */
interface Description {
  title: string
  text?: string
  path?: Record<string, Parameter>
  query?: Record<string, Parameter>
  headers?: Record<string, Parameter>
  body?: Body
  responses: Partial<Record<200 | 201 | 204 | 304, DocumentedResponse>>
  /** The failures of a call beyond those that its right, body and method and the limits of tokens cause. */
  errors?: readonly (400 | 404 | 409)[]
  /** The schema of a failure whose body has another shape. */
  errorSchemas?: Partial<Record<403 | 409 | 503, z.core.$ZodType>>
  /** Another limit by client or token, beside that of tokens. */
  limit?: string
  /** Whether the call accepts an API token. */
  takesToken?: boolean
  /** Whether a session must have given the password or a passkey recently. */
  reauthenticated?: boolean
}

/** Each parameter of the path must be described. */
type Described<Of extends Route, Caller> = Description &
  ([NamesIn<PathOf<Of>>] extends [never] ? { path?: never } : { path: Record<NamesIn<PathOf<Of>>, Parameter> }) & {
    answer: (c: HonoContext<AppEnv, PathOf<Of>>, context: Caller) => Response | Promise<Response>
  }

interface Call extends Description {
  route: Route
  right?: Right
  handlers: readonly MiddlewareHandler<AppEnv>[]
}

/** A REST call: the app mounts it, and the documentation describes it. */
export interface RestCall extends Call {
  tag: Tag
}

/** Makes a call whose answer is given that context. */
export type CallOf<Caller> = <const Of extends Route>(route: Of, described: Described<Of, Caller>) => Call

export function restCalls(tag: Tag, calls: readonly Call[]): RestCall[] {
  return calls.map((call) => ({ ...call, tag }))
}

/** Returns a call that everybody may make. */
export function publicCall<const Of extends Route>(route: Of, call: Described<Of, Context>): Call {
  const respond = async (c: HonoContext<AppEnv>) => call.answer(c, c.get("context"))
  return { ...call, route, handlers: [...(call.body?.receive ?? []), respond] }
}

/** Returns a call that needs the right, which is checked before the body is received. */
export function callFor<const Of extends Route>(right: Right, route: Of, call: Described<Of, AccountContext>): Call {
  const { reauthenticated, body } = call
  const authorize = async (c: HonoContext<AppEnv>, next: Next) => {
    c.set("accountContext", await requireAccountContext(c, right, { reauthenticated }))
    await next()
  }
  const respond = async (c: HonoContext<AppEnv>) => call.answer(c, c.get("accountContext"))
  return { ...call, route, right, handlers: [authorize, ...(body?.receive ?? []), respond] }
}

export function mountCalls(calls: readonly RestCall[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const { route, handlers } of calls) {
    const [method = "", path = ""] = route.split(" ")
    app.on(method, [path], ...handlers)
  }
  return app
}
