import * as z from "zod/mini"
import type { MessageState } from "#server/contract/message-states.ts"
import type { MessageStatus } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { listEntries } from "./entries.ts"
import { isKept } from "./own-requests.ts"
import { findInboxMessage } from "./queries.ts"
import { expiryOf, openStatusLink } from "./status-links.ts"

export const StatusToken = z
  .string(responseTexts.requestLinkGone)
  .check(z.maxLength(100, responseTexts.requestLinkGone))

/** Senders do not learn that their request was judged spam. */
const shown: Record<MessageState, MessageStatus["state"]> = {
  new: "received",
  open: "open",
  answered: "answered",
  archived: "answered",
  spam: "received",
}

export async function getMessageStatus(ctx: Context, token: string): Promise<MessageStatus> {
  const { db } = ctx
  const id = await openStatusLink(ctx, token)
  const message = await findInboxMessage(db, id)
  if (!message) throw new AppError("not_found", responseTexts.requestLinkGone)
  const { reference, firstName, sector, pictures, createdAt } = message
  const entries = await listEntries(db, id, ctx.now())
  return {
    reference,
    firstName,
    sector,
    message: message.message,
    pictures,
    createdAt,
    state: shown[message.state],
    entries: entries
      .filter(({ kind }) => kind === "addition" || kind === "answer")
      .map(({ id, at, kind, text }) => ({ id, at, isAnswer: kind === "answer", text: text ?? "" })),
    expiresAt: await expiryOf(db, id),
    isKept: await isKept(ctx, id),
  }
}
