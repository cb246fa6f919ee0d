import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { CONTACT_SECTORS, SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { connect } from "#server/database/connect.ts"
import { bumpContentVersion, type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"
import { readSettings } from "#server/settings.ts"
import { DETAILS, FIRST_NAMES, LAST_NAMES, OPENINGS, PLACES, WISHES, WORKS } from "./seed-vocabulary.ts"

const SPREAD_MS = 3 * 365 * 86_400_000
const ROWS_PER_TRANSACTION = 2000
/** SQLite binds some 32,000 values a statement. */
const ROWS_PER_STATEMENT = 500

export interface Seeds {
  projects: number
  messages: number
}

/** Fills a database with made-up rows, the same ones each time, spread over the three years before `now`, oldest first. */
export async function seed(db: Database, { projects, messages }: Seeds, now: Date): Promise<void> {
  const draw = drawer(1)
  const at = (part: number) => new Date(now.getTime() - Math.ceil((1 - part) * SPREAD_MS)).toISOString()
  const pictures = (await db.selectFrom("images").select("name").limit(100).execute()).map(({ name }) => name)
  const first =
    (await db.selectFrom("projects").select("id").orderBy("id", "desc").limit(1).executeTakeFirst())?.id ?? 0
  await inPortions(db, projects, async (trx, numbers) => {
    const rows = numbers.map((number) => projectRow(draw, first + number + 1, at((number + 1) / projects)))
    await trx.insertInto("projects").values(rows).execute()
    const shown = rows.flatMap(({ id }) => pictureRows(draw, id, pictures))
    if (shown.length > 0) await trx.insertInto("projectImages").values(shown).execute()
  })
  await inPortions(db, messages, async (trx, numbers) => {
    await trx
      .insertInto("messages")
      .values(numbers.map((number) => messageRow(draw, at((number + 1) / messages))))
      .execute()
  })
  await inTransaction(db, bumpContentVersion)
}

async function inPortions(db: Database, count: number, insert: (trx: Transaction, numbers: number[]) => Promise<void>) {
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

type Draw = ReturnType<typeof drawer>

/** Numbers that look random and are the same in every run (Mulberry32). */
function drawer(start: number) {
  let state = start
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

function projectRow({ below, of }: Draw, id: number, at: string) {
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
  }
}

function pictureRows({ below, of }: Draw, projectId: number, pictures: readonly string[]) {
  if (pictures.length === 0) return []
  return Array.from({ length: below(5) }, (_, position) => {
    return { projectId, position, image: of(pictures), alt: `Vue ${position + 1}` }
  })
}

function messageRow({ below, of }: Draw, createdAt: string) {
  const [firstName, lastName] = [of(FIRST_NAMES), of(LAST_NAMES)]
  const message = `${of(OPENINGS)} ${of(WISHES)}, à ${of(PLACES)}.\n${of(DETAILS)} ${of(DETAILS)}`.trim()
  const address = `${normalizeForSearch(firstName)}.${normalizeForSearch(lastName)}${below(1000)}`.replace(
    /[^a-z0-9.]/g,
    "",
  )
  return {
    firstName,
    lastName,
    fullNameFolded: normalizeForSearch(`${firstName} ${lastName}`),
    email: `${address}@${of(["exemple.cd", "mail.example", "societe.example"])}`,
    sector: of(CONTACT_SECTORS),
    message,
    messageFolded: normalizeForSearch(message),
    createdAt,
  }
}

if (import.meta.main) {
  const [projects, messages] = process.argv.slice(2).map(Number)
  if (!Number.isSafeInteger(projects) || !Number.isSafeInteger(messages)) {
    console.error("npm run seed -- PROJETS MESSAGES : remplit DATA_DIR pour des essais")
    process.exit(1)
  }
  const db = await connect(readSettings(process.env).dataDir)
  await seed(db, { projects: projects ?? 0, messages: messages ?? 0 }, new Date())
  await db.destroy()
}
