import { readdirSync } from "node:fs"
import { expect, test } from "vitest"
import { readSource } from "./source-files.ts"

const described = JSON.parse(readSource("package.json"))

test("decisions are numbered without a hole", () => {
  const numbers = readdirSync("docs/decisions").map((name) => name.slice(0, 4))
  expect(numbers.sort()).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, "0")))
})

test("Node is named at the version that the packages pin", () => {
  const pinned = new Set(Object.values(described.optionalDependencies))
  expect([...pinned]).toEqual([readSource(".nvmrc").trim()])
})

test("the changes of every stored release are told, and the newest is the program's own version", () => {
  const told = Array.from(readSource("CHANGELOG.md").matchAll(/^## \[(\d[^\]]*)\]/gm), ([, version = ""]) => version)
  const stored = readdirSync("server/testing/releases").filter((name) => /^\d/.test(name))
  expect(told.length).toBeGreaterThan(0)
  expect(told).toEqual(stored.sort((one, other) => other.localeCompare(one, "en", { numeric: true })))
  expect(told[0]).toBe(described.version)
})
