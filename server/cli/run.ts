// `node server/cli/run.ts NAME ARGUMENT…` runs the command of that name in this process.
import { type Command, CommandError } from "./command.ts"

const [name, ...args] = process.argv.slice(2)
const { command }: { command: Command } = await import(`./${name}.ts`)

process.exitCode = await command({
  args,
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal,
})

/** Aborts on the first SIGINT or SIGTERM, so that the command can clean up; a second one ends the process. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => stop.abort(new CommandError("Interrompu")))
  }
  return stop.signal
}
