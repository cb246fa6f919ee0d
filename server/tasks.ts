import { HOUR_MS, MINUTE_MS } from "./contract/durations.ts"
import { inTransaction } from "./database/transaction.ts"
import type { Rhythm, TaskParts } from "./domain.ts"
import { tasksOf } from "./domains.ts"
import { deleteOldBuilds, keepBuild } from "./images/store/build-files.ts"
import { deleteExpiredLeases } from "./jobs/leases.ts"
import { onceADay, onceANight } from "./jobs/once-a-day.ts"
import { postPush } from "./jobs/push/post-push.ts"
import { sendPushes } from "./jobs/push/send-pushes.ts"
import { type RecordTask, type ScheduledTask, startSchedule } from "./jobs/schedule.ts"
import { MORNING, queueDigests } from "./reports/queue-digests.ts"
import { tellOperator } from "./reports/tell-operator.ts"
import type { Settings } from "./settings.ts"
import type { Outbox } from "./trpc/context.ts"
import { deleteExpiredRateLimitEvents } from "./trpc/rate-limits.ts"

/** News that are pushed leave at most this much later. */
const PUSH_MS = 5_000

/** Content that is published, or changes, at a certain moment does so at most this much later. */
const SOON_MS = 10_000

interface Parts extends TaskParts {
  settings: Settings
  outbox: Outbox | undefined
  synchronizeClock: () => Promise<void>
  record: RecordTask
}

/** Starts all tasks, which run at once, and then in their rhythm. Returns what a stop waits for. */
export function startTasks({ settings, outbox, synchronizeClock, record, ...parts }: Parts) {
  const { db, images, log, now } = parts
  const { publicUrl, operatorEmail } = settings
  const of = (rhythm: Rhythm) => tasksOf(rhythm).map(({ name, run }) => ({ name, run: () => run(parts) }))
  const start = (everyMs: number, tasks: readonly ScheduledTask[]) =>
    startSchedule({ log, now, everyMs, tasks, record })
  const subject = operatorOf(settings)
  const digests = outbox && { name: "queue digests", run: () => queueDigests({ db, now, outbox }) }
  return [
    start(PUSH_MS, [{ name: "send pushes", run: () => sendPushes({ db, log, now, post: postPush, subject }) }]),
    start(SOON_MS, of("soon")),
    start(MINUTE_MS, [
      { name: "synchronize clock", run: synchronizeClock },
      ...(digests ? [onceADay(digests, { db, now }, MORNING)] : []),
    ]),
    start(HOUR_MS, [
      ...of("hourly"),
      {
        name: "delete expired limits",
        run: () => inTransaction(db, (trx) => deleteExpiredRateLimitEvents(trx, now())),
      },
      { name: "delete expired leases", run: () => deleteExpiredLeases(db, now()) },
      { name: "keep this build", run: () => keepBuild(parts) },
      { name: "delete old builds", run: () => deleteOldBuilds(images, now()) },
      ...of("nightly").map((task) => onceANight(task, { db, now })),
      tellOperator({ db, images, log, now, publicUrl, outbox, operatorEmail }),
    ]),
  ]
}

/** Returns where the operators of push services reach those of this site. */
function operatorOf({ publicUrl, mail, adminEmail }: Settings): string {
  return publicUrl?.startsWith("https:") ? publicUrl : `mailto:${mail?.notifyEmail ?? adminEmail}`
}
