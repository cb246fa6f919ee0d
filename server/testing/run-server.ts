import { once } from "node:events"
import { tmpdir } from "node:os"
import { spawnServer } from "./start-command.ts"

/** Runs the production server until it ends: a start may fail, `signal` follows the first output, or time runs out. */
export async function runServer(
  settings: Record<string, string>,
  signal?: "SIGTERM" | "SIGINT",
  { killAfterMs = 20_000 } = {},
) {
  const own = { HOME: process.env.HOME, TMPDIR: tmpdir(), PORT: "0", HOST: "127.0.0.1" }
  const server = spawnServer({ ...own, ...settings }, ["ignore", "pipe", "pipe"])
  const timeout = setTimeout(() => server.kill("SIGKILL"), killAfterMs)
  const printed = { output: "", complaints: "" }
  server.stdout?.setEncoding("utf8").on("data", (chunk) => {
    printed.output += chunk
  })
  server.stderr?.setEncoding("utf8").on("data", (chunk) => {
    printed.complaints += chunk
  })
  if (signal) server.stdout?.once("data", () => server.kill(signal))
  const [status, killedBy] = await once(server, "close")
  clearTimeout(timeout)
  return { status: status ?? killedBy, output: printed.output, complaints: printed.complaints.trimEnd() }
}
