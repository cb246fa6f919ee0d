import { defineConfig } from "@playwright/test"
import { chromiumPath } from "./chromium.mjs"

// Set for the workers, which read this file again.
process.env.CHROMIUM_PATH = await chromiumPath({ install: false })

/** The last list of these counts: Playwright's own with the renderer that Chromium starts before a page asks for one. */
const disabledFeatures = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
]

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../test-results",
  // Each worker has its own server; three keep two cores busy, since each waits now and then.
  workers: 3,
  fullyParallel: false,
  // Journeys that write run on PostgreSQL with S3 too.
  projects: [{ name: "sqlite" }, { name: "postgres", grep: /@postgres/ }],
  // A busy machine may be late once; the summary names what passed only when it was repeated.
  retries: process.env.CI ? 1 : 0,
  // Journeys have many steps.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    locale: "fr-FR",
    timezoneId: "Africa/Kinshasa",
    screenshot: "only-on-failure",
    // Frames are drawn by the processor: a transition costs as much as the screen that it leads to.
    reducedMotion: "reduce",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        `--disable-features=${disabledFeatures.join()}`,
        // V8's optimizing compilers: no page is open for long enough to gain what they cost.
        "--js-flags=--no-opt --no-maglev",
        // Unlike a route that aborts, this leaves the browser's cache working.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ],
    },
  },
})
