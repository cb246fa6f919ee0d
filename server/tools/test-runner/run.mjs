// `npm test -- [types | lint | unit | journeys] [--engine sqlite | postgres] [--coverage]` runs all checks, or those named,
// and then sums up. `npm run test:unit -- [FILE…] [-t NAME] [--engine sqlite | postgres]` runs some unit tests: those in
// files whose path contains one of the texts, with such a name.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { hasPostgresPrograms, POSTGRES_ADVICE } from "#server/testing/postgres-programs.mjs"

process.chdir(fileURLToPath(new URL("../../..", import.meta.url)))

const reports = mkdtempSync(join(tmpdir(), "lisanga-tests-"))
process.on("exit", () => rmSync(reports, { recursive: true, force: true }))

/** @typedef {{ passed: number, failed: number, skipped: number, names?: string[] }} Counts */
/** @typedef {{ title: string, command: string[], env?: Record<string, string>, count?: () => Counts | undefined }} Step */

/** @type {Step} */
const types = { title: "Type check", command: ["typescript/bin/tsc", "--noEmit"] }

/** @type {Step} */
const lint = { title: "Lint", command: ["@biomejs/biome/bin/biome", "ci", "."] }

const ENGINES = ["sqlite", "postgres"]

/** The projects of Vitest (server/testing/vitest.config.ts) by engine. */
const projects = { sqlite: ["sqlite*", "screens"], postgres: ["postgres*"] }

/** @returns {Step} */
function vitest(/** @type {string[]} */ engines) {
  const path = join(reports, "vitest.json")
  return {
    title: "Unit, integration and screen tests",
    command: [
      ...["vitest/vitest.mjs", "run", "--config", "server/testing/vitest.config.ts", "--allowOnly=false"],
      ...["--reporter=default", "--reporter=./server/tools/test-runner/vitest-counts.mjs"],
      ...engines.flatMap((engine) => projects[/** @type {keyof typeof projects} */ (engine)]).map(projectOption),
      ...(values.coverage ? ["--coverage"] : []),
      ...(values.name === undefined ? [] : [`--testNamePattern=${values.name}`]),
      ...files,
    ],
    env: { VITEST_COUNTS_FILE: path },
    count: () => {
      if (values.coverage) printCoverage(report("test-results/coverage/coverage-summary.json"))
      return report(path)
    },
  }
}

/** @returns {Step} */
function playwright(/** @type {string[]} */ engines) {
  const path = join(reports, "journeys.json")
  return {
    title: "Journeys in a browser",
    command: [
      ...["@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts", "--forbid-only"],
      ...["--reporter=list,json", ...engines.map(projectOption)],
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    count: () => countPlaywright(report(path)),
  }
}

/** @typedef {{ title: string, file: string, ok: boolean }} Spec */
/** @typedef {{ specs: Spec[], suites?: Suite[] }} Suite */

/** @returns {Counts | undefined} */
function countPlaywright(
  /** @type {{ stats: { expected: number, unexpected: number, skipped: number }, suites: Suite[] } | undefined} */ found,
) {
  if (!found) return undefined
  const { expected, unexpected, skipped } = found.stats
  return { passed: expected, failed: unexpected, skipped, names: found.suites.flatMap(namesOfFailed) }
}

/** @returns {string[]} */
function namesOfFailed(/** @type {Suite} */ { specs, suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file} › ${title}`)
  return [...failed, ...suites.flatMap(namesOfFailed)]
}

function projectOption(/** @type {string} */ name) {
  return `--project=${name}`
}

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
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @type {string[]} */
  const failures = []
  for (const step of steps) {
    const counts = await runStep(step)
    if (stoppedBy) process.exit(128 + constants.signals[stoppedBy])
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    if (counts.failed) failures.push(step.title, ...(counts.names ?? []).map((name) => `  ${name}`))
  }
  // The failures come last, since the end is what one reads of a long run.
  if (failures.length) console.log(`\nFailed:\n${failures.join("\n")}`)
  const skipped = total.skipped ? `, ${total.skipped} skipped` : ""
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
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

/** Returns the engines whose journeys can run here, each with a server of its own. */
function withServers(/** @type {string[]} */ engines) {
  return engines.filter((engine) => engine !== "postgres" || hasPostgresPrograms())
}

/** Returns the engines whose integration tests can run here. */
function withDatabases(/** @type {string[]} */ engines) {
  return engines.filter((engine) => process.env.TEST_POSTGRES_URL || withServers([engine]).length > 0)
}

const { values, positionals } = parseArgs({
  options: {
    engine: { type: "string" },
    coverage: { type: "boolean", default: false },
    name: { type: "string", short: "t" },
  },
  allowPositionals: true,
})
const STEPS = ["types", "lint", "unit", "journeys"]
const named = positionals.filter((name) => STEPS.includes(name))
const files = positionals.filter((name) => !STEPS.includes(name))
const isSelection = files.length > 0 || values.name !== undefined
const engines = values.engine === undefined ? ENGINES : [values.engine]
const steps = { types, lint, unit: vitest(withDatabases(engines)), journeys: playwright(withServers(engines)) }
const isKnown = engines.every((engine) => ENGINES.includes(engine))
if (isKnown && (!isSelection || named.join() === "unit")) {
  if (withServers(engines).length < engines.length) console.log(`Not all tests on PostgreSQL run: ${POSTGRES_ADVICE}`)
  await runSteps(
    named.length
      ? Object.entries(steps).flatMap(([name, step]) => (named.includes(name) ? [step] : []))
      : Object.values(steps),
  )
} else {
  console.error(`Usage: npm test -- [${STEPS.join(" | ")}] [--engine ${ENGINES.join(" | ")}] [--coverage]`)
  console.error(`       npm run test:unit -- [FILE…] [-t NAME] [--engine ${ENGINES.join(" | ")}]`)
  process.exitCode = 2
}

/**
 * Prints how many lines of each folder have run, from Istanbul's summary by file.
 * @param {Record<string, { lines: { total: number, covered: number } }>} summary
 */
function printCoverage(summary) {
  /** @type {Map<string, { total: number, covered: number }>} */
  const folders = new Map()
  for (const [path, { lines }] of Object.entries(summary)) {
    const [, house, folder] = /[/\\](client|server)[/\\]([^/\\.]+[/\\]|)/.exec(path.replace(process.cwd(), "")) ?? []
    for (const name of house ? [`${house}/`, `${house}/${folder || "(files)"}`] : []) {
      const { total, covered } = folders.get(name) ?? { total: 0, covered: 0 }
      folders.set(name, { total: total + lines.total, covered: covered + lines.covered })
    }
  }
  console.log("\nLines that ran, by folder (by file in test-results/coverage/index.html):")
  for (const [name, { total, covered }] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const percent = total > 0 ? Math.round((100 * covered) / total) : 100
    console.log(`${name.padEnd(30)} ${String(percent).padStart(3)} % of ${total}`)
  }
}
