import { readFileSync } from "node:fs"
import { findPackageJSON } from "node:module"
import { dirname, join } from "node:path"

/** The folder of package.json, both for the TypeScript sources and for the built program. */
export const programFolder = dirname(findPackageJSON(import.meta.url) ?? "")

export const { version, commit } = readVersion(programFolder)

/** Returns the version in package.json, and the commit as 40 hex digits, or null where nothing tells it. */
export function readVersion(folder: string): { version: string; commit: string | null } {
  const read = (path: string) => readFileSync(join(folder, path), "utf8")
  // npm writes the commit of a release as gitHead.
  const { version, gitHead } = JSON.parse(read("package.json"))
  return { version, commit: gitHead ?? readCheckout(read) }
}

/** Reads Git's files, since the git command refuses folders that belong to another user than the site's. */
function readCheckout(read: (path: string) => string): string | null {
  try {
    const head = read(".git/HEAD").trim()
    const branch = /^ref: (.+)$/.exec(head)?.[1]
    return branch === undefined ? head : readBranch(branch, read)
  } catch {
    return null
  }
}

/** Git moves branches from files of their own into one. */
function readBranch(branch: string, read: (path: string) => string): string | null {
  try {
    return read(`.git/${branch}`).trim()
  } catch {
    const lines = read(".git/packed-refs").split("\n")
    return lines.find((line) => line.endsWith(` ${branch}`))?.split(" ")[0] ?? null
  }
}
