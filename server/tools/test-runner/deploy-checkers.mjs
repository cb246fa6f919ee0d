// This is plain JavaScript, since server/tools/prepare.mjs calls it on the machine's own Node.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { installFromDebian } from "#server/tools/chromium/debian-packages.mjs"

/** Programs that check the files of docs/deploy, with their packages. */
const packages = {
  nginx: "nginx-light",
  haproxy: "haproxy",
  caddy: "caddy",
  "docker-compose": "docker-compose",
  promtool: "prometheus",
}

/** Installs those that the machine lacks, except where systemd would start them too, as on a developer's machine. */
export async function installDeployCheckers() {
  if (existsSync("/run/systemd/system")) return
  const missing = Object.entries(packages).filter(([program]) => spawnSync(program, ["-v"], { stdio: "ignore" }).error)
  const names = missing.map(([, name]) => name)
  if (names.length > 0) await installFromDebian("ce qui vérifie docs/deploy", names)
}
