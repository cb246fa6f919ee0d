import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { AnyProcedure } from "@trpc/server"
import { expect, test, vi } from "vitest"
import { connect } from "#server/database/connect.ts"
import { appRouter } from "#server/router.ts"
import { startBuiltSite } from "./built-site.ts"
import { contactFields } from "./fixtures.ts"
import { sendBytes } from "./send-bytes.ts"
import { startApp } from "./start-app.ts"
import { startImapServer } from "./start-imap-server.ts"
import { startMailServer } from "./start-mail-server.ts"
import { createTemporaryFolder } from "./test-site.ts"

const admin = { email: "admin@lisanga.example" }

interface Site {
  url: string
  dataDir: string
}

async function withDatabase<Result>(
  { dataDir }: Site,
  work: (db: Awaited<ReturnType<typeof connect>>) => Promise<Result>,
) {
  await using db = await connect(dataDir)
  return await work(db)
}

const given = {
  "the administrator's password": "Iroko+wengé/2841 «planches»",
  "a visitor's password": "Limba&sapelli=5093?",
  "a password that was typed wrong": "Iroko+wengé/2841 «planche»",
  "the mail server's password": "courrier-7Kx2v9Qp41",
  "the mailbox's password": "boite-5Hn3w8Rt60",
  METRICS_TOKEN: "mesures-8Fq3z0Lw52",
}

type Secrets = Record<string, string | Uint8Array>

/** Returns how a leaked secret may look: as it is, and as URLs, JSON, forms and Base64 write it. */
function formsOf(secret: string | Uint8Array): string[] {
  const bytes = Buffer.from(secret)
  const texts =
    typeof secret === "string" ? [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)] : []
  const inForm = texts.slice(0, 1).map((text) => new URLSearchParams({ a: text }).toString().slice(2))
  const encoded = [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), bytes.toString("hex")]
  return [...texts, ...inForm, ...encoded, bytes.join(",")]
}

/** Returns the names of the secrets that a text contains in any of these forms. */
function leaked(text: string, secrets: Secrets): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form)) ? [name] : [],
  )
}

/** Sends requests, and collects all response bodies and headers except for Set-Cookie. */
function openClient({ url }: Site) {
  const answers: string[] = []
  async function request(path: string, { headers, ...init }: RequestInit = {}) {
    const response = await fetch(url + path, {
      redirect: "manual",
      ...init,
      headers: { ...headers, Connection: "close" },
    })
    const shown = [...response.headers].filter(([name]) => name !== "set-cookie")
    answers.push(
      `${init.method ?? "GET"} ${path} → ${response.status} ${JSON.stringify(shown)} ${await response.text()}`,
    )
    return response
  }
  return {
    answers,
    request,
    postJson: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      request(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  }
}

type Client = ReturnType<typeof openClient>

async function logIn(client: Client, email: string, password: string) {
  const response = await client.postJson("/api/login", { email, password })
  expect(response.status).toBe(200)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "")
  const valueNamed = (name: string) =>
    cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? ""
  return { session: valueNamed("session"), known: valueNamed("known"), headers: { Cookie: cookies.join("; ") } }
}

/** Returns each route and each procedure that the program lists, without those that end the session or never end. */
async function everyCall() {
  await using app = await startApp()
  const calls = app.app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => ({ method, path }))
  const pages = ["/", "/construction", "/login?redirect=/admin", "/register", "/admin/messages", "/inconnue"]
  const forms = ["/login", "/register", "/contact"]
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
  return [
    ...calls,
    ...pages.map((path) => ({ method: "GET", path })),
    ...forms.map((path) => ({ method: "POST", path })),
    ...procedures.map(([name, { _def }]) => ({
      method: _def.type === "query" ? "GET" : "POST",
      path: `/trpc/${name}`,
    })),
    // A single handler rejects the other method of every procedure.
    { method: "POST", path: "/trpc/projects.page" },
    { method: "GET", path: "/trpc/projects.update" },
  ].filter(({ path }) => !/logout|signOut|admin\/events/.test(path))
}

type Calls = Awaited<ReturnType<typeof everyCall>>

const typedWrong = JSON.stringify({ email: admin.email, password: given["a password that was typed wrong"] })
const types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]

/** The password comes in every media type, and JSON comes broken, empty and complete. */
const attempts = [
  ...types.map((type) => ({ type, body: typedWrong })),
  ...["{", "{}"].map((body) => ({ type: "application/json", body })),
]

/** Makes all calls with those headers, in ways that succeed and in ways that fail. */
async function walk(client: Client, calls: Calls, headers: Record<string, string>, bodies = attempts.slice(0, 1)) {
  for (const { method, path } of calls) {
    const url = path.replace(":id", "1").replace(":name", "vue.jpg")
    if (method === "GET") await client.request(url, { headers })
    else {
      const send = ({ type, body }: (typeof attempts)[number]) =>
        client.request(url, { method, headers: { ...headers, "Content-Type": type }, body })
      // Under /trpc/ a single handler rejects the other media types before any procedure runs.
      const isRead = ({ type }: (typeof attempts)[number]) => !path.startsWith("/trpc/") || type === "application/json"
      await Promise.all(bodies.filter(isRead).map(send))
    }
  }
}

