// Usage: npm run release -- VERSION
// Tests and tags a release, and makes its archive: `releases/lisanga-VERSION-PLATFORM.tar.gz`, with its checksum and SBOM.
import { execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { programFolder } from "#server/program.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { releaseChanges } from "./changelog.ts"

const [version = ""] = process.argv.slice(2)
const tag = `v${version}`
const platform = `${process.platform}-${process.arch}`
const name = `lisanga-${version}-${platform}`
const releases = join(programFolder, "releases")

if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Usage: npm run release -- VERSION, such as 1.2.3")
if (git("status", "--porcelain")) throw new Error("The work tree has changes: commit them first")
// An archive that failed, or that of another platform, is made of the tag that is there.
if (git("tag", "--points-at", "HEAD").split("\n").includes(tag)) {
  await makeArchive()
  process.exit()
}
requireNewVersion()

console.log(`== ${version}: version, changes, stored databases`)
run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"])
rewrite("CHANGELOG.md", (text) => releaseChanges(text, version, new Date().toISOString().slice(0, 10)))
run(process.execPath, ["server/testing/releases/store.ts"])

console.log("== Checks; if they fail, `git restore . && git clean -fd server/testing/releases` takes everything back")
run("npm", ["test"])
git("add", "--all")
git("commit", "--message", `Release ${version}`)
git("tag", "--annotate", tag, "--message", `Release ${version}`)

console.log("== Archive")
await makeArchive()
console.log(`== Done: releases/${name}.tar.gz. To publish: git push origin HEAD ${tag}`)

/** Versions only rise, by https://semver.org. */
function requireNewVersion() {
  const released = git("tag", "--list", "v*").split("\n").filter(Boolean)
  const newest = released.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1)
  if (newest && tag.localeCompare(newest, "en", { numeric: true }) <= 0)
    throw new Error(`${newest} is released already`)
}

async function makeArchive() {
  using folder = createTemporaryFolder()
  const checkout = join(folder.path, "checkout")
  const target = join(folder.path, name)
  git("clone", "--quiet", "--depth=1", `--branch=${tag}`, `file://${programFolder}`, checkout)
  mkdirSync(releases, { recursive: true })
  const sbom = ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"]
  writeFileSync(join(releases, `${name}.cdx.json`), execFileSync("npm", sbom, { cwd: checkout, maxBuffer: 1e9 }))
  run(process.execPath, ["server/tools/prepare.mjs", "start"], checkout)
  run("sh", ["server/tools/release/assemble.sh", target], checkout)
  await requireStart(target)
  const archive = join(releases, `${name}.tar.gz`)
  run("tar", ["-czf", archive, "-C", folder.path, "--owner=0", "--group=0", name])
  const hash = createHash("sha256").update(readFileSync(archive)).digest("hex")
  writeFileSync(`${archive}.sha256`, `${hash}  ${name}.tar.gz\n`)
}

/** Starts what the archive will contain, on nothing else than itself, and asks for its version. */
async function requireStart(target: string) {
  using data = createTemporaryFolder()
  const env = { PATH: "/usr/bin:/bin", HOST: "127.0.0.1", PORT: "0", DATA_DIR: data.path }
  const site = spawn("sh", ["server/tools/start.sh"], { cwd: target, env, stdio: ["ignore", "pipe", "inherit"] })
  const ended = once(site, "exit")
  let output = ""
  try {
    for await (const chunk of site.stdout.setEncoding("utf8")) {
      output += chunk
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (!url) continue
      const health = (await (await fetch(`${url}/api/health`)).json()) as { version: string; commit: string }
      if (health.version === version && health.commit === git("rev-parse", "HEAD")) return
      throw new Error(`The archive's site says ${JSON.stringify(health)}`)
    }
    throw new Error(`The archive's site did not start: ${output}`)
  } finally {
    site.kill()
    await ended
  }
}

function rewrite(path: string, change: (text: string) => string) {
  writeFileSync(join(programFolder, path), change(readFileSync(join(programFolder, path), "utf8")))
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: programFolder, encoding: "utf8" }).trim()
}

function run(command: string, args: string[], cwd = programFolder) {
  execFileSync(command, args, { cwd, stdio: "inherit" })
}
