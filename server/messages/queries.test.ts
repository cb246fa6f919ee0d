// @module-tag engines
import { describe, expect, test } from "vitest"
import { NEVER } from "#server/contract/durations.ts"
import type { ContactFields, MessageSearchResult } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { CONTACT_SECTORS } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { contactFields, createTestImage } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { seed } from "#server/tools/seed.ts"
import { readInboxState } from "./inbox-state.ts"
import { addEntry } from "./stored-messages.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** This is Monday, 3 March 2025, 9:30 in Kinshasa. */
const NOW = Date.UTC(2025, 2, 3, 8, 30)

async function startWithAdmin({ at = NOW } = {}) {
  const app = await startApp({ now: () => new Date(at) })
  const headers = await signInAs(app, "admin")
  async function find(criteria: object): Promise<MessageSearchResult> {
    const input = encodeURIComponent(JSON.stringify({ search: "", page: 1, ...criteria }))
    const response = await app.request(`/trpc/messages.search?input=${input}`, { headers })
    expect(response.status).toBe(200)
    return ((await response.json()) as { result: { data: MessageSearchResult } }).result.data
  }
  return {
    ...app,
    headers,
    find,
    search: (search: string, page = 1) => find({ search, page }),
    call: (path: string, method = "GET") => app.request(path, { method, headers }),
  }
}

/** Stores a message as the contact form does, that many minutes before NOW. */
async function makeMessage(
  db: Database,
  overrides: Partial<ContactFields> & { minutesAgo?: number } = {},
): Promise<number> {
  const { minutesAgo = 0, ...fields } = overrides
  const message = { ...contactFields, ...fields }
  const row = {
    ...message,
    fullNameFolded: normalizeForSearch(`${message.firstName} ${message.lastName}`),
    messageFolded: normalizeForSearch(message.message),
    createdAt: new Date(NOW - minutesAgo * MINUTE_MS).toISOString(),
  }
  return (await db.insertInto("messages").values(row).returning("id").executeTakeFirstOrThrow()).id
}

function idsOf({ messages }: MessageSearchResult) {
  return messages.map(({ id }) => id)
}

