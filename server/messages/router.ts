import { FigurePeriod } from "#server/contract/message-figures.ts"
import {
  ContactRequest,
  type EmailService,
  MailId,
  MessageAddition,
  MessageBatch,
  MessageContact,
  MessageFilter,
  MessageId,
  MessageSearch,
  MessagesChange,
  NewMessageEntry,
} from "#server/contract/messages.ts"
import { adminProcedure, publicProcedure, router } from "#server/trpc/procedures.ts"
import { changeMessages, deleteMessage, undoMessages } from "./changes.ts"
import { sendMessage } from "./commands.ts"
import { readInboxState } from "./counts.ts"
import { getMessageDetails } from "./details.ts"
import { addContact, addStaffEntry, addToRequest } from "./entries.ts"
import { getMessageFigures } from "./figures.ts"
import { listPeople } from "./people.ts"
import { erasePerson } from "./person.ts"
import { listMessages, searchMessages } from "./queries.ts"
import { resendMail } from "./resend-mail.ts"
import { getMessageStatus, StatusToken } from "./status.ts"
import { readTemplates } from "./templates.ts"

export const messagesRouter = router({
  send: publicProcedure.input(ContactRequest).mutation(({ ctx, input }) => sendMessage(ctx, input)),
  status: publicProcedure.input(StatusToken).query(({ ctx, input }) => getMessageStatus(ctx, input)),
  add: publicProcedure.input(MessageAddition).mutation(({ ctx, input }) => addToRequest(ctx, input)),
  /** Null unless the browser has to call the e-mail service as well. */
  emailService: publicProcedure.query(({ ctx }): EmailService | null => ctx.emailService ?? null),

  list: adminProcedure.input(MessageFilter).query(({ ctx, input }) => listMessages(ctx.db, input)),
  search: adminProcedure.input(MessageSearch).query(({ ctx, input }) => searchMessages(ctx.db, input, ctx.now())),
  inbox: adminProcedure.query(({ ctx }) => readInboxState(ctx.db)),
  people: adminProcedure.query(({ ctx }) => listPeople(ctx.db)),
  get: adminProcedure.input(MessageId).query(({ ctx, input }) => getMessageDetails(ctx, input)),
  figures: adminProcedure.input(FigurePeriod).query(({ ctx, input }) => getMessageFigures(ctx.db, input)),
  change: adminProcedure.input(MessagesChange).mutation(({ ctx, input }) => changeMessages(ctx, input)),
  undo: adminProcedure.input(MessageBatch).mutation(({ ctx, input }) => undoMessages(ctx, input)),
  delete: adminProcedure.input(MessageId).mutation(({ ctx, input }) => deleteMessage(ctx, input)),
  addEntry: adminProcedure.input(NewMessageEntry).mutation(({ ctx, input }) => addStaffEntry(ctx, input)),
  addContact: adminProcedure.input(MessageContact).mutation(({ ctx, input }) => addContact(ctx, input)),
  erasePerson: adminProcedure.input(MessageId).mutation(({ ctx, input }) => erasePerson(ctx, input)),
  resendMail: adminProcedure.input(MailId).mutation(({ ctx, input }) => resendMail(ctx, input)),
  templates: adminProcedure.query(({ ctx }) => readTemplates(ctx)),
})
