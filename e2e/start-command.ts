import { type SpawnOptions, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } }

/**
 * Runs what `npm start` runs once all is built, optionally under another command and with arguments of the program. The
 * child's pid is the server's, since the script says `exec`.
 */
export function spawnServer(
  env: NodeJS.ProcessEnv,
  stdio: SpawnOptions["stdio"],
  { under = [], args = [] }: { under?: readonly string[]; args?: readonly string[] } = {},
) {
  const PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH}`
  // Only the cache of compiled modules comes from the developer's environment, besides the path.
  const { NODE_COMPILE_CACHE } = process.env
  const [command = "sh", ...rest] = [...under, "sh", "-c", [scripts.start, ...args].join(" ")]
  return spawn(command, rest, { cwd: root, env: { ...env, PATH, NODE_COMPILE_CACHE }, stdio })
}
