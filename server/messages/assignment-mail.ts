import type { SendMailOptions } from "nodemailer"
import { type MailCompany, readMailCompany } from "#server/content/published/mail-company.ts"
import { inboxAddress } from "#server/contract/inbox-search-params.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { lines, oneLine, toAccount } from "#server/jobs/mail-text.ts"
import type { DeliveryParts } from "#server/jobs/mail-transport.ts"
import { MailDropped, type QueuedMail } from "#server/jobs/outbox.ts"
import { sectorOf } from "./mail-texts.ts"

/** A longer mail would not be read. */
const LISTED_MAX = 10

/** Mails somebody what has been handed over to them, unless it has been taken back. */
export async function deliverAssignment(
  parts: DeliveryParts,
  { recipient, detail, origin }: QueuedMail,
  signal: AbortSignal,
): Promise<void> {
  const requests = recipient && detail ? await listHandedOver(parts.db, recipient, detail) : []
  if (!recipient || requests.length === 0) throw new MailDropped()
  const company = await readMailCompany(parts, parts.notifyEmail)
  await parts.transport.sendMail({ ...composeAssignment({ recipient, requests, origin, company }), signal })
}

type HandedOver = Awaited<ReturnType<typeof listHandedOver>>[number]

/** Lists what the active account with that address still has in charge of the batch. */
function listHandedOver(db: Database, email: string, batchId: string) {
  return db
    .selectFrom("messageEntries")
    .innerJoin("messages", "messages.id", "messageEntries.messageId")
    .innerJoin("accounts as assignees", "assignees.id", "messages.assigneeId")
    .leftJoin("accounts", "accounts.id", "messageEntries.accountId")
    .select(["messages.id", "reference", "firstName", "lastName", "sector"])
    .select(shownName<string | null>().as("by"))
    .where("batch", "=", batchId)
    .where("messageEntries.kind", "=", "assignee")
    .where("assignees.email", "=", email)
    .where("assignees.disabledAt", "is", null)
    .where("assignees.mailsAssignments", "=", 1)
    .where("messages.deletedAt", "is", null)
    .where("erasureBatch", "is", null)
    .orderBy("messages.id")
    .execute()
}

interface AssignmentParts {
  recipient: string
  requests: readonly HandedOver[]
  /** The origin of links; null where none can be mailed. */
  origin: string | null
  company: MailCompany
}

function composeAssignment({ recipient, requests, origin, company }: AssignmentParts): SendMailOptions {
  const [first] = requests
  const by = oneLine(first?.by ?? company.name)
  const isOne = requests.length === 1
  const what = isOne && first ? `la demande ${nameOf(first)}` : `${requests.length}\u00a0demandes`
  const urlOf = ({ id }: HandedOver) => origin && `${origin}/admin/messages/${id}`
  const hidden = requests.length - LISTED_MAX
  const mine = inboxAddress.format(inboxAddress.fromSearch({ assignee: "me" }))
  return {
    ...toAccount(company, recipient),
    subject: `${by} vous a confié ${what}`,
    text: lines(
      "Bonjour,",
      "",
      ...(isOne && first
        ? [`${by} vous a confié ${what} (${sectorOf(first)})${origin ? "\u00a0:" : "."}`, urlOf(first)]
        : [
            `${by} vous a confié ${what}\u00a0:`,
            ...requests.slice(0, LISTED_MAX).flatMap((request) => ["", titleOf(request), urlOf(request)]),
            hidden > 0 && `\nEt ${hidden === 1 ? "une autre" : `${hidden}\u00a0autres`}${origin ? "\u00a0:" : "."}`,
            hidden > 0 && origin && `${origin}/admin/messages${mine}`,
          ]),
      "",
      "Pour ne plus recevoir ces e-mails\u00a0: «\u00a0Mon compte\u00a0», «\u00a0M’écrire quand on me confie une demande\u00a0».",
      "",
      "-- ",
      company.signature,
    ),
  }
}

function nameOf({ reference, firstName, lastName }: HandedOver): string {
  return `${reference ? `${reference} ` : ""}de ${oneLine(`${firstName} ${lastName}`)}`
}

function titleOf(request: HandedOver): string {
  const { reference, firstName, lastName } = request
  return [reference, oneLine(`${firstName} ${lastName}`), sectorOf(request)].filter(Boolean).join(" – ")
}
