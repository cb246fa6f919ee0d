import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Case } from "./load-cases.ts"
import { send } from "./one-by-one.ts"

const program = fileURLToPath(new URL("baseline-process.ts", import.meta.url))

export interface Constant {
  path: string
  headers: Record<string, string>
  file: string
}

export type Baselines = AsyncDisposable & { hono: string; node: string; pathOf: (measured: Case) => string }

/** Starts two servers that answer copies of the site's responses from constants, with the same content type. */
export async function startBaselines(site: string, cases: readonly Case[]): Promise<Baselines> {
  const folder = await mkdtemp(join(tmpdir(), "lisanga-baselines-"))
  const pathOf = (measured: Case) => `/${cases.indexOf(measured)}`
  const constants = await Promise.all(cases.map((one) => saveBody(site, one, pathOf(one), join(folder, pathOf(one)))))
  await writeFile(join(folder, "constants.json"), JSON.stringify(constants))
  const [hono, node] = await Promise.all([start("hono", folder), start("node", folder)])
  return {
    hono: hono.url,
    node: node.url,
    pathOf,
    async [Symbol.asyncDispose]() {
      await Promise.all([hono.stop(), node.stop()])
      await rm(folder, { recursive: true })
    },
  }
}

async function saveBody(site: string, { path, headers }: Case, ownPath: string, file: string): Promise<Constant> {
  const response = await send(site + path, { headers })
  await writeFile(file, response.body)
  const copied = ["content-type", "content-encoding"].flatMap((name) => {
    const value = response.headers[name]
    return typeof value === "string" ? [[name, value] as const] : []
  })
  return { path: ownPath, file, headers: Object.fromEntries(copied) }
}

async function start(kind: "hono" | "node", folder: string) {
  const child = spawn(process.execPath, [program, kind, folder], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  })
  const ended = once(child, "exit")
  const [port] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), ended])
  async function stop() {
    child.stdin.end()
    await ended
  }
  return { url: `http://127.0.0.1:${Number(port)}`, stop }
}
