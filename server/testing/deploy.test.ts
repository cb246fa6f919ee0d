import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { expect, type TestContext, test, vi } from "vitest"
import { CONNECTIONS_MAX } from "#server/database/postgres/dialect.ts"
import { KEEP_ALIVE_MS } from "#server/http/listener.ts"
import { maxBytesOf } from "#server/http/multipart.ts"
import { TIMEOUT_MS } from "#server/http/request-timeout.ts"
import { programFolder } from "#server/program.ts"
import { readSettings, VARIABLES } from "#server/settings.ts"
import { SHUTDOWN_MAX_MS } from "#server/start/graceful-shutdown.ts"
import { findFreePorts } from "#server/tools/resilience/free-ports.ts"
import { configuration as haproxyConfiguration } from "#server/tools/resilience/haproxy.ts"
import { configuration as nginxConfiguration } from "#server/tools/resilience/nginx.ts"
import { createAuthority } from "./certificates.ts"
import { pathsUnder, readSource } from "./source-files.ts"
import { createTemporaryFolder } from "./test-site.ts"

vi.setConfig({ testTimeout: 60_000 })

const deploy = "docs/deploy"
const read = (path: string) => readSource(`${deploy}/${path}`)

const oneMachine = read("one-machine/compose.yaml")
const severalMachines = read("several-machines/compose.yaml")
const composes = { "one-machine": oneMachine, "several-machines": severalMachines }
const haproxy = read("several-machines/haproxy/haproxy.cfg")
const caddy = read("one-machine/caddy/Caddyfile")
const nginx = read("one-machine/nginx.conf")
const dockerfile = read("image/Dockerfile")
const lisanga = read("image/bin/lisanga")
const assemble = readSource("server/tools/release/assemble.sh")
const units = ["lisanga.service", "lisanga-backup.service"].map((name) => read(`one-machine/systemd/${name}`))
const [unit = "", backupUnit = ""] = units
const manifest = JSON.parse(readSource("package.json"))

/** Returns what the first group finds, and fails where it finds nothing. */
function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`${pattern} finds nothing`)
  return found
}

function findAll(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = ""]) => found)
}

/** Runs a program, and leaves the test out where the machine has none. */
function check(
  { skip }: TestContext,
  [program = "", ...args]: string[],
  options: Parameters<typeof spawnSync>[2] = {},
) {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", ...options })
  skip(error !== undefined, `No ${program} on this machine, so that nothing has checked its files`)
  return { status, output: `${stdout}${stderr}` }
}

/** Copies the folder with what an operator makes in it first: the settings, as the examples have them. */
function prepareFolder(folder: string) {
  cpSync(join(programFolder, deploy), join(folder, "docs/deploy"), { recursive: true })
  for (const name of Object.keys(composes))
    cpSync(join(folder, deploy, name, ".env.example"), join(folder, deploy, name, ".env"))
  writeFileSync(join(folder, deploy, "several-machines/database.env"), "SITE_PASSWORD=a\nPOSTGRES_PASSWORD=b\n")
  return join(folder, deploy)
}

/** Docker's plug-in, or else the older program in Debian 12, which does not know the project's name. */
function checkCompose(context: TestContext, folder: string, env: Record<string, string> = {}) {
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? "", HOME: folder, ...env } }
  if (spawnSync("docker", ["compose", "version"], { stdio: "ignore" }).status === 0)
    return check(context, ["docker", "compose", "config"], options)
  const input = readFileSync(join(folder, "compose.yaml"), "utf8").replace(/^name: .*\n/m, "")
  return check(context, ["docker-compose", "--project-directory", folder, "-f", "-", "config"], { ...options, input })
}

test.for(Object.keys(composes))(
  "docker compose takes the file for %s, with the settings of its example",
  (name, context) => {
    using folder = createTemporaryFolder()
    const { status, output } = checkCompose(context, join(prepareFolder(folder.path), name))
    expect(output).toContain("PUBLIC_URL: https://www.exemple.cd")
    expect(status).toBe(0)
  },
)

