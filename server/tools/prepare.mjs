// Runs before npm's scripts, on the machine's own Node: plain JavaScript for Node 20, nothing but Node's own modules.
//   node server/tools/prepare.mjs        installs when node_modules is not what package-lock.json says
//   node server/tools/prepare.mjs build  and builds when dist is older than its sources
//   node server/tools/prepare.mjs test   and finds or installs a Chromium
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { oneAtATime } from "./process-lock.mjs"

const lockfile = "package-lock.json"
const stamp = "dist/.built"
// Not in node_modules: npm ci empties it.
const lock = "dist/.prepare-lock"
const ownNode = "node_modules/.bin/node"

/** @type {import("node:child_process").ChildProcess | undefined} */
let child

async function prepare(/** @type {string | undefined} */ purpose) {
  const wantsBuild = purpose === "build" || purpose === "test"
  if (needsInstall() || (wantsBuild && needsBuild())) {
    // Asked again under the lock: whoever held it may just have done the work.
    await oneAtATime(
      lock,
      async () => {
        if (needsInstall()) await install()
        requireNode()
        if (wantsBuild && needsBuild()) await build()
      },
      (pid) => console.log(`Une autre préparation est en cours (processus ${pid}), attente…`),
    )
  }
  requireNode()
  if (purpose === "test") await findChromium()
}

/** npm writes its list into node_modules last, so that an install broken off half-way has none. */
function needsInstall() {
  const wanted = lockedPackages(lockfile)
  const installed = lockedPackages("node_modules/.package-lock.json")
  if (!wanted || !installed) return true
  const extraneous = Object.keys(installed).some((place) => !wanted[place])
  return extraneous || Object.entries(wanted).some(([place, locked]) => place && !isInstalled(locked, installed[place]))
}

/** @typedef {{ version: string, integrity?: string, optional?: boolean }} Locked */

/** @returns {Record<string, Locked> | undefined} by place, the project itself at "" */
function lockedPackages(/** @type {string} */ path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined
}

function isInstalled(/** @type {Locked} */ locked, /** @type {Locked | undefined} */ installed) {
  // Absent optional packages are other platforms' binaries; their stub entries have no integrity.
  if (!installed) return locked.optional === true
  return installed.version === locked.version && (!locked.integrity || installed.integrity === locked.integrity)
}

async function install() {
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [process.execPath, process.env.npm_execpath] : ["npm"]
  // Vite and the types are needed to start, and Node itself is optional: whatever NODE_ENV says, they must come along.
  const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  await run("Installation des dépendances", [...npm, "ci", ...options])
}

function needsBuild() {
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== hashOfSources()
}

/** Content alone decides: a checkout touches every date. */
function hashOfSources() {
  const hash = createHash("sha256")
  for (const path of [...filesUnder("client"), ...filesUnder("server"), ...singleSources].sort()) {
    if (!existsSync(path) || isNoSource(path)) continue
    const contents = readFileSync(path)
    hash.update(`${path}\0${contents.length}\0`).update(contents)
  }
  return hash.digest("hex")
}

const singleSources = ["vite.config.ts", "tsconfig.json", "package.json", lockfile]

function isNoSource(/** @type {string} */ path) {
  // The build itself writes the route tree, out of the routes; `npm run photos` alone reads the photos' originals.
  const elsewhere = [
    join("client", "route-tree.gen.ts"),
    join("client", "photos", "originals"),
    join("server", "testing"),
    join("server", "tools"),
  ]
  return /\.test\.\w+$/.test(path) || elsewhere.some((place) => path.startsWith(place))
}

function filesUnder(/** @type {string} */ folder) {
  if (!existsSync(folder)) return []
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))
  return paths.filter((path) => statSync(path).isFile())
}

async function build() {
  const hash = hashOfSources()
  rmSync(stamp, { force: true })
  const node = existsSync(ownNode) ? ownNode : process.execPath
  const vite = ["node_modules/vite/bin/vite.js", "build", "--app", "--logLevel", "warn"]
  await run("Construction du site", [node, ...vite], { NODE_ENV: "production" })
  writeFileSync(stamp, hash)
}

/** The first release of Node that runs TypeScript without being asked to: 22.18. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (existsSync(ownNode) || major > 22 || (major === 22 && minor >= 18)) return
  stop(
    `Node ${process.versions.node} est trop ancien et le projet n'en fournit pas ici : il faut Node 22.18 ou plus.`,
    1,
  )
}

async function findChromium() {
  const { chromiumPath } = await import("#e2e/chromium.mjs")
  // Without a browser the other tests still run: the end-to-end tests fail with the same line.
  await chromiumPath({ install: true }).catch((error) => console.error(error.message))
}

/**
 * Runs a program to its end under one line that says what is done and how long it took.
 * @param {string} what
 * @param {string[]} command
 * @param {Record<string, string>} settings
 */
async function run(what, [program = "", ...words], settings = {}) {
  const start = performance.now()
  process.stdout.write(`${what}… `)
  const code = await new Promise((resolve) => {
    // Chatter on stdout stays away; warnings and errors come through.
    child = spawn(program, words, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...settings } })
    child.once("error", (error) => resolve(error.message))
    child.once("exit", (status, signal) => resolve(signal ? 128 + constants.signals[signal] : status))
  })
  child = undefined
  if (code !== 0) stop(`${what} : échec (${code})`, Number(code) || 1)
  console.log(`${((performance.now() - start) / 1000).toFixed(1).replace(".", ",")} s`)
}

/** @returns {never} */
function stop(/** @type {string} */ line, /** @type {number} */ code) {
  console.error(`\n${line}`)
  process.exit(code)
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    const end = () => process.exit(128 + constants.signals[signal])
    if (!child) return end()
    child.once("exit", end)
    child.kill(signal)
    // npm takes its time over SIGTERM; what it leaves half-done is done again next time.
    setTimeout(() => child?.kill("SIGKILL"), 2000)
  })
}
process.chdir(fileURLToPath(new URL("../..", import.meta.url)))
await prepare(process.argv[2])
