import { createHash, timingSafeEqual } from "node:crypto"
import { Hono, type Context as HonoContext } from "hono"
import { messages } from "#server/contract/response-messages.ts"
import { AppError } from "#server/errors.ts"
import type { AppEnv } from "./app-env.ts"
import { type Reading, readProcess, readStore, watchLag } from "./metrics-readings.ts"
import type { RequestCounts } from "./metrics-requests.ts"
import { socketAddress } from "./request-context.ts"

interface Parts {
  requests: RequestCounts
  /** Undefined: nobody but this machine is told. */
  token: string | undefined
}

/** What Prometheus reads (contract §3). */
export function metricsRest({ requests, token }: Parts) {
  const lag = watchLag()
  return new Hono<AppEnv>().get("/metrics", async (c) => {
    if (!isLocal(c) && !bearsToken(c.req.header("Authorization"), token)) {
      throw new AppError("forbidden", messages.metricsForbidden)
    }
    const readings = [...readProcess(), ...lag.read(), ...(await readStore(c.get("context")))]
    c.header("Cache-Control", "no-store")
    c.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
    return c.body(`${[...requests.lines(), ...readings.flatMap(toLines)].join("\n")}\n`)
  })
}

function toLines([name, help, value]: Reading): string[] {
  const type = name.endsWith("_total") ? "counter" : "gauge"
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value}`]
}

/** What a proxy passes on comes from this machine, though whoever asked may sit anywhere. */
function isLocal(c: HonoContext): boolean {
  const address = socketAddress(c)?.replace(/^::ffff:/i, "") ?? ""
  const loopback = address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address)
  return loopback && !Object.keys(c.req.header()).some((name) => forwarding.test(name))
}

const forwarding = /^(forwarded|via|x-forwarded-?.*|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip)$/i

/** Digests are compared, so that the time tells nothing about the token or its length. */
function bearsToken(authorization: string | undefined, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1]
  if (!token || !given) return false
  const [left, right] = [given, token].map((text) => createHash("sha256").update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
