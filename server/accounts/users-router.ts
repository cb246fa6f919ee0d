import { Id } from "#server/contract/id.ts"
import { hasRight, type Role } from "#server/contract/rights.ts"
import { UserSession } from "#server/contract/sessions.ts"
import {
  InvitationAcceptance,
  InvitationRenewal,
  InvitationToken,
  NewInvitation,
  RoleChange,
  UserSearch,
} from "#server/contract/users.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import {
  procedureFor,
  publicProcedure,
  reauthenticatedProcedureFor,
  requireReauthentication,
  router,
} from "#server/trpc/procedures.ts"
import {
  acceptInvitation,
  findInvitation,
  findInvitedRole,
  invite,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "./invitations.ts"
import { listSessions } from "./session-list.ts"
import { sessionKey } from "./sessions.ts"
import { searchUsers } from "./user-queries.ts"
import {
  actorContextOf,
  changeRole,
  deleteAccount,
  disableAccount,
  enableAccount,
  endUserSession,
  endUserSessions,
  restoreAccount,
} from "./users.ts"

const managed = procedureFor("users.manage")
const reauthenticatedProcedure = reauthenticatedProcedureFor("users.manage")

/** Whoever may invite administrators could become one under another name. */
function requireReauthenticationToInvite({ account, now }: AccountContext, role: Role | undefined): void {
  if (role && hasRight(role, "users.manage")) requireReauthentication(account, now())
}

const invitingProcedure = managed.input(NewInvitation).use(({ ctx, input, next }) => {
  requireReauthenticationToInvite(ctx, input.role)
  return next()
})

const renewingProcedure = managed.input(InvitationRenewal).use(async ({ ctx, input, next }) => {
  requireReauthenticationToInvite(ctx, await findInvitedRole(ctx.db, input.id))
  return next()
})

export const usersRouter = router({
  search: managed.input(UserSearch).query(({ ctx, input }) => searchUsers(ctx.db, input, ctx.now())),
  changeRole: reauthenticatedProcedure
    .input(RoleChange)
    .mutation(({ ctx, input }) => changeRole(actorContextOf(ctx), input)),
  disable: managed.input(Id).mutation(({ ctx, input }) => disableAccount(actorContextOf(ctx), input)),
  enable: managed.input(Id).mutation(({ ctx, input }) => enableAccount(actorContextOf(ctx), input)),
  delete: reauthenticatedProcedure.input(Id).mutation(({ ctx, input }) => deleteAccount(actorContextOf(ctx), input)),
  restore: reauthenticatedProcedure.input(Id).mutation(({ ctx, input }) => restoreAccount(actorContextOf(ctx), input)),
  sessions: managed
    .input(Id)
    .query(({ ctx, input }) => listSessions(ctx.db, { accountId: input, currentKey: sessionKey(ctx), now: ctx.now() })),
  endSession: managed.input(UserSession).mutation(({ ctx, input }) => endUserSession(actorContextOf(ctx), input)),
  endSessions: managed.input(Id).mutation(({ ctx, input }) => endUserSessions(actorContextOf(ctx), input)),
  invite: invitingProcedure.mutation(({ ctx, input }) => invite(ctx, input)),
  invitations: managed.query(({ ctx }) => listInvitations(ctx)),
  renewInvitation: renewingProcedure.mutation(({ ctx, input }) => renewInvitation(ctx, input)),
  revokeInvitation: managed.input(Id).mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  findInvitation: publicProcedure.input(InvitationToken).query(({ ctx, input }) => findInvitation(ctx, input)),
  acceptInvitation: publicProcedure
    .input(InvitationAcceptance)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
})
