import { DAY_MS } from "#server/contract/durations.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { freeBytes } from "#server/files.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import { acquireLease } from "#server/jobs/leases.ts"
import { enqueueMail } from "#server/jobs/outbox.ts"
import type { ScheduledTask } from "#server/jobs/schedule.ts"
import type { Log } from "#server/log.ts"
import type { Outbox } from "#server/trpc/context.ts"
import { type CertificateFault, findCertificateFault } from "./certificate.ts"
import { findNeeds, type Need, type NeedParts } from "./needs.ts"

interface Parts {
  db: Database
  images: Pick<ImageStore, "temporaryFolder">
  log: Log
  now: () => Date
  publicUrl: string | undefined
  /** Without it, or without an outbox, the log alone tells. */
  operatorEmail: string | undefined
  outbox: Outbox | undefined
  findFault?: typeof findCertificateFault
  readFree?: () => Promise<number>
}

/**
 * Tells somebody what the site cannot mend by itself: as an error in the log from the hour on in which it is found, and by
 * a mail. All instances together mail once a day, and log once a day what is the same.
 */
export function tellOperator(parts: Parts): ScheduledTask {
  const { db, log, now } = parts
  const { images, readFree = () => freeBytes(images.temporaryFolder) } = parts
  const looking: NeedParts = {
    ...{ db, now, readFree },
    findCertificateFault: dailyCertificate(parts),
    firstFound: rememberMoments(now),
  }
  return {
    name: "tell the operator",
    async run() {
      const { needs, failure } = await findNeeds(looking)
      if (needs.length > 0) {
        await tell(parts, needs).catch((err) => {
          // A full disk takes neither the lease nor the mail.
          log.error({ needs, err }, "needs a person")
          throw err
        })
      }
      if (failure) throw failure.reason
    },
  }

  async function tell({ operatorEmail, outbox }: Parts, needs: readonly Need[]) {
    const kinds = needs.map(({ kind }) => kind).join(", ")
    if (await acquireLease(db, `log needs: ${kinds}`, now(), DAY_MS)) log.error({ needs }, "needs a person")
    if (!operatorEmail || !outbox) return
    const lease = await acquireLease(db, "tell the operator", now(), DAY_MS)
    if (lease) {
      const detail = JSON.stringify({ at: now().toISOString(), needs } satisfies OperatorDetail)
      const mail = { kind: "operator", recipient: operatorEmail, detail } as const
      await inTransaction(db, (trx) => enqueueMail(trx, mail, now())).catch(async (error) => {
        await lease.release()
        throw error
      })
      outbox.wake()
    }
  }
}

/** What such a mail is composed of when it leaves. */
export interface OperatorDetail {
  at: string
  needs: readonly Need[]
}

/** Asks for the certificate once a day, and for one with a fault again until it is mended. */
function dailyCertificate({ publicUrl: origin, now, findFault = findCertificateFault }: Parts) {
  let last: { at: number; fault: CertificateFault | undefined } | undefined
  return async () => {
    if (origin === undefined) return undefined
    const at = now().getTime()
    if (!last || last.fault || at - last.at >= DAY_MS) {
      const fault = await findFault({ origin, now: now() })
      // As where the proxy starts after the site: it is asked again in an hour.
      if (fault !== "unreached") last = { at, fault }
    }
    return last?.fault
  }
}

function rememberMoments(now: () => Date): NeedParts["firstFound"] {
  const moments = new Map<string, string>()
  return (kind, isFound) => {
    const since = moments.get(kind) ?? now().toISOString()
    if (isFound) moments.set(kind, since)
    else moments.delete(kind)
    return since
  }
}
