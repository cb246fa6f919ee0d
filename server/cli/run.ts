// `node server/cli/run.ts NAME ARGUMENT…` runs the command of that name in this process.
import { type Command, CommandError } from "./command.ts"

/** They are listed, so that a bundler finds them. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  account: () => import("./account.ts"),
  audit: () => import("./audit.ts"),
  backup: () => import("./backup.ts"),
  content: () => import("./content.ts"),
  images: () => import("./images.ts"),
  move: () => import("./move.ts"),
  restore: () => import("./restore.ts"),
}

const [name = "", ...args] = process.argv.slice(2)
const load = commands[name]
if (!load) {
  process.stderr.write(`Une commande parmi ${Object.keys(commands).join(", ")}\n`)
  process.exit(1)
}
const { command } = await load()

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
