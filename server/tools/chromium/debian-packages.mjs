// This is plain JavaScript, since server/tools/prepare.mjs needs it on the machine's own Node.
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"

/**
 * Installs packages if this process is root on Debian or Ubuntu; elsewhere it does nothing.
 * @param {string} name
 * @param {string[]} packages
 */
export async function installFromDebian(name, packages) {
  if (!isDebianRoot()) return
  console.log(`Installation de ${name} (${packages.join(", ")}, paquets Debian)…`)
  if (await updateLists()) await apt("install", "-y", "--no-install-recommends", ...packages)
}

export function isDebianRoot() {
  const release = "/etc/os-release"
  if (process.getuid?.() !== 0 || !existsSync(release)) return false
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(release, "utf8"))
}

async function updateLists() {
  if (await apt("update")) return true
  // A mirror that is being updated, or apt's nightly run, is usually done a moment later.
  await pause(5000)
  return apt("update")
}

/**
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it ended with status 0
 */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0"]
  const child = spawn("apt-get", [...options, ...args], { env, stdio: ["ignore", "ignore", "inherit"] })
  return new Promise((resolve) => {
    child.once("error", () => resolve(false))
    child.once("exit", (status) => resolve(status === 0))
  })
}
