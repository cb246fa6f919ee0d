import { defineConfig } from "@playwright/test"
import { chromiumPath } from "#server/tools/chromium/chromium.mjs"

// The workers read this file again, and find the path here.
process.env.CHROMIUM_PATH = await chromiumPath({ install: false })

/** Chromium takes the last such list only, so it repeats Playwright's own, and adds the spare renderer process. */
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
  // Each worker has its own server; four keep two cores busy, since each waits at times.
  workers: 4,
  fullyParallel: false,
  // Tests with @postgres in their title write, and run on PostgreSQL with S3 too: first, and in few workers, each of
  // which starts both servers.
  projects: [{ name: "postgres", grep: /@postgres/, workers: 2 }, { name: "sqlite" }],
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    locale: "fr-FR",
    // Tests that are about it allow it: it answers past page.route, and outlives its site.
    serviceWorkers: "block",
    timezoneId: "Africa/Kinshasa",
    screenshot: "only-on-failure",
    // The CPU draws all frames, so a transition costs as much as the screen that it leads to.
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
        // No page is open for long enough to gain what V8's optimizing compilers cost.
        "--js-flags=--no-opt --no-maglev",
        // Unlike a route that aborts, this leaves the browser's cache on.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      ],
    },
  },
})