describe("a search", () => {
  test("of a telephone number finds it however it is typed", async () => {
    await using app = await startWithAdmin()
    const id = await makeMessage(app.db, { phone: "+243812345678" })
    await makeMessage(app.db, { phone: "+243899999999", message: "Un budget de 15 000 000 FC" })
    for (const number of ["0812345678", "081 234 56 78", "+243 812 345 678", "00243812345678", "812.345.678"])
      expect(idsOf(await app.search(number)), number).toEqual([id])
    expect(idsOf(await app.search("15 000 000"))).toHaveLength(1)
  })

  test("finds a name in any order, with hyphens or spaces, and any part of a telephone number", async () => {
    await using app = await startWithAdmin()
    const name = { firstName: "Jean-Pierre", lastName: "Mukendi", email: "", phone: "+243899111222" }
    const id = await makeMessage(app.db, name)
    const other = { ...name, lastName: "Ilunga", firstName: "Jean Paul", phone: "+243811899000" }
    const spaced = await makeMessage(app.db, { ...other, message: "Du 11 au 22 mai, merci" })
    const found = ["jean pierre", "Mukendi Jean-Pierre", "pierre mukendi", "mu je", "899 111", "0899.111", "89 91 11"]
    for (const search of [...found, "+243 899 11", "Mukendi 0899 111 222", "jean‑pierre"])
      expect(idsOf(await app.search(search)), search).toEqual([id])
    for (const search of ["Jean-Paul", "Ilunga jean", "0811 89 90 00", "11 au 22"])
      expect(idsOf(await app.search(search)), search).toEqual([spaced])
    for (const search of ["mukendi paul", "899 000 111", "mukendi 811"])
      expect(idsOf(await app.search(search)), search).toEqual([])
  })

  test("finds what was said about a request until it is gone, but neither in spam nor in the trash", async () => {
    await using app = await startWithAdmin()
    const id = await makeMessage(app.db)
    // Rows of many others fill the page that is read along the order.
    for (let number = 0; number < 60; number += 1) await makeMessage(app.db, { minutesAgo: 60 })
    const say = (kind: "note" | "answer" | "addition", text: string) =>
      inTransaction(app.db, (trx) =>
        addEntry(trx, { messageId: id, at: "2025-03-03T09:00:00.000Z", accountId: null, kind, text }),
      )
    await say("note", "Préfère le matin, l’après‑midi au marché")
    const answer = await say("answer", "Voici le barème\u00a0: zinc")
    await say("addition", "Ma parcelle a 40 m²")
    const words = ["prefere", "MATIN", "barème", "parcelle zinc", "wembo matin", "apres-midi", "40 m2", "zi", "ba zi"]
    const firstName = { firstName: "Wembo", fullNameFolded: "wembo" }
    await app.db.updateTable("messages").set(firstName).where("id", "=", id).execute()
    for (const search of words) expect(idsOf(await app.search(search)), search).toEqual([id])
    expect(idsOf(await app.search("matin absent"))).toEqual([])
    expect(idsOf(await app.find({ search: "matin", sort: "waiting" }))).toEqual([])
    const hide = (change: object) => app.db.updateTable("messages").set(change).where("id", "=", id).execute()
    await hide({ state: "spam" })
    expect(idsOf(await app.search("matin"))).toEqual([])
    expect(idsOf(await app.find({ search: "matin", folder: "spam" }))).toEqual([id])
    await hide({ state: "new", deletedAt: "2025-03-03T09:00:00.000Z" })
    expect(idsOf(await app.search("matin"))).toEqual([])
    expect(idsOf(await app.find({ search: "matin", folder: "trashed" }))).toEqual([id])
    await hide({ deletedAt: null })
    await app.db
      .deleteFrom("messageEntries")
      .where("id", "=", answer ?? 0)
      .execute()
    expect(idsOf(await app.search("barème"))).toEqual([])
    await app.db.deleteFrom("messages").where("id", "=", id).execute()
    const next = await makeMessage(app.db, { message: "Autre chose" })
    for (const search of words) expect(idsOf(await app.search(search)), search).not.toContain(next)
  })

  test("of nothing finds everything, newest first, ties by id, with what was submitted", async () => {
    await using app = await startWithAdmin()
    const [old, first, second] = [
      await makeMessage(app.db, { minutesAgo: 60 }),
      await makeMessage(app.db, { sector: "vente-materiaux", message: "Deux\nlignes de texte <b>ici</b>" }),
      await makeMessage(app.db),
    ]
    const table = await app.search("")
    expect(idsOf(table)).toEqual([second, first, old])
    expect(table.found).toBe(3)
    expect(table.messages[1]).toEqual({
      ...contactFields,
      phone: null,
      shownPhone: null,
      reference: null,
      state: "new",
      readAt: null,
      answeredAt: null,
      assignee: null,
      waitingSince: null,
      deletedAt: null,
      doubts: [],
      followUp: null,
      outcome: null,
      undelivered: null,
      pictures: 0,
      id: first,
      sector: "vente-materiaux",
      message: "Deux\nlignes de texte <b>ici</b>",
      createdAt: "2025-03-03T08:30:00.000Z",
    })
  })

  const amina = {
    firstName: "Éléonore",
    lastName: "N’Gandu",
    email: "E.Ngandu@Societe.example",
    sector: "vente-materiaux",
    message: "Bonjour, 100 % de tôles_bac à l’œil ? C:\\devis",
  } as const

  test.each([
    "éléonore",
    "ELEONORE",
    "léo",
    "re n’g",
    "Éléonore N’Gandu",
    "e.ngandu@",
    "SOCIETE.EXAMPLE",
    "tôles",
    "TOLES",
    "oeil",
    "ŒIL",
    "100 %",
    "s_b",
    "C:\\d",
    "vente-mat",
    "Vente de matériaux",
    "VENTE DE",
    "matériaux",
    "éo",
    "É",
    "%",
    "_",
    "\\",
    " léo ",
    "Éléonore  N'Gandu",
    "re\u00a0n`g",
    "e\u0301le\u0301onore",
    "éléo\u00adnore",
    "gandu e.ngandu",
    "œil N’Gandu",
    "devis example vente",
  ])("finds « %s », whatever its case and accents", async (search) => {
    await using app = await startWithAdmin()
    const id = await makeMessage(app.db, amina)
    await makeMessage(app.db, {
      firstName: "Jo",
      lastName: "Bu",
      email: "jo@bu.cd",
      message: "Tant mi1ux, un mot",
      sector: "transport",
    })
    const table = await app.search(search)
    expect(idsOf(table)).toEqual([id])
    expect(table.found).toBe(1)
  })

  test.each([
    "kabila",
    "gandue.ngandu",
    "gandu kabila",
    "99 _",
    "s%b",
    "%%",
    '"',
    '"œil"',
    "eleonore OR amina",
    "leo*",
    "email:ngandu",
    "NEAR(bonjour tôles)",
    "'; drop table messages; --",
    "\u0000\u0000\u0000",
  ])("does not find « %s »: characters are literal, and no match crosses fields", async (search) => {
    await using app = await startWithAdmin()
    await makeMessage(app.db, amina)
    expect(await app.search(search)).toMatchObject({ messages: [], found: 0, counts: { total: 1 } })
  })

  test.each([
    ["elevage", "elevage"],
    ["Élevage", "elevage"],
    ["immobilier", "immobilier"],
    ["struct", "construction"],
    ["de materiaux", "vente-materiaux"],
    ["-m", "vente-materiaux"],
    ["ge", "elevage"],
  ])("finds a sector by its value and by its label: « %s »", async (search, sector) => {
    await using app = await startWithAdmin()
    for (const each of CONTACT_SECTORS) {
      await makeMessage(app.db, {
        sector: each,
        firstName: "Al",
        lastName: "Bo",
        email: "al@bo.cd",
        message: "0123456789",
      })
    }
    const { messages } = await app.search(search)
    expect(messages.map((message) => message.sector)).toEqual([sector])
  })

  test.each([0, 201])("of 201 characters, or of page 0, is rejected (%d)", async (length) => {
    await using app = await startWithAdmin()
    const input = encodeURIComponent(JSON.stringify({ search: "a".repeat(length), page: length ? 1 : 0 }))
    expect((await app.call(`/trpc/messages.search?input=${input}`)).status).toBe(400)
  })
})

