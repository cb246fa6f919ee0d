import { type SpawnOptions, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

export interface CommandOptions {
  /** A command that starts the server's command: ["setpriv", …]. */
  under?: readonly string[]
  /** Arguments of the server's program: ["--without-fast-path"]. */
  args?: readonly string[]
  /** The folder of another release that is already built. */
  release?: string
}

/** Runs what `npm start` runs once all is built. The child's pid is the server's, since the script uses `exec`. */
export function spawnServer(
  env: NodeJS.ProcessEnv,
  stdio: SpawnOptions["stdio"],
  { under = [], args = [], release = root }: CommandOptions = {},
) {
  const { scripts } = JSON.parse(readFileSync(join(release, "package.json"), "utf8")) as { scripts: { start: string } }
  const PATH = `${join(release, "node_modules/.bin")}:${process.env.PATH}`
  // Besides PATH, only the cache of compiled modules comes from the developer's environment.
  const { NODE_COMPILE_CACHE } = process.env
  const [command = "sh", ...rest] = [...under, "sh", "-c", [scripts.start, ...args].join(" ")]
  return spawn(command, rest, { cwd: release, env: { ...env, PATH, NODE_COMPILE_CACHE }, stdio })
}
