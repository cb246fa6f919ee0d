import { initTRPC, TRPCError } from "@trpc/server"
import type { Context as HonoContext } from "hono"
import type { EmailService } from "./contract/messages.ts"
import type { Database } from "./database/write.ts"
import { toAppError } from "./errors.ts"
import type { Log } from "./log.ts"

/** What every procedure may use. */
export interface Context {
  db: Database
  log: Log
  now: () => Date
  /** Of whoever asks, as limits count it. */
  address: string
  rateLimits: boolean
  emailService: EmailService | undefined
  /** The mail room, told that a message waits; undefined where no mail is configured. */
  outbox: Outbox | undefined
}

export interface Outbox {
  wake(): void
}

export interface AppEnv {
  Variables: { context: Context; requestId: string; origin: string }
}

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const { message, code, fields, retryAfter } = toAppError(error)
    const { path } = shape.data
    return { ...shape, message, data: { code, httpStatus: toAppError(error).status, path, fields, retryAfter } }
  },
})

export const router = t.router

/** Open to everyone. Whatever fails inside leaves as one of our errors. */
export const publicProcedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const error = toAppError(result.error)
  throw new TRPCError({ code: error.trpcCode, message: error.message, cause: error })
})

/** The procedures of a room, called in process with the authority of the request. */
export function callerFor<Caller>(c: HonoContext<AppEnv>, rooms: { createCaller(ctx: Context): Caller }): Caller {
  return rooms.createCaller(c.get("context"))
}
