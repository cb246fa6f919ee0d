import type { RequestListener } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { createFirstAdmin, requireStrongPassword } from "#server/accounts/first-admin.ts"
import { openClock } from "#server/database/clock.ts"
import { connect } from "#server/database/connect.ts"
import { keepBuild } from "#server/images/store/build-files.ts"
import { checkImages } from "#server/images/store/check-images.ts"
import { UnusableImageStore } from "#server/images/store/image-store.ts"
import { openImageStore } from "#server/images/store/open-image-store.ts"
import { createVariants } from "#server/images/variants.ts"
import { acquireLease } from "#server/jobs/leases.ts"
import { clientFolder, servePages } from "#server/pages/serve.ts"
import { createApp, type Parts } from "./app.ts"
import { HOUR_MS, MINUTE_MS } from "./contract/durations.ts"
import { MORNING, queueDigests } from "./digest/queue-digests.ts"
import type { Rhythm, TaskParts } from "./domain.ts"
import { gauges, tasksOf } from "./domains.ts"
import { rootCause } from "./errors.ts"
import { fillNewDatabase } from "./first-start.ts"
import { shutdownOnSignal } from "./graceful-shutdown.ts"
import { listen, listenerOf, openServer } from "./http/listener.ts"
import { createMetrics } from "./http/metrics.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { watchConnections } from "./http/slow-clients.ts"
import { onceADay, onceANight } from "./jobs/once-a-day.ts"
import { postPush } from "./jobs/push/post-push.ts"
import { sendPushes } from "./jobs/push/send-pushes.ts"
import { type RecordTask, type ScheduledTask, startSchedule } from "./jobs/schedule.ts"
import { createLog } from "./log.ts"
import { tellOperator } from "./operator/tell-operator.ts"
import { readSettings, type Settings } from "./settings.ts"
import { printFailure, printStart } from "./start-output.ts"
import { commit, version } from "./version.ts"

/** A start waits for the check of the image store for no longer than this. */
const IMAGES_WAIT_MS = 2000

/** An image store that takes longer than this to take a new build's files must not keep the site from starting. */
const BUILD_WAIT_MS = 20_000

/** News that are pushed leave at most this much later. */
const PUSH_MS = 5_000

/** Content that is published, or changes, at a certain moment does so at most this much later. */
const SOON_MS = 10_000

const isDevelopment = process.argv.includes("--dev")
process.env.NODE_ENV ??= isDevelopment ? "development" : "production"

