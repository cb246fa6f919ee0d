import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { installFromDebian } from "#server/tools/chromium/debian-packages.mjs"
import { findFreePorts } from "./free-ports.ts"
import { request } from "./visitor.ts"

/** Starts nginx in front of the site at that port, configured as operators get it. */
export async function startNginx(sitePort: number) {
  if (!isInstalled()) await installFromDebian("nginx", ["nginx-light"])
  if (!isInstalled()) throw new Error("Aucun nginx : installez le paquet nginx-light (Debian)")
  const folder = createTemporaryFolder()
  const [port = 0] = await findFreePorts(1)
  const file = join(folder.path, "nginx.conf")
  writeFileSync(file, configuration(port, sitePort, folder.path))
  const nginx = spawn("setpriv", ["--pdeathsig=KILL", "nginx", "-p", folder.path, "-c", file], { stdio: "ignore" })
  const ended = once(nginx, "exit")
  const url = `http://127.0.0.1:${port}`
  while ((await request(`${url}/api/ready`)).status !== 200) await pause(50)
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill("SIGQUIT")
      await ended
      folder[Symbol.dispose]()
    },
  }
}

function isInstalled(): boolean {
  return spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0
}

/** Returns the file that operators get within a server of its own, whose files are in that folder. */
export function configuration(port: number, sitePort: number, folder: string): string {
  const [upstream = "", location = ""] = readFileSync(
    new URL("../../../docs/deploy/one-machine/nginx.conf", import.meta.url),
    "utf8",
  )
    .replace("127.0.0.1:3000", `127.0.0.1:${sitePort}`)
    .replace("/var/log/nginx", folder)
    .split(/(?=# In nginx's server block)/)
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n")
  return `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
events {}
http { access_log off; ${temporary}
${upstream}
server { listen 127.0.0.1:${port};
${location}
} }`
}
