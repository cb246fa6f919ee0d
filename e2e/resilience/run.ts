// npm run test:hard -- [part…] [--record]
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { toMarkdown } from "#e2e/figures/tables.ts"
import { type PartResult, readResult } from "./results.ts"

const parts = ["kill", "stop", "disk", "database-locked", "slow-clients", "two-processes", "load"]

const usage = `npm run test:hard -- [part…] [--record]

The long tests of what the site promises under failure and under load, on production starts of their own. Without a
part, all of them, in about ten minutes:
  kill   killed in the midst of work
  stop   told to stop under load
  disk   a disk that is full, a folder that cannot be written
  database-locked   a database that is held, a mail server that hangs, pictures that take long
  slow-clients   connections that are slow or half open
  two-processes   two processes on one folder
  load   10,000 mixed requests, and an hour's worth of them

  --record  puts the last figures of every part into docs/reliability.md`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
})

const root = fileURLToPath(new URL("../..", import.meta.url))
const page = fileURLToPath(new URL("../../docs/reliability.md", import.meta.url))
const FIGURES = "## Figures"

process.exitCode = await run()

async function run(): Promise<number> {
  if (values.help || positionals.some((name) => !parts.includes(name))) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  const wanted = parts.filter((part) => positionals.length === 0 || positionals.includes(part))
  const status = await runTests(wanted.map((part) => `e2e/resilience/${part}.resilience.ts`))
  for (const result of resultsOf(wanted)) console.log(`\n${toMarkdown(result.table)}`)
  if (values.record && status === 0) record()
  return status
}

async function runTests(files: readonly string[]): Promise<number> {
  const words = ["node_modules/vitest/vitest.mjs", "run", "--config", "e2e/resilience/vitest.config.ts"]
  const child = spawn(process.execPath, [...words, "--reporter=verbose", ...files], { cwd: root, stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill("SIGINT"))
  const [status] = await once(child, "exit")
  return status ?? 1
}

function resultsOf(names: readonly string[]): PartResult[] {
  return names.flatMap((name) => readResult(name) ?? [])
}

/** What stands before the figures is written by hand. */
function record() {
  const text = readFileSync(page, "utf8")
  const before = text.slice(0, text.indexOf(FIGURES) + FIGURES.length)
  const missing = parts.filter((part) => !readResult(part))
  if (missing.length > 0) throw new Error(`Nothing is recorded: ${missing.join(", ")} never ran here`)
  const tables = resultsOf(parts).map(({ date, machine, table }) =>
    toMarkdown({ ...table, note: `${table.note}; ${date}. ${machine}` }),
  )
  writeFileSync(page, `${[before, ...tables].join("\n\n")}\n`)
}
