import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { sql } from "kysely"
import { temporaryDataFolder } from "#e2e/data-folder.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { runServer } from "#e2e/run-server.ts"
import { startSite } from "#e2e/start-site.ts"

/** The start ends with an error status and one line that names the variable; it creates no data and prints no URL. */
async function expectRejected(settings: Record<string, string>, names: string | RegExp) {
  await using folder = await temporaryDataFolder()
  const dataDir = `${folder.path}/data`
  const { status, output, complaints } = await runServer({ DATA_DIR: dataDir, ...settings })
  expect(status, complaints).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringMatching(names)])
  expect(output).not.toContain("http://")
  expect(existsSync(dataDir)).toBe(false)
}

// Which values are invalid is tested with the function that decides.
for (const [what, settings, name] of [
  ["an invalid PORT", { PORT: "quatre" }, /PORT/],
  ["a missing NOTIFY_EMAIL", { SMTP_URL: "smtp://mail.exemple.cd" }, /NOTIFY_EMAIL/],
] as const) {
  test(`${what} stops the start with one line that names it`, () => expectRejected(settings, name))
}

test("a taken port stops the start with one line that names PORT, and touches no data", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => other.once("listening", resolve))
  const { port } = other.address() as AddressInfo
  await expectRejected({ PORT: String(port) }, /PORT/)
  other.close()
})

test("a HOST that is no IP address of this machine stops the start with one line that names it", async () => {
  await expectRejected({ HOST: "192.0.2.1" }, /HOST/)
})

test("a DATA_DIR that is a file stops the start with one line that names it, and leaves the file", async () => {
  await using folder = await temporaryDataFolder()
  const file = `${folder.path}/fichier`
  await writeFile(file, "à garder")
  const { status, complaints } = await runServer({ DATA_DIR: file })
  expect(status).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringContaining("DATA_DIR")])
  expect(await readFile(file, "utf8")).toBe("à garder")
})

test("a DATA_DIR below a file stops the start the same way", async () => {
  await using folder = await temporaryDataFolder()
  await writeFile(`${folder.path}/fichier`, "")
  const { status, complaints } = await runServer({ DATA_DIR: `${folder.path}/fichier/data` })
  expect(status).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringContaining("DATA_DIR")])
})

test("a DATA_DIR that cannot be written stops the start the same way", async () => {
  // Nobody may write there, root neither.
  const { status, complaints } = await runServer({ DATA_DIR: "/sys/lisanga" })
  expect(status).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringContaining("DATA_DIR")])
})

for (const { what, content } of [
  { what: "no database", content: "ceci n’est pas une base de données\n".repeat(200) },
  { what: "cut off", content: "SQLite format 3\0" },
]) {
  test(`a site.db that is ${what} stops the start with one line and is left as it is`, async () => {
    await using folder = await temporaryDataFolder()
    await writeFile(`${folder.path}/site.db`, content)
    const { status, complaints } = await runServer({ DATA_DIR: folder.path })
    expect(status).toBeGreaterThan(0)
    expect(complaints.split("\n")).toEqual([expect.stringContaining("site.db")])
    expect(await readFile(`${folder.path}/site.db`, "utf8")).toBe(content)
    expect((await readdir(folder.path)).filter((name) => !["uploads", "site.lock"].includes(name))).toEqual(["site.db"])
  })
}

test("a site.db that is a folder stops the start with one line", async () => {
  await using folder = await temporaryDataFolder()
  await mkdir(`${folder.path}/site.db`)
  const { status, complaints } = await runServer({ DATA_DIR: folder.path })
  expect(status).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringContaining("site.db")])
})

test("a database of a newer program stops the start with one line and is left as it is", async () => {
  await using folder = await temporaryDataFolder()
  await (await startSite({ dataDir: folder.path, settings: { DEMO_CONTENT: "0" } })).stop()
  await withDatabase({ dataDir: folder.path }, (db) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db),
  )
  const before = await readFile(`${folder.path}/site.db`)
  const { status, complaints } = await runServer({ DATA_DIR: folder.path })
  expect(status).toBeGreaterThan(0)
  expect(complaints.split("\n")).toEqual([expect.stringContaining("9999-later")])
  expect(before.equals(await readFile(`${folder.path}/site.db`))).toBe(true)
})

test("with PORT=0 a free port is picked and printed", async () => {
  await using one = await startSite({ settings: { DEMO_CONTENT: "0" } })
  await using other = await startSite({ settings: { DEMO_CONTENT: "0" } })
  expect(one.url).not.toBe(other.url)
  expect((await fetch(`${other.url}/api/health`)).status).toBe(200)
})
