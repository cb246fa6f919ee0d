import { spawn } from "node:child_process"
import { once } from "node:events"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Returns the seconds from `npm start`, as an operator types it, to the first answer of the home page. */
export async function timeStart(dataDir: string): Promise<number> {
  const start = performance.now()
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", NODE_ENV: undefined },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const killed = () => npm.kill()
  process.once("exit", killed)
  const ended = once(npm, "exit")
  try {
    const url = await printedUrl(npm.stdout.setEncoding("utf8"))
    await (await fetch(url)).text()
    return (performance.now() - start) / 1000
  } finally {
    npm.kill("SIGTERM")
    await ended
    process.off("exit", killed)
  }
}

/** Keeps reading after the URL: the server goes on writing, and a full pipe would block it. */
function printedUrl(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    output.on("data", (chunk) => {
      text += chunk
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+/)
      if (found) resolve(found[0])
    })
    output.on("end", () => reject(new Error(`npm start printed no URL:\n${text}`)))
  })
}
