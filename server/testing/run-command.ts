import { type ChildProcess, spawn } from "node:child_process"
import { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import type { Command } from "#server/cli/command.ts"

interface Run {
  environment: Record<string, string>
  /** The command's standard input. */
  input?: string
}

/** Runs `npm run … -- args` in this process, which takes a fiftieth of the time of a new one. */
export async function runCommand(name: string, args: string[], { environment, input = "" }: Run) {
  const { command }: { command: Command } = await import(`../cli/${name}.ts`)
  const output = { status: -1, stdout: "", stderr: "" }
  output.status = await command({
    args,
    env: environment,
    stdin: Readable.from([input]),
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    stopSignal: () => new AbortController().signal,
  })
  return output
}

type ProcessRun = Run & {
  /** Is called with all printed text so far, each time there is more. */
  watch?: (printed: string, child: ChildProcess) => void
}

/** Does the same in a new process, to test the environment, signals or the end of the process. */
export async function spawnCommand(name: string, args: string[], { environment, input = "", watch }: ProcessRun) {
  const file = fileURLToPath(new URL("../cli/run.ts", import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [file, name, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...environment } })
  const output = { status: -1, stdout: "", stderr: "" }
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk
    watch?.(output.stdout, child)
  })
  child.stderr.on("data", (chunk) => (output.stderr += chunk))
  child.stdin.end(input)
  output.status = await new Promise((resolve) => child.once("close", resolve))
  return output
}
