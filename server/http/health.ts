import * as z from "zod/mini"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { checkImages } from "#server/images/store/check-images.ts"
import { commit, version } from "#server/program.ts"
import type { Context } from "#server/trpc/context.ts"
import { said } from "./described.ts"
import { publicCall, restCalls } from "./rest-call.ts"
import { Failure, json, named } from "./rest-parts.ts"

const Health = named(
  "Health",
  z.object({
    status: said("Toujours «\u00a0ok\u00a0»", z.literal("ok")),
    version: said("La version du site", z.string()),
    commit: said("Le commit dont elle est faite, s’il est connu", z.nullable(z.string())),
    parts: said(
      "L’état de chaque partie",
      z.object({
        database: said("La base de données", z.enum(["ok", "failing"])),
        images: said("Les images", z.enum(["ok", "failing"])),
      }),
    ),
  }),
)

const Unhealthy = named("Unhealthy", z.extend(Failure, { parts: Health.shape.parts }))

const Ready = named("Ready", z.pick(Health, { status: true }))

interface Options {
  isStopping: () => boolean
  checks: Checks
}

/**
 * Health tells operators; without its image store the site still serves pages. Readiness tells a load balancer, which
 * sends no more requests to an instance that is about to stop.
 */
export function healthRest({ isStopping, checks }: Options) {
  return restCalls("service", [
    publicCall("GET /api/health", {
      title: "Savoir si le site va bien",
      responses: {
        200: json(Health, "La base de données répond", {
          status: "ok",
          version: "1.0.0",
          commit: "0d1f3c5a7b9e2468ace013579bdf02468ace1357",
          parts: { database: "ok", images: "ok" },
        }),
      },
      errorSchemas: { 503: Unhealthy },
      async answer(c) {
        const parts = { database: await checks.database(), images: await checks.images() }
        c.header("Cache-Control", "no-store")
        if (parts.database === "ok") return c.json({ status: "ok", version, commit, parts })
        return c.json({ success: false, message: responseTexts.busy, parts }, 503)
      },
    }),
    publicCall("GET /api/ready", {
      title: "Savoir si cette instance prend des requêtes",
      responses: { 200: json(Ready, "Elle en prend", { status: "ok" }) },
      async answer(c) {
        c.header("Cache-Control", "no-store")
        const isReady = !isStopping() && (await checks.database()) === "ok"
        return isReady ? c.json({ status: "ok" }) : c.json({ success: false, message: responseTexts.busy }, 503)
      },
    }),
  ])
}

export type Verdict = "ok" | "failing"

/** A remote store costs a request and money, and anybody may ask for this. */
const REMEMBERED_MS = 3000

export type Checks = ReturnType<typeof createChecks>

/** The store's verdict is that of the last seconds, or of a check that is under way. */
export function createChecks({ db, images, now }: Pick<Context, "db" | "images" | "now">) {
  let last: { at: number; verdict: Promise<Verdict> } | undefined
  return {
    database: () => check(readDatabase(db)),
    images(): Promise<Verdict> {
      const at = now().getTime()
      const age = last && at - last.at
      if (!last || age === undefined || age < 0 || age >= REMEMBERED_MS)
        last = { at, verdict: check(withinTime(checkImages({ db, images }), IMAGES_TIMEOUT_MS)) }
      return last.verdict
    },
  }
}

async function check(reading: Promise<unknown>): Promise<Verdict> {
  return reading.then(
    () => "ok",
    () => "failing",
  )
}

function readDatabase(db: Database) {
  return db.selectFrom("contentVersion").select("version").executeTakeFirstOrThrow()
}

/** A remote store that does not answer in this time counts as failing. */
const IMAGES_TIMEOUT_MS = 2000

/** Rejects what takes longer. */
export function withinTime<Result>(reading: Promise<Result>, ms: number): Promise<Result> {
  const timeout = new Promise<never>((_, reject) => AbortSignal.timeout(ms).addEventListener("abort", reject))
  return Promise.race([reading, timeout])
}