test.each(["", "devis", "de", "mai"])("pages of fifty hold each of what « %s » finds once", async (search) => {
  await using app = await startWithAdmin()
  const ids: number[] = []
  for (let number = 0; number < 120; number += 1) ids.push(await makeMessage(app.db, { minutesAgo: number % 7 }))
  const tables = [
    await app.search(search),
    await app.search(search, 2),
    await app.search(search, 3),
    await app.search(search, 4),
  ]
  expect(tables.map(({ messages }) => messages.length)).toEqual([50, 50, 20, 0])
  expect(new Set(tables.map(({ found }) => found))).toEqual(new Set([120]))
  expect(tables.flatMap(idsOf).sort((one, other) => one - other)).toEqual(ids)
  const dates = tables.flatMap(({ messages }) => messages.map(({ createdAt }) => createdAt))
  expect(dates).toEqual([...dates].sort().reverse())
})

test.each(["", "wembo", "we"])(
  "what waits longest comes first among what « %s » finds, without what has been answered",
  async (search) => {
    await using app = await startWithAdmin()
    for (let number = 0; number < 60; number += 1) await makeMessage(app.db, { minutesAgo: number })
    const late = await makeMessage(app.db, { lastName: "Wembo", minutesAgo: 5 })
    const early = await makeMessage(app.db, { lastName: "Wembo", minutesAgo: 1 })
    await makeMessage(app.db, { lastName: "Wembo" })
    const waiting = (id: number, at: string) =>
      app.db.updateTable("messages").set({ waitingSince: at }).where("id", "=", id).execute()
    await waiting(late, "2025-02-02T08:00:00.000Z")
    await waiting(early, "2025-02-01T08:00:00.000Z")
    const table = await app.find({ search, sort: "waiting" })
    expect(idsOf(table)).toEqual([early, late])
    expect(table.found).toBe(2)
  },
)

test("the state of the inbox counts what the list of each person in charge finds, and what is late", async () => {
  await using app = await startWithAdmin()
  const { id: assigneeId } = await app.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow()
  const add = async (waitedMs: number, change: object = {}) => {
    const waitingSince = new Date(NOW - waitedMs).toISOString()
    const id = await makeMessage(app.db)
    await app.db
      .updateTable("messages")
      .set({ waitingSince, ...change })
      .where("id", "=", id)
      .execute()
  }
  await add(DAY_MS)
  await add(DAY_MS + 1)
  await add(3 * DAY_MS, { assigneeId })
  await add(3 * DAY_MS, { state: "spam" })
  await add(3 * DAY_MS, { deletedAt: new Date(NOW).toISOString() })
  await add(3 * DAY_MS, { waitingSince: null, assigneeId })
  const { waiting } = await readInboxState(app.db, new Date(NOW))
  expect(waiting.toSorted((one, other) => one.count - other.count)).toEqual([
    { assignee: assigneeId, count: 1, late: 1 },
    { assignee: null, count: 2, late: 1 },
  ])
  const found = async (criteria: object) => (await app.find({ sort: "waiting", ...criteria })).found
  expect([await found({}), await found({ assignee: assigneeId }), await found({ assignee: "none" })]).toEqual([3, 1, 2])
})

