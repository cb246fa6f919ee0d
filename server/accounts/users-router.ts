import { Id } from "#server/contract/id.ts"
import { UserSession } from "#server/contract/sessions.ts"
import {
  AccountRemoval,
  AccountReturn,
  InvitationAcceptance,
  InvitationRenewal,
  InvitationToken,
  NewInvitation,
  RoleChange,
  UserNameChange,
  UserSearch,
} from "#server/contract/users.ts"
import { procedureFor, publicProcedure, reauthenticatedProcedureFor, router } from "#server/trpc/procedures.ts"
import {
  acceptInvitation,
  findInvitation,
  invite,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from "./invitations.ts"
import { listSessions } from "./session-list.ts"
import { searchUsers } from "./user-queries.ts"
import {
  changeRole,
  deleteAccount,
  disableAccount,
  enableAccount,
  endUserSession,
  endUserSessions,
  renameAccount,
  restoreAccount,
} from "./users.ts"

const managed = procedureFor("users.manage")
const reauthenticatedProcedure = reauthenticatedProcedureFor("users.manage")

export const usersRouter = router({
  search: managed.input(UserSearch).query(({ ctx, input }) => searchUsers(ctx.db, input, ctx.now())),
  changeRole: reauthenticatedProcedure.input(RoleChange).mutation(({ ctx, input }) => changeRole(ctx, input)),
  disable: reauthenticatedProcedure.input(AccountRemoval).mutation(({ ctx, input }) => disableAccount(ctx, input)),
  enable: reauthenticatedProcedure.input(AccountReturn).mutation(({ ctx, input }) => enableAccount(ctx, input)),
  delete: reauthenticatedProcedure.input(AccountRemoval).mutation(({ ctx, input }) => deleteAccount(ctx, input)),
  restore: reauthenticatedProcedure.input(AccountReturn).mutation(({ ctx, input }) => restoreAccount(ctx, input)),
  rename: reauthenticatedProcedure.input(UserNameChange).mutation(({ ctx, input }) => renameAccount(ctx, input)),
  sessions: managed.input(Id).query(({ ctx, input }) => listSessions(ctx, input)),
  endSession: managed.input(UserSession).mutation(({ ctx, input }) => endUserSession(ctx, input)),
  endSessions: managed.input(Id).mutation(({ ctx, input }) => endUserSessions(ctx, input)),
  invite: reauthenticatedProcedure.input(NewInvitation).mutation(({ ctx, input }) => invite(ctx, input)),
  invitations: managed.query(({ ctx }) => listInvitations(ctx)),
  renewInvitation: reauthenticatedProcedure
    .input(InvitationRenewal)
    .mutation(({ ctx, input }) => renewInvitation(ctx, input)),
  revokeInvitation: managed.input(Id).mutation(({ ctx, input }) => revokeInvitation(ctx, input)),
  findInvitation: publicProcedure.input(InvitationToken).query(({ ctx, input }) => findInvitation(ctx, input)),
  acceptInvitation: publicProcedure
    .input(InvitationAcceptance)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
})
