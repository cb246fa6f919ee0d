import type { Actor } from "#server/audit/audit-log.ts"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"

/** Prevents mistakes, and that a stolen session goes around the owner's password and factors. */
export function rejectOwnAccount(actor: Actor, id: number): void {
  if (actor.accountId === id) throw new AppError("conflict", messages.ownAccount)
}
