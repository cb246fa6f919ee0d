import { initTRPC, TRPCError } from "@trpc/server"
import type { Account, Role } from "#server/contract/accounts.ts"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError, toAppError } from "#server/errors.ts"
import type { Context } from "./context.ts"

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error }) {
    const { message, code, status: httpStatus, fields, retryAfter, current } = toAppError(error)
    const { path } = shape.data
    // Only projects and the site's content have edit conflicts.
    const conflicting = current as ManagedProject | EditedPage | undefined
    return { ...shape, message, data: { code, httpStatus, path, fields, retryAfter, current: conflicting } }
  },
})

export const router = t.router

/** Open to everyone. Every error becomes an AppError. */
export const publicProcedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const error = toAppError(result.error)
  throw new TRPCError({ code: error.trpcCode, message: error.message, cause: error })
})

/** For signed-in accounts. */
export const accountProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { account: await requireRole(ctx, "user") } }),
)

export const adminProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: { account: await requireRole(ctx, "admin") } }),
)

/** Returns the signed-in account when it has at least that role. */
export async function requireRole(ctx: Pick<Context, "currentAccount">, role: Role): Promise<Account> {
  const account = await ctx.currentAccount()
  if (!account) throw new AppError("unauthorized", messages.signInRequired)
  if (role === "admin" && account.role !== "admin") throw new AppError("forbidden", messages.adminOnly)
  return account
}
