// Run `node server/tools/complete-lockfile.mjs` after every change of package-lock.json.
//
// npm writes no entry for an optional package that the registry lacks (another platform's binary), and `npm ci` then
// rejects the whole lockfile with EUSAGE. A stub entry prevents that, as npm never downloads it on this platform.
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
 * Lists the optional dependencies of locked packages that have no entry themselves.
 * @param {Lockfile} lock
 */
export function missingOptionalPackages({ packages }) {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !candidatePaths(path, name).some((candidate) => candidate in packages))
      .map(([name, range]) => ({ name, version: range.replace(/^[~^]/, "") })),
  )
}

/**
 * Lists where Node looks for a dependency of the package at `path`: in its own folder first, then further up.
 * @param {string} path
 * @param {string} name
 */
function candidatePaths(path, name) {
  const folders = path.split(/\/?node_modules\//).slice(1)
  return Array.from({ length: folders.length + 1 }, (_, depth) =>
    [...folders.slice(0, depth), name].map((folder) => `node_modules/${folder}`).join("/"),
  )
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"]

/**
 * Parses the platform from a name in the convention of napi-rs, such as @tailwindcss/oxide-linux-arm-gnueabihf.
 * @param {string} name
 */
export function platformOf(name) {
  const parts = name.replace("linuxmusl", "linux-musl").split(/[/-]/)
  const os = systems.filter((system) => parts.includes(system))
  const cpu = processors.filter((processor) => parts.includes(processor))
  const libc = parts.includes("musl") ? ["musl"] : parts.some((part) => part.startsWith("gnu")) ? ["glibc"] : []
  if (os.length + cpu.length === 0) throw new Error(`${name}: its name contains no platform; add its entry by hand`)
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
  // Without `resolved` URLs npm uses the configured registry, and not that of the machine that wrote the lockfile.
  const packages = Object.entries(lock.packages).map(([path, { resolved: _, ...locked }]) => [path, locked])
  const sorted = [...packages, ...stubs].sort(([a], [b]) => String(a).localeCompare(String(b), "en"))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = readLockfile()
  const added = missingOptionalPackages(lock).map(({ name }) => name)
  writeFileSync(lockfile, `${JSON.stringify(completeLockfile(lock), null, 2)}\n`)
  console.log([`${added.length} stub entries added`, ...added].join("\n  "))
}
