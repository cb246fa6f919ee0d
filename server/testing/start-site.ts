import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type CommandOptions, spawnServer } from "./start-command.ts"

export const admin = { email: "admin@lisanga.example", password: "mot-de-passe-des-tests" }

export type Site = AsyncDisposable & {
  /** It has no trailing slash. */
  url: string
  dataDir: string
  /** The URL of PostgreSQL, or undefined where the rows are in the data folder. */
  databaseUrl: string | undefined
  pid: number | undefined
  /** Returns what the server has printed so far. */
  output: () => string
  /** Sends SIGTERM and waits for the graceful end; throws when the exit status is not 0. */
  stop: () => Promise<void>
  /** Ends the server as a crash or a power cut does, without letting it finish. */
  kill: () => Promise<void>
}

export type SiteOptions = CommandOptions & {
  /** Settings that differ from those of the shared server: { DEMO_CONTENT: "0" }. */
  settings?: Record<string, string>
  /** A folder that outlives the server; without it, a new one that is removed with the server. */
  dataDir?: string
  /** A file for the server's output, if there is too much of it for the memory. */
  logFile?: string
}

const running = new Set<ChildProcess>()
// If Playwright has to kill a worker, its servers must end too.
process.on("exit", () => {
  for (const server of running) server.kill("SIGKILL")
})

/** Starts the production server on a free port: `await using site = await startSite()`. */
export async function startSite({ settings = {}, dataDir, logFile, ...command }: SiteOptions = {}): Promise<Site> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "lisanga-e2e-")))
  const log = logFile === undefined ? "pipe" : openSync(logFile, "a")
  const server = spawnServer({ ...environment(), DATA_DIR: folder, ...settings }, ["ignore", log, log], command)
  if (typeof log === "number") closeSync(log)
  running.add(server)
  const ended = once(server, "exit").finally(() => running.delete(server))
  const output = logFile === undefined ? collectOutput(server) : () => readFileSync(logFile, "utf8")

  async function stop() {
    try {
      await end(server, ended, output)
    } finally {
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    }
  }

  async function kill() {
    server.kill("SIGKILL")
    await ended
  }

  try {
    const url = await printedUrl(server, output)
    return {
      url,
      dataDir: folder,
      databaseUrl: settings.DATABASE_URL,
      pid: server.pid,
      output,
      stop,
      kill,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop().catch(() => undefined) // the first error says more
    throw error
  }
}

/** None of the site's settings in the developer's environment reaches the server under test. */
function environment() {
  return {
    HOME: process.env.HOME,
    TMPDIR: tmpdir(),
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DEMO_CONTENT: "1",
    // All tests of a worker have one IP, so only the tests of rate limits turn them on.
    RATE_LIMITS: "0",
    LOG_LEVEL: "error",
  }
}

function collectOutput(server: ChildProcess) {
  let text = ""
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk) => {
      text += chunk
    })
  }
  return () => text
}

async function printedUrl(server: ChildProcess, output: () => string) {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    const printed = output().match(/http:\/\/127\.0\.0\.1:\d+/)
    if (printed) return printed[0]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server printed no URL:\n${output()}`)
}

async function end(server: ChildProcess, ended: Promise<unknown>, output: () => string) {
  const timeout = setTimeout(() => server.kill("SIGKILL"), 15_000)
  server.kill("SIGTERM")
  await ended
  clearTimeout(timeout)
  if (server.exitCode !== 0) {
    throw new Error(`The server ended with ${server.signalCode ?? server.exitCode}:\n${output()}`)
  }
}
