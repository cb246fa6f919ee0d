// @module-tag engines

import { createDecipheriv, createECDH, hkdfSync } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { createSession, deleteExpiredSessions } from "#server/accounts/sessions.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { PushDevices, PushPayload } from "#server/contract/push.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createLog } from "#server/log.ts"
import { hashSecret } from "#server/secrets.ts"
import { createAuthority } from "#server/testing/certificates.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { createPost, isPublic, isPushEndpoint, type PushPost } from "./post-push.ts"
import { sendPushes } from "./send-pushes.ts"

/** A browser with the keys by which it decrypts what it gets. */
function createBrowser(name: string) {
  const ecdh = createECDH("prime256v1")
  ecdh.generateKeys()
  const auth = Buffer.alloc(16, 7)
  return {
    ecdh,
    auth,
    device: {
      endpoint: `https://push.exemple.cd/${name}`,
      publicKey: ecdh.getPublicKey().toString("base64url"),
      authSecret: auth.toString("base64url"),
    },
  }
}

/** Starts an app on a clock, with a push service that answers as the test says, and two people who answer requests. */
async function start() {
  const clock = { now: Date.UTC(2026, 2, 2, 8) }
  const now = () => new Date(clock.now)
  const app = await startApp({ now, settings: { RATE_LIMITS: "0" } })
  const chief = openCaller(app, await signInAs({ ...app, now }, "admin"))
  const agent = openCaller(app, await signInAs({ ...app, now }, "agent"))
  const { id: agentId } = await app.db
    .selectFrom("accounts")
    .select("id")
    .where("role", "=", "agent")
    .executeTakeFirstOrThrow()
  const posts: PushPost[] = []
  const service = { status: 201 }
  const post = async (one: PushPost) => {
    posts.push(one)
    return service.status
  }
  const parts = { db: app.db, log: createLog("silent"), now, post, subject: "mailto:bureau@lisanga.example" }
  return {
    ...app,
    clock,
    chief,
    agent,
    agentId,
    service,
    callerOf: (session: string) => openCaller(app, { Cookie: `session=${session}` }),
    add: (caller: typeof chief, name: string) => caller.mutate("accounts.addDevice", createBrowser(name).device),
    async request(): Promise<{ id: number; reference: string; statusUrl: string }> {
      return (await app.postJson("/api/contact", { ...contactFields, message: "Un secret de famille." })).json()
    },
    /** Sends what is due after that time, and returns what each device is told; they are told at the same time. */
    async told(afterMs = 0) {
      clock.now += afterMs
      posts.length = 0
      await sendPushes(parts)
      return posts
        .map(({ target, payload }) => {
          const { title, path } = JSON.parse(payload) as PushPayload
          return `${target.endpoint.split("/").at(-1)}: ${title} ${path}`
        })
        .toSorted()
    },
    posts,
    queued: async () => (await app.db.selectFrom("pushMessages").select("id").execute()).length,
    devices: async () => (await app.db.selectFrom("pushDevices").select("name").execute()).length,
  }
}

test("a new request is told everybody who may read it, an addition who is in charge, and nothing more of it than a name", async () => {
  await using site = await start()
  await site.add(site.chief, "chief")
  await site.add(site.agent, "agent")
  const { id, reference, statusUrl } = await site.request()
  expect(await site.told()).toEqual([
    `agent: Nouvelle demande /admin/messages/${id}`,
    `chief: Nouvelle demande /admin/messages/${id}`,
  ])
  expect(JSON.parse(site.posts[0]?.payload ?? "")).toEqual({
    title: "Nouvelle demande",
    body: `${contactFields.firstName} ${contactFields.lastName} · Construction · ${reference}`,
    path: `/admin/messages/${id}`,
    tag: `demande-${id}`,
  })
  expect(await site.told(), "each is told once").toEqual([])
  const action = { kind: "assignee", assignee: site.agentId }
  await site.chief.mutate("messages.change", { ids: [id], action, batchId: crypto.randomUUID() })
  expect(await site.told()).toEqual([])
  expect(await site.told(MINUTE_MS)).toEqual([`agent: Demande confiée à vous /admin/messages/${id}`])
  await site.postJson("/trpc/messages.add", { token: statusUrl.split("/").at(-1), text: "Et le prix ?" })
  expect(await site.told()).toEqual([`agent: Ajout à une demande /admin/messages/${id}`])
})

