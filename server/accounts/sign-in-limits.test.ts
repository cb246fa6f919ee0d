import { CompiledQuery } from "kysely"
import { describe, expect, test } from "vitest"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { engine } from "#server/testing/open-test-database.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { replacePassword } from "./commands.ts"
import { hashPassword } from "./passwords.ts"

const WRONG = "une autre planche"
const FORTY_TIMES = Array.from({ length: 40 }, (_, number) => number)

/** Starts the app behind a proxy, with an account and a clock that the test advances. */
async function startLimited(settings: Record<string, string> = {}) {
  let time = Date.now()
  const app = await startApp({ now: () => new Date(time), settings: { TRUST_PROXY: "1", ...settings } })
  const account = await createTestAccount(app.db)
  return {
    ...app,
    account,
    advance: (seconds: number) => (time += seconds * 1000),
    /** Returns a new browser with that IP. */
    at: (ip: string, cookies: Record<string, string> = {}) => {
      const browser = createCookieClient(app, { "X-Forwarded-For": ip })
      for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value)
      return browser
    },
  }
}

type Limited = Awaited<ReturnType<typeof startLimited>>

/** Sends wrong passwords for the account, each from another IP. */
async function failFromEverywhere(app: Limited, times: number, email = app.account.email) {
  for (const number of FORTY_TIMES.slice(0, times)) {
    expect((await app.at(`198.51.100.${number}`).signIn({ email }, WRONG)).status).toBe(401)
  }
}

/** Sends wrong passwords from one IP, each for another e-mail. */
async function failAt(app: Limited, ip: string, times: number) {
  for (const number of FORTY_TIMES.slice(0, times)) {
    expect((await app.at(ip).signIn({ email: `qui-${number}@exemple.cd` }, WRONG)).status).toBe(401)
  }
}

