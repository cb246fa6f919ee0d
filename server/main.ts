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
import { gauges } from "./domains.ts"
import { rootCause } from "./errors.ts"
import { listen, listenerOf, openServer } from "./http/listener.ts"
import { createMetrics } from "./http/metrics.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { watchConnections } from "./http/slow-clients.ts"
import { createLog } from "./log.ts"
import { commit, version } from "./program.ts"
import { readSettings } from "./settings.ts"
import { fillNewDatabase } from "./start/first-start.ts"
import { shutdownOnSignal } from "./start/graceful-shutdown.ts"
import { printFailure, printStart } from "./start/start-output.ts"
import { startTasks } from "./tasks.ts"

/** A start waits for the check of the image store for no longer than this. */
const IMAGES_WAIT_MS = 2000

/** An image store that takes longer than this to take a new build's files must not keep the site from starting. */
const BUILD_WAIT_MS = 20_000

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
  const { now, synchronize: synchronizeClock } = await openClock(db)
  // On one machine, encoding a variant twice at once costs less than writing a lease for each.
  const lease = settings.databaseUrl ? (name: string) => acquireLease(db, name, now()) : undefined
  const variants = createVariants({ images, log, acquireLease: lease })
  await fillNewDatabase({ db, images, demoContent: settings.demoContent, now })

  // The mail client is loaded only where a mail server is configured, to save memory.
  const { mail, mailbox, publicUrl } = settings
  const outbox = mail && (await import("./start/open-outbox.ts")).openOutbox({ db, log, now, publicUrl }, mail)
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
  const parts = { db, ...built, log, now, isAlone: !settings.databaseUrl }
  const tasks = startTasks({ ...parts, settings, outbox, synchronizeClock, record })
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
  const { developApp } = await import("./start/dev.ts")
  return { fetch: await developApp(parts) }
}

/** Rejects a server that is no store, as it would acknowledge and lose images; one that is only down comes back. */
function rejectUnusable(error: Error) {
  if (rootCause(error) instanceof UnusableImageStore) throw error
}

start().catch((error) => {
  printFailure(error)
  process.exit(1)
})
