import type { Actor } from "#server/audit/audit-log.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"

/** Prevents mistakes, and that a stolen session goes around the owner's password and factors. */
export function rejectOwnAccount(actor: Actor, id: number): void {
  if (actor.accountId === id) throw new AppError("conflict", responseTexts.ownAccount)
}
