import { Secret, TOTP } from "otpauth"
import type { Role } from "#server/contract/domains/roles.ts"
import { type Authenticator, createAuthenticator } from "./authenticator.ts"
import { createCookieClient } from "./cookie-client.ts"
import { startApp } from "./start-app.ts"
import { createTestAccount } from "./test-account.ts"

const STEP_MS = 30_000

/** Starts the app with a clock that the test moves, and with browsers that call its procedures. */
export async function startWithFactors(given: Parameters<typeof startApp>[0] = {}) {
  // The clock begins in the middle of a step, so that a slow test does not reach the next one.
  let time = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2
  const app = await startApp({ now: () => new Date(time), ...given })
  return {
    ...app,
    advance: (seconds: number) => {
      time += seconds * 1000
    },
    createBrowser: () => createFactorClient(app),
    /** Creates an account, and a browser that is signed in to it with the password. */
    async signIn(role: Role = "admin") {
      const account = await createTestAccount(app.db, { role })
      const browser = createFactorClient(app)
      await browser.signIn(account)
      return { account, browser }
    },
    /** Returns the code that an authenticator app shows now, or that many steps later. */
    codeOf(secret: string, steps = 0) {
      return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: time + steps * STEP_MS })
    },
    auditActions: async () => {
      const rows = await app.db.selectFrom("audit").select("action").orderBy("id").execute()
      return rows.map(({ action }) => action)
    },
  }
}

interface Called<Data> {
  status: number
  data: Data
  message: string | undefined
  reason: string | undefined
  retryAfter: number | undefined
  response: Response
}

/** Creates a browser that calls the procedures of factors. */
export function createFactorClient(app: Pick<Awaited<ReturnType<typeof startApp>>, "request">) {
  const client = createCookieClient(app)

  async function read<Data>(response: Response): Promise<Called<Data>> {
    const { result, error } = (await response.json()) as {
      result?: { data: Data }
      error?: { message: string; data: { reason?: string; retryAfter?: number } }
    }
    const { status } = response
    return {
      status,
      data: result?.data as Data,
      message: error?.message,
      reason: error?.data.reason,
      retryAfter: error?.data.retryAfter,
      response,
    }
  }

  /** What its user has at hand. */
  const authenticators: Authenticator[] = []
  let recoveryCodes: string[] = []

  return {
    ...client,
    async mutate<Data = unknown>(name: string, input: unknown = {}) {
      return read<Data>(await client.postJson(`/trpc/factors.${name}`, input))
    },
    /** Changes the account's factors, and gives one of them if it has any. */
    async change<Data = unknown>(name: string, input: object = {}) {
      const asked = await this.mutate<Data>(name, input)
      if (asked.reason !== "factor proof") return asked
      const changed = await this.mutate<Data>(name, { ...input, proof: await this.prove() })
      if (name === "removePasskey") authenticators.pop()
      if (name === "renewRecoveryCodes")
        recoveryCodes = [...(changed.data as { recoveryCodes: string[] }).recoveryCodes]
      return changed
    },
    async prove() {
      const authenticator = authenticators.at(-1)
      if (!authenticator) return { code: recoveryCodes.pop() }
      const { data: options } = await this.mutate<never>("passkeyOptions")
      return { response: authenticator.get(options) }
    },
    async query<Data = unknown>(name: string) {
      return read<Data>(await client.request(`/trpc/factors.${name}`))
    },
    /** Adds the passkey of a new authenticator. */
    async addPasskey(authenticator: Authenticator = createAuthenticator(), name?: string) {
      const { data: options } = await this.change<never>("registrationOptions")
      const added = await this.mutate("addPasskey", { ...(name && { name }), response: authenticator.create(options) })
      if (added.status !== 200) throw new Error(added.message)
      authenticators.push(authenticator)
      return authenticator
    },
    /** Uses a passkey of the signed-in account. */
    async usePasskey(authenticator: Authenticator) {
      const { data: options } = await this.mutate<never>("passkeyOptions")
      return this.mutate("verifyPasskey", { response: authenticator.get(options) })
    },
    async signInWithPasskey(authenticator: Authenticator) {
      const { data: options } = await this.mutate<never>("signInOptions")
      return this.mutate<{ account: { email: string } }>("signIn", { response: authenticator.get(options) })
    },
    async turnOnCodes({ codeOf }: { codeOf: (secret: string) => string }) {
      const { data: started } = await this.change<{ secret: string; uri: string }>("startCodes")
      const { data, status, message } = await this.mutate<{ recoveryCodes: string[] }>("confirmCodes", {
        code: codeOf(started.secret),
      })
      if (status !== 200) throw new Error(message)
      recoveryCodes = [...data.recoveryCodes]
      return { ...started, recoveryCodes: data.recoveryCodes }
    },
  }
}
