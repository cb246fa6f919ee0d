import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { installFromDebian } from "#server/tools/chromium/debian-packages.mjs"
import { findFreePorts } from "./free-ports.ts"
import { request } from "./visitor.ts"

/** Starts a load balancer in front of the instances at those URLs. */
export async function startHaproxy(instances: readonly string[]) {
  if (!isInstalled()) await installFromDebian("HAProxy", ["haproxy"])
  if (!isInstalled()) throw new Error("Aucun HAProxy : installez le paquet haproxy (Debian)")
  const folder = createTemporaryFolder()
  const [port = 0] = await findFreePorts(1)
  const file = join(folder.path, "haproxy.cfg")
  writeFileSync(file, configuration(port, instances))
  const haproxy = spawn("setpriv", ["--pdeathsig=KILL", "haproxy", "-db", "-f", file], { stdio: "ignore" })
  const ended = once(haproxy, "exit")
  const url = `http://127.0.0.1:${port}`
  // HAProxy takes an instance for healthy until its first check.
  while ((await request(`${url}/api/ready`)).status !== 200) await pause(50)
  return {
    url,
    async [Symbol.asyncDispose]() {
      haproxy.kill("SIGTERM")
      await ended
      folder[Symbol.dispose]()
    },
  }
}

function isInstalled(): boolean {
  return spawnSync("haproxy", ["-v"], { stdio: "ignore" }).status === 0
}

/** Returns the configuration that operators get, without TLS, its certificates and Docker's names. */
export function configuration(port: number, instances: readonly string[]): string {
  const servers = instances.map((url, index) => `  server site${index + 1} ${new URL(url).host}`)
  return readFileSync(new URL("../../../docs/deploy/several-machines/haproxy/haproxy.cfg", import.meta.url), "utf8")
    .replace(/^(global|resolvers docker|backend acme)\n( {2}.*\n)+/gm, "")
    .replace(" resolvers docker init-addr last,libc,none", "")
    .replace(/^ {2}bind :8080$/m, `  bind 127.0.0.1:${port}`)
    .replace(
      /^ {2}(bind :8443|use_backend acme|http-request redirect|http-request set-header X-Forwarded-Proto) .*\n/gm,
      "",
    )
    .replace(/^ {2}server (?:.*\n {2}server )*.*$/m, servers.join("\n"))
}
