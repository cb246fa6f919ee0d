import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { contactFields } from "#server/testing/fixtures.ts"
import { startSilentServer } from "#server/testing/start-mail-server.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { phonePictures } from "#server/tools/phone-pictures.ts"
import { sendContinuously } from "./continuous-requests.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, countRows, listUnfinished } from "./inspect-data.ts"
import { hold, misuses } from "./slow-connections.ts"
import { createProject, makePictures, sendContact, signIn } from "./visitor.ts"

const figures = figuresOf("stop", "Told to stop (SIGTERM)")

/** Returns the seconds from the signal to the end; throws for any exit status but 0. */
async function timeStop(site: Site): Promise<number> {
  const start = performance.now()
  await site.stop()
  return (performance.now() - start) / 1000
}

test("a stop under load answers every request and refuses later connections", async () => {
  using folder = createTemporaryFolder()
  const sum = { answered: 0, contacts: 0, refused: 0, seconds: 0 }
  const rounds = 5
  for (let round = 1; round <= rounds; round += 1) {
    const site = await startSite({ dataDir: folder.path })
    const headers = { ...(await signIn(site)), "Content-Type": "application/json" }
    const before = countRows(folder.path, "messages")
    const paths = ["/", "/transport", "/api/projects", "/about"]
    const asking = sendContinuously(site.url, {
      visitors: 100,
      next(count) {
        if (count % 5 === 0)
          return { path: "/api/contact", method: "POST", headers, body: JSON.stringify(contactFields) }
        if (count % 50 === 1)
          return { path: "/api/projects/1", method: "PUT", headers, body: JSON.stringify({ address: `rue ${count}` }) }
        return { path: paths[count % 4] ?? "/" }
      },
    })
    await pause(1500)
    const seconds = await timeStop(site)
    const { answered, refused, brokenOff } = await asking
    figures.step(`round ${round}: ${JSON.stringify(answered)}, ${refused} refused, ended after ${seconds.toFixed(1)} s`)
    expect(brokenOff).toEqual([])
    expect(Object.keys(answered).sort()).toEqual(["200", "201"])
    expect(refused).toBe(100)
    expect(seconds).toBeLessThan(10)
    expect(countRows(folder.path, "messages") - before).toBe(answered[201])
    sum.answered += (answered[200] ?? 0) + (answered[201] ?? 0)
    sum.contacts += answered[201] ?? 0
    sum.refused += refused
    sum.seconds = Math.max(sum.seconds, seconds)
  }
  expect(checkIntegrity(folder.path)).toBe("ok")
  figures.add("stops under load, 100 connections that stay open", rounds)
  figures.add("requests answered up to the end", sum.answered)
  figures.add("of them broken off", 0, "0")
  figures.add("contact requests acknowledged, all found again", sum.contacts)
  figures.add("connections refused after the stop", sum.refused)
  figures.add("seconds to the end with status 0, at most", sum.seconds, "< 10")
})

test("a stop does not wait for idle, slow or half-open connections", async () => {
  using folder = createTemporaryFolder()
  const site = await startSite({ dataDir: folder.path })
  const kinds = Object.values(misuses(await signIn(site)))
  const connections = []
  for (let round = 0; round < 20; round += 1) for (const misuse of kinds) connections.push(await hold(site, misuse))
  await expect.poll(async () => (await listUnfinished(folder.path)).length, { timeout: 5000 }).toBe(20)
  const seconds = await timeStop(site)
  for (const { socket } of connections) socket.destroy()
  expect(seconds).toBeLessThan(10)
  expect(await listUnfinished(folder.path)).toEqual([])
  figures.add("seconds with 120 idle, half-open and dripping connections, 20 uploads among them", seconds, "< 10")
})

test("an upload under way is answered", async () => {
  using folder = createTemporaryFolder()
  const site = await startSite({ dataDir: folder.path })
  const headers = await signIn(site)
  const body = new Response(await uploadForm())
  const type = body.headers.get("Content-Type")
  const bytes = Buffer.from(await body.arrayBuffer())
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1")
  let received = ""
  socket.on("data", (chunk) => {
    received += chunk
  })
  socket.write(
    `POST /upload HTTP/1.1\r\nHost: site.example\r\nCookie: ${headers.Cookie}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${bytes.length}\r\n\r\n`,
  )
  const parts = 20
  const size = Math.ceil(bytes.length / parts)
  let stopped: Promise<number> | undefined
  for (let part = 0; part < parts; part += 1) {
    socket.write(bytes.subarray(part * size, (part + 1) * size))
    if (part === 5) stopped = timeStop(site)
    await pause(200)
  }
  const seconds = await stopped
  expect(received).toMatch(/^HTTP\/1.1 200 .*"success":true/s)
  figures.add("seconds with an upload that takes 3 s more, which is answered", seconds ?? Number.NaN, "< 10")
})

async function uploadForm() {
  const form = new FormData()
  for (const picture of await makePictures(12, 1200)) form.append("images", picture)
  return form
}

test("a stop does not wait for pictures that take long, nor for a silent mail server", async () => {
  using folder = createTemporaryFolder()
  using mailServer = await startSilentServer()
  const mail = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "bureau@lisanga.example" }
  const site = await startSite({ dataDir: folder.path, settings: mail })
  const headers = await signIn(site)
  const large = phonePictures.find(({ title }) => title.includes("48 MP"))
  const pictures = [new File([new Uint8Array((await large?.make()) ?? [])], "large.jpg")]
  expect((await sendContact(site)).status).toBe(201)
  const creations = [1, 2, 3].map((number) => createProject(site, headers, { name: `Grand ${number}`, pictures }))
  expect((await creations[0])?.status).toBe(201)
  // Meanwhile the server encodes the first picture's variants and decodes the other two pictures.
  const seconds = await timeStop(site)
  const acknowledged = (await Promise.all(creations)).filter(({ status }) => status === 201)
  expect(countRows(folder.path, "projects where name like 'Grand%'")).toBe(acknowledged.length)
  expect(await listUnfinished(folder.path)).toEqual([])
  expect(seconds).toBeLessThan(10)
  figures.add("seconds with 48-megapixel pictures under way and a mail server that hangs", seconds, "< 10")
})
