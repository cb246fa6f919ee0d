import { spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Runs the production server to its end, for starts that are meant to fail. */
export async function runServer(settings: Record<string, string>) {
  const server = spawn("node_modules/.bin/node", ["server/main.ts"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      PORT: "0",
      HOST: "127.0.0.1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const impatience = setTimeout(() => server.kill("SIGKILL"), 10_000)
  const [output, complaints] = [server.stdout, server.stderr].map((stream) => stream.setEncoding("utf8").toArray())
  const [status] = await once(server, "close")
  clearTimeout(impatience)
  return { status, output: (await output)?.join("") ?? "", complaints: (await complaints)?.join("").trimEnd() ?? "" }
}
