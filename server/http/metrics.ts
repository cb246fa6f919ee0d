import { createHash, timingSafeEqual } from "node:crypto"
import { statfs } from "node:fs/promises"
import type { Context as HonoContext } from "hono"
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { NEVER } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { commit, version } from "#server/version.ts"
import type { AppEnv } from "./app-env.ts"
import { isForwarded, isLoopback } from "./client-ip.ts"
import { publicCall, restCalls } from "./rest-call.ts"
import { Failure } from "./rest-parts.ts"

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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

export type Metrics = ReturnType<typeof createMetrics>

/** Must be called once per process, since it monitors the event loop and garbage collection from then on. */
export function createMetrics(siteGauges: Readonly<Record<string, SiteGauge>>) {
  const registry = new Registry()
  const registers = [registry]
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
  const gauges = Object.entries({ ...siteGauges, ...serverGauges }).map(([name, { help, read }]) => {
    return { gauge: new Gauge({ name, help, registers }), read }
  })
  return {
    observeRequest(method: string, path: string, status: number, seconds: number) {
      const kind = KINDS.find(([start]) => path.startsWith(start))?.[1] ?? "page"
      const labels = { method: METHODS.has(method) ? method : "other", kind, status: `${Math.floor(status / 100)}xx` }
      requests.observe(labels, seconds)
    },
    async exposition(context: Context): Promise<string> {
      await Promise.all(gauges.map(async ({ gauge, read }) => gauge.set(await read(context))))
      return registry.metrics()
    },
  }
}

const serverGauges: Record<string, SiteGauge> = {
  lisanga_outbox_waiting: {
    help: "Mails that are still to be sent.",
    async read({ db }) {
      const waiting = db.selectFrom("outbox").where("sentAt", "is", null).where("nextAt", "<", NEVER)
      return (await waiting.select((row) => row.fn.countAll<number>().as("rows")).executeTakeFirstOrThrow()).rows
    },
  },
  lisanga_disk_free_bytes: {
    help: "Free space on the disk of DATA_DIR.",
    async read({ images }) {
      const { bavail, bsize } = await statfs(images.temporaryFolder)
      return bavail * bsize
    },
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