test.for(Object.keys(composes))("without a domain, docker compose says what %s lacks", (name, context) => {
  using folder = createTemporaryFolder()
  const place = join(prepareFolder(folder.path), name)
  const env = join(place, ".env")
  writeFileSync(env, readFileSync(env, "utf8").replace(/^DOMAIN=.*$/m, ""))
  const { status, output } = checkCompose(context, place)
  expect(status).toBeGreaterThan(0)
  expect(output).toContain("name your domain there")
})

test("nginx takes its file", (context) => {
  using folder = createTemporaryFolder()
  const file = join(folder.path, "nginx.conf")
  writeFileSync(file, nginxConfiguration(0, 3000, folder.path).replace("127.0.0.1:0", "127.0.0.1:8080"))
  const { status, output } = check(context, ["nginx", "-t", "-p", folder.path, "-c", file])
  expect(output).toContain("test is successful")
  expect(status).toBe(0)
})

test.for([
  ["before the first certificate", false],
  ["with a certificate", true],
] as const)("HAProxy takes its file %s", ([, hasCertificate], context) => {
  using folder = createTemporaryFolder()
  const certificates = join(folder.path, "certificates")
  mkdirSync(certificates)
  const { cert, key } = createAuthority("test").issue("www.exemple.cd")
  if (hasCertificate) writeFileSync(join(certificates, "site.pem"), cert + key)
  const file = join(folder.path, "haproxy.cfg")
  writeFileSync(file, haproxy.replace("/certificates/", `${certificates}/`))
  const { status, output } = check(context, ["haproxy", "-c", "-f", file])
  // Docker's names are unknown here.
  const warnings = output
    .split("\n")
    .filter((line) => /WARNING|ALERT/.test(line) && !/could not resolve address/.test(line))
  expect(warnings).toEqual(hasCertificate ? [] : [expect.stringContaining("no SSL certificate specified")])
  expect(status).toBe(0)
})

test.for(["", "exemple.cd lisanga.cd"])("Caddy takes its file with the other names « %s »", (others, context) => {
  using folder = createTemporaryFolder()
  const file = join(programFolder, deploy, "one-machine/caddy/Caddyfile")
  const ACCESS_LOG = join(folder.path, "access.log")
  const env = { PATH: process.env.PATH, HOME: folder.path, DOMAIN: "www.exemple.cd", OTHER_DOMAINS: others, ACCESS_LOG }
  const { status, output } = check(context, ["caddy", "validate", "--adapter", "caddyfile", "--config", file], { env })
  expect(output).toContain("Valid configuration")
  expect(output).not.toContain("not formatted")
  expect(status).toBe(0)
})

/** Asks a proxy once for a private link, and returns what it logs of that. */
async function logOf(command: string[], { port, env, log }: { port: number; env: object; log?: string }) {
  const [program = "", ...args] = command
  const proxy = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] })
  const ended = once(proxy, "exit")
  let output = ""
  proxy.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk))
  const read = () => (log ? (existsSync(log) ? readFileSync(log, "utf8") : "") : output)
  const headers = { Cookie: "session=s3cret", Authorization: "Bearer s3cret", Referer: "http://a/?s3cret" }
  try {
    const url = `http://127.0.0.1:${port}/demande/s3cret?a=s3cret`
    const response = await vi.waitFor(() => fetch(url, { headers, signal: AbortSignal.timeout(2000) }), 20_000)
    await response.text()
    await vi.waitFor(() => expect(read()).toContain("\n"), 10_000)
  } finally {
    proxy.kill()
    await ended
  }
  return read()
}

/** Answers any request, with a cookie, as a site behind a proxy. */
async function startAnswering() {
  const server = createHttpServer((_request, response) => {
    response.setHeader("Set-Cookie", "session=s3cret").end("ok")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    site: `127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const counted = /^\{.*"remote_ip":"127\.0\.0\.1".*\}$/m

test("Caddy logs who asks for what, without anything that opens it", async (context) => {
  check(context, ["caddy", "version"])
  using folder = createTemporaryFolder()
  using answering = await startAnswering()
  const [port = 0] = await findFreePorts(1)
  const log = join(folder.path, "access.log")
  const env = {
    ...{ HOME: folder.path, CADDY_ADMIN: `unix/${join(folder.path, "admin.sock")}`, ACCESS_LOG: log },
    ...{ DOMAIN: `http://127.0.0.1:${port}`, OTHER_DOMAINS: "", SITE: answering.site },
  }
  const file = join(programFolder, deploy, "one-machine/caddy/Caddyfile")
  const logged = await logOf(["caddy", "run", "--config", file], { port, env, log })
  expect(logged).toMatch(counted)
  expect(logged).toContain('"uri":"/demande"')
  expect(logged).not.toContain("s3cret")
})

