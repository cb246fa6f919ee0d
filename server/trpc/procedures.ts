import { initTRPC, TRPCError } from "@trpc/server"
import { actorOf } from "#server/audit/audit-log.ts"
import { MAX_AUTHENTICATION_AGE_MS, type SignedInAccount } from "#server/contract/accounts.ts"
import type { EditedPage } from "#server/contract/content/edit.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError, type ErrorCode, toAppError } from "#server/errors.ts"
import type { AccountContext, Context } from "./context.ts"
import { logRefusal } from "./log-refusal.ts"

const t = initTRPC
  .context<Context>()
  .meta<{ right?: Right; isCacheable?: true }>()
  .create({
    errorFormatter({ shape, error }) {
      const { message, code, status: httpStatus, fields, retryAfter, current, reason } = toAppError(error)
      const { path } = shape.data
      // Only projects and the site's content have edit conflicts.
      const conflicting = current as ManagedProject | EditedPage | undefined
      return { ...shape, message, data: { code, httpStatus, path, reason, fields, retryAfter, current: conflicting } }
    },
  })

export const router = t.router

/** Admits everybody, and turns every error into an AppError. */
export const publicProcedure = t.procedure.use(async ({ ctx, path, next }) => {
  let start = performance.now()
  const run = () => {
    start = performance.now()
    return next()
  }
  const observe = (code?: ErrorCode) => ctx.observeProcedure(path, (performance.now() - start) / 1000, code)
  try {
    const result = await (ctx.callQueue?.(run) ?? run())
    if (!result.ok) throw result.error
    observe()
    return result
  } catch (failure) {
    const error = toAppError(failure)
    observe(error.code)
    throw new TRPCError({ code: error.trpcCode, message: error.message, cause: error })
  }
})

/** Is for queries whose results depend on nothing but their input and the site's content. */
export const contentProcedure = publicProcedure.meta({ isCacheable: true })

/** Requires a signed-in account of any role. */
export const accountProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: actingAs(await requireAccount(ctx), ctx) }),
)

/** Requires a session, which may lack its second factor, since people give that by such a call. */
export const sessionProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: actingAs(await requireSession(ctx), ctx) }),
)

/** Requires a session, which may lack a second factor only if a link has allowed to add the first one. */
export const enrolmentProcedure = sessionProcedure.use(async ({ ctx, next }) => {
  const { missingFactor } = ctx.account
  if (missingFactor === "code" || missingFactor === "link") throw factorRequired()
  return next()
})

/** Requires an account or API token with that right. */
export function procedureFor(right: Right) {
  return publicProcedure
    .meta({ right })
    .use(async ({ ctx, next }) => next({ ctx: actingAs(await requireRight(ctx, right), ctx) }))
}

/** Requires a person with that right, since what an API token does must end with it. */
export function personProcedureFor(right: Right) {
  return procedureFor(right).use(async ({ ctx, next }) => {
    rejectToken(ctx.account)
    return next()
  })
}

/** Requires for dangerous calls that the password or a passkey was given recently. */
export function reauthenticatedProcedureFor(right: Right) {
  return procedureFor(right).use(async ({ ctx, next }) => {
    requireReauthentication(ctx.account, ctx.now())
    return next()
  })
}

/** Requires the account's holder in person, since an API token must not take the account over. */
export const reauthenticatedAccountProcedure = accountProcedure.use(async ({ ctx, next }) => {
  rejectToken(ctx.account)
  requireReauthentication(ctx.account, ctx.now())
  return next()
})

export const reauthenticatedEnrolmentProcedure = enrolmentProcedure.use(async ({ ctx, next }) => {
  requireReauthentication(ctx.account, ctx.now())
  return next()
})

export function requireReauthentication({ authenticatedAt, tokenId }: SignedInAccount, now: Date): void {
  // The session that created an API token had given the password or a passkey recently.
  if (tokenId !== undefined) return
  if (authenticatedAt && now.getTime() - Date.parse(authenticatedAt) <= MAX_AUTHENTICATION_AGE_MS) return
  throw new AppError("forbidden", responseTexts.reauthenticationRequired, { reason: "reauthentication" })
}

/** Returns what a call's context gets once its account may call. */
export function actingAs(account: SignedInAccount, client: Pick<Context, "clientIp">) {
  return { account, actor: actorOf(account, client) }
}

type Caller = Pick<Context, "currentAccount" | "expectedAccount" | "log" | "clientIp" | "userAgent">

/** Returns the signed-in account, unless its session lacks a required second factor. */
async function requireAccount(ctx: Caller): Promise<SignedInAccount> {
  const account = await requireSignedIn(ctx)
  if (account.missingFactor) throw factorRequired()
  return account
}

/** Rejects calls of a screen that was opened before somebody else logged in with the same browser. */
async function requireSignedIn({ currentAccount, expectedAccount }: Caller): Promise<SignedInAccount> {
  const account = await currentAccount()
  if (!account) throw new AppError("unauthorized", responseTexts.signInRequired)
  if (expectedAccount === undefined || expectedAccount === account.id) return account
  throw new AppError("conflict", responseTexts.otherAccount, { reason: "other account" })
}

/** Rejects API tokens, since second factors belong to people. */
async function requireSession(ctx: Caller): Promise<SignedInAccount> {
  const account = await requireSignedIn(ctx)
  rejectToken(account)
  return account
}

function rejectToken({ tokenId }: SignedInAccount): void {
  if (tokenId !== undefined) throw new AppError("forbidden", responseTexts.rightRequired)
}

function factorRequired(): AppError {
  return new AppError("forbidden", responseTexts.factorRequired, { reason: "factor" })
}

export async function requireRight(ctx: Caller, right: Right): Promise<SignedInAccount> {
  const account = await requireAccount(ctx)
  requireRightOf({ ...ctx, account }, right)
  return account
}

/** Whether the caller is signed in and has that right; a session that lacks a required factor has none. */
export async function callerHasRight(ctx: Pick<Context, "currentAccount">, right: Right): Promise<boolean> {
  const account = await ctx.currentAccount()
  return account?.rights.includes(right) ?? false
}

export function requireRightOf(
  ctx: Pick<AccountContext, "account" | "log" | "clientIp" | "userAgent">,
  right: Right,
): void {
  const { rights, id: accountId, tokenId } = ctx.account
  if (rights.includes(right)) return
  logRefusal(ctx, "right refused", { accountId, tokenId, right })
  throw new AppError("forbidden", rights.length === 0 ? responseTexts.adminOnly : responseTexts.rightRequired)
}
