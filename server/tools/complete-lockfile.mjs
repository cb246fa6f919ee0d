// Run `node server/tools/complete-lockfile.mjs` after every change of package-lock.json.
//
// npm rejects a lockfile without the optional packages of other platforms with EUSAGE, and installs what has no checksum
// unseen. Both happen where the registry that wrote the lockfile lacked a package.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/**
 * @typedef {{
 *   version?: string, resolved?: string, integrity?: string, link?: boolean, inBundle?: boolean, dev?: boolean,
 *   hasInstallScript?: boolean, optionalDependencies?: Record<string, string>
 * }} LockedPackage
 */
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
    Object.keys(optionalDependencies).filter(
      (name) => !candidatePaths(path, name).some((candidate) => candidate in packages),
    ),
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

/**
 * Lists packages without a checksum. Folders of this repository have none, and bundled packages that of their bundle.
 * @param {Lockfile} lock
 */
export function packagesWithoutChecksum({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path.includes("node_modules/"))
    .filter(([, { integrity, link, inBundle }]) => !integrity && !link && !inBundle)
    .map(([path]) => path)
}

/**
 * Without the URLs npm uses the configured registry, and not that of the machine that wrote the lockfile.
 * @param {Lockfile} lock
 * @returns {Lockfile}
 */
export function withoutRegistry(lock) {
  const packages = Object.entries(lock.packages).map(([path, { resolved, ...locked }]) => [
    path,
    locked.link ? { resolved, ...locked } : locked,
  ])
  return { ...lock, packages: Object.fromEntries(packages) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = readLockfile()
  writeFileSync(lockfile, `${JSON.stringify(withoutRegistry(lock), null, 2)}\n`)
  const incomplete = [...missingOptionalPackages(lock), ...packagesWithoutChecksum(lock)]
  if (incomplete.length > 0) {
    console.error(["The registry did not give all of these; take another one:", ...incomplete].join("\n  "))
    process.exit(1)
  }
}
