// `node e2e/run-tests.mjs [unit | e2e] [--engine sqlite | postgres]` runs all checks in turn, and then sums up.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

process.chdir(fileURLToPath(new URL("..", import.meta.url)))

const reports = mkdtempSync(join(tmpdir(), "lisanga-tests-"))
const e2eReport = join(reports, "e2e.json")
process.on("exit", () => rmSync(reports, { recursive: true, force: true }))

/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number, names?: string[] }} Counts */
/** @typedef {{ title: string, command: string[], env?: Record<string, string>, count?: () => Counts | undefined }} Step */

/** @type {Step} */
const types = { title: "Type check", command: ["typescript/bin/tsc", "--noEmit"] }

/** @type {Step} */
const lint = { title: "Lint", command: ["@biomejs/biome/bin/biome", "ci", "."] }

/** @returns {Step} */
function vitest(/** @type {string[]} */ engines) {
  const path = join(reports, "vitest.json")
  const projects = engines.flatMap((engine) => (engine === "sqlite" ? ["sqlite*", "screens"] : ["postgres*"]))
  return {
    title: "Unit, integration and screen tests",
    command: [
      ...["vitest/vitest.mjs", "run", "--config", "server/testing/vitest.config.ts", "--allowOnly=false"],
      ...["--reporter=default", "--reporter=./e2e/vitest-counts.mjs"],
      ...projects.map((name) => `--project=${name}`),
    ],
    env: { VITEST_COUNTS_FILE: path },
    count: () => report(path),
  }
}

/** @returns {Step} */
function playwright(/** @type {string[]} */ projects, /** @type {string[]} */ options = []) {
  return {
    title: "End-to-end tests",
    command: [
      ...["@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts", "--forbid-only"],
      ...["--reporter=list,json", ...projects.map((name) => `--project=${name}`), ...options],
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport },
    count: countPlaywright,
  }
}

/** A flaky test failed first and passed when it was repeated, which happens in CI only. */
function countPlaywright() {
  const stats = report(e2eReport)?.stats
  if (!stats) return undefined
  const { expected, unexpected, flaky, skipped } = stats
  return { passed: expected + flaky, failed: unexpected, skipped, flaky }
}

/** @returns {Record<string, Step[]>} */
function selectionsFor(/** @type {string[]} */ engines) {
  const journeys = playwright(engines, ["--grep-invert=@slow"])
  return { all: [types, lint, vitest(engines), journeys], unit: [vitest(engines)], e2e: [playwright(engines)] }
}

const ENGINES = ["sqlite", "postgres"]

/** @type {import("node:child_process").ChildProcess | undefined} */
let child
/** @type {NodeJS.Signals | undefined} */
let stoppedBy

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    stoppedBy ??= signal
    // Playwright tears its workers and their servers down on SIGINT only.
    child?.kill("SIGINT")
    setTimeout(killGroup, 15_000).unref()
  })
}

async function runSteps(/** @type {Step[]} */ steps) {
  const total = { passed: 0, failed: 0, skipped: 0, flaky: 0 }
  /** @type {string[]} */
  const failures = []
  for (const step of steps) {
    const counts = await runStep(step)
    if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    total.flaky += counts.flaky ?? 0
    if (counts.failed) failures.push(step.title, ...(counts.names ?? []).map((name) => `  ${name}`))
  }
  // The failures come last, since the end is what one reads of a long run.
  if (failures.length) console.log(`\nFailed:\n${failures.join("\n")}`)
  const rest = [total.skipped && `${total.skipped} skipped`, total.flaky && `${total.flaky} flaky`].filter(Boolean)
  console.log(`\n${[`${total.passed} passed`, `${total.failed} failed`, ...rest].join(", ")}`)
  process.exitCode = total.failed ? 1 : 0
}

/** @returns {Promise<Counts>} */
async function runStep(/** @type {Step} */ { title, command, env, count }) {
  console.log(`\n== ${title}`)
  const start = performance.now()
  const ok = await run(command, env)
  console.log(`== ${title}: ${ok ? "passed" : "failed"} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  const counts = count?.() ?? { passed: ok ? 1 : 0, failed: 0, skipped: 0 }
  // A runner that crashed, or found nothing to run, must not look like a success.
  const unexplained = counts.failed === 0 && (!ok || counts.passed === 0)
  return unexplained ? { ...counts, failed: 1 } : counts
}

/** @returns {Promise<boolean>} whether it ended with status 0 */
function run(/** @type {string[]} */ [script = "", ...args], /** @type {Record<string, string>} */ env = {}) {
  return new Promise((resolve) => {
    // It has its own process group, so that nothing it started outlives it, however it ended.
    child = spawn(node(), [join("node_modules", script), ...args], {
      detached: true,
      stdio: ["ignore", "inherit", "inherit"],
      // Otherwise each of the hundreds of processes would compile its modules again.
      env: { ...process.env, NODE_COMPILE_CACHE: join(process.cwd(), "node_modules/.cache/compile"), ...env },
    })
    child.once("error", () => resolve(false))
    child.once("exit", (status) => {
      killGroup()
      resolve(status === 0)
    })
  })
}

function killGroup() {
  try {
    if (child?.pid) process.kill(-child.pid, "SIGKILL")
  } catch {
    // usually nothing of the group is left
  }
}

/** Returns the project's own Node, even if this file was started with the machine's. */
function node() {
  return existsSync("node_modules/.bin/node") ? "node_modules/.bin/node" : process.execPath
}

function report(/** @type {string} */ path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined
}

const { values, positionals } = parseArgs({ options: { engine: { type: "string" } }, allowPositionals: true })
const selections = selectionsFor(values.engine === undefined ? ENGINES : [values.engine])
const selection = selections[positionals[0] ?? "all"]
if (selection && (values.engine === undefined || ENGINES.includes(values.engine))) await runSteps(selection)
else {
  console.error(
    `Usage: node e2e/run-tests.mjs [${Object.keys(selections).join(" | ")}] [--engine ${ENGINES.join(" | ")}]`,
  )
  process.exitCode = 2
}