test("HAProxy logs who asks for what, without anything that opens it", async (context) => {
  check(context, ["haproxy", "-v"])
  using folder = createTemporaryFolder()
  using answering = await startAnswering()
  const [port = 0] = await findFreePorts(1)
  const file = join(folder.path, "haproxy.cfg")
  writeFileSync(file, haproxyConfiguration(port, [`http://${answering.site}`]))
  const logged = await logOf(["haproxy", "-db", "-f", file], { port, env: {} })
  expect(logged).toMatch(counted)
  expect(JSON.parse(logged.split("\n")[0] ?? "")).toMatchObject({ method: "GET", path: "/demande", status: 200 })
  expect(logged).not.toContain("s3cret")
})

test("systemd takes the units, and calls their isolation OK", (context) => {
  using folder = createTemporaryFolder()
  const names = readdirSync(join(programFolder, deploy, "one-machine/systemd")).filter((name) =>
    /\.(service|timer)$/.test(name),
  )
  expect(names).toHaveLength(3)
  for (const name of names) {
    const text = read(`one-machine/systemd/${name}`)
    // It looks for the program that a unit starts.
    writeFileSync(join(folder.path, name), text.replaceAll("/srv/lisanga", programFolder))
  }
  const files = names.map((name) => join(folder.path, name))
  expect(check(context, ["systemd-analyze", "verify", ...files])).toEqual({ status: 0, output: "" })
  for (const file of files.filter((name) => name.endsWith(".service"))) {
    // The threshold is ten times the figure that is shown, and of 2 and less it says « OK ».
    const args = ["security", "--no-pager", "--offline=true", "--threshold=20", file]
    const { status, output } = check(context, ["systemd-analyze", ...args])
    expect(output).toMatch(/Overall exposure level for .*: [01]\.\d OK/)
    expect(status).toBe(0)
  }
})

test("both units are isolated in the same way, and read the same settings", () => {
  const isolation = (text: string) => text.split("UMask=")[1]?.split("[Install]")[0]?.trim()
  expect(isolation(unit)).toBeTruthy()
  expect(isolation(backupUnit)).toBe(isolation(unit))
  for (const text of units) expect(text).toContain("EnvironmentFile=/etc/lisanga.env\n")
})

test("a certificate that is new is handed to HAProxy once, in one file", async (context) => {
  using folder = createTemporaryFolder()
  const at = (name: string) => join(folder.path, name)
  for (const name of ["bin", "live", "certificates"]) mkdirSync(at(name))
  writeFileSync(at("bin/certbot"), `#!/bin/sh\necho "$@" >> ${at("calls")}\n`, { mode: 0o755 })
  writeFileSync(at("live/fullchain.pem"), "chain\n")
  writeFileSync(at("live/privkey.pem"), "key\n")
  check(context, ["python3", "--version"])
  const commands: string[] = []
  const master = createServer((socket) => {
    socket.on("data", (data) => {
      commands.push(String(data))
      socket.end("Success=1\n")
    })
  }).listen(at("master.sock"))
  const env = {
    ...{ PATH: `${at("bin")}:${process.env.PATH}`, LIVE: at("live"), CERTIFICATES: at("certificates") },
    ...{ MASTER: at("master.sock"), DOMAINS: "www.exemple.cd exemple.cd", ACME_EMAIL: "", ACME_SERVER: "https://acme" },
    PAUSE: "0.2",
  }
  const renewing = spawn("sh", [join(programFolder, deploy, "several-machines/acme/renew.sh")], {
    env,
    stdio: "ignore",
  })
  const calls = () => (existsSync(at("calls")) ? readFileSync(at("calls"), "utf8").trim().split("\n") : [])
  try {
    await vi.waitFor(() => expect(calls().length).toBeGreaterThan(2), 20_000)
    expect(calls()[0]).toContain("--domain www.exemple.cd --domain exemple.cd --register-unsafely-without-email")
    expect(readFileSync(at("certificates/site.pem"), "utf8")).toBe("chain\nkey\n")
    expect(commands).toEqual(["reload\n"])
    writeFileSync(at("live/fullchain.pem"), "renewed\n")
    await vi.waitFor(() => expect(commands).toHaveLength(2), 20_000)
    expect(readFileSync(at("certificates/site.pem"), "utf8")).toBe("renewed\nkey\n")
  } finally {
    renewing.kill()
    master.close()
  }
})

