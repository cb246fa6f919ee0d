import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { withDatabase } from "#server/testing/site-database.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { admin, type Site, startSite } from "#server/testing/start-site.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { median } from "#server/tools/figures/statistics.ts"
import { figuresOf } from "./figures.ts"
import { type Outcome, sendJson, signIn, timed } from "./visitor.ts"

const figures = figuresOf("enumeration", "Whether the time of an answer tells that an account exists")

const PAIRS = 200
const WARM_UP = 20

/** The pause lets each request's mail be delivered before the next request is timed. */
const PAUSE_MS = 40

const LIMIT = 1.2

type Ask = (email: string) => Promise<Outcome>

/** Times one of each kind in turn, so that whatever slows the machine slows both. */
async function compare(what: string, ask: Ask, known: () => string, unknown: () => string) {
  const seconds = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    for (const kind of pair % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      const outcome = await timed(ask(kind === "known" ? known() : unknown()))
      answers.add(`${outcome.status} ${outcome.text}`)
      if (pair >= 0) seconds[kind].push(outcome.seconds)
      await pause(PAUSE_MS)
    }
  }
  const [first, second] = [median(seconds.known), median(seconds.unknown)]
  const ratio = Math.max(first, second) / Math.min(first, second)
  figures.add(`${what}: median with an account, ms`, first * 1000)
  figures.add(`${what}: median without one, ms`, second * 1000)
  figures.add(`${what}: ratio of the two`, ratio, `${LIMIT}`)
  expect([...answers], what).toHaveLength(1)
  expect(ratio, what).toBeLessThanOrEqual(LIMIT)
}

let made = 0

function nobody(): string {
  made += 1
  return `personne-${made}@exemple.cd`
}

async function startMailing(smtpUrl: string): Promise<Site> {
  const mail = { SMTP_URL: smtpUrl, NOTIFY_EMAIL: "bureau@lisanga.example" }
  return startSite({ settings: { ...mail, DEMO_CONTENT: "0", RATE_LIMITS: "0" } })
}

test("log-in, forgotten password and change of e-mail answer alike in the same time, whether an account exists or not", async () => {
  await using mailServer = await startMailServer()
  await using site = await startMailing(mailServer.url)
  const { email } = await withDatabase(site, (db) => createTestAccount(db))
  const call = (procedure: string, headers: Record<string, string> = {}): Ask => {
    return (email) => sendJson(`${site.url}/trpc/accounts.${procedure}`, "POST", { email }, headers)
  }
  const logIn: Ask = (email) => sendJson(`${site.url}/api/login`, "POST", { email, password: "une autre planche" })
  await compare("log-in", logIn, () => admin.email, nobody)
  await compare("forgotten password", call("requestReset"), () => email, nobody)
  await compare("change of e-mail", call("requestEmailChange", await signIn(site)), () => email, nobody)
})
