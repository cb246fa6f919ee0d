import {
  ContactRequest,
  type EmailService,
  MessageFilter,
  MessageId,
  MessageSearch,
} from "#server/contract/messages.ts"
import { adminProcedure, publicProcedure, router } from "#server/trpc/procedures.ts"
import { deleteMessage, sendMessage } from "./commands.ts"
import { listMessages, searchMessages } from "./queries.ts"

export const messagesRouter = router({
  send: publicProcedure.input(ContactRequest).mutation(({ ctx, input }) => sendMessage(ctx, input)),
  /** Null unless the browser has to call the e-mail service as well. */
  emailService: publicProcedure.query(({ ctx }): EmailService | null => ctx.emailService ?? null),
  list: adminProcedure.input(MessageFilter).query(({ ctx, input }) => listMessages(ctx.db, input)),
  search: adminProcedure.input(MessageSearch).query(({ ctx, input }) => searchMessages(ctx.db, input, ctx.now())),
  delete: adminProcedure.input(MessageId).mutation(({ ctx, input }) => deleteMessage(ctx, input)),
})
