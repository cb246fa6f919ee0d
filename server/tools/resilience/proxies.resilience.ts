import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { startSite } from "#server/testing/start-site.ts"
import { figuresOf } from "./figures.ts"
import { startHaproxy } from "./haproxy.ts"
import { startNginx } from "./nginx.ts"
import { startTcpProxy } from "./tcp-proxy.ts"
import { sendContact } from "./visitor.ts"

const figures = figuresOf("proxies", "One site behind nginx and HAProxy, whose connections pause between requests")

/** Node's own limit is five seconds and one more. */
const PAUSES_MS = [4_900, 5_000, 5_100, 5_900, 6_000, 6_100, 12_000]

test.concurrent("behind nginx all requests take one connection, however long it pauses", async () => {
  await using site = await startSite()
  using wire = await startTcpProxy(Number(new URL(site.url).port))
  await using nginx = await startNginx(wire.port)
  const before = wire.accepted()
  for (const pauseMs of [0, ...PAUSES_MS]) {
    await pause(pauseMs)
    expect((await sendContact(nginx)).status).toBe(201)
  }
  expect(wire.accepted()).toBe(before)
  figures.add("nginx: POST after a pause of up to 12 s, of them 502", `${PAUSES_MS.length}, 0`, "0")
})

test.concurrent("behind HAProxy no request after a pause is lost", async () => {
  await using site = await startSite()
  await using haproxy = await startHaproxy([site.url])
  for (const pauseMs of [0, ...PAUSES_MS]) {
    await pause(pauseMs)
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendContact(haproxy)))
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  }
  figures.add("HAProxy: POST after a pause of up to 12 s, of them 502", `${5 * PAUSES_MS.length}, 0`, "0")
})