test("those whose last answer is a mail that failed are found and counted, until another answer follows", async () => {
  await using app = await startWithAdmin()
  const at = new Date(NOW).toISOString()
  async function addMail(
    messageId: number,
    mail: { nextAt?: string; sentAt?: string; lastError?: string },
    kind = "answer",
  ) {
    const entry = { messageId, at, kind: "answer" as const, text: "Bonjour" }
    const { id } = await app.db.insertInto("messageEntries").values(entry).returning("id").executeTakeFirstOrThrow()
    const queued = { messageId, kind: kind as "answer", entryId: id, nextAt: at, ...mail }
    await app.db.insertInto("outbox").values(queued).execute()
  }
  const ids: number[] = []
  for (let number = 0; number < 7; number += 1) ids.push(await makeMessage(app.db, { minutesAgo: number }))
  const [failed = 0, givenUp = 0, waiting = 0, sent = 0, called = 0, again = 0, receipt = 0] = ids
  await addMail(failed, { lastError: "ECONNECTION" })
  await addMail(givenUp, { lastError: "550", nextAt: NEVER })
  await addMail(waiting, {})
  await addMail(sent, { sentAt: at })
  await addMail(called, { lastError: "550", nextAt: NEVER })
  await app.db.insertInto("messageEntries").values({ messageId: called, at, kind: "call" }).execute()
  await addMail(again, { lastError: "550", nextAt: NEVER })
  await addMail(again, { lastError: "550", nextAt: NEVER })
  await app.db.insertInto("messageEntries").values({ messageId: again, at, kind: "note", text: "Absent" }).execute()
  await addMail(receipt, { lastError: "550" }, "receipt")
  for (const search of ["", "devis"]) {
    const table = await app.find({ search, undelivered: true })
    expect(idsOf(table), search).toEqual([failed, givenUp, again])
    expect(table.found).toBe(3)
  }
  expect(idsOf(await app.find({ undelivered: true, photos: true }))).toEqual([])
  expect((await readInboxState(app.db, new Date(NOW))).undelivered).toBe(3)
  const later = { messageId: again, at, kind: "whatsapp" as const }
  await app.db.insertInto("messageEntries").values(later).execute()
  expect((await readInboxState(app.db, new Date(NOW))).undelivered).toBe(2)
})

test("those with pictures, and those in the trash, are found with and without a text, the last ones first", async () => {
  await using app = await startWithAdmin()
  const ids: number[] = []
  for (let number = 0; number < 6; number += 1) ids.push(await makeMessage(app.db, { minutesAgo: 10 - number }))
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  await createTestImage(app.db, "0123456789abcdef.webp")
  const pictures = [first, second, second].map((messageId, position) => ({
    messageId,
    position,
    image: "0123456789abcdef.webp",
  }))
  await app.db.insertInto("messagePhotos").values(pictures).execute()
  const trash = (id: number, deletedAt: string) =>
    app.db.updateTable("messages").set({ deletedAt }).where("id", "=", id).execute()
  await trash(third, "2025-03-02T08:00:00.000Z")
  await trash(fourth, "2025-03-01T08:00:00.000Z")
  for (const search of ["", "devis"]) {
    const withPictures = await app.find({ search, photos: true })
    expect(idsOf(withPictures), search).toEqual([second, first])
    expect(withPictures.found).toBe(2)
    expect(withPictures.messages[0]?.pictures).toBe(2)
    expect(idsOf(await app.find({ search, assignee: 2 ** 40 })), search).toEqual([])
    expect(idsOf(await app.find({ search, folder: "trashed" })), search).toEqual([third, fourth])
    expect(idsOf(await app.find({ search, folder: "trashed", sort: "oldest" })), search).toEqual([fourth, third])
  }
})

