import { type BrowserContext, test as base, expect } from "@playwright/test"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"

export { expect }

// Each is a single expression: Playwright takes a list whose second entry is an object for a fixture with options.
type Allowances = {
  /** Matches console and page errors that the test means to cause: test.use({ expectedConsole: /404/ }). */
  expectedConsole: RegExp | undefined
  /** Matches other hosts that the page may call, answered by page.route: /^api\.emailjs\.com$/. */
  expectedHosts: RegExp | undefined
}

interface Places {
  /** Returns the settings of an empty place for a site's data; there are none for SQLite in its own data folder. */
  create(): Promise<Record<string, string>>
  /** Stops a site while the next tests run, since that takes two seconds; the end of the worker waits for it. */
  stopLater(site: Site): void
}

type Findings = { errors: string[]; requests: URL[] }

/** Playwright's `test` with a production server per worker; an unexpected console error or request fails it. */
export const test = base.extend<
  Allowances & { site: Site; failOnErrors: undefined },
  { sharedSite: Site; places: Places }
>({
  places: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use, { project }) => {
      await using servers = project.name === "postgres" ? await startServers() : undefined
      const stopping: Promise<void>[] = []
      await use({
        create: async () => (await servers?.createPlace()) ?? {},
        stopLater: (site) => void stopping.push(site.stop()),
      })
      await Promise.all(stopping)
    },
    { scope: "worker", timeout: 60_000 },
  ],
  sharedSite: [
    async ({ places }, use) => {
      await using site = await startSite({ settings: await places.create() })
      await use(site)
    },
    { scope: "worker", timeout: 60_000 },
  ],
  site: ({ sharedSite }, use) => use(sharedSite),
  baseURL: ({ site }, use) => use(site.url),
  expectedConsole: [undefined, { option: true }],
  expectedHosts: [undefined, { option: true }],
  failOnErrors: [
    async ({ browser, expectedConsole, expectedHosts }, use) => {
      const findings: Findings = { errors: [], requests: [] }
      const listen = (context: BrowserContext) => collect(context, findings)
      // It listens before the test's own context opens, and checks after that has closed, so that no event is missed.
      browser.on("context", listen)
      await use(undefined)
      browser.off("context", listen)
      const errors = findings.errors.filter((line) => !expectedConsole?.test(line))
      const requests = findings.requests.filter(({ hostname }) => !expectedHosts?.test(hostname)).map(String)
      expect({ errors, requests }, "errors of pages and requests to other hosts").toEqual({ errors: [], requests: [] })
    },
    { auto: true },
  ],
})

/** Starts PostgreSQL and S3 for the sites of one worker. */
async function startServers() {
  const postgres = await startPostgresServer()
  const s3 = await startS3Server()
  let places = 0
  return {
    async createPlace() {
      places += 1
      const name = `site_${places}`
      await postgres.run(`create database ${name}`)
      return { DATABASE_URL: postgres.url(name), ...s3.environment(name) }
    },
    async [Symbol.asyncDispose]() {
      await s3[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}

function collect(context: BrowserContext, findings: Findings) {
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return
    // The configuration blocks it.
    if (message.text().includes("Service Worker registration blocked by Playwright")) return
    findings.errors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  // A thrown value that is no Error has a message, but no stack.
  context.on("weberror", (event) => findings.errors.push(`page error: ${event.error().stack || event.error()}`))
  context.on("request", (request) => {
    const url = new URL(request.url())
    // URLs with data: and blob: have no host, and every server of the tests listens on this one.
    if (url.hostname && url.hostname !== "127.0.0.1") findings.requests.push(url)
  })
}
