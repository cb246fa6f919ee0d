import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { createFirstAdmin } from "#server/accounts/first-admin.ts"
import { deleteExpiredSessions } from "#server/accounts/sessions.ts"
import { connect, DataDirError } from "#server/database/connect.ts"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { addDemoProjects, storeDemoPhotos } from "#server/demo/add-demo.ts"
import { createVariants } from "#server/images/variants.ts"
import { deleteExpiredLimits } from "#server/limits/rate-limits.ts"
import { servePages } from "#server/pages/serve.ts"
import { createDiskImageStore } from "#server/storage/disk-image-store.ts"
import { collectImageGarbage } from "#server/storage/garbage-collection.ts"
import { createApp } from "./app.ts"
import type { developApp } from "./dev.ts"
import { initializeDatabase, isNewDatabase } from "./first-start.ts"
import { listenerOf, openServer } from "./http/listener.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { watchConnections } from "./http/slow-clients.ts"
import { startOutbox } from "./jobs/outbox.ts"
import { startSchedule } from "./jobs/schedule.ts"
import { createLog, writeTogether } from "./log.ts"
import { readSettings, type Settings, SettingsError } from "./settings.ts"

/** What is not done by then is broken off: nothing of it was acknowledged. */
const STOP_WITHIN_MS = 8_000

/** For what is broken off to take its temporary files away. */
const BREAK_OFF_MS = 300

const developing = process.argv.includes("--dev")
process.env.NODE_ENV ??= developing ? "development" : "production"

/** Settings → address → database → app → answers; then an orderly stop. */
async function start() {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel, writeTogether(process.stdout))
  const ready = Promise.withResolvers<RequestListener>()
  // The address is taken before the data is touched; whoever asks meanwhile waits for the first answer.
  const hold: RequestListener = async (...request) => (await ready.promise)(...request)
  const headers = securityHeaders(settings.publicUrl)
  const server = openServer(hold, headers)
  const connections = watchConnections(server, { log })
  await listen(server, settings.port, settings.host)

  const db = await connect(settings.dataDir)
  const images = createDiskImageStore(settings.dataDir)
  const variants = createVariants({ images, log })
  const now = () => new Date()
  if (await isNewDatabase(db)) {
    const photos = settings.demoContent ? await storeDemoPhotos(images) : undefined
    await initializeDatabase(db, now(), async (trx) => photos && addDemoProjects(trx, photos, now()))
  }
  const delivery = settings.mail && (await loadNotificationMail(db, settings.mail))
  const outbox = delivery && startOutbox({ db, log, now, delivery })
  const schedule = startSchedule({
    log,
    tasks: [
      { name: "delete expired sessions", run: () => deleteExpiredSessions(db) },
      { name: "delete expired limits", run: () => inTransaction(db, (trx) => deleteExpiredLimits(trx, now())) },
      { name: "collect image garbage", run: () => collectImageGarbage({ db, images, log, now }) },
    ],
  })
  const parts = { db, settings, log, now, images, variants, outbox }
  const app = developing ? await develop(parts) : createApp({ ...parts, pages: await servePages() })
  // Nothing that can fail stands between a generated password and its showing.
  const password = await createFirstAdmin(db, { email: settings.adminEmail, password: settings.adminPassword }, now())
  const listener = listenerOf(app, headers)
  ready.resolve(listener)
  server.off("request", hold).on("request", listener)
  // Before the address is told: whoever waits for it may end the program at that moment.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => stop(server, [connections, outbox, schedule, variants], db))

  const { address, family, port } = server.address() as AddressInfo
  const name = address === "0.0.0.0" || address === "::" ? "localhost" : family === "IPv6" ? `[${address}]` : address
  process.stdout.write(`Groupe Lisanga : http://${name}:${port}\n`)
  if (password) {
    process.stdout.write(
      `Administrateur : ${settings.adminEmail}\nMot de passe, montré cette seule fois : ${password}\n`,
    )
  }
  if (!settings.publicUrl) process.stdout.write("PUBLIC_URL n’est pas défini : les liens suivent l’adresse demandée.\n")
}

/** The mail client is loaded only where a mail server is configured. */
async function loadNotificationMail(db: Database, mail: NonNullable<Settings["mail"]>) {
  const { notificationMail } = await import("#server/messages/notification-mail.ts")
  return notificationMail(db, mail)
}

/** Vite is there in development alone. */
async function develop(parts: Parameters<typeof developApp>[0]) {
  const { developApp } = await import("./dev.ts")
  return { fetch: await developApp(parts), answerAtOnce: () => false }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
}

async function stop(server: Server, rounds: ({ stop(): Promise<void> } | undefined)[], db: Database) {
  const ended = Promise.all(rounds.map((round) => round?.stop()))
  const inTime = await Promise.race([ended.then(() => true), pause(STOP_WITHIN_MS, false)])
  if (!inTime) {
    server.closeAllConnections()
    await pause(BREAK_OFF_MS)
  }
  await db.destroy()
  process.exit(0)
}

/** Why it does not start, in one line: what the operator can mend names itself, the rest keeps its trace. */
function explain(error: unknown): string {
  if (error instanceof SettingsError || error instanceof DataDirError) return error.message
  if (error instanceof Error && "code" in error) {
    if (error.code === "EADDRINUSE") return `PORT : ${process.env.PORT ?? 3000} est déjà pris par un autre programme`
    if (error.code === "EACCES") return `PORT : ${process.env.PORT} est réservé, choisissez un port au-dessus de 1023`
    if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
      return `HOST : ${process.env.HOST} n’est pas une adresse de cette machine`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

start().catch((error) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
