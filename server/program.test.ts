import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { readVersion } from "./program.ts"

test("a checkout tells its commit: on a branch, packed, and without one", () => {
  using folder = createTemporaryFolder()
  const git = (...parts: string[]) => execFileSync("git", ["-C", folder.path, ...parts], { encoding: "utf8" }).trim()
  writeFileSync(join(folder.path, "package.json"), `{ "version": "1.2.3" }`)
  git("init", "--quiet")
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--allow-empty", "--message", "one")
  const head = git("rev-parse", "HEAD")
  expect(readVersion(folder.path)).toEqual({ version: "1.2.3", commit: head })
  git("pack-refs", "--all")
  expect(readVersion(folder.path).commit).toBe(head)
  git("checkout", "--quiet", "--detach")
  expect(readVersion(folder.path).commit).toBe(head)
})

test("a release tells the commit that it was made of, and a bare folder none", () => {
  using folder = createTemporaryFolder()
  writeFileSync(join(folder.path, "package.json"), `{ "version": "1.2.3", "gitHead": "${"a".repeat(40)}" }`)
  mkdirSync(join(folder.path, ".git"))
  expect(readVersion(folder.path).commit).toBe("a".repeat(40))
  rmSync(join(folder.path, ".git"), { recursive: true })
  writeFileSync(join(folder.path, "package.json"), `{ "version": "1.2.3" }`)
  expect(readVersion(folder.path).commit).toBeNull()
})
