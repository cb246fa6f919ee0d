import { type SpawnOptions, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } }

/** Runs what `npm start` runs once all is built. The process has the server's own number: the script says `exec`. */
export function spawnServer(env: NodeJS.ProcessEnv, stdio: SpawnOptions["stdio"]) {
  const PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH}`
  return spawn("sh", ["-c", scripts.start], { cwd: root, env: { ...env, PATH }, stdio })
}
