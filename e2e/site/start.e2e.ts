import { spawn } from "node:child_process"
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

/** Runs `npm start` in its own process group until it prints the URL; disposing kills what is left of the group. */
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
      // usually nothing of the group is left
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

/** These are all files of the data folder, without a write-ahead log. */
const wholeFolder = ["builds", "parts", "site.db", "site.lock", "uploads", "variants"]

test("a killed server starts again with everything it had acknowledged, also beside another one, and stops at SIGTERM @slow", async () => {
  await using folder = await temporaryDataFolder()
  const killed = await startSite({ dataDir: folder.path })
  const projects = async (url: string) => (await fetch(`${url}/api/projects`)).json()
  const before = await projects(killed.url)
  const fields = { firstName: "A", lastName: "B", email: "a@exemple.cd", sector: "transport" }
  const sent = Array.from({ length: 20 }, async (_, number) => {
    const body = JSON.stringify({ ...fields, message: `Message numéro ${number}` })
    const headers = { "Content-Type": "application/json" }
    return (await fetch(`${killed.url}/api/contact`, { method: "POST", headers, body })).status
  })
  expect(new Set(await Promise.all(sent))).toEqual(new Set([201]))
  if (killed.pid) process.kill(killed.pid, "SIGKILL")
  await expect(killed.stop()).rejects.toThrow("SIGKILL")

  const sites = [await startSite({ dataDir: folder.path }), await startSite({ dataDir: folder.path })] as const
  for (const { url } of sites) expect(await projects(url)).toEqual(before)
  expect(await storedMessages(sites[0], fields)).toHaveLength(20)

  await test.step("both show changed data", async () => {
    const pages = () => Promise.all(sites.map(async ({ url }) => (await fetch(`${url}/transport`)).text()))
    for (const html of await pages()) expect(html).toContain("Liaison Kinshasa – Matadi")
    await withDatabase(sites[0], (db) => createTestProject(db, { name: "Bac de Maluku", sector: "Transport" }))
    for (const html of await pages()) expect(html).toContain("Bac de Maluku")
  })
  await test.step("a stop ends with status 0 while a browser keeps its connection open, and leaves no log behind", async () => {
    const agent = new Agent({ keepAlive: true })
    await new Promise((resolve) =>
      get(`${sites[0].url}/about`, { agent }, (answer) => answer.resume().on("end", resolve)),
    )
    // A stop throws for any exit status but 0. If both closed the database at once, neither might delete its log.
    for (const site of sites) await site.stop()
    agent.destroy()
    for (const { url } of sites) await expect(fetch(url)).rejects.toThrow()
    expect((await readdir(folder.path)).sort()).toEqual(wholeFolder)
  })
})

test("a signal at the very moment the URL is printed ends with status 0, too", async () => {
  await using folder = await temporaryDataFolder()
  const { status } = await runServer({ DATA_DIR: folder.path, DEMO_CONTENT: "0", LOG_LEVEL: "error" }, "SIGTERM")
  expect(status).toBe(0)
})

test("npm start installs and builds nothing that is there, and SIGTERM to npm leaves no process behind", async () => {
  test.setTimeout(60_000)
  await using folder = await temporaryDataFolder()
  using started = await npmStart(folder.path)
  const { npm, url, output } = started
  expect((await fetch(`${url}/transport`)).status).toBe(200)
  expect(output).not.toMatch(/Construction|Installation/)
  const ended = once(npm, "exit")
  npm.kill("SIGTERM")
  await ended
  await expect.poll(() => fetch(url).catch(() => "refused")).toBe("refused")
})

test("Ctrl+C, a signal to npm's whole process group, answers the request under way and leaves no log behind", async () => {
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
  if (npm.pid) process.kill(-npm.pid, "SIGINT")
  await expect.poll(() => fetch(url).catch(() => "refused")).toBe("refused")
  sending.end(body.slice(10))
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  response.resume()
  await ended
  await expect.poll(async () => (await readdir(folder.path)).sort()).toEqual(wholeFolder)
})
