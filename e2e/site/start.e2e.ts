import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { Agent, get } from "node:http"
import { fileURLToPath } from "node:url"
import { temporaryDataFolder } from "#e2e/data-folder.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { runServer } from "#e2e/run-server.ts"
import { startSite } from "#e2e/start-site.ts"
import { makeProject } from "#server/testing/make.ts"
import { storedMessages } from "./contact-form.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** `npm start` as an operator types it, up to the address that it prints. */
async function npmStart(dataDir: string) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: "0",
    HOST: "127.0.0.1",
    NODE_ENV: undefined,
    LOG_LEVEL: "error",
  }
  const npm = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] })
  let output = ""
  npm.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk
  })
  const address = /http:\/\/[\w.]+:\d+/
  await expect.poll(() => output, { intervals: [20], timeout: 25_000 }).toMatch(address)
  return { npm, output, url: output.match(address)?.[0] ?? "" }
}

async function stopped(process: ChildProcess, signal: "SIGTERM" | "SIGINT") {
  const end = once(process, "exit")
  process.kill(signal)
  return end
}

test("SIGTERM ends the server with status 0, also while a browser keeps its connection open", async () => {
  const site = await startSite({ settings: { DEMO_CONTENT: "0" } })
  const agent = new Agent({ keepAlive: true })
  await new Promise((resolve) => get(`${site.url}/about`, { agent }, (answer) => answer.resume().on("end", resolve)))
  await site.stop() // throws for any other status
  agent.destroy()
})

test("a signal at the very moment the address is printed ends with status 0, too", async () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) {
    await using folder = await temporaryDataFolder()
    const { status } = await runServer({ DATA_DIR: folder.path, DEMO_CONTENT: "0", LOG_LEVEL: "error" }, signal)
    expect(status).toBe(0)
  }
})

test("a stop leaves no log of the database behind", async () => {
  await using folder = await temporaryDataFolder()
  await (await startSite({ dataDir: folder.path })).stop()
  expect((await readdir(folder.path)).sort()).toEqual(["site.db", "site.lock", "uploads", "variants"])
})

test("after a stop the address answers no more", async () => {
  const site = await startSite({ settings: { DEMO_CONTENT: "0" } })
  await site.stop()
  await expect(fetch(site.url)).rejects.toThrow()
})

test("a second npm start installs and builds nothing", async () => {
  test.setTimeout(90_000)
  await using folder = await temporaryDataFolder()
  const first = await npmStart(folder.path)
  await stopped(first.npm, "SIGTERM")
  const { npm, url, output } = await npmStart(folder.path)
  expect((await fetch(`${url}/transport`)).status).toBe(200)
  expect(output).not.toMatch(/Construction|Installation/)
  await stopped(npm, "SIGINT")
})

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} to npm leaves no process behind`, async () => {
    test.setTimeout(60_000)
    await using folder = await temporaryDataFolder()
    const { npm, url } = await npmStart(folder.path)
    await stopped(npm, signal)
    await expect.poll(() => fetch(url).catch(() => "gone")).toBe("gone")
  })
}

test("what was sent is still there after a restart", async () => {
  await using folder = await temporaryDataFolder()
  const first = await startSite({ dataDir: folder.path })
  const before = await (await fetch(`${first.url}/api/projects`)).json()
  await first.stop()
  await using second = await startSite({ dataDir: folder.path })
  expect(await (await fetch(`${second.url}/api/projects`)).json()).toEqual(before)
})

test("a server that is killed in the midst of work starts again with everything it had acknowledged", async () => {
  await using folder = await temporaryDataFolder()
  const site = await startSite({ dataDir: folder.path, settings: { DEMO_CONTENT: "0" } })
  const fields = { firstName: "A", lastName: "B", email: "a@exemple.cd", sector: "transport" }
  const sent = Array.from({ length: 20 }, async (_, number) => {
    const body = JSON.stringify({ ...fields, message: `Message numéro ${number}` })
    const headers = { "Content-Type": "application/json" }
    return (await fetch(`${site.url}/api/contact`, { method: "POST", headers, body })).status
  })
  expect(new Set(await Promise.all(sent))).toEqual(new Set([201]))
  if (site.pid) process.kill(site.pid, "SIGKILL")
  await expect(site.stop()).rejects.toThrow("SIGKILL")
  await using again = await startSite({ dataDir: folder.path })
  expect(await storedMessages(again, fields)).toHaveLength(20)
})

test("two servers on one folder both show what changed in it", async () => {
  await using folder = await temporaryDataFolder()
  await using one = await startSite({ dataDir: folder.path })
  await using other = await startSite({ dataDir: folder.path })
  const pages = () => Promise.all([one, other].map(async ({ url }) => (await fetch(`${url}/transport`)).text()))
  for (const html of await pages()) expect(html).toContain("Liaison Kinshasa – Matadi")
  await withDatabase(one, (db) => makeProject(db, { name: "Bac de Maluku", sector: "Transport" }))
  for (const html of await pages()) expect(html).toContain("Bac de Maluku")
})
