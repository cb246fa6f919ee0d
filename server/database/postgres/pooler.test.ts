// @module-tag postgres
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { connectUrl } from "#server/database/connect.ts"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { startPostgresServer } from "#server/testing/postgres-server.ts"
import { startTransactionPooler } from "#server/testing/transaction-pooler.ts"

let server: Awaited<ReturnType<typeof startPostgresServer>>

beforeAll(async () => {
  server = await startPostgresServer()
})

afterAll(() => server[Symbol.asyncDispose]())

const line =
  /^DATABASE_URL : un répartiteur de connexions \(PgBouncer…\) se tient devant PostgreSQL [^\n]+ l’adresse de PostgreSQL lui-même$/

async function expectRefusal(url: string) {
  const error = await connectUrl(url).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UnusableDatabase)
  expect((error as Error).message).toMatch(line)
}

test("a pooler whose clients share sessions stops the start, and nothing is written", async () => {
  await server.run("create database shared")
  using pooler = await startTransactionPooler(server.socket)
  await expectRefusal(pooler.url("shared"))
  await using _db = await connectUrl(server.url("shared"))
})

test("a pooler that ignores limits of time stops the start", async () => {
  await server.run("create database unlimited")
  using pooler = await startForgetfulProxy(server.socket)
  await expectRefusal(pooler.url("unlimited"))
})

test("a pooler that refuses limits of time stops the start", async () => {
  using pooler = await startRefusal("08P01", "unsupported startup parameter: lock_timeout")
  await expectRefusal(pooler.url("site"))
})

async function listen(onClient: (client: Socket) => void) {
  const listening = createServer((client) => {
    client.on("error", () => {})
    onClient(client)
  })
  await once(listening.listen(0, "127.0.0.1"), "listening")
  const address = listening.address()
  return {
    url: (name: string) => `postgres://site@127.0.0.1:${typeof address === "object" ? address?.port : 0}/${name}`,
    [Symbol.dispose]: () => void listening.close(),
  }
}

/** Gives each client a session of its own, without the setting that it asks for. */
function startForgetfulProxy(socketFile: string) {
  return listen((client) => {
    const session = connect(socketFile)
    client.once("data", (startup) => {
      // PostgreSQL takes any name with a dot, and the length of the message stays.
      const name = startup.indexOf("lock_timeout")
      startup.write("lock.timeout", name)
      session.write(startup)
      client.pipe(session).pipe(client)
    })
    session.on("error", () => client.destroy())
  })
}

function startRefusal(code: string, message: string) {
  return listen((client) => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
    const head = Buffer.from("E\0\0\0\0")
    head.writeInt32BE(fields.length + 4, 1)
    client.once("data", () => client.end(Buffer.concat([head, fields])))
  })
}
