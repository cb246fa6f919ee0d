import type { ServerDomain } from "#server/domain.ts"
import { deleteWaitingAttachments } from "./attachments.ts"
import { attachmentsRest } from "./attachments-rest.ts"
import { readMessageCounts } from "./counts.ts"
import { messagesCsvRest } from "./csv-rest.ts"
import { deleteOldMessages, emptyMessageTrash } from "./delete-messages.ts"
import { completeErasures, erasePerson } from "./erasures.ts"
import { exportPerson } from "./person.ts"
import { messagesRest } from "./rest.ts"
import { messagesRouter } from "./router.ts"

export const messages = {
  routers: { messages: messagesRouter },
  rest: [...messagesRest, ...attachmentsRest, ...messagesCsvRest],
  tasks: {
    hourly: [
      { name: "delete old messages", run: deleteOldMessages },
      { name: "empty the trash of messages", run: emptyMessageTrash },
      { name: "complete erasures", run: completeErasures },
      { name: "delete waiting attachments", run: deleteWaitingAttachments },
    ],
  },
  gauges: {
    lisanga_messages: {
      help: "Contact messages.",
      read: async ({ db }) => (await readMessageCounts(db)).reduce((sum, { count }) => sum + count, 0),
    },
  },
  visitorData: { exportPerson, erasePerson },
} satisfies ServerDomain
