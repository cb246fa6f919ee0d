import type { Insertable, Updateable } from "kysely"
import { DAY_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { createReference } from "#server/contract/message-references.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { CONTACT_SECTORS, SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { connect } from "#server/database/connect.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { storeDemoPictures } from "#server/demo/add-demo.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import { openImageStore } from "#server/images/store/open-image-store.ts"
import { readSettings } from "#server/settings.ts"
import { fillNewDatabase } from "#server/start/first-start.ts"
import { DETAILS, FIRST_NAMES, LAST_NAMES, OPENINGS, PLACES, WISHES, WORKS } from "./seed-vocabulary.ts"

/** This is less than the time for which messages are kept. */
const SPREAD_MS = 550 * DAY_MS
const ROWS_PER_TRANSACTION = 2000
/** SQLite binds at most some 32,000 values per statement. */
const ROWS_PER_STATEMENT = 500

/** With so many characters, no two of a hundred thousand references are equal. */
const SEED_REFERENCE_LENGTH = 12

export interface Seeds {
  projects: number
  messages: number
  /** The revisions of each project beside its creation. */
  revisions?: number
  /** The notes of each message; with some, messages were handled as in real use, and answers are entries too. */
  entries?: number
}

/** Inserts generated rows, the same in every run, spread over the year and a half before `now`, oldest first. */
export async function seed(
  db: Database,
  { projects, messages, revisions = 0, entries = 0 }: Seeds,
  now: Date,
): Promise<void> {
  const random = createRandom(1)
  const at = (part: number) => new Date(now.getTime() - Math.ceil((1 - part) * SPREAD_MS)).toISOString()
  const images = (await db.selectFrom("images").select("name").limit(100).execute()).map(({ name }) => name)
  const first =
    (await db.selectFrom("projects").select("id").orderBy("id", "desc").limit(1).executeTakeFirst())?.id ?? 0
  await inBatches(db, projects, async (trx, numbers) => {
    const rows = numbers.map((number) => projectRow(random, first + number + 1, at((number + 1) / projects)))
    await trx.insertInto("projects").values(rows).execute()
    const slugs = rows.map(({ id, slug, publishedAt }): Schema["projectSlugs"] => {
      return { slug, projectId: id, publicAt: publishedAt }
    })
    await trx.insertInto("projectSlugs").values(slugs).execute()
    const shown = rows.flatMap(({ id }) => imageRows(random, id, images))
    if (shown.length > 0) await trx.insertInto("projectImages").values(shown).execute()
  })
  await seedRevisions(db, { projects, revisions }, first + 1)
  const people = (await db.selectFrom("accounts").select("id").where("role", "=", "admin").execute()).map(
    ({ id }) => id,
  )
  const newest = await db.selectFrom("messages").select("id").orderBy("id", "desc").limit(1).executeTakeFirst()
  await inBatches(db, messages, async (trx, numbers) => {
    await trx
      .insertInto("messages")
      .values(
        numbers.map((number) => {
          const row = messageRow(random, at((number + 1) / messages))
          return entries > 0 ? { ...row, ...handlingOf(random, row.createdAt, now, people) } : row
        }),
      )
      .execute()
  })
  await seedEntries(db, { messages, entries }, newest?.id ?? 0)
  if (entries > 0) await seedAnswers(db, newest?.id ?? 0)
}

/** Adds the answer of each answered message, at its moment and by whoever is in charge. */
async function seedAnswers(db: Database, after: number) {
  const text = `Bonjour,\n\n${ANSWER}`
  await inTransaction(db, (trx) =>
    trx
      .insertInto("messageEntries")
      .columns(["messageId", "at", "accountId", "kind", "text", "textFolded"])
      .expression((into) =>
        into
          .selectFrom("messages")
          .select(["id", (row) => row.ref("answeredAt").$notNull().as("at"), "assigneeId"])
          .select((row) => [
            row.val<"answer">("answer").as("kind"),
            row.val(text).as("text"),
            row.val(normalizeForSearch(text)).as("textFolded"),
          ])
          .where("id", ">", after)
          .where("answeredAt", "is not", null),
      )
      .execute(),
  )
}

async function seedEntries(
  db: Database,
  { messages, entries }: Required<Pick<Seeds, "messages" | "entries">>,
  after: number,
) {
  for (let number = 1; number <= entries; number += 1) {
    const details = DETAILS[number % DETAILS.length] ?? ""
    for (let start = after; start < after + messages; start += ROWS_PER_TRANSACTION) {
      await inTransaction(db, (trx) =>
        trx
          .insertInto("messageEntries")
          .columns(["messageId", "at", "kind", "text", "textFolded"])
          .expression((into) =>
            into
              .selectFrom("messages")
              .select(["id", "createdAt"])
              .select((row) => [
                row.val<"note">("note").as("kind"),
                row.val(details).as("text"),
                row.val(normalizeForSearch(details)).as("textFolded"),
              ])
              .where("id", ">", start)
              .where("id", "<=", start + ROWS_PER_TRANSACTION),
          )
          .execute(),
      )
    }
  }
}

async function seedRevisions(
  db: Database,
  { projects, revisions }: Required<Pick<Seeds, "projects" | "revisions">>,
  firstId: number,
) {
  if (revisions === 0) return
  const before = JSON.stringify({ description: `${WISHES[0]}. ${DETAILS[0]}` })
  for (let start = firstId; start < firstId + projects; start += ROWS_PER_TRANSACTION) {
    const end = start + ROWS_PER_TRANSACTION
    await inTransaction(db, async (trx) => {
      for (let version = 2; version <= revisions + 1; version += 1) {
        await trx
          .insertInto("projectRevisions")
          .columns(["projectId", "at", "version", "action", "before"])
          .expression((into) =>
            into
              .selectFrom("projects")
              .select(["id", "createdAt"])
              .select((row) => [
                row.val(version).as("version"),
                row.val<"update">("update").as("action"),
                row.val(before).as("before"),
              ])
              .where("id", ">=", start)
              .where("id", "<", end),
          )
          .execute()
      }
      await trx
        .updateTable("projects")
        .set({ version: revisions + 1 })
        .where("id", ">=", start)
        .where("id", "<", end)
        .execute()
    })
  }
}

async function inBatches(db: Database, count: number, insert: (trx: Transaction, numbers: number[]) => Promise<void>) {
  for (let start = 0; start < count; start += ROWS_PER_TRANSACTION) {
    const end = Math.min(start + ROWS_PER_TRANSACTION, count)
    await inTransaction(db, async (trx) => {
      for (let from = start; from < end; from += ROWS_PER_STATEMENT) {
        const length = Math.min(ROWS_PER_STATEMENT, end - from)
        await insert(
          trx,
          Array.from({ length }, (_, index) => from + index),
        )
      }
    })
  }
}

type Random = ReturnType<typeof createRandom>

/** Creates a seeded random generator (Mulberry32). */
function createRandom(seed: number) {
  let state = seed
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  function of<Value>(values: readonly Value[]): Value {
    return values[below(values.length)] as Value
  }
  return { below, of }
}

function projectRow({ below, of }: Random, id: number, at: string) {
  const name = `${of(WORKS)} à ${of(PLACES)} ${id}`
  const status = below(20) === 0 ? null : of(STATUSES)
  const sector = of(SECTORS)
  return {
    id,
    name,
    nameFolded: normalizeForSearch(name),
    description: `${of(WISHES)}. ${of(DETAILS)} ${of(DETAILS)}`,
    address: below(4) === 0 ? null : `${below(200) + 1}, avenue ${of(LAST_NAMES)}, ${of(PLACES)}, Kinshasa`,
    status,
    statusFolded: status && normalizeForSearch(status),
    sector,
    sectorFolded: normalizeForSearch(sector),
    slug: `${normalizeForSearch(name).replace(/[^a-z0-9]+/g, "-")}`,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
  } satisfies Insertable<Schema["projects"]>
}

function imageRows({ below, of }: Random, projectId: number, images: readonly string[]) {
  if (images.length === 0) return []
  return Array.from({ length: below(5) }, (_, position): Insertable<Schema["projectImages"]> => {
    return { projectId, position, image: of(images), alt: `Vue ${position + 1}` }
  })
}

function messageRow({ below, of }: Random, createdAt: string) {
  const [firstName, lastName] = [of(FIRST_NAMES), of(LAST_NAMES)]
  const message = `${of(OPENINGS)} ${of(WISHES)}, à ${of(PLACES)}.\n${of(DETAILS)} ${of(DETAILS)}`.trim()
  const mailbox = `${normalizeForSearch(firstName)}.${normalizeForSearch(lastName)}${below(1000)}`.replace(
    /[^a-z0-9.]/g,
    "",
  )
  return {
    firstName,
    lastName,
    fullNameFolded: normalizeForSearch(`${firstName} ${lastName}`),
    email: `${mailbox}@${of(["exemple.cd", "mail.example", "societe.example"])}`,
    sector: of(CONTACT_SECTORS),
    message,
    messageFolded: normalizeForSearch(message),
    createdAt,
  } satisfies Insertable<Schema["messages"]>
}

/** What became of a message, as in a company that answers most within a day: the older it is, the more it is done. */
function handlingOf({ below, of }: Random, at: string, now: Date, people: readonly number[]) {
  const days = (now.getTime() - Date.parse(at)) / DAY_MS
  const state = of(days < 3 ? RECENT : days < 30 ? PRESENT : PAST)
  const isWaiting = state === "new" || state === "open"
  // From minutes to a week, and half of them within five hours; never after the present.
  const delay = Math.min((10 + below(20)) * 2 ** below(10) * MINUTE_MS, days * DAY_MS)
  const isAnswered = state === "answered" || (state === "archived" && below(10) > 0)
  const result = isAnswered ? of(OUTCOMES) : null
  const followUpOn = result === "quoted" && days < 60 && below(3) === 0 ? dayNear(now, below(15) - 4) : null
  return {
    reference: createReference(new Date(at), SEED_REFERENCE_LENGTH),
    phone: below(3) === 0 ? `+2439${String(below(100_000_000)).padStart(8, "0")}` : null,
    state,
    readAt: state === "new" ? null : at,
    waitingSince: isWaiting ? at : null,
    answeredAt: isAnswered ? new Date(Date.parse(at) + delay).toISOString() : null,
    followUpOn,
    followUpNote: followUpOn && "Demander si le devis convient",
    outcome: result,
    outcomeAmount: result && result !== "lost" ? (1 + below(80)) * 500 : null,
    outcomeReason: result === "lost" ? of(LOST) : null,
    assigneeId: state !== "new" && people.length > 0 && below(2) === 0 ? of(people) : null,
    deletedAt: below(50) === 0 ? at : null,
  } satisfies Updateable<Schema["messages"]>
}

const RECENT = ["new", "new", "open", "answered"] as const
const PRESENT = ["open", "answered", "answered", "answered", "archived", "archived", "spam"] as const
const PAST = [...PRESENT.slice(3), ...Array<"archived">(20).fill("archived"), "new", "open"] as const

/** Of what is answered, half leads to a quote. */
const OUTCOMES = [null, null, null, "quoted", "quoted", "won", "lost"] as const

const LOST = ["Trop cher", "Délai trop long", "Projet abandonné", "Un autre a été choisi"]

const ANSWER =
  "Merci pour votre demande. Nous passons voir le terrain cette semaine, et vous envoyons le devis ensuite."

function dayNear(now: Date, days: number): string {
  return kinshasaDay(new Date(now.getTime() + days * DAY_MS))
}

/** Gives the site the pictures of the demonstration, so that projects have photographs. */
async function addPictures(db: Database, images: ImageStore, now: Date) {
  const known = await db.selectFrom("images").select("name").limit(1).executeTakeFirst()
  if (known) return
  const pictures = await storeDemoPictures(images)
  const createdAt = now.toISOString()
  const rows = [...pictures.values()].map((picture) => ({ ...picture, createdAt, libraryAt: createdAt }))
  await inTransaction(db, (trx) => trx.insertInto("images").values(rows).execute())
}

if (import.meta.main) {
  const [projects, messages] = process.argv.slice(2).map(Number)
  if (!Number.isSafeInteger(projects) || !Number.isSafeInteger(messages)) {
    console.error("npm run seed -- PROJETS MESSAGES : remplit DATA_DIR pour des essais")
    process.exit(1)
  }
  const settings = readSettings(process.env)
  const db = await connect(settings.dataDir, settings.databaseUrl)
  const now = new Date()
  const images = await openImageStore(settings)
  // A start after this one would fill the database as a new one.
  await fillNewDatabase({ db, images, demoContent: settings.demoContent, now: () => now })
  await addPictures(db, images, now)
  await seed(db, { projects: projects ?? 0, messages: messages ?? 0, entries: 1 }, now)
  await db.destroy()
}
