import { createHash, timingSafeEqual } from "node:crypto"
import type { Context as HonoContext } from "hono"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { ConnectionCounts } from "#server/database/core/engine.ts"
import { AppError, type ErrorCode } from "#server/errors.ts"
import { freeBytes } from "#server/files.ts"
import { commit, version } from "#server/program.ts"
import type { Context } from "#server/trpc/context.ts"
import type { AppEnv } from "./app-env.ts"
import { isForwarded, isLoopback } from "./client-ip.ts"
import { type Checks, type Verdict, withinTime } from "./health.ts"
import type { ResponseCache } from "./response-cache.ts"
import { publicCall, restCalls } from "./rest-call.ts"
import { Failure } from "./rest-parts.ts"

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Each route and procedure has its own buckets, of which there must be few. */
const FEW_BUCKETS_SECONDS = [0.05, 0.25, 1, 5]

/** Prometheus gives up after ten seconds, and would get nothing at all from a gauge that takes longer. */
const READ_TIMEOUT_MS = 5_000

/** A database that is silent for this long is down. */
const CHECK_TIMEOUT_MS = 4_000

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Kinds by the beginning of the path. Labels have few fixed values, since clients may request any path. */
const KINDS = [
  ["/assets/", "asset"],
  ["/photos/", "asset"],
  ["/uploads/", "picture"],
  ["/trpc/", "trpc"],
  ["/api/", "api"],
  ["/metrics", "metrics"],
] as const

/** A number of the site, which is read when the metrics are. */
export interface SiteGauge {
  help: string
  read: (context: Context) => Promise<number>
}

/** The parts of one app, of which a process has one. */
interface Watched {
  checks: Checks
  caches: Readonly<Record<string, Pick<ResponseCache, "counts">>>
  countConnections: () => ConnectionCounts | undefined
}

interface AnsweredRequest {
  method: string
  path: string
  route: string
  status: number
}

interface ScheduledRun {
  name: string
  everyMs: number
  /** It is undefined before the first success. */
  succeededAt: Date | undefined
}

export type Metrics = ReturnType<typeof createMetrics>

