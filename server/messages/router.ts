import { ContactRequest, type EmailService } from "#server/contract/messages.ts"
import { publicProcedure, router } from "#server/trpc.ts"
import { sendMessage } from "./queries.ts"

export const messagesRouter = router({
  send: publicProcedure.input(ContactRequest).mutation(({ ctx, input }) => sendMessage(ctx, input)),
  /** Whether the browser is to call the e-mail service as well. */
  emailService: publicProcedure.query(({ ctx }): EmailService | null => ctx.emailService ?? null),
})
