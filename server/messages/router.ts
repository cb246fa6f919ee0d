import { readMailCompany } from "#server/content/published/mail-company.ts"
import { type ContentReader, readContent } from "#server/content/published/published.ts"
import { Id } from "#server/contract/id.ts"
import { BatchId } from "#server/contract/idempotency-key.ts"
import { FigurePeriod } from "#server/contract/message-figures.ts"
import type { MessageTemplates } from "#server/contract/message-templates.ts"
import {
  type EmailService,
  MessageAddition,
  MessageContact,
  MessageCriteria,
  MessageFilter,
  MessageSearch,
  MessagesChange,
  NewMessageEntry,
  PersonErasure,
} from "#server/contract/messages.ts"
import {
  procedureFor,
  publicProcedure,
  reauthenticatedProcedureFor,
  router,
  sessionProcedure,
} from "#server/trpc/procedures.ts"
import { listColleagues } from "./assignees/colleagues.ts"
import { changeMessages, deleteMessage, undoMessages } from "./changes.ts"
import { sendMessage } from "./commands.ts"
import { ContactRequest } from "./contact-request.ts"
import { getMessageDetails } from "./details.ts"
import { addStaffEntry, addToRequest, recordContactAttempt } from "./entries.ts"
import { erasePerson, listErasures, restorePerson } from "./erasures.ts"
import { getMessageFigures } from "./figures.ts"
import { readInboxState } from "./inbox-state.ts"
import { keepRequest, listOwnRequests, releaseRequest } from "./own-requests.ts"
import { getPersonOverview } from "./person.ts"
import { listMessageIds, listMessages, searchMessages } from "./queries.ts"
import { LinkRequest, resendLink } from "./resend-link.ts"
import { resendMail } from "./resend-mail.ts"
import { getMessageStatus, StatusToken } from "./status.ts"

const readProcedure = procedureFor("messages.read")
const writeProcedure = procedureFor("messages.write")
const peopleProcedure = procedureFor("people.export")
const reauthenticatedPeopleProcedure = reauthenticatedProcedureFor("people.export")

export const messagesRouter = router({
  send: publicProcedure.input(ContactRequest).mutation(({ ctx, input }) => sendMessage(ctx, input)),
  status: publicProcedure.input(StatusToken).query(({ ctx, input }) => getMessageStatus(ctx, input)),
  resendLink: publicProcedure.input(LinkRequest).mutation(({ ctx, input }) => resendLink(ctx, input)),
  add: publicProcedure.input(MessageAddition).mutation(({ ctx, input }) => addToRequest(ctx, input)),
  own: sessionProcedure.query(({ ctx }) => listOwnRequests(ctx)),
  keep: sessionProcedure.input(StatusToken).mutation(({ ctx, input }) => keepRequest(ctx, input)),
  release: sessionProcedure.input(StatusToken).mutation(({ ctx, input }) => releaseRequest(ctx, input)),
  /** It is null unless the browser must call the e-mail service as well. */
  emailService: publicProcedure.query(({ ctx }): EmailService | null => ctx.emailService ?? null),

  list: readProcedure.input(MessageFilter).query(({ ctx, input }) => listMessages(ctx.db, input)),
  search: readProcedure.input(MessageSearch).query(({ ctx, input }) => searchMessages(ctx.db, input, ctx.now())),
  ids: readProcedure.input(MessageCriteria).query(({ ctx, input }) => listMessageIds(ctx.db, input, ctx.now())),
  inbox: readProcedure.query(({ ctx }) => readInboxState(ctx.db, ctx.now())),
  colleagues: readProcedure.query(({ ctx }) => listColleagues(ctx.db)),
  get: readProcedure.input(Id).query(({ ctx, input }) => getMessageDetails(ctx, input)),
  figures: readProcedure.input(FigurePeriod).query(({ ctx, input }) => getMessageFigures(ctx.db, input, ctx.now())),
  change: writeProcedure.input(MessagesChange).mutation(({ ctx, input }) => changeMessages(ctx, input)),
  undo: writeProcedure.input(BatchId).mutation(({ ctx, input }) => undoMessages(ctx, input)),
  delete: writeProcedure.input(Id).mutation(({ ctx, input }) => deleteMessage(ctx, input)),
  addEntry: writeProcedure.input(NewMessageEntry).mutation(({ ctx, input }) => addStaffEntry(ctx, input)),
  addContact: writeProcedure.input(MessageContact).mutation(({ ctx, input }) => recordContactAttempt(ctx, input)),
  person: peopleProcedure.input(Id).query(({ ctx, input }) => getPersonOverview(ctx, input)),
  erasePerson: reauthenticatedPeopleProcedure
    .input(PersonErasure)
    .mutation(({ ctx, input }) => erasePerson(ctx, input)),
  erasures: peopleProcedure.query(({ ctx }) => listErasures(ctx)),
  restorePerson: reauthenticatedPeopleProcedure.input(BatchId).mutation(({ ctx, input }) => restorePerson(ctx, input)),
  resendMail: writeProcedure.input(Id).mutation(({ ctx, input }) => resendMail(ctx, input)),
  templates: readProcedure.query(({ ctx }) => readTemplates(ctx)),
})

async function readTemplates(reader: ContentReader): Promise<MessageTemplates> {
  const { templates } = (await readContent(reader, "parametres")).messages
  const { signature } = await readMailCompany(reader, "")
  return { signature, templates }
}
