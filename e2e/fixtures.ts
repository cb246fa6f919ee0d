import { type BrowserContext, test as base, expect } from "@playwright/test"
import { type Site, startSite } from "./start-site.ts"

export { expect }

// One expression each, since Playwright takes a list whose second entry is an object for a fixture with options.
type Allowances = {
  /** Console errors, warnings and page errors that the test means to cause: test.use({ expectedConsole: /404/ }). */
  expectedConsole: RegExp | undefined
  /** Other hosts that the test means its page to call, answered by page.route: /^api\.emailjs\.com$/. */
  expectedHosts: RegExp | undefined
}

type Complaints = { console: string[]; requests: URL[] }

/** Playwright's own test, with a production server for each worker, and no complaint of a page left unseen. */
export const test = base.extend<Allowances & { noComplaints: undefined }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      await using site = await startSite()
      await use(site)
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expectedConsole: [undefined, { option: true }],
  expectedHosts: [undefined, { option: true }],
  noComplaints: [
    async ({ browser, expectedConsole, expectedHosts }, use) => {
      const complaints: Complaints = { console: [], requests: [] }
      const listen = (context: BrowserContext) => collect(context, complaints)
      // Before the test's own context opens, and judged after it closed: nothing comes too early or too late.
      browser.on("context", listen)
      await use(undefined)
      browser.off("context", listen)
      const errors = complaints.console.filter((line) => !expectedConsole?.test(line))
      const requests = complaints.requests.filter(({ hostname }) => !expectedHosts?.test(hostname)).map(String)
      expect({ errors, requests }, "complaints of pages and requests to other hosts").toEqual({
        errors: [],
        requests: [],
      })
    },
    { auto: true },
  ],
})

function collect(context: BrowserContext, complaints: Complaints) {
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return
    complaints.console.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on("weberror", (error) => complaints.console.push(`page error: ${error.error().stack}`))
  context.on("request", (request) => {
    const url = new URL(request.url())
    // data: and blob: have no host; every server of the tests listens here.
    if (url.hostname && url.hostname !== "127.0.0.1") complaints.requests.push(url)
  })
}