/** Runs the image's program in a folder that stands for the image's. */
function runInImage(folder: string, args: string[], env: Record<string, string>) {
  mkdirSync(join(folder, "server/tools"), { recursive: true })
  mkdirSync(join(folder, "dist/cli"), { recursive: true })
  writeFileSync(join(folder, "server/tools/start.sh"), "echo started")
  writeFileSync(join(folder, "dist/cli/run.js"), "console.log(process.argv.slice(2).join(' '))")
  const file = join(folder, "lisanga")
  writeFileSync(file, lisanga.replaceAll("/srv/lisanga", folder))
  const { status, stdout, stderr } = spawnSync("sh", [file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  })
  return { status, stdout, stderr }
}

test("a container refuses to start where its data would go with it", (context) => {
  check(context, ["mountpoint", "--version"])
  using folder = createTemporaryFolder()
  const run = (command: string, env: Record<string, string>) => runInImage(folder.path, [command], env)
  const DATA_DIR = folder.path
  const refused = {
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/il y faut un volume : docker run -v lisanga:/),
  }
  expect(run("start", { DATA_DIR })).toEqual(refused)
  expect(run("restore", { DATA_DIR })).toEqual(refused)
  expect(run("start", { DATA_DIR, DATABASE_URL: "postgres://a" })).toEqual(refused)
  const started = { status: 0, stdout: "started\n", stderr: "" }
  expect(run("start", { DATA_DIR: "/proc" })).toEqual(started)
  expect(run("start", { DATA_DIR, DATABASE_URL: "postgres://a", IMAGE_STORE_URL: "s3://b" })).toEqual(started)
  expect(run("account", { DATA_DIR })).toMatchObject({ stdout: "account\n" })
})

