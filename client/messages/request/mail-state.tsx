import { timelineCopy as copy } from "#client/copy/admin-request.ts"
import { formatDateTime } from "#client/copy/dates.ts"
import type { SentMail } from "#server/contract/messages.ts"

/** Whether the mail of an answer has left. */
export function MailState({ mail: { state, failure, sentAt } }: { mail: SentMail }) {
  return (
    <p role="status" className={`text-sm ${state === "failed" ? "font-medium text-error" : "text-base-content/75"}`}>
      {state === "sent"
        ? copy.mail.sent(formatDateTime(sentAt ?? ""))
        : state === "failed"
          ? copy.mail.failed(failure ?? "")
          : copy.mail.waiting}
    </p>
  )
}