describe("ten failures in a quarter of an hour", () => {
  test("lock an IP, for the correct password too", async () => {
    await using app = await startLimited()
    await failAt(app, "203.0.113.1", 10)
    const rejected = await app.at("203.0.113.1").signIn(app.account)
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get("Retry-After")).toBe("900")
    expect(await rejected.json()).toEqual({ success: false, message: "Trop de tentatives, réessayez plus tard" })
    expect(rejected.headers.getSetCookie()).toEqual([])
    expect((await app.at("203.0.113.2").signIn(app.account)).status).toBe(200)
  })

  test("lock an e-mail, however it is typed, for the correct password too", async () => {
    await using app = await startLimited()
    await failFromEverywhere(app, 9)
    expect((await app.at("203.0.113.1").signIn({ email: ` ${app.account.email.toUpperCase()} ` }, WRONG)).status).toBe(
      401,
    )
    expect((await app.at("203.0.113.2").signIn(app.account)).status).toBe(429)
    expect((await app.at("203.0.113.3").signIn({ email: `\t${app.account.email.toUpperCase()}` })).status).toBe(429)
  })

  test("lock an e-mail without an account in the same way", async () => {
    await using app = await startLimited()
    const email = "personne@exemple.cd"
    await failFromEverywhere(app, 10, email)
    expect((await app.at("203.0.113.1").signIn({ email }, WRONG)).status).toBe(429)
  })

  test("through tRPC and REST are counted together", async () => {
    await using app = await startLimited()
    await failFromEverywhere(app, 9)
    const credentials = { email: app.account.email, password: WRONG }
    const statuses = [10, 11].map(async (number) =>
      app.at(`203.0.113.${number}`).postJson("/trpc/accounts.signIn", credentials),
    )
    const responses = await Promise.all(statuses)
    expect(responses.map(({ status }) => status).sort()).toEqual([401, 429])
    const rejected = responses.find(({ status }) => status === 429)
    expect(Number(rejected?.headers.get("Retry-After"))).toBeGreaterThan(0)
  })

  test("are no more than ten when they come at once", async () => {
    await using app = await startLimited()
    const attempts = FORTY_TIMES.map(() => app.at("203.0.113.1").signIn(app.account, WRONG))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test("are no more than ten in one batch either", async () => {
    await using app = await startLimited()
    const path = `/trpc/${Array(20).fill("accounts.signIn").join(",")}?batch=1`
    const response = await app
      .at("203.0.113.1")
      .postJson(path, { ...Array(20).fill({ email: "a@b.cd", password: WRONG }) })
    const outcomes = (await response.json()) as { error: { data: { code: string } } }[]
    const codes = outcomes.map(({ error }) => error.data.code).sort()
    expect(codes).toEqual([...Array(10).fill("throttled"), ...Array(10).fill("unauthorized")])
  })

  test("count for a quarter of an hour each; rejected attempts do not extend the lock", async () => {
    await using app = await startLimited()
    await failFromEverywhere(app, 10)
    app.advance(600)
    const rejected = await app.at("203.0.113.1").signIn(app.account)
    expect(rejected.headers.get("Retry-After")).toBe("300")
    app.advance(299)
    expect((await app.at("203.0.113.1").signIn(app.account)).status).toBe(429)
    app.advance(1)
    expect((await app.at("203.0.113.1").signIn(app.account)).status).toBe(200)
  })

  test("survive a restart", async () => {
    await using app = await startLimited()
    await failFromEverywhere(app, 10)
    await using restarted = await startApp({ db: app.db })
    expect((await createCookieClient(restarted).signIn(app.account)).status).toBe(429)
  })

  test("of IPv6 clients count by the /64", async () => {
    await using app = await startLimited()
    await failAt(app, "2001:db8:1:2::1", 5)
    for (const number of FORTY_TIMES.slice(5, 10)) {
      await app.at(`2001:db8:1:2:${number}::${number}`).signIn({ email: `qui-${number}@exemple.cd` }, WRONG)
    }
    expect((await app.at("2001:db8:1:2:ffff::1").signIn(app.account)).status).toBe(429)
    expect((await app.at("2001:db8:1:3::1").signIn(app.account)).status).toBe(200)
  })

  test.runIf(engine === "sqlite")("are not waited for once their commit has failed", async () => {
    await using app = await startLimited()
    const run = (statement: string) => app.db.executeQuery(CompiledQuery.raw(statement))
    // A deferred constraint is checked at the commit.
    await run("create table broken (account_id integer references accounts deferrable initially deferred)")
    await run("create trigger break after insert on limits begin insert into broken values (-1); end")
    expect((await app.at("203.0.113.1").signIn(app.account, WRONG)).status).toBe(500)
    await run("drop trigger break")
    await failFromEverywhere(app, 10)
    expect((await app.at("203.0.113.2").signIn(app.account)).status).toBe(429)
  })

  test("lock nothing with RATE_LIMITS=0", async () => {
    await using app = await startLimited({ RATE_LIMITS: "0" })
    await failFromEverywhere(app, 12)
    expect((await app.at("198.51.100.1").signIn(app.account)).status).toBe(200)
  })
})

describe("successful sign-ins", () => {
  test("do not count", async () => {
    await using app = await startLimited()
    for (const _ of FORTY_TIMES.slice(0, 15)) expect((await app.at("203.0.113.1").signIn(app.account)).status).toBe(200)
    expect(await app.db.selectFrom("limits").select("id").execute()).toEqual([])
  })

  test("do not count when forty come at once either", async () => {
    await using app = await startLimited()
    const responses = await Promise.all(FORTY_TIMES.map(() => app.at("203.0.113.1").signIn(app.account)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test("leave the limit for simultaneous failures as it is", async () => {
    await using app = await startLimited()
    const attempts = FORTY_TIMES.map((number) => {
      return app.at("203.0.113.1").signIn(app.account, number % 2 ? TEST_PASSWORD : WRONG)
    })
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  test("do not reset the count", async () => {
    await using app = await startLimited()
    await failFromEverywhere(app, 9)
    expect((await app.at("203.0.113.1").signIn(app.account)).status).toBe(200)
    expect((await app.at("203.0.113.2").signIn(app.account, WRONG)).status).toBe(401)
    expect((await app.at("203.0.113.3").signIn(app.account, WRONG)).status).toBe(429)
  })

  test("and invalid forms do not count as failures", async () => {
    await using app = await startLimited()
    for (const _ of FORTY_TIMES) await app.at("203.0.113.1").signIn(app.account, "")
    expect((await app.at("203.0.113.1").signIn(app.account)).status).toBe(200)
  })
})

describe("a trusted device", () => {
  /** Returns the device's cookie after signing in and out. */
  async function trustDevice(app: Limited, account = app.account): Promise<string> {
    const browser = app.at("192.0.2.1")
    await browser.signIn(account)
    await browser.signOut()
    return browser.cookies.get("known") ?? ""
  }

  /** Whether the device can sign in although the e-mail is locked. */
  async function passes(app: Limited, known: string) {
    const { status } = await app.at("192.0.2.2", { known }).signIn(app.account)
    return status === 200
  }

  test("can sign in although strangers have locked the e-mail, and neighbours the IP", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    await failFromEverywhere(app, 10)
    await failAt(app, "192.0.2.2", 10)
    expect((await app.at("192.0.2.2").signIn(app.account)).status).toBe(429)
    expect(await passes(app, known)).toBe(true)
  })

  test("has ten failures of its own, and then is locked too", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    const other = await trustDevice(app)
    for (const _ of FORTY_TIMES.slice(0, 10)) {
      expect((await app.at("192.0.2.2", { known }).signIn(app.account, WRONG)).status).toBe(401)
    }
    const rejected = await app.at("192.0.2.2", { known }).signIn(app.account)
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get("Retry-After")).toBe("900")
    expect(await passes(app, other)).toBe(true)
    expect((await app.at("192.0.2.2").signIn(app.account)).status).toBe(200)
  })

  test("has no more than ten when they come at once", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    const attempts = FORTY_TIMES.map(() => app.at("192.0.2.2", { known }).signIn(app.account, WRONG))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })

  test("gets no new cookie when it signs in again", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    const response = await app.at("192.0.2.2", { known }).signIn(app.account)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=/)])
  })

  test("is trusted for one account alone", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app, await createTestAccount(app.db))
    await failFromEverywhere(app, 10)
    expect(await passes(app, known)).toBe(false)
  })

  test("is no longer trusted after a year", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    app.advance(365 * 86_400 - 1)
    await failFromEverywhere(app, 10)
    expect(await passes(app, known)).toBe(true)
    app.advance(1)
    expect(await passes(app, known)).toBe(false)
  })

  test("is no longer trusted after the password was changed", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    await setSamePassword(app.db, app.account.id)
    await failFromEverywhere(app, 10)
    expect(await passes(app, known)).toBe(false)
  })

  test("cannot be forged", async () => {
    await using app = await startLimited()
    const known = await trustDevice(app)
    const [device = "", expiry = "", signature = ""] = known.split(".")
    await failFromEverywhere(app, 10)
    for (const forged of [
      "",
      "..",
      "a.b.c",
      `${device}.${expiry}.`,
      `${device}.${expiry}`,
      `x${device}.${expiry}.${signature}`,
      `${device}.${Number(expiry) + 1}.${signature}`,
      `${device}.${expiry}.${signature.slice(0, -1)}`,
      `${device}.${expiry}.${signature.split("").reverse().join("")}`,
      `${crypto.randomUUID()}.${expiry}.${signature}`,
    ]) {
      expect(await passes(app, forged), forged).toBe(false)
    }
    expect(await passes(app, known)).toBe(true)
  })

  test("has a cookie that names neither the account nor its e-mail", async () => {
    await using app = await startLimited()
    const [device, expiry] = (await trustDevice(app)).split(".")
    expect(device).toMatch(/^[0-9a-f-]{36}$/)
    expect(Number(expiry) - app.now().getTime() / 1000).toBeCloseTo(365 * 86_400, -1)
  })
})

async function setSamePassword(db: Database, id: number) {
  const passwordHash = await hashPassword(TEST_PASSWORD)
  await inTransaction(db, (trx) => replacePassword(trx, { id, passwordHash }, new Date(Date.now() + 1000)))
}