test("rare matches are sorted newest first", async () => {
  await using app = await startWithAdmin()
  for (let number = 0; number < 300; number += 1) await makeMessage(app.db, { minutesAgo: number })
  const old = await makeMessage(app.db, { lastName: "Wembo", minutesAgo: 500 })
  const fresh = await makeMessage(app.db, { lastName: "Wembo", minutesAgo: 5 })
  for (const search of ["wembo", "we"]) {
    const table = await app.search(search)
    expect(idsOf(table), search).toEqual([fresh, old])
    expect(table.found).toBe(2)
  }
})

describe("the counters", () => {
  test("are over all messages, whatever is searched", async () => {
    await using app = await startWithAdmin()
    await makeMessage(app.db)
    expect((await app.search("introuvable")).counts).toMatchObject({ total: 1, lastWeek: 1, today: 1 })
  })

  test("follow what another program inserts and deletes", async () => {
    await using app = await startWithAdmin()
    await seed(app.db, { projects: 0, messages: 30 }, new Date(NOW))
    await app.db.deleteFrom("messages").where("id", "<=", 10).execute()
    expect((await app.search("")).counts.total).toBe(20)
    await app.db.deleteFrom("messages").execute()
    expect((await app.search("")).counts.total).toBe(0)
  })

  test("take a week for seven times twenty-four hours", async () => {
    await using app = await startWithAdmin()
    const week = 7 * 24 * 60
    for (const minutesAgo of [week + 1, week, week - 1]) await makeMessage(app.db, { minutesAgo })
    expect((await app.search("")).counts).toMatchObject({ total: 3, lastWeek: 2, today: 0 })
  })

  test.each([
    ["at half past nine", NOW],
    ["a moment before midnight in Kinshasa", Date.UTC(2025, 2, 3, 22, 59, 59, 999)],
    ["at midnight in Kinshasa", Date.UTC(2025, 2, 2, 23)],
    ["between midnight in Kinshasa and midnight in Greenwich", Date.UTC(2025, 2, 2, 23, 30)],
  ])("begin today at midnight in Kinshasa, looked at %s", async (_when, at) => {
    await using app = await startWithAdmin({ at })
    const midnight = Date.UTC(2025, 2, 2, 23)
    await makeMessage(app.db, { minutesAgo: (NOW - midnight) / MINUTE_MS })
    await makeMessage(app.db, { minutesAgo: (NOW - midnight) / MINUTE_MS + 1 / 60 })
    expect((await app.search("")).counts).toMatchObject({ total: 2, lastWeek: 2, today: 1 })
  })

  test("begin anew a day later", async () => {
    await using app = await startWithAdmin({ at: NOW + 24 * HOUR_MS })
    await makeMessage(app.db)
    expect((await app.search("")).counts).toMatchObject({ total: 1, lastWeek: 1, today: 0 })
  })
})

