import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { installFromDebian } from "#e2e/debian.mjs"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { request } from "./visitor.ts"

/** A balancer in front of instances at those URLs. */
export async function startHaproxy(instances: readonly string[]) {
  if (!isInstalled()) installFromDebian("HAProxy", ["haproxy"])
  if (!isInstalled()) throw new Error("HAProxy is missing: install the package haproxy")
  const folder = createTemporaryFolder()
  const port = await findFreePort()
  const file = join(folder.path, "haproxy.cfg")
  writeFileSync(file, configuration(port, instances))
  const haproxy = spawn("setpriv", ["--pdeathsig=KILL", "haproxy", "-db", "-f", file], { stdio: "ignore" })
  const ended = once(haproxy, "exit")
  const url = `http://127.0.0.1:${port}`
  // It takes an instance for ready before its first check.
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

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address ? address.port : Number.NaN
}

function configuration(port: number, instances: readonly string[]): string {
  const servers = instances.map((url, index) => `  server instance${index} ${new URL(url).host}`)
  return `
defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  timeout http-request 10s
  timeout queue 5s
  timeout check 1s
  option redispatch 1
  option forwardfor
  retries 3
frontend visitors
  bind 127.0.0.1:${port}
  default_backend site
backend site
  balance leastconn
  retry-on conn-failure empty-response response-timeout
  http-request disable-l7-retry unless METH_GET
  option httpchk
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host balancer
  http-check expect status 200
  default-server check inter 500ms fall 2 rise 2 observe layer4 error-limit 1 on-error mark-down
${servers.join("\n")}
`
}
