// This is plain JavaScript, since server/tools/prepare.mjs needs it on the machine's own Node.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

/**
 * Installs packages if this process is root on Debian or Ubuntu; elsewhere it does nothing.
 * @param {string} name
 * @param {string[]} packages
 */
export function installFromDebian(name, packages) {
  if (!isDebianRoot()) return
  console.log(`Installation de ${name} (${packages.join(", ")}, paquets Debian)…`)
  if (updateLists()) apt("install", "-y", "--no-install-recommends", ...packages)
}

export function isDebianRoot() {
  const release = "/etc/os-release"
  if (process.getuid?.() !== 0 || !existsSync(release)) return false
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, "utf8"))
}

function updateLists() {
  if (apt("update")) return true
  // A mirror that is being updated, or apt's nightly run, is usually done a moment later.
  spawnSync("sleep", ["5"])
  return apt("update")
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0"]
  return spawnSync("apt-get", [...options, ...args], { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0
}
