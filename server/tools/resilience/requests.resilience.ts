import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import Sqlite from "better-sqlite3"
import { expect, test } from "vitest"
import { contactFields } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { type Site, startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, listLost, listUnfinished, readRows } from "./inspect-data.ts"
import { chooseSeed, randomNumbers } from "./random.ts"
import { type Outcome, request, sendJson, signIn } from "./visitor.ts"

const figures = figuresOf(
  "requests",
  "Killed (SIGKILL) between a request's picture, its storing, its answer and its mails",
)
const seed = chooseSeed()
const random = randomNumbers(seed)

const ROUNDS = 12
const VISITORS = 4
const KILLED_AFTER_MAX_MS = 2000

/** This is longer than the longest pause between the polls of the outbox. */
const POLL_SECONDS = 120

/** The acknowledged state of one request. */
interface Acknowledged {
  id: number
  requestId: string
  image: string
  state: "new" | "open" | "answered"
}

type Work = Acknowledged[]

function read({ status, text }: Outcome, expected: number) {
  if (status === 0) return
  expect(status, text).toBe(expected)
  return JSON.parse(text)
}

/** Sends requests with a picture, assigns and answers them, until the site is killed. */
async function askAndAnswer({ url }: Site, headers: { Cookie: string }, work: Work, unanswered: Set<string>) {
  for (;;) {
    const form = createForm({ images: [await createImageFile()] })
    const image = read(await request(`${url}/api/contact/photos`, { method: "POST", body: form }), 201)?.filenames[0]
    if (!image) return
    const requestId = randomUUID()
    unanswered.add(requestId)
    const sent = read(await sendRequest(url, requestId, image), 201)
    if (!sent) return
    unanswered.delete(requestId)
    const acknowledged: Acknowledged = { id: sent.id, requestId, image, state: "new" }
    work.push(acknowledged)
    const call = async (name: string, input: object) =>
      read(await sendJson(`${url}/trpc/messages.${name}`, "POST", input, headers), 200)
    const action = { kind: "state", state: "open" }
    if (!(await call("change", { ids: [sent.id], action, batchId: randomUUID() }))) return
    acknowledged.state = "open"
    const answer = {
      id: sent.id,
      kind: "answer",
      text: `Réponse ${requestId}`,
      idempotencyKey: randomUUID(),
      lastEntry: 0,
    }
    if (!(await call("addEntry", answer))) return
    acknowledged.state = "answered"
  }
}

function sendRequest(url: string, requestId: string, image?: string) {
  const message = `${contactFields.message} ${requestId}`
  const email = `${requestId}@exemple.cd`
  const pictures = image ? { photos: [image] } : {}
  return sendJson(`${url}/api/contact`, "POST", { ...contactFields, email, message, requestId, ...pictures })
}

const inconsistencies = {
  "pictures of requests without an image": `
    select image from message_photos where image not in (select name from images)`,
  "answered requests without an answer": `
    select id from messages where state = 'answered'
    and id not in (select message_id from message_entries where kind = 'answer')`,
  "answers of requests that are not answered": `
    select messages.id from messages join message_entries on message_id = messages.id
    where kind = 'answer' and state <> 'answered'`,
  "answers without a mail": `
    select id from message_entries where kind = 'answer' and id not in (select entry_id from outbox where entry_id is not null)`,
  "counts that are wrong": `
    select state from message_counts where count <> (
      select count(*) from messages where messages.state = message_counts.state
      and messages.sector = message_counts.sector and (messages.read_at is null) = message_counts.unread)`,
}

const states = ["new", "open", "answered"]

test("after a kill each request is whole: its picture, its state, its answer and each of its mails", {
  timeout: 600_000,
}, async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "bureau@lisanga.example", DEMO_CONTENT: "0" }
  figures.step(`seed ${seed}`)
  const work: Work = []
  const unanswered = new Set<string>()
  const found = Object.fromEntries(Object.keys(inconsistencies).map((what) => [what, 0]))
  for (let round = 1; round <= ROUNDS; round += 1) {
    const site = await startSite({ dataDir, settings })
    const headers = await signIn(site)
    const visitors = Promise.all(Array.from({ length: VISITORS }, () => askAndAnswer(site, headers, work, unanswered)))
    const afterMs = Math.round(200 + random() * KILLED_AFTER_MAX_MS)
    await Promise.race([pause(afterMs), visitors])
    await site.kill()
    await visitors
    await using again = await startSite({ dataDir, settings })
    // Like the browser, the test sends unanswered requests again.
    for (const requestId of unanswered) expect((await sendRequest(again.url, requestId)).status).toBe(201)
    expect(checkIntegrity(dataDir)).toBe("ok")
    for (const [what, query] of Object.entries(inconsistencies)) found[what] = readRows(dataDir, query).length
    expect(
      Object.values(found).every((count) => count === 0),
      JSON.stringify(found),
    ).toBe(true)
    const query = `select messages.id, idempotency_key as requestId, state, image from messages
      left join message_photos on message_id = messages.id`
    const rows = readRows<Acknowledged>(dataDir, query)
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(rows.length)
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { id, requestId, image, state } of work) {
      expect(byId.get(id)).toMatchObject({ requestId, image })
      expect(states.indexOf(byId.get(id)?.state ?? "")).toBeGreaterThanOrEqual(states.indexOf(state))
    }
    expect(listLost(dataDir)).toEqual([])
    // The site deletes these files once it is open.
    await expect.poll(() => listUnfinished(dataDir)).toEqual([])
    figures.step(`round ${round}: killed after ${afterMs} ms, ${work.length} requests`)
  }
  // The claims of killed processes last a quarter of an hour.
  const database = new Sqlite(`${dataDir}/site.db`)
  database.prepare("update outbox set claimed_until = null").run()
  database.close()
  await using site = await startSite({ dataDir, settings })
  const unsent = () => readRows(dataDir, "select id from outbox where sent_at is null").length
  for (let second = 0; second < POLL_SECONDS && unsent() > 0; second += 1) await pause(1000)
  expect(unsent()).toBe(0)
  const queued = readRows<{ count: number }>(dataDir, "select count(*) as count from outbox")[0]?.count ?? 0
  const sent = new Map<string, number>()
  for (const mail of mailServer.mails) {
    const id = mail.header("Message-ID") ?? ""
    sent.set(id, (sent.get(id) ?? 0) + 1)
  }
  expect(sent.size).toBe(queued)
  const again = mailServer.mails.length - sent.size
  // A kill between a mail and its record sends the mail again with the same Message-ID, at most once per round.
  expect(again).toBeLessThanOrEqual(ROUNDS)
  await site.stop()
  figures.add("kills at random moments", ROUNDS)
  figures.add("requests acknowledged with their picture", work.length)
  figures.add("of those answered", work.filter(({ state }) => state === "answered").length)
  figures.add("of those acknowledged and lost, or there twice", 0, "0")
  figures.add("requests cut off, and sent again with the same id: there once", unanswered.size)
  for (const [what, count] of Object.entries(found)) figures.add(what, count, "0")
  figures.add("pictures lost or half stored", 0, "0")
  figures.add("mails, each of which was delivered", queued)
  figures.add("mails sent again after a kill, with the same Message-ID", again)
  figures.add("integrity check after each round", "ok", "ok")
  figures.add("seed (RESILIENCE_SEED)", String(seed))
})
