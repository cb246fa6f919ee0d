import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { type ClientRequest, request } from "node:http"
import { dirname, join } from "node:path"
import { expect, test, vi } from "vitest"
import { programFolder } from "#server/program.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

const PATIENCE = { timeout: 30_000, interval: 20 }

/** Runs `npm start` in its own process group until it prints the URL; disposing kills what is left of the group. */
async function npmStart(dataDir: string) {
  const own = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "error" }
  const env = { ...process.env, NODE_ENV: undefined, ...own }
  const npm = spawn("npm", ["start"], { cwd: programFolder, env, stdio: ["ignore", "pipe", "ignore"], detached: true })
  const ended = once(npm, "exit")
  let output = ""
  npm.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk))
  const kill = (signal: NodeJS.Signals) => process.kill(-(npm.pid ?? 0), signal)
  const started = {
    ended,
    kill: (signal: NodeJS.Signals) => npm.kill(signal),
    killGroup: kill,
    output: () => output,
    url: () => /http:\/\/[\w.]+:\d+/.exec(output)?.[0] ?? "",
    [Symbol.dispose]() {
      try {
        kill("SIGKILL")
      } catch {
        // Usually nothing of the group is left.
      }
    },
  }
  try {
    await expect.poll(started.url, PATIENCE).not.toBe("")
    return started
  } catch (error) {
    started[Symbol.dispose]()
    throw error
  }
}

function expectStopped(url: string) {
  return expect.poll(() => fetch(url).catch(() => "refused"), PATIENCE).toBe("refused")
}

test("npm start installs and builds nothing that is there, and SIGTERM to npm leaves no process behind", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  using site = await npmStart(folder.path)
  expect(await (await fetch(`${site.url()}/transport`)).text()).toContain("Liaison Kinshasa – Matadi")
  expect(site.output()).not.toMatch(/Construction|Installation/)
  site.kill("SIGTERM")
  await site.ended
  await expectStopped(site.url())
})

test("the script that starts the site passes its arguments on to the program", () => {
  using folder = createTemporaryFolder()
  const script = join(folder.path, "server/tools/start.sh")
  const node = join(folder.path, "node_modules/.bin/node")
  for (const file of [script, node]) mkdirSync(dirname(file), { recursive: true })
  copyFileSync(join(programFolder, "server/tools/start.sh"), script)
  writeFileSync(node, '#!/bin/sh\necho "$*"\n', { mode: 0o755 })
  const output = execFileSync("sh", [script, "--without-fast-path"], { encoding: "utf8" })
  expect(output).toBe("--max-semi-space-size=4 dist/server/main.js --without-fast-path\n")
})

/** Sends the first bytes of a contact request, which is under way until `finish` is called. */
async function beginContact(url: string) {
  const body = JSON.stringify(contactFields)
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }
  const sending: ClientRequest = request(`${url}/api/contact`, { method: "POST", headers })
  const answered = once(sending, "response")
  await new Promise((resolve) => sending.write(body.slice(0, 10), resolve))
  return {
    async finish(): Promise<number> {
      sending.end(body.slice(10))
      const [response] = await answered
      response.resume()
      return response.statusCode
    },
  }
}

test("Ctrl+C, a signal to npm's whole process group, answers the request under way and leaves no log behind", {
  timeout: 60_000,
}, async () => {
  using folder = createTemporaryFolder()
  using site = await npmStart(folder.path)
  const contact = await beginContact(site.url())
  site.killGroup("SIGINT")
  await expectStopped(site.url())
  expect(await contact.finish()).toBe(201)
  await site.ended
  // These are all files of the data folder, without a write-ahead log.
  const whole = ["builds", "parts", "site.db", "site.lock", "uploads", "variants"]
  await vi.waitFor(() => expect(readdirSync(folder.path).sort()).toEqual(whole), PATIENCE)
})
