import { OFFICE_MAIL_KINDS } from "#server/contract/account-links.ts"
import { NEVER } from "#server/contract/durations.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Database } from "#server/database/core/database.ts"
import { firstDueAt } from "./outbox.ts"

function waiting(db: Database) {
  return db.selectFrom("outbox").where("sentAt", "is", null).where("nextAt", "<", NEVER)
}

export function countWaitingMails(db: Database): Promise<number> {
  return countFound(db, waiting(db))
}

/** Whether a stored failure, as mail-transport.ts describes it, was one for good. */
function wasRejectedForGood(failure: string | null): boolean {
  const rejected = /^(?:EENVELOPE|EMESSAGE)(?: (\d+))?/.exec(failure ?? "")
  return rejected !== null && Number(rejected[1] ?? 500) >= 500
}

/** These go to addresses that the company has chosen itself. */
const ownKinds: readonly string[] = ["notification", ...OFFICE_MAIL_KINDS]

interface WaitingMails {
  /** When the oldest of them was first due, at the latest: while nothing runs, nothing is tried. */
  since: Date
  /** The last failure of the oldest, in codes. */
  failure: string | null
}

/**
 * Finds since when mails wait that an operator can help. A visitor's address that the server refuses is nobody's fault
 * here; the company's own are.
 */
export async function findOldestWaiting(db: Database): Promise<WaitingMails | undefined> {
  const groups = await waiting(db)
    .select(["kind", "attempts", "lastError", "claimedUntil"])
    .select((row) => row.fn.min("nextAt").as("nextAt"))
    .groupBy(["kind", "attempts", "lastError", "claimedUntil"])
    .execute()
  return groups
    .filter(({ kind, lastError }) => ownKinds.includes(kind) || !wasRejectedForGood(lastError))
    .map(({ attempts, claimedUntil, lastError, nextAt }) => {
      // An attempt under way is counted already.
      const failures = claimedUntil === null ? attempts : attempts - 1
      return { since: firstDueAt(nextAt, failures), failure: lastError }
    })
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .at(0)
}
