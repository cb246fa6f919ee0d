import { accountMailDelivery, isAccountMail } from "#server/accounts/account-mail-delivery.ts"
import {
  describeMailFailure,
  isRejectedForGood,
  type MailSettings,
  mayHaveArrived,
  openMailTransport,
} from "#server/jobs/mail-transport.ts"
import { type MailDelivery, startOutbox } from "#server/jobs/outbox.ts"
import { assignmentMailDelivery } from "#server/messages/assignment-mail.ts"
import { mailDelivery } from "#server/messages/mail-delivery.ts"
import { recordFailedAnswer, recordSentAnswer } from "#server/messages/undelivered.ts"
import { digestDelivery } from "#server/reports/digest-mail.ts"
import { operatorMailDelivery } from "#server/reports/operator-mail.ts"

type Parts = Parameters<typeof mailDelivery>[0]

/** Sends all mails through SMTP_URL and from NOTIFY_EMAIL. */
export function openOutbox(parts: Parts, settings: MailSettings) {
  return startOutbox({ ...parts, delivery: openMailDelivery(parts, settings) })
}

export function openMailDelivery(parts: Parts, settings: MailSettings): MailDelivery {
  const mailer = { transport: openMailTransport(settings), notifyEmail: settings.notifyEmail }
  const deliverToAccounts = accountMailDelivery(parts, mailer)
  const deliverAssignments = assignmentMailDelivery(parts, mailer)
  const deliverDigests = digestDelivery(parts, mailer)
  const deliverToOperator = operatorMailDelivery(parts, mailer)
  const deliverOfRequests = mailDelivery(parts, mailer)
  return {
    deliver(mail, signal) {
      if (isAccountMail(mail)) return deliverToAccounts(mail, signal)
      if (mail.kind === "assignment") return deliverAssignments(mail, signal)
      if (mail.kind === "operator") return deliverToOperator(mail, signal)
      return (mail.kind === "digest" ? deliverDigests : deliverOfRequests)(mail, signal)
    },
    describeFailure: describeMailFailure,
    isBounded: (error) => isRejectedForGood(error) || mayHaveArrived(error),
    recordSent: recordSentAnswer,
    recordFailed: recordFailedAnswer,
  }
}
