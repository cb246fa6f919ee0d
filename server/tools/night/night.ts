// Usage: npm run night -- [--record]
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { type Figures, readRecorded } from "#server/tools/figures/recorded.ts"
import { listShortfalls } from "#server/tools/figures/shortfalls.ts"
import { parts } from "#server/tools/resilience/parts.ts"

const usage = `npm run night -- [--record]

Runs what takes hours, one after the other: fuzzing with many seeds on both engines, the tests of failures
(npm run test:resilience), and the bench (npm run bench). In the end it prints what failed, what missed its limit, and
what is worse than the figures recorded in docs/figures.json.

  --record  writes the figures into docs/figures.json`

const root = fileURLToPath(new URL("../../..", import.meta.url))
const results = join(root, "bench-results")

const SEEDS = 10
const RUNS_OF_A_SEED = "100"

const bench = ["load", "growth", "instances", "memory", "weight", "lighthouse"]

const { values } = parseArgs({
  options: { record: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
})

if (values.help) console.log(usage)
else process.exitCode = await runNight(values.record ? ["--record"] : [])

async function runNight(options: string[]): Promise<number> {
  const recorded = readRecorded()
  const short: string[] = []
  for (let turn = 0; turn < SEEDS; turn += 1) {
    const seed = String(Math.floor(Math.random() * 2 ** 31))
    const isPassed = await run(
      [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--config",
        "server/testing/vitest.config.ts",
        "fuzz",
        "extreme-values",
      ],
      { FUZZ_SEED: seed, FUZZ_RUNS: RUNS_OF_A_SEED },
    )
    if (!isPassed) short.push(`Fuzzing failed: FUZZ_SEED=${seed} FUZZ_RUNS=${RUNS_OF_A_SEED}`)
  }
  for (const part of parts) {
    if (!(await run(["server/tools/resilience/run.ts", part, ...options]))) short.push(`resilience ${part} failed`)
    short.push(...listShortfalls(readTables(`resilience/${part}`), recorded[`resilience ${part}`]?.tables))
  }
  for (const section of bench) {
    if (!(await run(["server/tools/bench/bench.ts", section, ...options]))) short.push(`bench ${section} failed`)
    short.push(...listShortfalls(readTables(section), recorded[`bench ${section}`]?.tables))
  }
  console.log(short.length ? `\nFell short:\n  ${short.join("\n  ")}` : "\nNothing fell short.")
  return short.length ? 1 : 0
}

async function run([script = "", ...args]: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  })
  const stop = () => child.kill("SIGINT")
  process.once("SIGINT", stop).once("SIGTERM", stop)
  const [status] = await once(child, "exit")
  process.off("SIGINT", stop).off("SIGTERM", stop)
  return status === 0
}

function readTables(name: string): Figures["tables"] {
  const file = join(results, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).tables : []
}
