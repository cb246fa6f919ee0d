// This runs before npm's scripts on the machine's own Node, so it is plain JavaScript for Node 20 without packages.
//   node server/tools/prepare.mjs        installs if node_modules differs from package-lock.json
//   node server/tools/prepare.mjs start  installs what the site needs, without software of tests, and builds it
//   node server/tools/prepare.mjs build  also builds if dist is older than its sources
//   node server/tools/prepare.mjs test   also finds or installs a Chromium, and what checks docs/deploy
//   node server/tools/prepare.mjs look   only says whether dist is older than its sources
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { constants } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const lockfile = "package-lock.json"
const builtHash = "dist/.built"
const projectNode = "node_modules/.bin/node"

/** @type {import("node:child_process").ChildProcess | undefined} */
let child

async function prepare(/** @type {string | undefined} */ purpose) {
  const requiresBuild = purpose !== undefined
  const isForTests = purpose !== "start"
  const browser = purpose === "test" ? await import("#server/tools/chromium/chromium.mjs") : undefined
  const checkers = purpose === "test" ? await import("#server/tools/test-runner/deploy-checkers.mjs") : undefined
  // Debian's packages arrive while npm's do, one after the other.
  const installed = browser?.installDebianChromium().then(checkers?.installDeployCheckers)
  if (needsInstall(isForTests) || (requiresBuild && needsBuild())) {
    const release = await acquireLock()
    // It is checked again, since another process may just have done it.
    if (needsInstall(isForTests)) await install(isForTests)
    requireNode()
    if (requiresBuild && needsBuild()) await build()
    release()
  }
  requireNode()
  await installed
  // Without a browser, the other tests still run, and the end-to-end tests fail with the same message.
  await browser?.chromiumPath({ install: true }).catch((error) => console.error(error.message))
}

/** npm writes its own lockfile last, so there is none after an interrupted install. */
function needsInstall(/** @type {boolean} */ isForTests) {
  const locked = readPackages(lockfile)
  const installed = readPackages("node_modules/.package-lock.json")
  return Object.keys({ ...locked, ...installed }).some((path) => {
    const [one, other] = [locked[path], installed[path]]
    // Absent optional packages are binaries of other platforms.
    if (path === "" || one?.link || (one?.optional && !other)) return false
    if (one?.dev && !other) return isForTests
    return one?.version !== other?.version || (one?.integrity && one.integrity !== other?.integrity)
  })
}

/** @returns {Record<string, { version: string, integrity?: string, optional?: boolean, dev?: boolean, link?: boolean }>} by path in node_modules */
function readPackages(/** @type {string} */ path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {}
}

async function install(/** @type {boolean} */ isForTests) {
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? [process.execPath, process.env.npm_execpath] : ["npm"]
  // Node itself is an optional dependency. No package that the site needs has a script to run.
  const selected = isForTests ? ["--include=dev"] : ["--omit=dev", "--ignore-scripts"]
  const options = [...selected, "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"]
  await run("Installation des dépendances", [...npm, "ci", ...options])
}

function needsBuild() {
  return !existsSync(builtHash) || readFileSync(builtHash, "utf8") !== hashSources()
}

/** Hashes the content, since a checkout changes every date. */
function hashSources() {
  const hash = createHash("sha256")
  const singleFiles = ["vite.config.ts", "tsconfig.json", "package.json", lockfile]
  for (const path of [...listFiles("client"), ...listFiles("server"), ...singleFiles].sort()) {
    if (notBuilt.test(path)) continue
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest("hex")
}

/** The build itself writes the route tree, while tests, and tools except its own, have no part in it. */
const notBuilt =
  /\.test\.\w+$|^client\/app\/route-tree\.gen\.ts$|^server\/(pictures\/bundled\/originals|testing|tools\/(?!build\/))/

function listFiles(/** @type {string} */ folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))
  return paths.filter((path) => statSync(path).isFile())
}

async function build() {
  const hash = hashSources()
  rmSync(builtHash, { force: true })
  const node = existsSync(projectNode) ? projectNode : process.execPath
  const vite = ["node_modules/vite/bin/vite.js", "build", "--app", "--logLevel", "warn"]
  await run("Construction du site", [node, ...vite], { NODE_ENV: "production" })
  writeFileSync(builtHash, hash)
}

/** Requires Node 22.18 or later, which runs TypeScript without a flag. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (existsSync(projectNode) || major > 22 || (major === 22 && minor >= 18)) return
  fail(
    `Node ${process.versions.node} est trop ancien et le projet n'en fournit pas ici : il faut Node 22.18 ou plus.`,
    1,
  )
}

/**
 * Listens on a socket in Linux's abstract namespace as a lock, which the kernel releases however the process ends.
 * @returns {Promise<() => void>}
 */
async function acquireLock() {
  if (process.platform !== "linux") return () => {}
  const name = `\0lisanga-prepare-${createHash("sha256").update(process.cwd()).digest("hex")}`
  for (let attempt = 0; ; attempt += 1) {
    const server = createServer()
    const isAcquired = await new Promise((resolve) => {
      server.once("error", () => resolve(false)).listen(name, () => resolve(true))
    })
    if (isAcquired) return () => server.close()
    if (attempt === 0) console.log("Une autre préparation est en cours, attente…")
    await pause(100)
  }
}

/**
 * Runs a program, and prints its title, and in the end how long it took.
 * @param {string} title
 * @param {string[]} command
 * @param {Record<string, string>} settings
 */
async function run(title, [program = "", ...options], settings = {}) {
  const start = performance.now()
  console.log(`${title}…`)
  const code = await new Promise((resolve) => {
    child = spawn(program, options, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...settings } })
    child.once("error", (error) => resolve(error.message))
    child.once("exit", (status, signal) => resolve(signal ? 128 + constants.signals[signal] : status))
  })
  child = undefined
  if (code !== 0) fail(`${title} : échec (${code})`, Number(code) || 1)
  console.log(`${title} : ${((performance.now() - start) / 1000).toFixed(1).replace(".", ",")} s`)
}

/** @returns {never} */
function fail(/** @type {string} */ message, /** @type {number} */ code) {
  console.error(`\n${message}`)
  process.exit(code)
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    const exit = () => process.exit(128 + constants.signals[signal])
    if (!child) exit()
    child?.once("exit", exit)
    child?.kill(signal)
  })
}
process.chdir(fileURLToPath(new URL("../..", import.meta.url)))
if (process.argv[2] === "look") {
  if (needsBuild()) console.log("dist est plus ancien que ses sources : npm start et les tests le reconstruisent.")
} else await prepare(process.argv[2])
