import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import Pg from "pg"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { installFromDebian } from "#server/tools/chromium/debian-packages.mjs"
import { findFreePorts } from "./free-ports.ts"

/** PgBouncer refuses to run as root; this account exists on every system. */
const NOBODY = ["--reuid=65534", "--regid=65534", "--clear-groups"]

/** Starts PgBouncer, by transactions, in front of the PostgreSQL at that socket file. */
export async function startPgBouncer(socketFile: string, settings = "") {
  if (!isInstalled()) await installFromDebian("PgBouncer", ["pgbouncer"])
  if (!isInstalled()) throw new Error("Aucun PgBouncer : installez le paquet pgbouncer (Debian)")
  const folder = createTemporaryFolder()
  chmodSync(folder.path, 0o755)
  const [port = 0] = await findFreePorts(1)
  const file = join(folder.path, "pgbouncer.ini")
  writeFileSync(
    file,
    `[databases]\n* = host=${dirname(socketFile)} port=5432 user=site\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${port}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n${settings}\n`,
  )
  const account = process.getuid?.() === 0 ? NOBODY : []
  const bouncer = spawn("setpriv", [...account, "--pdeathsig=KILL", "pgbouncer", file], { stdio: "ignore" })
  const ended = once(bouncer, "exit")
  const url = (database: string) => `postgres://site@127.0.0.1:${port}/${database}`
  while (!(await answers(url("site")))) await pause(50)
  return {
    url,
    async [Symbol.asyncDispose]() {
      bouncer.kill("SIGINT")
      await ended
      folder[Symbol.dispose]()
    },
  }
}

function isInstalled(): boolean {
  return spawnSync("pgbouncer", ["--version"], { stdio: "ignore" }).status === 0
}

async function answers(url: string): Promise<boolean> {
  const client = new Pg.Client(url)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
