import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { runLoad } from "#server/tools/bench/run-load.ts"
import { figuresOf } from "./figures.ts"
import { listUnfinished } from "./inspect-data.ts"
import { hold, misuses, openPorts } from "./slow-connections.ts"
import { makeHeavyPicture, sendContact, signIn } from "./visitor.ts"

const figures = figuresOf("slow-clients", "Connections that are slow or half open")

const CONNECTIONS = 200

/** Encodes the multipart body of twelve pictures. */
async function prepareUpload() {
  const form = new FormData()
  for (let number = 0; number < 12; number += 1) form.append("images", await makeHeavyPicture())
  const sent = new Response(form)
  return { type: sent.headers.get("Content-Type"), bytes: Buffer.from(await sent.arrayBuffer()) }
}

type Upload = Awaited<ReturnType<typeof prepareUpload>>

/** Uploads at 400 kbit/s, which takes far longer than any limit on slow connections. */
async function uploadSlowly({ url }: Site, headers: { Cookie: string }, { type, bytes }: Upload) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  let received = ""
  socket.on("data", (chunk) => {
    received += chunk
  })
  socket.on("error", () => {})
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: site.example\r\nCookie: ${headers.Cookie}\r\nConnection: close\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  const start = performance.now()
  for (let at = 0; at < bytes.length; at += 10_000) {
    socket.write(bytes.subarray(at, at + 10_000))
    await pause(200)
  }
  await new Promise<void>((resolve) => socket.once("close", () => resolve()))
  return { received, kilobytes: bytes.length / 1000, seconds: (performance.now() - start) / 1000 }
}

test("200 slow and half-open connections are cut within 60 s and do not slow other clients down", async () => {
  using folder = createTemporaryFolder()
  await using site = await startSite({ dataDir: folder.path })
  const headers = await signIn(site)
  const paths = ["/", "/transport", "/login?redirect=%2Fadmin", "/api/projects"]
  // Another process sends them, so that the slow connections do not delay it.
  const others = (seconds: number) =>
    runLoad({ url: site.url, requests: paths.map((path) => ({ path })), connections: 2, seconds })
  const form = await prepareUpload()
  await others(2)
  const without = await others(8)

  const kinds = Object.entries(misuses(headers))
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, number) => {
      const [kind = "", misuse = () => {}] = kinds[number % kinds.length] ?? []
      return { kind, ...(await hold(site, misuse)), at: performance.now() }
    }),
  )
  expect(connections.filter(({ port }) => openPorts(site).has(port)).length).toBe(CONNECTIONS)
  const upload = uploadSlowly(site, headers, form)
  const cutAfter = new Map<number, number>()
  const allCut = watchConnections(site, connections, cutAfter)
  // By then the server has written all that the slow clients let it write.
  await pause(2000)
  const beside = await others(8)
  const sent = await Promise.all(Array.from({ length: 50 }, () => sendContact(site)))
  expect(sent.filter(({ status }) => status !== 201)).toEqual([])
  await allCut
  expect(cutAfter.size).toBe(CONNECTIONS)
  for (const [kind] of kinds) {
    const seconds = connections.filter((one) => one.kind === kind).map(({ port }) => cutAfter.get(port) ?? Number.NaN)
    expect(Math.max(...seconds)).toBeLessThan(60)
    figures.add(`${seconds.length} connections that ${kind}: cut after s, at most`, Math.max(...seconds), "< 60")
  }
  const { received, kilobytes, seconds } = await upload
  expect(received).toMatch(/^HTTP\/1.1 200 .*"success":true/s)
  expect(await listUnfinished(folder.path)).toEqual([])
  for (const { socket } of connections) socket.destroy()
  figures.add("an honest upload of 12 pictures at 400 kbit/s beside them", "answered", "answered")
  figures.add("its kB and seconds", `${Math.round(kilobytes)}, ${Math.round(seconds)}`)
  figures.add("requests of others beside the 200, of them failed", `${beside.answered}, 0`, "0 failed")
  figures.add("p50 and p99 of others without the 200, ms", `${without.p50.toFixed(1)}, ${without.p99.toFixed(1)}`)
  figures.add("p50 and p99 of others beside the 200, ms", `${beside.p50.toFixed(1)}, ${beside.p99.toFixed(1)}`)
  figures.add("p99 beside : p99 without", beside.p99 / without.p99)
})

/** Notes after how many seconds the server closes each connection. */
async function watchConnections(
  site: Site,
  connections: readonly { port: number; at: number }[],
  cutAfter: Map<number, number>,
) {
  for (let seconds = 0; seconds < 80 && cutAfter.size < connections.length; seconds += 0.5) {
    await pause(500)
    const ports = openPorts(site)
    for (const { port, at } of connections) {
      if (!ports.has(port) && !cutAfter.has(port)) cutAfter.set(port, (performance.now() - at) / 1000)
    }
  }
}
