import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

const main = fileURLToPath(new URL("main.ts", import.meta.url))

/** Starts the built site on a free port, and answers what it printed once it listens. */
async function start(folder: string, settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: "0", HOST: "127.0.0.1", DEMO_CONTENT: "0", ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(child, "exit")
  let printed = ""
  await new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
    child.stdout.on("data", (chunk) => {
      printed += chunk
      if (printed.includes("PUBLIC_URL")) resolve()
    })
  })
  return {
    printed,
    origin: /http:\S+/.exec(printed)?.[0] ?? "",
    async stop(): Promise<number> {
      child.kill("SIGTERM")
      return (await ended)[0]
    },
  }
}

test("the first start shows the administrator's e-mail and password, which open the site; a second one does not", {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-main-"))
  const first = await start(folder, { ADMIN_EMAIL: "direction@lisanga.example" })
  const [, email, password] = /^Administrateur : (\S+)\nMot de passe, [^:]+ : (\S{16,})$/m.exec(first.printed) ?? []
  expect(email).toBe("direction@lisanga.example")
  const response = await fetch(`${first.origin}/api/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ user: { role: "admin" } })
  expect(await first.stop()).toBe(0)
  const second = await start(folder, { ADMIN_EMAIL: "direction@lisanga.example" })
  expect(second.printed).not.toMatch(/Administrateur|Mot de passe/)
  expect(await second.stop()).toBe(0)
  rmSync(folder, { recursive: true })
})