async function start() {
  const settings = readSettings(process.env)
  await requireStrongPassword(settings)
  const log = createLog(settings.logLevel)
  const headers = securityHeaders(settings.publicUrl)
  // The port is opened first, since the data must not change if it is taken. Requests wait until the app is ready.
  const ready = Promise.withResolvers<RequestListener>()
  let listener: RequestListener = async (...exchange) => (await ready.promise)(...exchange)
  const server = openServer((...exchange) => listener(...exchange), headers)
  const connections = watchConnections(server, { log, headers })
  const beside = await listen(server, settings.port, settings.host)

  const db = await connect(settings.dataDir, settings.databaseUrl)
  const images = await openImageStore(settings)
  const imagesCheck = images.check()
  // The check precedes the first stored image, but a silent store must not delay the pages.
  const enough = pause(IMAGES_WAIT_MS, false, { ref: false })
  const isStoreReady = await Promise.race([imagesCheck.then(() => true, rejectUnusable), enough])
  // A start that is refused prints its reason alone.
  log.info({ version, commit, node: process.version }, "starting")
  const { now, synchronize } = await openClock(db)
  // On one machine, encoding a variant twice at once costs less than writing a lease for each.
  const lease = settings.databaseUrl ? (name: string) => acquireLease(db, name, now()) : undefined
  const variants = createVariants({ images, log, acquireLease: lease })
  await fillNewDatabase({ db, images, demoContent: settings.demoContent, now })

  // The mail client is loaded only where a mail server is configured, to save memory.
  const { mail, mailbox, publicUrl } = settings
  const outbox = mail && (await import("./open-outbox.ts")).openOutbox({ db, log, now, publicUrl }, mail)
  const built = { images, clientFolder: isDevelopment ? undefined : clientFolder }
  // Before the first page names files of this build, instances of the one before must be able to answer them.
  const buildKept = keepBuild(built).catch(() => {})
  await Promise.race([buildKept, isStoreReady ? pause(BUILD_WAIT_MS, undefined, { ref: false }) : enough])
  const readiness = { isStopping: false }
  const isStopping = () => readiness.isStopping
  const metrics = createMetrics(gauges)
  const app = await openApp({ isStopping, db, settings, log, metrics, now, images, variants, outbox })
  // Nothing may fail between the generation of a password and its printing.
  const password = await createFirstAdmin({
    db,
    log,
    now,
    email: settings.adminEmail,
    password: settings.adminPassword,
  })
  listener = listenerOf(app, headers)
  ready.resolve(listener)
  // The tasks start only now, so that the start does not wait for their deletions.
  const { recordTask: record } = metrics
  const tasks = startTasks(
    { db, ...built, log, now, isAlone: !settings.databaseUrl, record },
    [
      { name: "synchronize clock", run: synchronize },
      ...(outbox
        ? [onceADay({ name: "queue digests", run: () => queueDigests({ db, now, outbox }) }, { db, now }, MORNING)]
        : []),
    ],
    [{ name: "send pushes", run: () => sendPushes({ db, log, now, post: postPush, subject: operatorOf(settings) }) }],
    [tellOperator({ ...{ db, images, log, now, publicUrl, outbox }, operatorEmail: settings.operatorEmail })],
  )
  const reader =
    mail &&
    mailbox &&
    (await import("./messages/incoming/poll-mailbox.ts")).startMailbox(
      { db, log, now, outbox, notifyEmail: mail.notifyEmail },
      mailbox,
      record,
    )
  // This comes before the URL is printed, since a program that waits for the URL may send a signal at once.
  shutdownOnSignal({ server, db, readiness, connections, services: [beside, outbox, reader, ...tasks, variants] })
  printStart(server, settings, password)
  // Without its images the site still serves pages.
  imagesCheck.then(() => checkImages({ db, images })).catch(printFailure)
}

async function openApp(parts: Omit<Parts, "pages">): Promise<Parameters<typeof listenerOf>[0]> {
  if (!isDevelopment) return createApp({ ...parts, pages: await servePages() })
  // Vite is a development dependency, so this module cannot be loaded in production.
  const { developApp } = await import("./dev.ts")
  return { fetch: await developApp(parts) }
}

/** Starts the tasks of all domains, which run at once, and then in their rhythm. Returns what a stop waits for. */
function startTasks(
  { record, ...parts }: TaskParts & { record: RecordTask },
  ofTheMinute: readonly ScheduledTask[],
  ofSeconds: readonly ScheduledTask[],
  ofTheHour: readonly ScheduledTask[],
) {
  const { db, log, now } = parts
  const start = (everyMs: number, tasks: readonly ScheduledTask[]) =>
    startSchedule({ log, now, everyMs, tasks, record })
  const of = (rhythm: Rhythm) => tasksOf(rhythm).map(({ name, run }) => ({ name, run: () => run(parts) }))
  return [
    start(SOON_MS, of("soon")),
    start(MINUTE_MS, ofTheMinute),
    start(PUSH_MS, ofSeconds),
    start(HOUR_MS, [...of("hourly"), ...of("nightly").map((task) => onceANight(task, { db, now })), ...ofTheHour]),
  ]
}

/** Returns where the operators of push services reach those of this site. */
function operatorOf({ publicUrl, mail, adminEmail }: Settings): string {
  return publicUrl?.startsWith("https:") ? publicUrl : `mailto:${mail?.notifyEmail ?? adminEmail}`
}

/** Rejects a server that is no store, as it would acknowledge and lose images; one that is only down comes back. */
function rejectUnusable(error: Error) {
  if (rootCause(error) instanceof UnusableImageStore) throw error
}

start().catch((error) => {
  printFailure(error)
  process.exit(1)
})
