// @module-tag engines
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { gauges } from "#server/domains.ts"
import { commit, version } from "#server/program.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { engine } from "#server/testing/open-test-database.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { listenerOf } from "./listener.ts"
import { createMetrics } from "./metrics.ts"

/** Starts the app on a local port, with a token for clients on other machines. */
async function startServer(settings: Record<string, string> = { METRICS_TOKEN: "jeton-secret" }) {
  const site = await startApp({ settings, metrics: createMetrics(gauges) })
  const server = createServer(listenerOf(site.app, {}))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    ...site,
    fetch: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    async [Symbol.asyncDispose]() {
      server.close()
      await site[Symbol.asyncDispose]()
    },
  }
}

/** Returns the value of one metric by its name and labels. */
function valueIn(text: string, name: string): number | undefined {
  const line = text.split("\n").find((line) => line.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test("a client on this machine reads the gauges of the site and of the process", async () => {
  await using site = await startServer()
  await createTestProject(site.db)
  await createTestProject(site.db)
  await createTestImage(site.db, "a.jpg")
  await createTestImage(site.db, "b.jpg")
  await signInAs(site, "admin")
  const response = await site.fetch("/metrics")
  expect(response.status).toBe(200)
  expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8")
  expect(response.headers.get("Cache-Control")).toBe("no-store")
  const text = await response.text()
  const gauges = ["projects", "messages", "outbox_waiting", "images", "images_bytes", "sessions"]
  expect(gauges.map((name) => valueIn(text, `lisanga_${name}`))).toEqual([2, 0, 0, 2, 2000, 1])
  expect(valueIn(text, `lisanga_build_info{version="${version}",commit="${commit ?? ""}"}`)).toBe(1)
  for (const name of [
    "process_resident_memory_bytes",
    "nodejs_heap_size_used_bytes",
    "process_cpu_seconds_total",
    "process_start_time_seconds",
    "process_uptime_seconds",
    "lisanga_disk_free_bytes",
  ]) {
    expect(valueIn(text, name), name).toBeGreaterThan(0)
  }
  for (const name of ["nodejs_eventloop_lag_p99_seconds", "nodejs_eventloop_lag_max_seconds"]) {
    expect(valueIn(text, name), name).toBeGreaterThanOrEqual(0)
  }
})

test("every line follows Prometheus' format, and every name has its help and type once", async () => {
  await using site = await startServer()
  await site.fetch("/api/health")
  const lines = (await (await site.fetch("/metrics")).text()).split("\n")
  expect(lines.at(-1)).toBe("")
  const explained = lines.filter((line) => line.startsWith("# HELP ")).map((line) => line.split(" ")[2])
  const typed = lines
    .filter((line) => /^# TYPE \w+ (counter|gauge|histogram)$/.test(line))
    .map((line) => line.split(" ")[2])
  expect(typed).toEqual(explained)
  expect(new Set(typed).size).toBe(typed.length)
  for (const line of lines.filter((line) => line !== "" && !line.startsWith("# "))) {
    expect(line).toMatch(/^[a-z_0-9]+(\{(\w+="[^"\\]+",?)+\})? (\d+(\.\d+)?(e[+-]\d+)?|Nan)$/)
    expect(typed).toContain(line.replace(/\{.*| .*/, "").replace(/(_seconds)_(bucket|sum|count)$/, "$1"))
  }
})

test("requests count by method, kind and class of status, whatever paths and methods clients invent", async () => {
  await using site = await startServer()
  await site.fetch("/api/health")
  await site.fetch("/api/health", { method: "HEAD" })
  await site.fetch("/api/rien")
  await site.fetch("/uploads/rien.jpg")
  for (const path of ["/un", "/deux", '/"}\n']) await site.fetch(encodeURI(path))
  await site.fetch("/un", { method: "PROPFIND" })
  const text = await (await site.fetch("/metrics")).text()
  const count = (labels: string) => valueIn(text, `http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",kind="api",status="2xx"')).toBe(1)
  expect(count('method="HEAD",kind="api",status="2xx"')).toBe(1)
  expect(count('method="GET",kind="api",status="4xx"')).toBe(1)
  expect(count('method="GET",kind="picture",status="4xx"')).toBe(1)
  expect(count('method="GET",kind="page",status="4xx"')).toBe(3)
  expect(count('method="other",kind="page",status="4xx"')).toBe(1)
  expect(text.match(/^http_request_duration_seconds_count/gm)).toHaveLength(6)
})

test("a bucket counts the requests that took as long as its bound or less", async () => {
  await using site = await startServer()
  const home = { method: "GET", path: "/", route: "/", status: 200 }
  for (const seconds of [0.0005, 0.001, 0.0015, 0.03, 20]) site.metrics.observeRequest(home, seconds)
  const text = await (await site.fetch("/metrics")).text()
  const of = (part: string) => valueIn(text, `http_request_duration_seconds_${part}`)
  const bucket = (le: string) => of(`bucket{le="${le}",method="GET",kind="page",status="2xx"}`)
  expect(["0.001", "0.005", "0.025", "0.05", "10", "+Inf"].map(bucket)).toEqual([2, 3, 3, 4, 4, 5])
  expect(of('count{method="GET",kind="page",status="2xx"}')).toBe(5)
  expect(of('sum{method="GET",kind="page",status="2xx"}')).toBeCloseTo(20.033)
})

test("a request that a proxy passed on needs the token", async () => {
  await using site = await startServer()
  const bearing = (name: string) => ({ [name]: "127.0.0.1" })
  for (const name of ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via"]) {
    const rejected = await site.fetch("/metrics", { headers: bearing(name) })
    expect(rejected.status, name).toBe(403)
    expect(await rejected.json()).toEqual({
      success: false,
      message: responseTexts.metricsForbidden,
    })
    const headers = { ...bearing(name), Authorization: "Bearer jeton-secret" }
    expect((await site.fetch("/metrics", { headers })).status, name).toBe(200)
  }
  for (const authorization of [
    "Bearer jeton",
    "Bearer jeton-secret2",
    "Bearer ",
    "jeton-secret",
    "Basic jeton-secret",
  ]) {
    const headers = { ...bearing("Via"), Authorization: authorization }
    expect((await site.fetch("/metrics", { headers })).status, authorization).toBe(403)
  }
})

test.each([
  ["10.0.0.7", 403],
  ["::ffff:10.0.0.7", 403],
  ["2001:db8::1", 403],
  ["127.0.0.1.exemple.cd", 403],
  ["127.0.0.1", 200],
  ["127.8.8.8", 200],
  ["::ffff:127.0.0.1", 200],
  ["::1", 200],
])("a client at %s gets %i without a token", async (remoteAddress, status) => {
  await using site = await startApp()
  const socket = { remoteAddress, remotePort: 4000, remoteFamily: "" }
  const response = await site.app.request("/metrics", {}, { incoming: { socket } })
  expect(response.status).toBe(status)
})

test("without a token in the settings, none opens", async () => {
  await using site = await startApp()
  for (const authorization of ["Bearer ", "Bearer undefined", "Bearer x"]) {
    expect((await site.request("/metrics", { headers: { Authorization: authorization } })).status).toBe(403)
  }
})

test("a database that never answers is down, though it does not say so", { timeout: 20_000 }, async () => {
  const metrics = createMetrics({})
  await using site = await startApp({ metrics })
  const never = () => new Promise<never>(() => {})
  metrics.watch({ checks: { database: never, images: never }, caches: {}, countConnections: () => undefined })
  const text = await metrics.exposition({ ...site } as unknown as Parameters<typeof metrics.exposition>[0])
  expect(["lisanga_database_up", "lisanga_image_store_up"].map((name) => valueIn(text, name))).toEqual([0, 0])
  expect(valueIn(text, "lisanga_gauges_failed")).toBe(0)
})

test("durations are told by route and by procedure, whatever addresses clients invent", async () => {
  await using site = await startServer()
  await site.fetch("/api/health")
  for (const _time of ["first", "cached", "cached"]) await site.fetch("/api/projects")
  await site.fetch("/api/projects/1")
  await site.fetch("/api/projects/2")
  for (const path of ["/un", "/deux", "/api/rien", "/api/rien/du/tout", "/trpc/rien", "/trpc/encore.rien"])
    await site.fetch(path)
  for (const path of [`/trpc/projects.list?input=${encodeURIComponent("{}")}`, "/trpc/projects.get"])
    await site.fetch(path)
  const text = await (await site.fetch("/metrics")).text()
  const countsOf = (name: string) =>
    Array.from(text.matchAll(new RegExp(`^${name}_count\\{(.+)\\} (\\d+)$`, "gm")), ([, labels, count]) => [
      labels,
      count,
    ])
  expect(Object.fromEntries(countsOf("http_route_duration_seconds"))).toEqual({
    'method="GET",route="/api/health",status="2xx"': "1",
    'method="GET",route="/api/projects",status="2xx"': "3",
    'method="GET",route="/api/projects/:id",status="4xx"': "2",
    'method="GET",route="other",status="4xx"': "2",
    'method="GET",route="/api/*",status="4xx"': "2",
    'method="GET",route="/trpc/*",status="4xx"': "3",
    'method="GET",route="/trpc/*",status="2xx"': "1",
  })
  expect(Object.fromEntries(countsOf("trpc_procedure_duration_seconds"))).toEqual({
    'procedure="projects.list",outcome="ok"': "1",
    'procedure="projects.get",outcome="invalid"': "1",
  })
})

test("without a database that answers, only what it would tell is missing", async () => {
  await using site = await startServer()
  await site.fetch("/api/health")
  await site.db.destroy()
  const response = await site.fetch("/metrics")
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(valueIn(text, "lisanga_database_up")).toBe(0)
  expect(valueIn(text, "lisanga_image_store_up")).toBe(1)
  expect(valueIn(text, "lisanga_disk_free_bytes")).toBeGreaterThan(0)
  expect(valueIn(text, "lisanga_pictures_waiting")).toBe(0)
  expect(valueIn(text, "process_uptime_seconds")).toBeGreaterThan(0)
  for (const name of ["lisanga_projects", "lisanga_outbox_waiting", "lisanga_backup_age_seconds"])
    expect(valueIn(text, name), name).toBeUndefined()
  expect(valueIn(text, "lisanga_gauges_failed")).toBeGreaterThan(5)
})

test("a gauge that never comes is left out in time, and is there again", { timeout: 20_000 }, async () => {
  let isSilent = true
  const read = () => (isSilent ? new Promise<number>(() => {}) : Promise.resolve(7))
  const metrics = createMetrics({ lisanga_silent: { help: "A gauge.", read } })
  await using site = await startApp({ metrics })
  const context = { ...site } as unknown as Parameters<typeof metrics.exposition>[0]
  const start = performance.now()
  const text = await metrics.exposition(context)
  expect(performance.now() - start).toBeLessThan(8000)
  expect(valueIn(text, "lisanga_silent")).toBeUndefined()
  expect(valueIn(text, "lisanga_gauges_failed")).toBe(1)
  isSilent = false
  const again = await metrics.exposition(context)
  expect([valueIn(again, "lisanga_silent"), valueIn(again, "lisanga_gauges_failed")]).toEqual([7, 0])
})

test("what a cache has is told from what it lacks, and PostgreSQL's connections by what they do", async () => {
  await using site = await startServer()
  const list = (encoding: string) => site.fetch("/api/projects", { headers: { "Accept-Encoding": encoding } })
  for (const encoding of ["identity", "br", "br"]) await list(encoding)
  const text = await (await site.fetch("/metrics")).text()
  const count = (outcome: string) => valueIn(text, `lisanga_cache_requests_total{cache="pages",outcome="${outcome}"}`)
  expect([count("hit"), count("miss")]).toEqual([2, 1])
  const connections = ["busy", "idle", "waiting"].map((state) =>
    valueIn(text, `lisanga_database_connections{state="${state}"}`),
  )
  if (engine === "sqlite") expect(connections).toEqual([undefined, undefined, undefined])
  else expect(connections).toEqual([expect.any(Number), expect.any(Number), 0])
  const all = connections.reduce<number>((sum, value = 0) => sum + value, 0)
  expect(all > 0).toBe(engine !== "sqlite")
})