describe("GET /api/contact-messages", () => {
  test("returns all of them, newest first", async () => {
    await using app = await startWithAdmin()
    const old = await makeMessage(app.db, { minutesAgo: 1 })
    for (let number = 0; number < 60; number += 1) await makeMessage(app.db)
    const response = await app.call("/api/contact-messages")
    expect(response.status).toBe(200)
    const messages = (await response.json()) as object[]
    expect(messages).toHaveLength(61)
    const added = { phone: null, reference: null, state: "new" }
    expect(messages.at(-1)).toEqual({ ...contactFields, ...added, id: old, createdAt: "2025-03-03T08:29:00.000Z" })
    expect(response.headers.get("Cache-Control")).toBe("no-store")
  })

  test("returns 1,000 at most, and names the next ones in Link", { timeout: 30_000 }, async () => {
    await using app = await startWithAdmin()
    await seed(app.db, { projects: 0, messages: 1001 }, new Date(NOW))
    const ids: number[] = []
    const sizes: number[] = []
    for (let next: string | undefined = "/api/contact-messages"; next; ) {
      const response = await app.call(next)
      const part = (await response.json()) as { id: number }[]
      ids.push(...part.map(({ id }) => id))
      sizes.push(part.length)
      next = /^<(.+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1]
    }
    expect(sizes).toEqual([1000, 1])
    expect(new Set(ids).size).toBe(1001)
  })

  test("returns spam or the trash only if the state asks for it", async () => {
    await using app = await startWithAdmin()
    const [fresh, spam, trashed] = [await makeMessage(app.db), await makeMessage(app.db), await makeMessage(app.db)]
    await app.db.updateTable("messages").set({ state: "spam" }).where("id", "=", spam).execute()
    await app.db
      .updateTable("messages")
      .set({ deletedAt: "2025-03-03T08:00:00.000Z" })
      .where("id", "=", trashed)
      .execute()
    const list = async (query: string) => {
      const rows = (await (await app.call(`/api/contact-messages${query}`)).json()) as { id: number }[]
      return rows.map(({ id }) => id)
    }
    expect(await list("")).toEqual([fresh])
    expect(await list("?state=new")).toEqual([fresh])
    expect(await list("?state=spam")).toEqual([spam])
    expect(await list("?state=trashed")).toEqual([trashed])
  })

  test.each(["?limit=0", "?limit=1001", "?after=abc", "?after=1&at=hier", "?after=1&at="])(
    "%s is 400",
    async (query) => {
      await using app = await startWithAdmin()
      expect((await app.call(`/api/contact-messages${query}`)).status).toBe(400)
    },
  )

  test("the list goes on when its last row has been erased meanwhile, and a later one is 404", async () => {
    await using app = await startWithAdmin()
    const ids = [await makeMessage(app.db), await makeMessage(app.db), await makeMessage(app.db)]
    const page = await app.call("/api/contact-messages?limit=1")
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("Link") ?? "")?.[1] ?? ""
    await app.db
      .deleteFrom("messages")
      .where("id", "=", ids[2] ?? 0)
      .execute()
    expect((await app.call(`/api/contact-messages?after=${ids[2]}`)).status).toBe(200)
    expect((await app.call("/api/contact-messages?after=77")).status).toBe(404)
    const listed = async (path: string) =>
      ((await (await app.call(path)).json()) as { id: number }[]).map(({ id }) => id)
    expect(await listed(next)).toEqual([ids[1]])
    await app.db
      .deleteFrom("messages")
      .where("id", "=", ids[1] ?? 0)
      .execute()
    await makeMessage(app.db)
    expect(await listed(`/api/contact-messages?after=${ids[1]}`)).toEqual([ids[0]])
  })

  test("after a message that does not exist is 404", async () => {
    await using app = await startWithAdmin()
    expect((await app.call("/api/contact-messages?after=7")).status).toBe(404)
  })

  test("returns an empty array when there are none", async () => {
    await using app = await startWithAdmin()
    expect(await (await app.call("/api/contact-messages")).json()).toEqual([])
  })
})

describe("deleting a message", () => {
  test("removes it, also from the search, and is audited", async () => {
    await using app = await startWithAdmin()
    const remaining = await makeMessage(app.db)
    const id = await makeMessage(app.db, { lastName: "Wembo" })
    const response = await app.call(`/api/contact-messages/${id}`, "DELETE")
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true, message: "Message supprimé avec succès" })
    expect(await app.search("")).toMatchObject({ messages: [{ id: remaining }], found: 1, counts: { total: 1 } })
    expect((await app.search("wembo")).found).toBe(0)
    expect(await app.db.selectFrom("audit").selectAll().orderBy("id").execute()).toMatchObject([
      {
        accountId: expect.any(Number),
        action: "trash",
        subject: "message",
        subjectId: id,
        at: "2025-03-03T08:30:00.000Z",
      },
    ])
  })

  test("leaves its queued mail to whoever delivers it, which defers it", async () => {
    await using app = await startWithAdmin()
    const messageId = await makeMessage(app.db)
    await app.db
      .insertInto("outbox")
      .values({ messageId, nextAt: new Date(NOW).toISOString() })
      .execute()
    await app.call(`/api/contact-messages/${messageId}`, "DELETE")
    expect(await app.db.selectFrom("outbox").select("sentAt").execute()).toEqual([{ sentAt: null }])
  })

  test("a second time is 404 and not audited", async () => {
    await using app = await startWithAdmin()
    const id = await makeMessage(app.db)
    await app.call(`/api/contact-messages/${id}`, "DELETE")
    const response = await app.call(`/api/contact-messages/${id}`, "DELETE")
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ success: false, message: "Message introuvable" })
    expect(await app.db.selectFrom("audit").select("id").execute()).toHaveLength(1)
  })

  test.each(["abc", "0", "-1", "1.5", "1e1", "0x1", "9".repeat(20), "%20"])("« %s » is no id: 400", async (id) => {
    await using app = await startWithAdmin()
    await makeMessage(app.db)
    const response = await app.call(`/api/contact-messages/${id}`, "DELETE")
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ success: false, message: "Identifiant invalide" })
  })
})
