import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { createFirstAdmin, FIRST_ADMIN_NAME } from "#server/accounts/first-admin.ts"
import { isGuessable } from "#server/accounts/guessable-passwords.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { openClock } from "#server/database/clock.ts"
import { connect } from "#server/database/connect.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { databaseFailure } from "#server/database/failure.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createVariants } from "#server/images/variants.ts"
import { deleteExpiredRateLimitEvents } from "#server/limits/rate-limits.ts"
import { clientFolder, servePages } from "#server/pages/serve.ts"
import { entreprise } from "#server/published-content/defaults/entreprise.ts"
import { deleteOldBuilds, keepBuild } from "#server/storage/build-files.ts"
import { UnusableImageStore } from "#server/storage/image-store.ts"
import { acquireLease, deleteExpiredLeases } from "#server/storage/leases.ts"
import { openImageStore } from "#server/storage/open-image-store.ts"
import { createApp, type Parts } from "./app.ts"
import type { Rhythm } from "./domain.ts"
import { gauges, tasksOf } from "./domains.ts"
import { AppError, rootCause } from "./errors.ts"
import { fillNewDatabase } from "./first-start.ts"
import { shutdownOnSignal } from "./graceful-shutdown.ts"
import { listen, listenerOf, openServer } from "./http/listener.ts"
import { createMetrics } from "./http/metrics.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { watchConnections } from "./http/slow-clients.ts"
import { onceANight } from "./jobs/once-a-night.ts"
import { startOutbox } from "./jobs/outbox.ts"
import { startSchedule } from "./jobs/schedule.ts"
import { createLog } from "./log.ts"
import { readSettings, type Settings, SettingsError } from "./settings.ts"

/** A start waits for the image store for no longer than this. */
const IMAGES_WAIT_MS = 2000

/** An image store that takes longer than this to take a new build's files must not keep the site from starting. */
const BUILD_WAIT_MS = 20_000

/** Content that is published, or changes, at a certain moment does so at most this much later. */
const CONTENT_SCHEDULE_MS = 10_000

type AppParts = Omit<Parts, "pages">

const isDevelopment = process.argv.includes("--dev")
process.env.NODE_ENV ??= isDevelopment ? "development" : "production"

async function start() {
  const settings = readSettings(process.env)
  await checkAdminPassword(settings)
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
  const { now, synchronize } = await openClock(db)
  // On one machine, encoding a variant twice at once costs less than writing a lease for each.
  const lease = settings.databaseUrl ? (name: string) => acquireLease(db, name, now()) : undefined
  const variants = createVariants({ images, log, acquireLease: lease })
  await fillNewDatabase({ db, images, demoContent: settings.demoContent, now })

  const outbox = await openOutbox({ db, settings, log, now })
  const taskParts = { db, images, log, now, isAlone: !settings.databaseUrl }
  const tasks = (rhythm: Rhythm) => tasksOf(rhythm).map(({ name, run }) => ({ name, run: () => run(taskParts) }))
  const contentSchedule = startSchedule({ log, everyMs: CONTENT_SCHEDULE_MS, tasks: tasks("soon") })
  const clock = startSchedule({ log, everyMs: MINUTE_MS, tasks: [{ name: "synchronize clock", run: synchronize }] })
  const readiness = { isStopping: false }
  const isStopping = () => readiness.isStopping
  // Before the first page names files of this build, instances of the one before must be able to answer them.
  const keptBuild = isDevelopment ? undefined : keepBuild({ images, folder: clientFolder })
  await Promise.race([
    keptBuild?.catch(() => {}),
    isStoreReady ? pause(BUILD_WAIT_MS, undefined, { ref: false }) : enough,
  ])
  const app = await openApp({
    isStopping,
    db,
    settings,
    log,
    metrics: createMetrics(gauges),
    now,
    images,
    variants,
    outbox,
  })
  // Nothing may fail between the generation of a password and its printing.
  const given = { email: settings.adminEmail, password: settings.adminPassword }
  const password = await createFirstAdmin({ db, log, now, ...given })
  listener = listenerOf(app, headers)
  ready.resolve(listener)
  // The schedule starts only now, so that the start does not wait for its deletions.
  const schedule = startSchedule({
    log,
    tasks: [
      ...tasks("hourly"),
      ...tasks("nightly").map((task) => onceANight(task, { db, now })),
      {
        name: "delete expired limits",
        run: () => inTransaction(db, (trx) => deleteExpiredRateLimitEvents(trx, now())),
      },
      { name: "delete expired leases", run: () => deleteExpiredLeases(db, now()) },
      { name: "keep this build", run: async () => isDevelopment || keepBuild({ images, folder: clientFolder }) },
      { name: "delete old builds", run: () => deleteOldBuilds(images, now()) },
    ],
  })
  // This comes before the URL is printed, since a program that waits for the URL may send a signal at once.
  shutdownOnSignal({
    server,
    db,
    readiness,
    connections,
    services: [beside, outbox, schedule, contentSchedule, clock, variants],
  })
  printUrl(server, settings, password)
  // Without its images the site still serves pages.
  imagesCheck.catch(printError)
}

