import { MINUTE_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { PasskeyChallengesTable } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"

const LIFETIME_MS = 5 * MINUTE_MS

/** The account that may answer a challenge, and the purpose of the challenge. */
export type ChallengeUse = Pick<PasskeyChallengesTable, "purpose" | "accountId">

export async function storeChallenge(trx: Transaction, challenge: string, use: ChallengeUse, now: Date): Promise<void> {
  const row = { challenge, ...use, expiresAt: new Date(now.getTime() + LIFETIME_MS).toISOString() }
  await trx.deleteFrom("passkeyChallenges").where("expiresAt", "<=", now.toISOString()).execute()
  await trx.insertInto("passkeyChallenges").values(row).execute()
}

export async function deleteRegistrationChallenges(trx: Transaction, accountId: number): Promise<void> {
  const challenges = trx.deleteFrom("passkeyChallenges").where("purpose", "=", "registration")
  await challenges.where("accountId", "=", accountId).execute()
}

/** Uses up the challenge that the response answers, also if the response then turns out to be wrong. */
export async function consumeChallenge(
  { db, now }: Pick<Context, "db" | "now">,
  clientDataJSON: string,
  { purpose, accountId }: ChallengeUse,
): Promise<string> {
  const challenge = readChallenge(clientDataJSON)
  const used = await inTransaction(db, (trx) =>
    trx
      .deleteFrom("passkeyChallenges")
      .where("challenge", "=", challenge)
      .where("purpose", "=", purpose)
      .where("accountId", accountId === null ? "is" : "=", accountId)
      .where("expiresAt", ">", now().toISOString())
      .returning("challenge")
      .executeTakeFirst(),
  )
  if (!used) throw new AppError("invalid", responseTexts.passkeyExpired)
  return challenge
}

/** Returns the challenge, or the empty text if there is none. The library verifies the rest of these data. */
function readChallenge(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())
    return typeof challenge === "string" ? challenge.replaceAll("\0", "") : ""
  } catch (cause) {
    throw new AppError("invalid", responseTexts.passkeyRejected, { cause })
  }
}
