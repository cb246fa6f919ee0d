import { type BrowserContext, test as base, expect } from "@playwright/test"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { startS3Server } from "#server/testing/s3-server.ts"
import { type Site, startSite } from "./start-site.ts"

export { expect }

/** For journeys that write: they run on PostgreSQL with S3 too. */
export const ON_POSTGRES = { tag: "@postgres" }

// One expression each: Playwright takes a list whose second entry is an object for a fixture with options.
type Allowances = {
  /** Console errors, warnings and page errors that the test means to cause: test.use({ expectedConsole: /404/ }). */
  expectedConsole: RegExp | undefined
  /** Other hosts that the test means its page to call, answered by page.route: /^api\.emailjs\.com$/. */
  expectedHosts: RegExp | undefined
}

/** The settings of an empty place for a site's data: none for its own data folder. */
type NewPlace = () => Promise<Record<string, string>>

type Findings = { errors: string[]; requests: URL[] }

/** Playwright's own test with a production server per worker; an unexpected console error or request fails it. */
export const test = base.extend<
  Allowances & { site: Site; failOnErrors: undefined },
  { sharedSite: Site; newPlace: NewPlace }
>({
  newPlace: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use, { project }) => {
      if (project.name === "sqlite") return use(async () => ({}))
      await using postgres = await startPostgresServer()
      await using s3 = await startS3Server()
      let places = 0
      await use(async () => {
        places += 1
        const name = `site_${places}`
        await postgres.run(`create database ${name}`)
        return { DATABASE_URL: postgres.url(name), ...s3.environment(name) }
      })
    },
    { scope: "worker", timeout: 60_000 },
  ],
  sharedSite: [
    async ({ newPlace }, use) => {
      await using site = await startSite({ settings: await newPlace() })
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
      // Before the test's own context opens, and checked after it closed, so that no event is missed.
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

function collect(context: BrowserContext, findings: Findings) {
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return
    findings.errors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  // What a script throws that is no Error has a message, but no stack.
  context.on("weberror", (event) => findings.errors.push(`page error: ${event.error().stack || event.error()}`))
  context.on("request", (request) => {
    const url = new URL(request.url())
    // data: and blob: have no host; every server of the tests listens here.
    if (url.hostname && url.hostname !== "127.0.0.1") findings.requests.push(url)
  })
}
