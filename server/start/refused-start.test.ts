import { once } from "node:events"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { expect, test } from "vitest"
import { startBuiltSite } from "#server/testing/built-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

// Which values are invalid is tested beside the functions that decide; here is how the program ends.

/** Expects a start to fail with one line that names the setting, without data and without a URL. */
async function expectRefused(settings: Record<string, string>, line: RegExp) {
  using folder = createTemporaryFolder()
  const dataDir = join(folder.path, "data")
  await using site = await startBuiltSite(dataDir, settings)
  expect((await site.ended)[0]).toBe(1)
  expect(site.complaints()).toMatch(line)
  expect(site.output()).toBe("")
  expect(existsSync(dataDir)).toBe(false)
}

test("a taken port stops the start with one line", { timeout: 60_000 }, async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await once(other, "listening")
  await expectRefused({ PORT: String((other.address() as AddressInfo).port) }, /^PORT : \d+ .*\n$/)
  other.close()
})

test.each(["192.0.2.1", "fe80::1"])(
  "%s, an address of another machine, stops the start with one line",
  {
    timeout: 60_000,
  },
  async (HOST) => {
    await expectRefused({ HOST }, /^HOST : .*\n$/)
  },
)

test("a site.db that is no database stops the start with one line, and is left as it is", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, "site.db")
  const content = "ceci n’est pas une base de données\n".repeat(200)
  writeFileSync(file, content)
  await using site = await startBuiltSite(folder.path)
  expect((await site.ended)[0]).toBe(1)
  expect(site.complaints()).toMatch(/^.*site\.db.*\n$/)
  expect(readFileSync(file, "utf8")).toBe(content)
  const others = readdirSync(folder.path).filter((name) => !["uploads", "site.lock"].includes(name))
  expect(others).toEqual(["site.db"])
})
