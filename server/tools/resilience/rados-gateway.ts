import { execFile, spawn, spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import { createS3Client, type S3Settings } from "#server/images/store/s3-client.ts"
import { environmentOf } from "#server/testing/s3-server.ts"
import { installFromDebian } from "#server/tools/chromium/debian-packages.mjs"
import { findFreePorts } from "./free-ports.ts"

const execute = promisify(execFile)

const packages = ["radosgw", "ceph-mon", "ceph-osd", "ceph-common"]
const programs = ["radosgw", "radosgw-admin", "ceph", "ceph-mon", "monmaptool", "ceph-osd", "setpriv"]

const account = { accessKeyId: "site", secretAccessKey: "secretsecret" }
const place = { bucket: "pictures", region: "us-east-1" }
const START_MS = 60_000

/** Starts Ceph's S3 server with a bucket, in memory and a temporary folder; it ends with this process. */
export async function startRadosGateway() {
  await requirePrograms()
  const started = new AsyncDisposableStack()
  try {
    return await startServers(started)
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function startServers(started: AsyncDisposableStack) {
  const folder = started.use(createTransientFolder()).path
  const [port = 0, ...monitorPorts] = await findFreePorts(3)
  const cluster = { folder, id: randomUUID(), monitor: monitorAt(monitorPorts), port }
  const config = join(folder, "ceph.conf")
  writeFileSync(config, describeCluster(cluster))
  const run = (program: string, ...args: string[]) => execute(program, ["-c", config, ...args], { timeout: START_MS })
  const start = (program: string, ...args: string[]) => started.use(startDaemon(program, ["-c", config, "-f", ...args]))

  const [monitors, osd] = [join(folder, "monitors"), randomUUID()]
  await execute("monmaptool", ["--create", "--addv", "a", cluster.monitor, "--fsid", cluster.id, monitors])
  await run("ceph-mon", "--mkfs", "-i", "a", "--monmap", monitors)
  start("ceph-mon", "-i", "a")
  await run("ceph", "osd", "new", osd)
  mkdirSync(join(folder, "osd"))
  await run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd)
  start("ceph-osd", "-i", "0")
  // Without an OSD the next commands would wait for minutes.
  await waitUntil("ceph-osd", async () => (await run("ceph", "osd", "stat")).stdout.includes("1 up"))
  const keys = [`--access-key=${account.accessKeyId}`, `--secret-key=${account.secretAccessKey}`]
  await run("radosgw-admin", "user", "create", "--uid=site", "--display-name=Site", ...keys)

  const endpoint = `http://127.0.0.1:${port}`
  const settings = (prefix: string): S3Settings => ({ ...account, ...place, endpoint, prefix })
  async function startGateway() {
    const gateway = start("radosgw", "-n", "client.admin")
    await waitUntil("radosgw", () => fetch(endpoint).then(({ ok }) => ok))
    return gateway
  }
  let gateway = await startGateway()
  await createS3Client(settings("")).send("PUT", "")
  return {
    settings,
    environment: (prefix: string) => environmentOf(settings(prefix)),
    /** Ends the S3 server as a crash does; the stored objects stay. */
    kill: () => gateway[Symbol.asyncDispose](),
    async restart() {
      gateway = await startGateway()
    },
    /** Sets a quota, so that it takes no more objects. */
    async fill() {
      await run("radosgw-admin", "quota", "set", "--quota-scope=user", "--uid=site", "--max-size=1")
      await run("radosgw-admin", "quota", "enable", "--quota-scope=user", "--uid=site")
    },
    async free() {
      await run("radosgw-admin", "quota", "disable", "--quota-scope=user", "--uid=site")
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

async function requirePrograms() {
  const areInstalled = () => spawnSync("which", programs, { stdio: "ignore" }).status === 0
  if (!areInstalled()) await installFromDebian("RadosGW", packages)
  if (!areInstalled()) throw new Error(`Aucun RadosGW : installez les paquets ${packages.join(", ")} (Debian)`)
}

interface Cluster {
  folder: string
  id: string
  monitor: string
  /** The port of the S3 server. */
  port: number
}

function monitorAt([port, olderProtocol]: readonly number[]): string {
  return `[v2:127.0.0.1:${port},v1:127.0.0.1:${olderProtocol}]`
}

/** Configures one monitor and one OSD, which holds a single copy of each object. */
function describeCluster({ folder, id, monitor, port }: Cluster): string {
  const options = {
    fsid: id,
    mon_initial_members: "a",
    mon_host: monitor,
    auth_cluster_required: "none",
    auth_service_required: "none",
    auth_client_required: "none",
    // By default radosgw waits for a secure connection, which needs keys.
    ms_mon_client_mode: "crc",
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    mon_allow_pool_size_one: true,
    osd_pool_default_pg_num: 4,
    osd_pool_default_pg_autoscale_mode: "off",
    osd_crush_chooseleaf_type: 0,
    osd_objectstore: "memstore",
    public_addr: "127.0.0.1",
    cluster_addr: "127.0.0.1",
    mon_data: join(folder, "mon"),
    osd_data: join(folder, "osd"),
    admin_socket: join(folder, "$name.$pid.asok"),
    log_file: join(folder, "$name.log"),
    rgw_frontends: `beast endpoint=127.0.0.1:${port}`,
  }
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}`)
  return `[global]\n${lines.join("\n")}\n`
}

function startDaemon(program: string, args: readonly string[]): AsyncDisposable {
  const child = spawn("setpriv", ["--pdeathsig=KILL", program, ...args], { stdio: "ignore" })
  const ended = once(child, "exit")
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL")
      await ended
    },
  }
}

/** Creates a folder that a separate process removes when its standard input ends, however this process ends. */
function createTransientFolder() {
  const path = mkdtempSync(join(tmpdir(), "lisanga-ceph-"))
  const command = 'read -r end; sleep 0.2; rm -rf "$1"'
  const remover = spawn("sh", ["-c", command, "sh", path], { stdio: ["pipe", "ignore", "ignore"], detached: true })
  const ended = once(remover, "exit")
  return {
    path,
    async [Symbol.asyncDispose]() {
      remover.stdin.end()
      await ended
    },
  }
}

async function waitUntil(program: string, isReady: () => Promise<boolean>) {
  const deadline = performance.now() + START_MS
  while (!(await isReady().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`${program} has not started within ${START_MS / 1000} s`)
    await pause(200)
  }
}
