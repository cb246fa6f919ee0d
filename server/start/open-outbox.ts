import { accountMailDelivery, isAccountMail } from "#server/accounts/account-mail-delivery.ts"
import {
  type DeliveryParts,
  describeMailFailure,
  isRejectedForGood,
  type MailSettings,
  mayHaveArrived,
  openMailTransport,
} from "#server/jobs/mail-transport.ts"
import { type MailDelivery, startOutbox } from "#server/jobs/outbox.ts"
import { deliverAssignment } from "#server/messages/assignment-mail.ts"
import { deliverRequestMail } from "#server/messages/mail-delivery.ts"
import { recordFailedAnswer, recordSentAnswer } from "#server/messages/undelivered.ts"
import { deliverDigest } from "#server/reports/digest-mail.ts"
import { deliverToOperator } from "#server/reports/operator-mail.ts"

type Parts = Pick<DeliveryParts, "db" | "log" | "now" | "publicUrl">

/** Sends all mails through SMTP_URL and from NOTIFY_EMAIL. */
export function openOutbox(parts: Parts, settings: MailSettings) {
  return startOutbox({ ...parts, delivery: openMailDelivery(parts, settings) })
}

export function openMailDelivery(given: Parts, settings: MailSettings): MailDelivery {
  const parts = { ...given, transport: openMailTransport(settings), notifyEmail: settings.notifyEmail }
  const deliverToAccount = accountMailDelivery(parts)
  return {
    deliver(mail, signal) {
      if (isAccountMail(mail)) return deliverToAccount(mail, signal)
      if (mail.kind === "assignment") return deliverAssignment(parts, mail, signal)
      if (mail.kind === "operator") return deliverToOperator(parts, mail, signal)
      return (mail.kind === "digest" ? deliverDigest : deliverRequestMail)(parts, mail, signal)
    },
    describeFailure: describeMailFailure,
    isBounded: (error) => isRejectedForGood(error) || mayHaveArrived(error),
    recordSent: recordSentAnswer,
    recordFailed: recordFailedAnswer,
  }
}
