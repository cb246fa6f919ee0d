import { sql } from "kysely"
import { DAY_MS } from "#server/contract/durations.ts"
import { endOfKinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { FigurePeriod, MessageFigures } from "#server/contract/message-figures.ts"
import { MESSAGE_OUTCOMES, MESSAGE_STATES } from "#server/contract/message-states.ts"
import { CONTACT_SECTORS } from "#server/contract/sectors.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Database } from "#server/database/core/database.ts"
import { mondayOf, secondsBetween } from "#server/database/dates.ts"

const DAY_SECONDS = DAY_MS / 1000

export async function getMessageFigures(db: Database, period: FigurePeriod, now: Date): Promise<MessageFigures> {
  const byState = await inPeriod(db, period)
    .select(["state", (row) => row.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute()
  const bySector = await inPeriod(db, period)
    .where("state", "!=", "spam")
    .select(["sector", (row) => row.fn.countAll<number>().as("count")])
    .groupBy("sector")
    .execute()
  const total = bySector.reduce((sum, { count }) => sum + count, 0)
  return {
    total,
    ...(await measureAnswers(db, period)),
    late: await countLate(db, period, now),
    outcomes: await sumOutcomes(db, period),
    sectors: CONTACT_SECTORS.map((sector) => ({
      sector,
      count: bySector.find((row) => row.sector === sector)?.count ?? 0,
    })),
    states: MESSAGE_STATES.map((state) => ({ state, count: byState.find((row) => row.state === state)?.count ?? 0 })),
    weeks: await countWeeks(db, period),
  }
}

function inPeriod(db: Database, { from, until }: FigurePeriod) {
  return db
    .selectFrom("messages")
    .where("createdAt", ">=", startOfKinshasaDay(from).toISOString())
    .where("createdAt", "<", endOfKinshasaDay(until).toISOString())
    .where("deletedAt", "is", null)
}

type Answers = Pick<MessageFigures, "answered" | "median" | "slow" | "withinDay">

async function measureAnswers(db: Database, period: FigurePeriod): Promise<Answers> {
  const seconds = secondsBetween(db, "messages.createdAt", "messages.answeredAt")
  // It is also null if another program stored a time that cannot be parsed.
  const answers = inPeriod(db, period).where("state", "!=", "spam").where(seconds, "is not", null)
  const { answered, withinDay } = await answers
    .select((row) => row.fn.countAll<number>().as("answered"))
    .select(sql<number>`count(case when ${seconds} <= ${DAY_SECONDS} then 1 end)`.as("withinDay"))
    .executeTakeFirstOrThrow()
  /** Returns the shortest time within which that share of the answers came (the nearest rank). */
  const percentile = async (share: number) => {
    if (answered === 0) return null
    const rank = Math.ceil(share * answered) - 1
    const row = await answers.select(seconds.as("seconds")).orderBy(seconds).limit(1).offset(rank).executeTakeFirst()
    return row?.seconds ?? null
  }
  return { answered, withinDay, median: await percentile(0.5), slow: await percentile(0.9) }
}

function countLate(db: Database, period: FigurePeriod, now: Date): Promise<number> {
  const late = inPeriod(db, period)
    .where("state", "!=", "spam")
    .where("answeredAt", "is", null)
    .where("waitingSince", "<", new Date(now.getTime() - DAY_MS).toISOString())
  return countFound(db, late)
}

async function sumOutcomes(db: Database, period: FigurePeriod): Promise<MessageFigures["outcomes"]> {
  const rows = await inPeriod(db, period)
    .where("state", "!=", "spam")
    .where("outcome", "is not", null)
    .select(["outcome", (row) => row.fn.countAll<number>().as("count")])
    .select((row) => row.fn.coalesce(row.fn.sum<number | string>("outcomeAmount"), row.lit(0)).as("amount"))
    .groupBy("outcome")
    .execute()
  return MESSAGE_OUTCOMES.map((outcome) => {
    const { count = 0, amount = 0 } = rows.find((row) => row.outcome === outcome) ?? {}
    // PostgreSQL sums large integers as a decimal, which is a text here.
    return { outcome, count, amount: Number(amount) }
  })
}

async function countWeeks(db: Database, period: FigurePeriod): Promise<MessageFigures["weeks"]> {
  const monday = mondayOf(db, "messages.createdAt")
  const rows = await inPeriod(db, period)
    .where("state", "!=", "spam")
    .select([monday.as("monday"), (row) => row.fn.countAll<number>().as("count")])
    .groupBy(monday)
    .execute()
  const counts = new Map(rows.map((row) => [row.monday, row.count]))
  return listMondays(period).map((day) => ({ monday: day, count: counts.get(day) ?? 0 }))
}

function listMondays({ from, until }: FigurePeriod): string[] {
  const first = new Date(from)
  first.setUTCDate(first.getUTCDate() - ((first.getUTCDay() + 6) % 7))
  const mondays: string[] = []
  for (let time = first.getTime(); time <= Date.parse(until); time += 7 * DAY_MS) {
    mondays.push(new Date(time).toISOString().slice(0, 10))
  }
  return mondays
}
