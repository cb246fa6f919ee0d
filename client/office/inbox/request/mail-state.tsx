import { formatDateTime } from "#client/app/dates.ts"
import { Allowed } from "#client/office/frame/rights.tsx"
import { mailFailure } from "#client/office/inbox/texts.ts"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import type { MessageDetails, SentMail } from "#server/contract/messages.ts"
import { timelineTexts as texts } from "./texts.ts"
import type { RequestChanges } from "./use-request-changes.ts"

interface MailStateProps {
  mail: SentMail
  changes: RequestChanges
}

/** Shows whether the mail of an answer was sent; a failed one can be sent again. */
export function MailState({ mail, changes }: MailStateProps) {
  return (
    <div role="status" className={`text-sm ${isFailed(mail) ? "font-medium text-error" : "text-base-content/75"}`}>
      <p>{textOf(mail)}</p>
      {isFailed(mail) && <Resend mail={mail} changes={changes} />}
    </div>
  )
}

interface UndeliveredAlertProps {
  message: MessageDetails
  changes: RequestChanges
}

/**
 * Says at the head of a request that its sender has not received the answer, and sends it again. Whoever has just sent it
 * sees this wherever they are.
 */
export function UndeliveredAlert({ message, changes }: UndeliveredAlertProps) {
  const unsent = message.entries.findLast(({ mail }) => mail && mail.state !== "sent")?.mail
  const failed = unsent && isFailed(unsent) ? unsent : undefined
  const content = (
    <>
      <p className="font-semibold">{texts.undelivered(mailFailure(message.undelivered ?? ""))}</p>
      <p className="mt-1">{nextStep(unsent)}</p>
      {failed && <Resend mail={failed} changes={changes} />}
    </>
  )
  const told = toldMail(message, changes)
  if (told && isFailed(told)) {
    return (
      <StatusMessage tone="error" onDismiss={changes.dismiss}>
        {content}
      </StatusMessage>
    )
  }
  return (
    <div className="mb-6">
      <Banner tone="error">{content}</Banner>
    </div>
  )
}

function nextStep(mail: SentMail | undefined | null): string {
  if (mail?.state === "waiting") return texts.trying
  return mail?.nextAt ? texts.again(formatDateTime(mail.nextAt)) : texts.stillWaiting
}

/** Returns the mail that the banner tells of: the one that was sent again, or that of the answer just written. */
export function toldMail({ entries }: MessageDetails, { report }: RequestChanges): SentMail | undefined {
  if (!report?.mail) return undefined
  const { id } = report.mail
  return entries.findLast(({ mail }) => mail && (id === undefined || mail.id === id))?.mail ?? undefined
}

export function isFailed({ state }: SentMail): boolean {
  return state === "failed" || state === "given up"
}

function textOf({ state, failure, sentAt }: SentMail): string {
  if (state === "waiting") return texts.mail.waiting
  return state === "sent" ? texts.mail.sent(formatDateTime(sentAt ?? "")) : texts.mail[state](failure ?? "")
}

function Resend({ mail: { id }, changes: { isResending, resend } }: MailStateProps) {
  return (
    <Allowed to="messages.write">
      <BusyButton
        isBusy={isResending}
        className="btn mt-2 border-base-content/60 bg-base-100 text-base-content"
        onClick={() => resend(id)}
      >
        {isResending ? texts.resending : texts.resend}
      </BusyButton>
    </Allowed>
  )
}
