import { randomInt } from "node:crypto"
import type { Insertable } from "kysely"
import { RECOVERY_CODES } from "#server/contract/factors.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { hashSecret } from "#server/secrets.ts"

/** This is Crockford's base 32, without letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Codes have 140 random bits, so their hashes need no salt. Earlier ones have 80, and still work. */
const LENGTH = 28
const BITS = LENGTH * Math.log2(ALPHABET.length)

/** Replaces the account's codes by new ones, of which only the hashes are stored. */
export async function createRecoveryCodes(trx: Transaction, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode)
  await deleteRecoveryCodes(trx, accountId)
  await trx
    .insertInto("recoveryCodes")
    .values(
      codes.map((code): Insertable<Schema["recoveryCodes"]> => ({ accountId, codeHash: hashCode(code), bits: BITS })),
    )
    .execute()
  return codes
}

/** Counts the codes that are left, and tells whether earlier, shorter ones are among them. */
export async function countRecoveryCodes(db: Database, accountId: number) {
  const { count, fewest } = await db
    .selectFrom("recoveryCodes")
    .select((row) => [row.fn.countAll<number>().as("count"), row.fn.min<number | null>("bits").as("fewest")])
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  return { recoveryCodesLeft: count, hasShortRecoveryCodes: fewest !== null && fewest < BITS }
}

/** Deletes the code; of two simultaneous calls with the same one, one gets false. */
export async function consumeRecoveryCode(trx: Transaction, accountId: number, code: string): Promise<boolean> {
  const used = await trx
    .deleteFrom("recoveryCodes")
    .where("accountId", "=", accountId)
    .where("codeHash", "=", hashCode(code))
    .returning("accountId")
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteRecoveryCodes(trx: Transaction, accountId: number): Promise<void> {
  await trx.deleteFrom("recoveryCodes").where("accountId", "=", accountId).execute()
}

/** Returns a code of seven groups such as `7H3K-9QWD-…-V2TB`. */
function createCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("")
  return characters.replace(/.{4}(?=.)/g, "$&-")
}

/** Ignores case and separators, and reads O, I and L as the digits that they look like. */
function hashCode(code: string): string {
  const normalized = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1")
  return hashSecret(normalized)
}