test("the commands that deployment files and pages name exist", () => {
  const commands = findAll(readSource("server/cli/run.ts"), /^ {2}(\w+): \(\) => import\(/gm)
  expect(commands.filter((name) => !existsSync(join(programFolder, `server/cli/${name}.ts`)))).toEqual([])
  const ofImage = [...commands, ...findAll(lisanga, /^ {2}(\w+)\)$/gm)]
  const files = pathsUnder("docs").filter((path) => !path.endsWith("/") && !/\.(jpg|png)$/.test(path))
  const texts = ["README.md", ...files].map(readSource).join("\n")
  const inContainers = findAll(
    texts,
    /(?:docker compose [^\n`]*(?:exec|run --rm)[^\n`]* lisanga|\[lisanga,|\["lisanga",) "?([a-z]+)/g,
  )
  expect(inContainers.length).toBeGreaterThan(4)
  expect(inContainers.filter((name) => !ofImage.includes(name))).toEqual([])
  const scripts = findAll(texts, /npm run (?:--silent )?([a-z:]+)/g)
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
  expect(backupUnit).toMatch(
    /^ExecStart=\/srv\/lisanga\/node_modules\/\.bin\/node server\/cli\/run\.ts backup nightly \/var/m,
  )
  expect(readSource("server/cli/backup.ts")).toContain('first === "nightly"')
})

/** Names of variables that other programs read. */
const foreign = [
  ...["DOMAIN", "OTHER_DOMAINS", "SITE", "COMPOSE_PROFILES", "ACME_EMAIL", "ACME_SERVER", "DOMAINS"],
  ...["NODE_ENV", "NODE_EXTRA_CA_CERTS", "PATH", "TMPDIR", "PGPASSWORD"],
]

test("the settings that deployment files name are the site's, with values that it takes", () => {
  const examples = ["one-machine/.env.example", "several-machines/.env.example"].map((path) =>
    findAll(read(path), /^#?([A-Z_]+=.*)$/gm).map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
  const named = [
    ...examples.flatMap((lines) => lines.map(([name = ""]) => name)),
    ...Object.values(composes).flatMap((text) => findAll(text, /^ {4,6}([A-Z_]+): /gm)),
    ...Object.values(composes).flatMap((text) => findAll(text, /[{,] ([A-Z_]+): /g)),
    ...units.flatMap((text) => findAll(text, /^Environment=(.*)$/gm).flatMap((line) => findAll(line, /([A-Z_]+)=/g))),
    ...findAll(find(dockerfile, /^ENV (.*)$/m), /([A-Z_]+)=/g),
  ]
  expect(new Set(named)).toContain("TRUST_PROXY")
  expect(named.filter((name) => !VARIABLES.includes(name) && !foreign.includes(name))).toEqual([])
  for (const lines of examples) {
    const env = {
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      ...Object.fromEntries(lines.filter(([, value]) => value)),
    }
    expect(readSettings({ ...env, PUBLIC_URL: `https://${env.DOMAIN}` }).publicUrl).toBe("https://www.exemple.cd")
  }
  const set = findAll(read("one-machine/.env.example"), /^([A-Z_]+)=/gm)
  expect(set, "the domain is all that one machine must be told").toEqual(["DOMAIN", "DEMO_CONTENT"])
})

test("secrets stand in files that git ignores", () => {
  const paths = [
    "one-machine/.env",
    "several-machines/.env",
    "several-machines/database.env",
    "several-machines/ca/ca.pem",
  ]
  const { stdout } = spawnSync("git", ["check-ignore", ...paths.map((path) => `${deploy}/${path}`)], {
    cwd: programFolder,
    encoding: "utf8",
  })
  expect(stdout.trim().split("\n")).toEqual(paths.map((path) => `${deploy}/${path}`))
})

test("all proxies wait as long for an answer, longer than the site takes, and keep connections for less long", () => {
  const seconds = [
    find(haproxy, /^ {2}timeout server (\d+)s$/m),
    find(caddy, /response_header_timeout (\d+)s$/m),
    find(nginx, /proxy_read_timeout (\d+)s;/),
    find(nginx, /proxy_send_timeout (\d+)s;/),
  ]
  expect(seconds).toEqual(Array(4).fill(String(TIMEOUT_MS / 1000 + 10)))
  expect(Number(find(caddy, /keepalive (\d+)s$/m)) * 1000).toBeLessThan(KEEP_ALIVE_MS)
  const connects = [
    find(haproxy, /timeout connect (\d+s)/),
    find(caddy, /dial_timeout (\d+s)/),
    find(nginx, /proxy_connect_timeout (\d+s)/),
  ]
  expect(new Set(connects)).toEqual(new Set(["1s"]))
})

test("what is uploaded passes every proxy", () => {
  expect(Number(find(nginx, /client_max_body_size (\d+)m;/)) * 1024 * 1024).toBeGreaterThan(maxBytesOf(12))
  // These two set no limit of their own.
  expect(caddy).not.toContain("max_size")
  expect(haproxy).not.toMatch(/body_size|content-length/i)
})

test("whoever stops the site waits until it has ended", () => {
  const waits = [
    ...Object.values(composes).map((text) => find(text, /x-site[\s\S]*?stop_grace_period: (\d+)s/)),
    find(unit, /TimeoutStopSec=(\d+)$/m),
  ]
  for (const wait of waits) expect(Number(wait) * 1000).toBeGreaterThan(SHUTDOWN_MAX_MS + 2000)
})

test("ports, paths and limits of memory are the same everywhere", () => {
  const { port } = readSettings({})
  const ports = [
    find(oneMachine, /SITE: "site:(\d+)"/),
    find(caddy, /SITE:127\.0\.0\.1:(\d+)/),
    find(nginx, /server 127\.0\.0\.1:(\d+);/),
    find(dockerfile, /^EXPOSE (\d+)$/m),
    find(lisanga, /PORT:-(\d+)/),
    ...findAll(haproxy, /^ {2}server site\d site\d:(\d+)$/gm),
  ]
  expect(new Set(ports)).toEqual(new Set([String(port)]))
  for (const text of [haproxy, lisanga]) expect(text).toContain("/api/ready")
  expect(readSource("server/http/health.ts")).toContain('"GET /api/ready"')
  const limits = [
    ...Object.values(composes).map((text) => find(text, /x-site[\s\S]*?mem_limit: (\w+)/)),
    ...units.map((text) => find(text, /MemoryMax=(\w+)/)),
  ]
  expect(new Set(limits.map((limit) => limit.toUpperCase()))).toEqual(new Set(["768M"]))
  const folders = [
    find(dockerfile, /DATA_DIR=(\S+)/),
    find(oneMachine, /"data:([^"]+)"/),
    ...units.map((text) => find(text, /DATA_DIR=(\S+)/)),
  ]
  expect(new Set(folders)).toEqual(new Set(["/var/lib/lisanga"]))
  for (const text of [oneMachine, severalMachines, dockerfile, backupUnit])
    expect(text).toContain("/var/lib/lisanga-backups")
})

test("every container has a limit of memory, and every instance is behind the balancer and has its connections", () => {
  for (const text of Object.values(composes)) {
    const [, services = ""] = text.split(/^services:$/m)
    const bodies =
      services
        .split(/^volumes:$/m)[0]
        ?.split(/^ {2}(?=\w+:)/m)
        .slice(1) ?? []
    expect(bodies.length).toBeGreaterThan(2)
    expect(bodies.filter((body) => !/mem_limit|\*site/.test(body))).toEqual([])
  }
  const instances = findAll(severalMachines, /^ {2}(site\d):/gm)
  expect(findAll(haproxy, /^ {2}server (site\d) /gm)).toEqual(instances)
  const connections = Number(find(severalMachines, /max_connections=(\d+)/))
  expect(connections).toBeGreaterThanOrEqual(instances.length * CONNECTIONS_MAX + 20)
})

test("the image has the pinned Node and the packages that the build leaves out, on the Debian that built them", () => {
  const pinned = new Set(Object.values(manifest.optionalDependencies))
  expect([...pinned]).toEqual([find(dockerfile, /^FROM node:([\d.]+)-/m)])
  expect(find(dockerfile, /^FROM debian:(\w+)-slim$/m)).toBe(find(dockerfile, /^FROM node:[\d.]+-(\w+)-slim/m))
  expect(dockerfile).toMatch(/^USER lisanga$/m)
  const config = readSource("vite.config.ts")
  const external = [
    ...findAll(config, /(?:nativePackages|sharedInTests) = \[(.*)\]/g)
      .join(", ")
      .matchAll(/"([^"]+)"/g),
  ].map(([, name]) => name)
  const kept = find(assemble, /^kept="([^"]+)"/m).split(" ")
  expect(kept.toSorted()).toEqual([...external, find(config, /postgresClient = "(\w+)"/)].toSorted())
})

test("PostgreSQL has the version that is tested", () => {
  const { optionalDependencies } = JSON.parse(readSource("server/testing/postgres/package.json"))
  const tested = new Set(Object.values<string>(optionalDependencies).map((version) => version.split(".")[0]))
  expect([...tested]).toEqual([find(severalMachines, /image: postgres:(\d+)$/m)])
})

test("the image is built of files that there are", () => {
  const listed = findAll(read("image/Dockerfile.dockerignore"), /^!(.*)$/gm)
  expect(listed.filter((path) => !path.startsWith(".git/") && !existsSync(join(programFolder, path)))).toEqual([])
  const copied = findAll(find(assemble, /cp --parents -r (.*?) "\$target"/), /(\S+)/g)
  expect(
    copied.filter((path) => !["dist", "node_modules"].includes(path) && !existsSync(join(programFolder, path))),
  ).toEqual([])
  expect(dockerfile).toContain("RUN sh server/tools/release/assemble.sh /srv/kept")
  for (const text of Object.values(composes)) expect(text).toContain(`dockerfile: ${deploy}/image/Dockerfile`)
})