async function useEverything(client: Client, calls: Calls, site: Site) {
  const visitor = { username: "Béa", email: "bea@exemple.cd", password: given["a visitor's password"] }
  await client.postJson("/api/register", { ...visitor, confirm_password: visitor.password })
  await client.postJson("/api/register", { ...visitor, confirm_password: given["a password that was typed wrong"] })
  await client.postJson("/api/login", { email: admin.email, password: given["a password that was typed wrong"] })
  const form = new URLSearchParams({ email: admin.email, password: given["a password that was typed wrong"] })
  await client.request("/login", { method: "POST", body: form })
  await client.postJson("/api/contact", contactFields)
  const tried = () => withDatabase(site, (db) => db.selectFrom("outbox").select("lastError").execute())
  // The outbox holds the notification and the receipt.
  const failed = { lastError: expect.any(String) }
  await vi.waitFor(async () => expect(await tried()).toEqual([failed, failed]), 15_000)
  const administrator = await logIn(client, admin.email, given["the administrator's password"])
  const user = await logIn(client, visitor.email, visitor.password)
  for (const headers of [{}, user.headers]) await walk(client, calls, headers)
  // The administrator has every right, so every body reaches its handler.
  await walk(client, calls, administrator.headers, attempts)
  const wrong = { present: given["a password that was typed wrong"], password: "x", confirmPassword: "y" }
  await client.postJson("/trpc/accounts.changePassword", wrong, administrator.headers)
  await client.request("/metrics", { headers: { Authorization: `Bearer ${given.METRICS_TOKEN}`, Via: "proxy" } })
  await client.request("/metrics", { headers: { Authorization: `Bearer ${given.METRICS_TOKEN}x`, Via: "proxy" } })
  const head = `GET /a HTTP/1.1\r\nHost: a b\r\nCookie: session=${administrator.session}\r\nConnection: close\r\n\r\n`
  client.answers.push((await sendBytes(Number(new URL(site.url).port), head)).body)
  return { administrator, user }
}

/** Returns all bytes of the database files in the data folder. */
function databaseBytes({ dataDir }: Site): string {
  const files = readdirSync(dataDir).filter((name) => /^site\.db(-wal)?$/.test(name))
  return files.map((name) => readFileSync(join(dataDir, name)).toString("utf8")).join("")
}

test("after a run through the whole site no secret stands in its log, its answers or its database", {
  timeout: 120_000,
}, async () => {
  using folder = createTemporaryFolder()
  await using mailServer = await startMailServer({ rejectLogin: true })
  await using imapServer = await startImapServer()
  imapServer.rejectsLogin = true
  const settings = {
    ADMIN_PASSWORD: given["the administrator's password"],
    METRICS_TOKEN: given.METRICS_TOKEN,
    SMTP_URL: mailServer.url.replace("//", `//site:${given["the mail server's password"]}@`),
    NOTIFY_EMAIL: "patron@lisanga.example",
    IMAP_URL: imapServer.url.replace("mot-de-passe", given["the mailbox's password"]),
    LOG_LEVEL: "debug",
    RATE_LIMITS: "0",
  }
  await using program = await startBuiltSite(folder.path, settings)
  const site = { url: program.origin, dataDir: folder.path }
  const client = openClient(site)
  const calls = await everyCall()
  const { administrator, user } = await useEverything(client, calls, site)
  const key = await withDatabase(site, (db) =>
    db.selectFrom("keys").select("value").where("name", "=", "signing").executeTakeFirstOrThrow(),
  )
  const stored = databaseBytes(site)
  // From here on every read of projects fails unexpectedly.
  await withDatabase(site, (db) => db.schema.alterTable("project_images").renameTo("elsewhere").execute())
  const second = await logIn(client, admin.email, given["the administrator's password"])
  await walk(client, calls, second.headers)
  await client.request("/api/logout", { method: "POST", headers: second.headers })
  expect(await program.stop()).toBe(0)

  const secrets = {
    ...given,
    "an administrator's session": administrator.session,
    "another session": second.session,
    "a user's session": user.session,
    "a trusted device's cookie": administrator.known,
    "another trusted device's cookie": user.known,
  }
  expect(Math.min(...Object.values(secrets).map(({ length }) => length))).toBeGreaterThan(12)
  const signing = { "the signing key": key.value }
  const log = program.output() + program.complaints()
  expect(client.answers.length).toBeGreaterThan(500)
  for (const event of [
    '"event":"request"',
    '"event":"request failed"',
    '"event":"mail failed"',
    '"event":"mailbox not read"',
  ])
    expect(log).toContain(event)
  expect(leaked(log, { ...secrets, ...signing }), "in the log").toEqual([])
  expect(leaked(client.answers.join("\n"), { ...secrets, ...signing }), "in the answers").toEqual([])
  expect(stored).toContain(contactFields.email)
  expect(leaked(stored, secrets), "in the database").toEqual([])
  expect(log, "e-mails in the log").not.toMatch(/@exemple\.cd|amina/i)
})
