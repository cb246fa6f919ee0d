import { expressionBuilder } from "kysely"
import * as z from "zod/mini"
import { cleanEmail, emailAddress } from "#server/contract/email-address.ts"
import { parseReference } from "#server/contract/message-references.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { EMAIL_MAX } from "#server/contract/storable-text.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { enqueueMail, type QueuedMail } from "#server/jobs/outbox.ts"
import { parsePhoneNumber } from "#server/phone-number.ts"
import type { Context } from "#server/trpc/context.ts"
import { isWithinLimit, limitClient, type RateLimit } from "#server/trpc/rate-limits.ts"
import { hasEmail } from "./person.ts"
import { expiryOf } from "./status-links.ts"

const REFERENCE_INVALID = "Référence invalide, par exemple LIS-7K3M-26"
const CONTACT_INVALID = "Téléphone ou e-mail invalide"

const Email = emailAddress(CONTACT_INVALID, CONTACT_INVALID)

/** The reference of a request, in any spelling, with the e-mail address or the telephone number that it names. */
export const LinkRequest = z.object({
  reference: z.string(REFERENCE_INVALID).check(
    z.maxLength(EMAIL_MAX, { error: REFERENCE_INVALID, abort: true }),
    z.overwrite((text) => parseReference(text) ?? text),
    z.refine((text) => parseReference(text) === text, REFERENCE_INVALID),
  ),
  /** An e-mail address, or a telephone number in the form of ITU-T E.164. */
  contact: z.string(CONTACT_INVALID).check(
    z.maxLength(EMAIL_MAX, { error: CONTACT_INVALID, abort: true }),
    z.overwrite((text) => parsePhoneNumber(text) ?? cleanEmail(text)),
    z.refine((text) => parsePhoneNumber(text) === text || Email.safeParse(text).success, CONTACT_INVALID),
  ),
})

export type LinkRequest = z.infer<typeof LinkRequest>

const requests: RateLimit = { action: "status link by mail", maxEvents: 10, windowSeconds: 3600 }

const mailsByReference: RateLimit = { action: "status link by reference", maxEvents: 3, windowSeconds: 3600 }

/** Does the same whether there is such a request or not, which only the delivery of the mail finds out. */
export async function resendLink(ctx: Context, { reference, contact }: LinkRequest): Promise<void> {
  const { mailOrigin: origin } = ctx
  if (!origin) throw new AppError("conflict", responseTexts.requestLinkByPhone)
  await inTransaction(ctx.db, async (trx) => {
    await limitClient(trx, ctx, requests)
    if (!(await isWithinLimit(trx, ctx, mailsByReference, reference))) return
    await enqueueMail(trx, { kind: "link", recipient: contact, detail: reference, origin }, ctx.now())
  })
  ctx.outbox?.wake()
}

const is = expressionBuilder<Schema, "messages">()

/** Returns the id of the request whose link was asked for, if it has an e-mail address and a link would be valid. */
export async function findAskedRequest(
  { db, now }: Pick<Context, "db" | "now">,
  { recipient, detail }: QueuedMail,
): Promise<number | null> {
  if (recipient === null || detail === null) return null
  const found = await db
    .selectFrom("messages")
    .select("id")
    .where("reference", "=", detail)
    .where(is.or([hasEmail(recipient), is("messages.phone", "=", recipient)]))
    .where("email", "!=", "")
    .where("erasureBatch", "is", null)
    .executeTakeFirst()
  return found && Date.parse(await expiryOf(db, found.id)) > now().getTime() ? found.id : null
}
