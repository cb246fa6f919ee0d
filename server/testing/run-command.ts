import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

interface Run {
  environment: Record<string, string>
  /** What is written to its standard input. */
  input?: string
  /** Called with all that it has printed so far, each time there is more. */
  watch?: (printed: string, child: ReturnType<typeof spawn>) => void
}

/** Runs `npm run … -- args` as a process of its own. */
export async function runCommand(name: string, args: string[], { environment, input = "", watch }: Run) {
  const file = fileURLToPath(new URL(`../cli/${name}.ts`, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [file, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...environment } })
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
