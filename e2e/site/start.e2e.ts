import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { Agent, get, request } from "node:http"
import { fileURLToPath } from "node:url"
import { temporaryDataFolder } from "#e2e/data-folder.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { runServer } from "#e2e/run-server.ts"
import { startSite } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { storedMessages } from "./contact-form.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Runs `npm start` in a process group of its own until it prints the URL; disposing kills what is left of the group. */
async function npmStart(dataDir: string) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: "0",
    HOST: "127.0.0.1",
    NODE_ENV: undefined,
    LOG_LEVEL: "error",
  }
  const npm = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "ignore"], detached: true })
  let output = ""
  npm.stdout.setEncoding("utf8").on("data", (chunk) => {
    output += chunk
  })
  const url = /http:\/\/[\w.]+:\d+/
  const kill = () => {
    try {
      if (npm.pid) process.kill(-npm.pid, "SIGKILL")
    } catch {
      // the usual case: nothing of the group is left
    }
  }
  try {
    await expect.poll(() => output, { intervals: [20], timeout: 25_000 }).toMatch(url)
  } catch (error) {
    kill()
    throw error
  }
  return { npm, output, url: output.match(url)?.[0] ?? "", [Symbol.dispose]: kill }
}

async function stop(process: ChildProcess, signal: "SIGTERM" | "SIGINT") {
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

test("a signal at the very moment the URL is printed ends with status 0, too", async () => {
  for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) {
    await using folder = await temporaryDataFolder()
    const { status } = await runServer({ DATA_DIR: folder.path, DEMO_CONTENT: "0", LOG_LEVEL: "error" }, signal)
    expect(status).toBe(0)
  }
})

test("a stop leaves no write-ahead log behind", async () => {
  await using folder = await temporaryDataFolder()
  await (await startSite({ dataDir: folder.path })).stop()
  expect((await readdir(folder.path)).sort()).toEqual(["site.db", "site.lock", "uploads", "variants"])
})

test("after a stop the port refuses connections", async () => {
  const site = await startSite({ settings: { DEMO_CONTENT: "0" } })
  await site.stop()
  await expect(fetch(site.url)).rejects.toThrow()
})

test("a second npm start installs and builds nothing", async () => {
  test.setTimeout(90_000)
  await using folder = await temporaryDataFolder()
  {
    using first = await npmStart(folder.path)
    await stop(first.npm, "SIGTERM")
  }
  using second = await npmStart(folder.path)
  expect((await fetch(`${second.url}/transport`)).status).toBe(200)
  expect(second.output).not.toMatch(/Construction|Installation/)
  await stop(second.npm, "SIGINT")
})

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} to npm leaves no process behind`, async () => {
    test.setTimeout(60_000)
    await using folder = await temporaryDataFolder()
    using started = await npmStart(folder.path)
    const { npm, url } = started
    await stop(npm, signal)
    await expect.poll(() => fetch(url).catch(() => "refused")).toBe("refused")
  })
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`${signal} to npm's whole process group answers the request under way and leaves no log behind`, async () => {
    test.setTimeout(60_000)
    await using folder = await temporaryDataFolder()
    using started = await npmStart(folder.path)
    const { npm, url } = started
    const ended = once(npm, "exit")
    const body = JSON.stringify({
      firstName: "A",
      lastName: "B",
      email: "a@exemple.cd",
      sector: "transport",
      message: "Un message envoyé pendant l’arrêt",
    })
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }
    const sending = request(`${url}/api/contact`, { method: "POST", headers })
    const answered = once(sending, "response")
    await new Promise((resolve) => sending.write(body.slice(0, 10), resolve))
    if (npm.pid) process.kill(-npm.pid, signal)
    await expect.poll(() => fetch(url).catch(() => "refused")).toBe("refused")
    sending.end(body.slice(10))
    const [response] = await answered
    expect(response.statusCode).toBe(201)
    response.resume()
    await ended
    await expect
      .poll(async () => (await readdir(folder.path)).sort())
      .toEqual(["site.db", "site.lock", "uploads", "variants"])
  })
}

test("the projects are still there after a restart", async () => {
  await using folder = await temporaryDataFolder()
  const first = await startSite({ dataDir: folder.path })
  const before = await (await fetch(`${first.url}/api/projects`)).json()
  await first.stop()
  await using second = await startSite({ dataDir: folder.path })
  expect(await (await fetch(`${second.url}/api/projects`)).json()).toEqual(before)
})

test("a server that is killed under load starts again with everything it had acknowledged", async () => {
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

test("two servers on one folder both show changed data", async () => {
  await using folder = await temporaryDataFolder()
  await using one = await startSite({ dataDir: folder.path })
  await using other = await startSite({ dataDir: folder.path })
  const pages = () => Promise.all([one, other].map(async ({ url }) => (await fetch(`${url}/transport`)).text()))
  for (const html of await pages()) expect(html).toContain("Liaison Kinshasa – Matadi")
  await withDatabase(one, (db) => createTestProject(db, { name: "Bac de Maluku", sector: "Transport" }))
  for (const html of await pages()) expect(html).toContain("Bac de Maluku")
})
