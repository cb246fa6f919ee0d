import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { programFolder } from "#server/program.ts"

export const builtSite = join(programFolder, "dist/server/main.js")

/** Starts the built site on a free port, and waits until it listens or ends. */
export async function startBuiltSite(folder: string, settings: Record<string, string> = {}, program = [builtSite]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATA_DIR: folder,
    PORT: "0",
    HOST: "127.0.0.1",
    DEMO_CONTENT: "0",
    ...settings,
  }
  const child = spawn(process.execPath, program, { env, stdio: ["ignore", "pipe", "pipe"] })
  const ended = once(child, "close")
  let printed = ""
  let complaints = ""
  child.stderr.on("data", (chunk) => {
    complaints += chunk
  })
  await new Promise<void>((resolve) => {
    child.once("close", () => resolve())
    child.stdout.on("data", (chunk) => {
      printed += chunk
      if (printed.includes("PUBLIC_URL")) resolve()
    })
  })
  return {
    pid: child.pid,
    printed,
    /** Returns what it has printed so far. */
    output: () => printed,
    /** Returns what it has printed on stderr so far. */
    complaints: () => complaints,
    closeOutput: () => child.stdout.destroy(),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    ended,
    origin: /http:\S+/.exec(printed)?.[0] ?? "",
    async stop(): Promise<number> {
      child.kill("SIGTERM")
      return (await ended)[0]
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL")
      await ended
    },
  }
}
