// Run after every change of package-lock.json: node server/tools/complete-lockfile.mjs
//
// npm writes no entry for an optional package that the registry at hand does not carry (another platform's binary), and
// `npm ci` then refuses the whole lock with EUSAGE. A stub entry satisfies it: npm never fetches it on this platform.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** @typedef {{ version?: string, resolved?: string, optionalDependencies?: Record<string, string> }} LockedPackage */
/** @typedef {{ packages: Record<string, LockedPackage> }} Lockfile */

const lockfile = new URL("../../package-lock.json", import.meta.url)

/** @returns {Lockfile} */
export function readLockfile() {
  return JSON.parse(readFileSync(lockfile, "utf8"))
}

/**
 * The optional dependencies of locked packages that have no entry themselves.
 * @param {Lockfile} lock
 */
export function missingOptionalPackages({ packages }) {
  return Object.entries(packages).flatMap(([holder, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !places(holder, name).some((place) => place in packages))
      .map(([name, range]) => ({ name, version: range.replace(/^[~^]/, "") })),
  )
}

/**
 * Where Node looks for a package required by the one at `holder`: beside it first, then further up.
 * @param {string} holder
 * @param {string} name
 */
function places(holder, name) {
  const folders = holder.split(/\/?node_modules\//).slice(1)
  return Array.from({ length: folders.length + 1 }, (_, depth) =>
    [...folders.slice(0, depth), name].map((folder) => `node_modules/${folder}`).join("/"),
  )
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"]

/**
 * Reads the platform out of a name such as @tailwindcss/oxide-linux-arm-gnueabihf, as napi-rs and its kin write it.
 * @param {string} name
 */
export function platformOf(name) {
  const words = name.replace("linuxmusl", "linux-musl").split(/[/-]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = words.includes("musl") ? ["musl"] : words.some((word) => word.startsWith("gnu")) ? ["glibc"] : []
  if (os.length + cpu.length === 0) throw new Error(`${name}: its name tells no platform; add its entry by hand`)
  return { ...(os.length && { os }), ...(cpu.length && { cpu }), ...(os.includes("linux") && libc.length && { libc }) }
}

/**
 * @param {Lockfile} lock
 * @returns {Lockfile}
 */
export function completeLockfile(lock) {
  const stubs = missingOptionalPackages(lock).map(({ name, version }) => [
    `node_modules/${name}`,
    { version, optional: true, ...platformOf(name) },
  ])
  // Addresses belong to the machine that wrote the lock; without them npm asks the registry it is configured for.
  const kept = Object.entries(lock.packages).map(([place, { resolved: _, ...locked }]) => [place, locked])
  const inNpmsOrder = [...kept, ...stubs].sort(([a], [b]) => String(a).localeCompare(String(b), "en"))
  return { ...lock, packages: Object.fromEntries(inNpmsOrder) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = readLockfile()
  const added = missingOptionalPackages(lock).map(({ name }) => name)
  writeFileSync(lockfile, `${JSON.stringify(completeLockfile(lock), null, 2)}\n`)
  console.log([`${added.length} stub entries added`, ...added].join("\n  "))
}
