import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import { endOfKinshasaDay, parseKinshasaTime } from "#server/contract/kinshasa-time.ts"

/** Lists the later moments at which a page's published content changes by itself, ISO 8601, UTC. */
export function listUpcomingMoments(page: ContentSlug, content: unknown, now: Date): string[] {
  const moments = page === "annonce" ? ofAnnouncement(content) : page === "entreprise" ? ofCompany(content) : []
  return moments.filter((moment) => moment > now).map((moment) => moment.toISOString())
}

function ofAnnouncement(content: unknown): Date[] {
  const { from, until } = content as ContentOf<"annonce">
  return [from, until].filter((text) => text !== "").map(parseKinshasaTime)
}

/** Lists the ends of exceptional days, which are shown until they are over. */
function ofCompany(content: unknown): Date[] {
  const { exceptions } = content as ContentOf<"entreprise">
  return exceptions.map(({ date }) => endOfKinshasaDay(date))
}
