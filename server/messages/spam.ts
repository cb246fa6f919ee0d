import { sql } from "kysely"
import { readContent } from "#server/content/published/published.ts"
import { HOUR_MS } from "#server/contract/durations.ts"
import { HONEYPOT } from "#server/contract/honeypot.ts"
import type { Suspicion } from "#server/contract/message-states.ts"
import type { ContactRequest } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { column } from "#server/database/core/names.ts"
import type { Context } from "#server/trpc/context.ts"

const WEIGHTS: Record<Suspicion, number> = {
  honeypot: 4,
  sender: 4,
  links: 2,
  repeated: 2,
  fast: 1,
  limit: 1,
}

/** From this weight on a request is marked as doubtful; haste or a busy IP alone do not reach it. */
const DOUBT_WEIGHT = 2

/** A request of this weight is spam. What a person could do by chance reaches it only if several things coincide. */
const SPAM_WEIGHT = 4

const FAST_MS = 3000

const LINKS_MAX = 2

const REPEATED_HOURS = 24

/** This many others must have sent the same text, since neighbours may agree on one. */
const REPEATED_MIN = 3

/** One client may send this many contact requests; further ones are rejected until the window ends. */
export const contactLimit = { action: "contact", maxEvents: 10, windowSeconds: 600 }

/** One client may repeat this many sendings, whose responses may have been lost. */
export const repeatLimit = { action: "contact repeat", maxEvents: 60, windowSeconds: 600 }

/** The client must have sent this many requests within the window of `contactLimit` before this one. */
const OFTEN_MIN = 4

interface Judgement {
  suspicions: Suspicion[]
  /** Otherwise the request is doubtful only. */
  isSpam: boolean
}

/** Returns undefined for a request that nothing speaks against. */
export async function judge(
  trx: Transaction,
  request: ContactRequest,
  ctx: Pick<Context, "now" | "rateLimitKey" | "publicUrl" | "log">,
): Promise<Judgement | undefined> {
  const verdict = await findVerdict(trx, request)
  if (verdict === "trusted" && !request[HONEYPOT]) return undefined
  const { filledInMs } = request
  const now = ctx.now()
  const found: Record<Suspicion, boolean> = {
    honeypot: Boolean(request[HONEYPOT]),
    sender: verdict === "spam",
    links: await hasManyLinks(trx, request, ctx),
    repeated: await isRepeated(trx, request, now),
    fast: filledInMs !== undefined && filledInMs < FAST_MS,
    limit: await isOften(trx, ctx.rateLimitKey, now),
  }
  const suspicions = (Object.keys(WEIGHTS) as Suspicion[]).filter((suspicion) => found[suspicion])
  const weight = suspicions.reduce((total, suspicion) => total + WEIGHTS[suspicion], 0)
  return weight >= DOUBT_WEIGHT ? { suspicions, isSpam: weight >= SPAM_WEIGHT } : undefined
}

const LINK = /(?:https?:\/\/|www\.)[^\s<>"']+/gi

/** Mail services that anybody has an address of, which are nobody's own site. */
const MAIL_SERVICE =
  /^(?:(?:aol|free|gmail|gmx|googlemail|hotmail|icloud|laposte|live|msn|orange|outlook|proton|protonmail|sfr|tutanota|wanadoo|yahoo|yandex|ymail|zoho)\.[a-z]{2,4}(?:\.[a-z]{2})?|(?:mac|mail|me)\.com|mail\.ru|pm\.me)$/

/** Whether the fields contain many links to other sites than this one and the company's. */
async function hasManyLinks(
  trx: Transaction,
  { firstName, lastName, message }: ContactRequest,
  { publicUrl, log }: Pick<Context, "publicUrl" | "log">,
): Promise<boolean> {
  const links = `${firstName} ${lastName} ${message}`.match(LINK) ?? []
  if (links.length <= LINKS_MAX) return false
  const { email } = (await readContent({ db: trx, log }, "entreprise")).contact
  // Without PUBLIC_URL the site's address is what the sender says.
  const hosts = [publicUrl ? new URL(publicUrl).hostname : "", email.slice(email.lastIndexOf("@") + 1)].map(withoutWww)
  const own = hosts.filter((host) => host !== "" && !MAIL_SERVICE.test(host))
  const isOwn = (host: string) => own.some((name) => host === name || host.endsWith(`.${name}`))
  return links.filter((link) => !isOwn(hostOf(link))).length > LINKS_MAX
}

/** Returns the empty text for what is no URL. */
function hostOf(link: string): string {
  return withoutWww(URL.parse(/^www/i.test(link) ? `https://${link}` : link)?.hostname ?? "")
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\./, "")
}

export function senderAddresses({ email, phone }: { email: string; phone?: string | null | undefined }): string[] {
  return [email.toLowerCase(), phone ?? ""].filter((sender) => sender !== "")
}

async function findVerdict(trx: Transaction, request: ContactRequest) {
  const rows = await trx
    .selectFrom("senders")
    .select("verdict")
    .where("sender", "in", senderAddresses(request))
    .execute()
  return rows.find(({ verdict }) => verdict === "trusted")?.verdict ?? rows[0]?.verdict
}

async function isRepeated(trx: Transaction, request: ContactRequest, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - REPEATED_HOURS * HOUR_MS).toISOString()
  const text = normalizeForSearch(request.message)
  const senders = await trx
    .selectFrom("messages")
    .select(["email", "phone"])
    .distinct()
    .where("createdAt", ">", since)
    // The index contains only the beginning of the text.
    .where(sql`substr(${column("messages.messageFolded")}, 1, 100)`, "=", sql`substr(cast(${text} as text), 1, 100)`)
    .where("messageFolded", "=", text)
    .limit(REPEATED_MIN * 2)
    .execute()
  const own = senderAddresses(request)
  const others = senders.filter((sender) => !senderAddresses(sender).some((name) => own.includes(name)))
  return others.length >= REPEATED_MIN
}

/** Whether the client has just sent several requests, which neighbours on one IP address may do too. */
async function isOften(trx: Transaction, rateLimitKey: string, now: Date): Promise<boolean> {
  const sent = await trx
    .selectFrom("limits")
    .select("id")
    .where("action", "=", contactLimit.action)
    .where("subject", "=", rateLimitKey)
    .where("expiresAt", ">", now.toISOString())
    .limit(OFTEN_MIN + 1)
    .execute()
  return sent.length > OFTEN_MIN
}