/** Names the variable alone, since its value is a password. The company's name in the database is not known yet. */
async function checkAdminPassword({ adminEmail: email, adminPassword: password }: Settings): Promise<void> {
  if (password === undefined) return
  if (!(await isGuessable(password, { username: FIRST_ADMIN_NAME, email }, entreprise.facts.name))) return
  throw new SettingsError("ADMIN_PASSWORD : valeur refusée, ce mot de passe est trop facile à deviner")
}

/** Loads the mail client only where a mail server is configured, to save memory. */
async function openOutbox({ db, settings, ...parts }: Pick<AppParts, "db" | "settings" | "log" | "now">) {
  if (!settings.mail) return
  const { openMailDelivery } = await import("./open-mail-delivery.ts")
  const delivery = openMailDelivery({ db, ...parts, publicUrl: settings.publicUrl }, settings.mail)
  return startOutbox({ db, ...parts, delivery })
}

async function openApp(parts: AppParts): Promise<Parameters<typeof listenerOf>[0]> {
  if (!isDevelopment) return createApp({ ...parts, pages: await servePages() })
  // Vite is a development dependency, so this module cannot be loaded in production.
  const { developApp } = await import("./dev.ts")
  return { fetch: await developApp(parts) }
}

function printUrl(server: Server, settings: Settings, password: string | undefined) {
  const { publicUrl, trustProxy, adminEmail } = settings
  const { address, family, port } = server.address() as AddressInfo
  const isLocal = settings.host === "localhost" || address === "0.0.0.0" || address === "::"
  const host = isLocal ? "localhost" : family === "IPv6" ? `[${address}]` : address
  process.stdout.write(`Groupe Lisanga : http://${host}:${port}\n`)
  if (password) {
    process.stdout.write(`Administrateur : ${adminEmail}\nMot de passe, affiché une seule fois : ${password}\n`)
  }
  if (!publicUrl) process.stdout.write("PUBLIC_URL n’est pas défini : les liens suivent l’adresse demandée.\n")
  if (!publicUrl && trustProxy > 0) {
    process.stdout.write(
      "Attention : derrière un mandataire en https, PUBLIC_URL=https://… est nécessaire pour que les cookies ne voyagent que chiffrés (Secure) et pour HSTS.\n",
    )
  }
}

/** Returns one line that names the setting to correct; unexpected errors keep their stack. */
function explain(error: unknown): string {
  if (error instanceof SettingsError || error instanceof UnusableDatabase) return error.message
  if (error instanceof AppError && error.cause) {
    return `IMAGE_STORE_URL : le stockage des images ne peut pas être utilisé (${rootCause(error).message})`
  }
  if (error instanceof Error && "code" in error) {
    if (error.code === "EADDRINUSE") return `PORT : ${process.env.PORT ?? 3000} est déjà pris par un autre programme`
    // Files that cannot be read have the same codes.
    const isListening = "syscall" in error && error.syscall === "listen"
    if (error.code === "EACCES" && isListening)
      return `PORT : ${process.env.PORT} est réservé, choisissez un port au-dessus de 1023`
    if (error.code === "ENOTFOUND" || isListening)
      return `HOST : ${process.env.HOST} n’est pas une adresse de cette machine`
  }
  if (!(error instanceof Error)) return String(error)
  const isOutside = ["locked", "unavailable", "full"].includes(databaseFailure(error) ?? "")
  return isOutside
    ? `La base de données a échoué (${error.message.replace(/\s+/g, " ")})`
    : (error.stack ?? error.message)
}

function printError(error: unknown) {
  process.stderr.write(`${explain(error)}\n`)
}

/** Rejects a server that is no store, as it would acknowledge and lose images; one that is only down comes back. */
function rejectUnusable(error: Error) {
  if (rootCause(error) instanceof UnusableImageStore) throw error
}

start().catch((error) => {
  printError(error)
  process.exit(1)
})