test("several requests that are handed over are one message, and what is taken back at once is none", async () => {
  await using site = await start()
  await site.add(site.agent, "agent")
  const ids = []
  for (let count = 0; count < 3; count += 1) ids.push((await site.request()).id)
  await site.told()
  const batchId = crypto.randomUUID()
  const action = { kind: "assignee", assignee: site.agentId }
  await site.chief.mutate("messages.change", { ids, action, batchId })
  expect(await site.told(MINUTE_MS)).toEqual(["agent: 3\u00a0demandes confiées à vous /admin/messages?responsable=moi"])
  await site.chief.mutate("messages.undo", batchId)
  const again = crypto.randomUUID()
  await site.chief.mutate("messages.change", { ids, action, batchId: again })
  await site.chief.mutate("messages.undo", again)
  expect(await site.told(MINUTE_MS)).toEqual([])
  expect(await site.queued()).toBe(0)
})

test("a push service that fails is tried again, and then nothing is left", async () => {
  await using site = await start()
  await site.add(site.agent, "agent")
  await site.request()
  site.service.status = 503
  expect(await site.told()).toHaveLength(1)
  for (const [minutes, attempts] of [
    [0.5, 0],
    [0.5, 1],
    [10, 1],
    [60, 1],
    [600, 0],
  ] as const)
    expect(await site.told(minutes * MINUTE_MS), `${minutes} minutes later`).toHaveLength(attempts)
  expect([await site.queued(), await site.devices()]).toEqual([0, 1])
})

test.each([404, 410])("a device that its push service does not know any more (%s) is forgotten", async (status) => {
  await using site = await start()
  await site.add(site.agent, "agent")
  await site.request()
  site.service.status = status
  await site.told()
  expect([await site.queued(), await site.devices()]).toEqual([0, 0])
})

test("devices end with the account, or with its right to read requests", async () => {
  await using site = await start()
  const other = await createTestAccount(site.db, { role: "agent" })
  for (const change of [
    { name: "users.changeRole", input: { id: site.agentId, role: "editor" } },
    { name: "users.disable", input: site.agentId },
  ]) {
    await site.db.updateTable("accounts").set({ role: "agent" }).where("id", "=", site.agentId).execute()
    await site.add(site.agent, "agent")
    await site.request()
    await site.chief.mutate(change.name, change.input)
    expect([await site.devices(), await site.told()], change.name).toEqual([0, []])
  }
  expect(other.role).toBe("agent")
})

test("a device ends with the session that somebody ends, and goes on where that expires or its password is given again", async () => {
  await using site = await start()
  const now = () => new Date(site.clock.now)
  const { id } = await createTestAccount(site.db, { role: "agent" })
  const open = () => inTransaction(site.db, (trx) => createSession(trx, id, { now }))
  const names = async () => {
    const rows = await site.db.selectFrom("pushDevices").select("endpoint").orderBy("id").execute()
    return rows.map(({ endpoint }) => endpoint.split("/").at(-1))
  }
  const [phone, tablet, office, screen] = [await open(), await open(), await open(), await open()]
  await site.add(site.chief, "chief")
  await site.add(site.callerOf(phone), "phone")
  await site.add(site.callerOf(tablet), "tablet")
  await site.add(site.callerOf(screen), "screen")
  await site.callerOf(office).mutate("accounts.endSession", hashSecret(phone))
  expect(await names()).toEqual(["chief", "tablet", "screen"])

  const headers = { Cookie: `session=${tablet}` }
  const answer = await site.postJson("/trpc/accounts.reauthenticate", { password: TEST_PASSWORD }, headers)
  const [, renewed = ""] = /session=(\w+)/.exec(answer.headers.getSetCookie().join()) ?? []
  await site.db.updateTable("sessions").set({ expiresAt: "" }).where("idHash", "=", hashSecret(screen)).execute()
  site.clock.now += MINUTE_MS
  await deleteExpiredSessions(site.db, now())
  expect(await names()).toEqual(["chief", "tablet", "screen"])
  await site.callerOf(renewed).mutate("accounts.endOtherSessions")
  expect(await names()).toEqual(["chief", "tablet", "screen"])
  await site.callerOf(renewed).mutate("accounts.signOut")
  expect(await names()).toEqual(["chief", "screen"])
})

