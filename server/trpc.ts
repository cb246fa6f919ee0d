import { initTRPC, TRPCError } from "@trpc/server"
import type { Context as HonoContext } from "hono"
import type { Account } from "./contract/accounts.ts"
import type { EmailService } from "./contract/messages.ts"
import type { Project } from "./contract/projects.ts"
import { words } from "./contract/words.ts"
import type { Database } from "./database/write.ts"
import { AppError, toAppError } from "./errors.ts"
import type { Variants } from "./images/variants.ts"
import type { KeptAnswers } from "./kept/answers.ts"
import type { Log } from "./log.ts"

/** What every procedure may use. */
export interface Context {
  db: Database
  log: Log
  now: () => Date
  /** Of whoever asks, as limits count it. */
  address: string
  userAgent: string | null
  cookies: Cookies
  /** Whoever is logged in, read once a request and only when it is asked for. */
  account: () => Promise<Account | undefined>
  rateLimits: boolean
  emailService: EmailService | undefined
  /** The mail room, told that a message waits; undefined where no mail is configured. */
  outbox: Outbox | undefined
  /** The folder of stored pictures. */
  uploads: string
  variants: Variants
  /** The call's body is of a type that no call takes: whoever may make the call is told so. */
  bodyRefused: boolean
}

export interface Cookies {
  read(name: CookieName): string | undefined
  /** HttpOnly, SameSite=Lax, for the whole site; an age of 0 removes it. */
  write(name: CookieName, value: string, maxAgeSeconds: number): void
}

export type CookieName = "session" | "known"

/** What a procedure of somebody logged in may use. */
export interface AccountContext extends Context {
  signedIn: Account
}

export interface Outbox {
  wake(): void
}

/** The context of a visitor whom nobody knows: what is made with it may be shown to everybody. */
export function withoutVisitor(context: Context): Context {
  const cookies = { read: () => undefined, write: () => {} }
  return { ...context, address: "", userAgent: null, cookies, account: async () => undefined }
}

export interface AppEnv {
  Variables: { context: Context; requestId: string; origin: string; kept: KeptAnswers }
}

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const { message, code, status: httpStatus, fields, retryAfter, ...refusal } = toAppError(error)
    const { path } = shape.data
    // Only a project stands in a call's way so far.
    const present = refusal.present as Project | undefined
    return { ...shape, message, data: { code, httpStatus, path, fields, retryAfter, present } }
  },
})

export const router = t.router

/** Whatever fails inside leaves as one of our errors. */
const anyProcedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const error = toAppError(result.error)
  throw new TRPCError({ code: error.trpcCode, message: error.message, cause: error })
})

const signedInProcedure = anyProcedure.use(async ({ ctx, next }) => {
  const signedIn = await ctx.account()
  if (!signedIn) throw new AppError("unauthorized", words.notSignedIn)
  return next({ ctx: { signedIn } })
})

const administratorsProcedure = signedInProcedure.use(({ ctx, next }) => {
  if (ctx.signedIn.role !== "admin") throw new AppError("forbidden", words.adminOnly)
  return next()
})

/** Authority is judged before the body is looked at, be it by its type alone. */
const withBody = t.middleware(({ ctx, next }) => {
  if (ctx.bodyRefused) throw new AppError("unsupported", words.jsonOnly)
  return next()
})

/** Open to everyone. */
export const publicProcedure = anyProcedure.use(withBody)

/** For whoever is logged in. */
export const accountProcedure = signedInProcedure.use(withBody)

export const adminProcedure = administratorsProcedure.use(withBody)

const authority = router({ administer: adminProcedure.mutation(() => undefined) })

/** For a call whose body is read only once it is known who asks; the procedure it ends in judges again. */
export async function requireAdmin(c: HonoContext<AppEnv>): Promise<void> {
  await callerFor(c, authority).administer()
}

/** The procedures of a room, called in process with the authority of the request. */
export function callerFor<Caller>(c: HonoContext<AppEnv>, rooms: { createCaller(ctx: Context): Caller }): Caller {
  return rooms.createCaller(c.get("context"))
}