/** Must be called once per process, since it monitors the event loop and garbage collection from then on. */
export function createMetrics(siteGauges: Readonly<Record<string, SiteGauge>>) {
  const registry = new Registry()
  const registers = [registry]
  const startedAt = new Date()
  let watched: Watched | undefined
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: "process_uptime_seconds",
    help: "Time since the process started.",
    registers,
    collect() {
      this.set(process.uptime())
    },
  })
  new Gauge({
    name: "lisanga_build_info",
    help: "Always 1; the labels tell which program runs.",
    labelNames: ["version", "commit"],
    registers,
  }).set({ version, commit: commit ?? "" }, 1)
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Requests answered.",
    labelNames: ["method", "kind", "status"],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const routes = new Histogram({
    name: "http_route_duration_seconds",
    help: "Requests answered, by the pattern of their address.",
    labelNames: ["method", "route", "status"],
    buckets: FEW_BUCKETS_SECONDS,
    registers,
  })
  const procedures = new Histogram({
    name: "trpc_procedure_duration_seconds",
    help: "Procedures that pages and screens have called, by name and outcome.",
    labelNames: ["procedure", "outcome"],
    buckets: FEW_BUCKETS_SECONDS,
    registers,
  })
  const taskSuccess = new Gauge({
    name: "lisanga_task_last_success_timestamp_seconds",
    help: "When each task last succeeded, or else when this process started. One of the night counts wherever it ran.",
    labelNames: ["task"],
    registers,
  })
  const taskPeriod = new Gauge({
    name: "lisanga_task_period_seconds",
    help: "How often each task runs.",
    labelNames: ["task"],
    registers,
  })
  new Counter({
    name: "lisanga_cache_requests_total",
    help: "Requests for what is cached, by whether it was.",
    labelNames: ["cache", "outcome"],
    registers,
    collect() {
      this.reset()
      for (const [cache, { counts }] of Object.entries(watched?.caches ?? {}))
        for (const [outcome, count] of Object.entries(counts)) this.inc({ cache, outcome }, count)
    },
  })
  new Gauge({
    name: "lisanga_database_connections",
    help: "Connections to PostgreSQL by what they do; those waiting are callers that have none yet.",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(watched?.countConnections() ?? {})) this.set({ state }, count)
    },
  })
  const failed = new Gauge({
    name: "lisanga_gauges_failed",
    help: "Gauges of the site that could not be read, and are missing here.",
    registers,
  })
  const parts: Record<string, SiteGauge> = {
    lisanga_database_up: {
      help: "Whether the database answers.",
      read: () => isUp(watched?.checks.database()),
    },
    lisanga_image_store_up: {
      help: "Whether the image store answers, and has the file of an image that the database has.",
      read: () => isUp(watched?.checks.images()),
    },
  }
  const gauges = Object.entries({ ...siteGauges, ...diskGauges, ...parts }).map(([name, { help, read }]) => {
    return { gauge: new Gauge({ name, help, registers }), read }
  })
  return {
    registry,
    watch(app: Watched) {
      watched = app
    },
    observeRequest({ method, path, route, status }: AnsweredRequest, seconds: number) {
      const kind = KINDS.find(([start]) => path.startsWith(start))?.[1] ?? "page"
      const known = METHODS.has(method) ? method : "other"
      const answer = `${Math.floor(status / 100)}xx`
      requests.observe({ method: known, kind, status: answer }, seconds)
      routes.observe({ method: known, route, status: answer }, seconds)
    },
    /** Leaves out what REST calls by its router alone, since its route says more. */
    observeProcedure(procedure: string, seconds: number, code: ErrorCode | undefined) {
      if (procedure.includes(".")) procedures.observe({ procedure, outcome: code ?? "ok" }, seconds)
    },
    recordTask({ name: task, everyMs, succeededAt = startedAt }: ScheduledRun) {
      taskSuccess.set({ task }, succeededAt.getTime() / 1000)
      taskPeriod.set({ task }, everyMs / 1000)
    },
    /** A gauge that fails is left out, and the others stay. */
    async exposition(context: Context): Promise<string> {
      const results = await Promise.allSettled(
        gauges.map(async ({ gauge, read }) => {
          try {
            gauge.set(await withinTime(read(context), READ_TIMEOUT_MS))
          } catch (error) {
            gauge.remove()
            throw error
          }
        }),
      )
      failed.set(results.filter(({ status }) => status === "rejected").length)
      return registry.metrics()
    },
  }
}

async function isUp(check: Promise<Verdict> | undefined): Promise<number> {
  const verdict = check && (await withinTime(check, CHECK_TIMEOUT_MS).catch(() => "failing"))
  return verdict === "ok" ? 1 : 0
}

const diskGauges: Record<string, SiteGauge> = {
  lisanga_disk_free_bytes: {
    help: "Free space on the disk of DATA_DIR.",
    read: ({ images }) => freeBytes(images.temporaryFolder),
  },
}

/** `token` opens the metrics to clients that are not on this machine. */
export function metricsRest(metrics: Metrics, token: string | undefined) {
  return restCalls("service", [
    publicCall("GET /metrics", {
      title: "Lire les mesures pour Prometheus",
      text: "Depuis la machine elle-même, ou avec «\u00a0Authorization: Bearer\u00a0» et la valeur de METRICS_TOKEN\u202f; sinon 403. Un jeton d’API n’y compte pas.",
      takesToken: false,
      responses: { 200: { text: "Les mesures", type: Registry.PROMETHEUS_CONTENT_TYPE } },
      errorSchemas: { 403: Failure },
      async answer(c, context) {
        if (!isLocal(c) && !hasToken(c.req.header("Authorization"), token)) {
          throw new AppError("forbidden", responseTexts.metricsForbidden)
        }
        c.header("Cache-Control", "no-store")
        c.header("Content-Type", Registry.PROMETHEUS_CONTENT_TYPE)
        return c.body(await metrics.exposition(context))
      },
    }),
  ])
}

/** Returns false behind a proxy on this machine, where every request has a loopback IP. */
function isLocal(c: HonoContext<AppEnv>): boolean {
  return !isForwarded(c.req.header()) && isLoopback(c.env?.incoming?.socket.remoteAddress ?? "")
}

/** Compares digests, so that the time reveals neither the token nor its length. */
function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1]
  if (!token || !sent) return false
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(sent), digest(token))
}