test("an account has ten devices at most, sees only its own, and one that another account adds is that one's", async () => {
  await using site = await start()
  for (let count = 1; count <= 10; count += 1) expect(await site.add(site.agent, `${count}`)).toBeUndefined()
  expect(await site.add(site.agent, "11")).toMatchObject({ status: 409 })
  expect(await site.add(site.agent, "10"), "one that is known is renewed").toBeUndefined()
  await site.add(site.chief, "1")
  const { devices, publicKey } = await site.agent.query<PushDevices>("accounts.devices")
  expect(devices).toHaveLength(9)
  expect(publicKey).toMatch(/^[\w-]{87}$/)
  const own = (await site.chief.query<PushDevices>("accounts.devices")).devices
  expect(await site.agent.mutate("accounts.removeDevice", own[0]?.id)).toMatchObject({ status: 404 })
  expect(await site.chief.mutate("accounts.removeDevice", own[0]?.id)).toBeUndefined()
  expect(await site.devices()).toBe(9)
})

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://web.push.apple.com/QK", true],
  ["http://push.exemple.cd/a", false],
  ["https://127.0.0.1/a", false],
  ["https://2130706433/a", false],
  ["https://[::1]/a", false],
  ["https://localhost/a", false],
  ["https://intranet/a", false],
  ["https://db.internal/a", false],
  ["https://push.exemple.cd:8443/a", false],
  ["https://moi@push.exemple.cd/a", false],
])("%s as the address of a push service: %s", (endpoint, isOne) => {
  expect(isPushEndpoint(endpoint)).toBe(isOne)
})

test.each([
  "10.0.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "192.168.1.1",
  "::1",
  "fd00::1",
  "::ffff:10.0.0.1",
  "100.64.0.1",
])("%s is no address of a push service", (address) => {
  expect(isPublic(address)).toBe(false)
})

test("a browser decrypts what a push service brings, and a name that leads to this network is not called", async () => {
  const authority = createAuthority("Autorité d’essai")
  const bodies: Buffer[] = []
  const headers: Record<string, unknown>[] = []
  await using server = createServer(authority.issue("localhost"), (request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part) => parts.push(part))
    request.on("end", () => {
      bodies.push(Buffer.concat(parts))
      headers.push(request.headers)
      response.writeHead(201).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { generateVAPIDKeys } = (await import("web-push")).default
  const { ecdh, auth, device } = createBrowser("appareil")
  const target = { ...device, endpoint: "https://localhost/appareil" }
  const given = { target, payload: "Bonjour", keys: generateVAPIDKeys(), subject: "mailto:bureau@lisanga.example" }
  await expect(createPost({ allows: isPublic, ca: authority.cert, port })(given)).rejects.toThrow("private address")
  expect(bodies).toEqual([])
  expect(await createPost({ allows: () => true, ca: authority.cert, port })(given)).toBe(201)
  expect(decrypt(bodies[0] ?? Buffer.of(), ecdh, auth)).toBe("Bonjour")
  expect(headers[0]).toMatchObject({ "content-encoding": "aes128gcm", ttl: "43200", urgency: "high" })
})

/** Decrypts a message of one record (RFC 8188) as RFC 8291 says. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, `Content-Encoding: ${name}\0`, length))
  const sealed = body.subarray(21 + sender.length)
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
