// Usage: npm run test:resilience -- [part…] [--record]
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { recordFigures } from "#server/tools/figures/recorded.ts"
import { toMarkdown } from "#server/tools/figures/tables.ts"
import { parts } from "./parts.ts"
import { readResult } from "./results.ts"

const usage = `npm run test:resilience -- [part…] [--record]

Resilience tests: failure and load, on production servers of their own. Without a part, all of them, in about half
an hour:
  kill   killed at work
  content   killed while content is published
  publications   killed while projects are published, changed and deleted
  requests   killed while requests are sent, answered and mailed
  stop   stopped under load
  disk   a disk that is full, a folder that cannot be written
  database-locked   a locked database, a mail server that hangs, pictures that take long
  slow-clients   connections that are slow or half open
  enumeration   answers whose time would tell that an account exists
  two-processes   two processes on one folder
  proxies   nginx and HAProxy that keep connections
  instances   three instances behind HAProxy, on PostgreSQL and S3
  postgres   PostgreSQL that is away, locked, full, read-only or silent
  s3   images in Ceph's RadosGW, which is installed if it is missing, and in a store that is slow, silent, full, broken
  move   a site of 10,000 projects to PostgreSQL and S3, and back
  load   10,000 mixed requests, and an hour's worth of them

  --record  writes the figures into docs/figures.json`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
})

const root = fileURLToPath(new URL("../../..", import.meta.url))

process.exitCode = await run()

async function run(): Promise<number> {
  if (values.help || positionals.some((name) => !parts.includes(name))) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  const wanted = parts.filter((part) => positionals.length === 0 || positionals.includes(part))
  const status = await runTests(wanted.map((part) => `server/tools/resilience/${part}.resilience.ts`))
  for (const table of wanted.flatMap((name) => readResult(name)?.tables ?? [])) console.log(`\n${toMarkdown(table)}`)
  if (values.record && status === 0) record(wanted)
  return status
}

async function runTests(files: readonly string[]): Promise<number> {
  const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "server/tools/resilience/vitest.config.ts"]
  const child = spawn(process.execPath, [...args, "--reporter=verbose", ...files], { cwd: root, stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill("SIGINT"))
  const [status] = await once(child, "exit")
  return status ?? 1
}

function record(names: readonly string[]) {
  const results = names.flatMap((name) => {
    const result = readResult(name)
    return result ? [[`resilience ${name}`, result] as const] : []
  })
  recordFigures(Object.fromEntries(results))
}
