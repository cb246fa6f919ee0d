import { accounts } from "./accounts/domain.ts"
import { tokens } from "./accounts/tokens/domain.ts"
import { views } from "./accounts/views/domain.ts"
import { audit } from "./audit/entries/domain.ts"
import { content } from "./content/domain.ts"
import type { DomainName, domains as declared } from "./contract/domains/domains.ts"
import { unsavedSince } from "./database/last-backup.ts"
import type { Rhythm, ServerDomain, Task, VisitorData } from "./domain.ts"
import type { SiteGauge } from "./http/metrics.ts"
import { countWaitingMails, findOldestWaiting } from "./jobs/waiting-mails.ts"
import { messages } from "./messages/domain.ts"
import { pictures } from "./pictures/domain.ts"
import { uploads } from "./pictures/uploads/domain.ts"
import { projects } from "./projects/domain.ts"
import { stats } from "./stats/domain.ts"

/** The office is the place of all the others, and has nothing of its own on the server. */
type ServedName = Exclude<DomainName, "office">

/** A domain that holds data of visitors must be able to export and to erase them. */
type Served = {
  [Name in ServedName]: (typeof declared)[Name]["holdsVisitorData"] extends true
    ? ServerDomain & { visitorData: VisitorData }
    : ServerDomain
}

export const domains = {
  projects,
  pictures,
  messages,
  stats,
  content,
  accounts,
  audit,
  tokens,
  views,
  uploads,
} satisfies Served

const all = Object.values<ServerDomain>(domains)

export const restCalls = all.flatMap(({ rest }) => rest)

/** They belong to no domain. */
const ownGauges: ServerDomain["gauges"] = {
  lisanga_outbox_waiting: { help: "Mails that are still to be sent.", read: ({ db }) => countWaitingMails(db) },
  lisanga_outbox_oldest_seconds: {
    help: "How long the oldest mail waits for the mail server, or for the company's own addresses to take it.",
    read: ({ db, now }) => secondsSince(now, async () => (await findOldestWaiting(db))?.since),
  },
  lisanga_backup_age_seconds: {
    help: "Time since the last nightly backup that was verified, or since the first start of a site without any.",
    read: ({ db, now }) => secondsSince(now, () => unsavedSince(db)),
  },
}

async function secondsSince(now: () => Date, find: () => Promise<Date | undefined>): Promise<number> {
  const since = await find()
  return since ? Math.max(0, (now().getTime() - since.getTime()) / 1000) : 0
}

export const gauges: Record<string, SiteGauge> = Object.assign({}, ownGauges, ...all.map((domain) => domain.gauges))

export function tasksOf(rhythm: Rhythm): Task[] {
  return all.flatMap(({ tasks }) => tasks?.[rhythm] ?? [])
}
