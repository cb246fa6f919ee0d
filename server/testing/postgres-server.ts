import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import Pg from "pg"
import { findPackagedPostgres, POSTGRES_ADVICE } from "./postgres-programs.mjs"

/** PostgreSQL refuses to run as root; this account exists on every system. */
const NOBODY = 65534

const isRoot = process.getuid?.() === 0

interface Options {
  /** Whether writes are flushed to the disk. */
  durable?: boolean
  /** The folder of the server's programs; without it, POSTGRES_PROGRAMS, or the package's. */
  programs?: string | undefined
  /** The port for TCP; without it the server listens on a socket file only. */
  port?: number
  /** The folder of the tables, such as a separate disk. The write-ahead log stays elsewhere. */
  dataFolder?: string
  settings?: Record<string, string>
}

/** SIGINT ends connections at once, SIGQUIT skips the checkpoint too as a crash does, SIGKILL leaves lock files too. */
type StopSignal = "SIGINT" | "SIGQUIT" | "SIGKILL"

/** Starts a PostgreSQL server in a temporary folder; it ends with this process. */
export async function startPostgresServer({
  durable = false,
  programs = process.env.POSTGRES_PROGRAMS,
  port,
  dataFolder,
  settings = {},
}: Options = {}) {
  const folder = mkdtempSync(join(durable ? tmpdir() : fastFolder(), "lisanga-postgres-"))
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const bin = programs ?? readablePrograms(folder)
  const data = join(dataFolder ?? folder, "data")
  if (isRoot && dataFolder) chownSync(dataFolder, NOBODY, NOBODY)
  const initdb = ["-D", data, "-X", join(folder, "wal"), "-U", "site", "-A", "trust", "-E", "UTF8", "--no-locale"]
  await promisify(execFile)(...asNobody(join(bin, "initdb"), [...initdb, "--no-sync"]), { cwd: "/", env: environment })

  async function start() {
    const given = {
      unix_socket_directories: folder,
      listen_addresses: port === undefined ? "" : "127.0.0.1",
      autovacuum: "off",
      max_connections: "300",
      ...(!durable && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
      ...settings,
    }
    const options = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`])
    const parameters = ["-D", data, "-p", String(port ?? 5432), ...options]
    const server = spawn(...asNobody(join(bin, "postgres"), parameters), {
      cwd: "/",
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
    })
    const ended = once(server, "exit")
    let output = ""
    await new Promise<void>((resolve, reject) => {
      server.stderr.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-10_000)
        if (/ready to accept connections/.test(output)) resolve()
      })
      server.once("error", reject)
      server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${output}`)))
    })
    return {
      async stop(signal: StopSignal = "SIGINT") {
        server.kill(signal)
        await ended
      },
    }
  }

  function url(database: string): string {
    if (port !== undefined) return `postgres://site@127.0.0.1:${port}/${database}`
    return `postgres://site@localhost/${database}?host=${encodeURIComponent(folder)}`
  }

  let running = await start()
  return {
    url,
    /** Runs one statement, outside of a transaction. */
    run: (statement: string) => runStatement(url("postgres"), statement),
    /** The socket file on which it listens without a port. */
    socket: join(folder, ".s.PGSQL.5432"),
    stop: (signal?: StopSignal) => running.stop(signal),
    async restart() {
      running = await start()
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a statement on a new connection, outside of any transaction. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const environment = { PATH: process.env.PATH, LC_ALL: "C" }

const MEMORY_DISK = "/dev/shm"
const NEEDED_BYTES = 1_000_000_000

/** Returns a folder in memory if there is room: a test's database has 300 files, created in 300 ms on slow disks. */
function fastFolder(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > NEEDED_BYTES ? MEMORY_DISK : tmpdir()
}

/** Returns a command that ends when this process does, and that uses another account if this one is root. */
function asNobody(program: string, parameters: string[]): [string, string[]] {
  // Elsewhere nobody runs the tests as root, and the tests' own clean-up has to do.
  if (process.platform !== "linux") return [program, parameters]
  const account = isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : []
  return ["setpriv", [...account, "--pdeathsig=KILL", program, ...parameters]]
}

/** Returns the folder of the package's programs, copied if this is root, whose folders others may be unable to read. */
function readablePrograms(folder: string): string {
  const installed = findPackagedPostgres()
  if (!installed) throw new Error(`PostgreSQL: ${POSTGRES_ADVICE}`)
  if (!isRoot) {
    addSymlinks(dirname(installed))
    return join(installed, "bin")
  }
  cpSync(installed, join(folder, "native"), { recursive: true })
  addSymlinks(folder, dirname(installed))
  return join(folder, "native", "bin")
}

/** Adds the symlinks that npm packages cannot contain; a script of the package makes them, but may not have run. */
function addSymlinks(folder: string, described = folder) {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(described, "native", "pg-symlinks.json"), "utf8"),
  )
  for (const { source, target } of links) {
    if (!existsSync(join(folder, target))) symlinkSync(join(folder, source), join(folder, target))
  }
}

/** Returns the folder of the programs of Debian's PostgreSQL, if it is installed. */
export function findInstalledPrograms(): string | undefined {
  const versions = "/usr/lib/postgresql"
  if (!existsSync(versions)) return undefined
  const oldest = readdirSync(versions).sort((one, other) => Number(one) - Number(other))[0]
  return oldest && join(versions, oldest, "bin")
}
