import { existsSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { temporaryDataFolder } from "#e2e/data-folder.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { runServer } from "#e2e/run-server.ts"

/** Expects that the start fails with one line that names the variable, creates no data and prints no URL. */
async function expectRejected(settings: Record<string, string>, names: RegExp) {
  await using folder = await temporaryDataFolder()
  const dataDir = `${folder.path}/data`
  const { status, output, complaints } = await runServer({ DATA_DIR: dataDir, ...settings })
  expect(status, complaints).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringMatching(names)])
  expect(output).not.toContain("http://")
  expect(existsSync(dataDir)).toBe(false)
}

// Which values and data are invalid is tested beside the functions that decide.
test("an invalid setting, a taken port and a foreign address stop the start with one line that names the setting", async () => {
  await expectRejected({ PORT: "quatre" }, /PORT/)
  const other = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => other.once("listening", resolve))
  const { port } = other.address() as AddressInfo
  await expectRejected({ PORT: String(port) }, /PORT/)
  other.close()
  for (const host of ["192.0.2.1", "fe80::1"]) await expectRejected({ HOST: host }, /HOST/)
})

test("a site.db that is no database stops the start with one line and is left as it is", async () => {
  await using folder = await temporaryDataFolder()
  const content = "ceci n’est pas une base de données\n".repeat(200)
  await writeFile(`${folder.path}/site.db`, content)
  const { status, complaints } = await runServer({ DATA_DIR: folder.path })
  expect(status).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringContaining("site.db")])
  expect(await readFile(`${folder.path}/site.db`, "utf8")).toBe(content)
  expect((await readdir(folder.path)).filter((name) => !["uploads", "site.lock"].includes(name))).toEqual(["site.db"])
})
