import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import { endOfKinshasaDay, parseKinshasaTime } from "#server/contract/kinshasa-time.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { listPictures } from "./resolve.ts"
import { schemaVersionOf } from "./stored-content.ts"

interface NewRevision {
  page: ContentSlug
  /** The content in the page's published form. */
  content: unknown
  accountId: number | null
  now: Date
}

/** Publishes the content, and returns the revision's id. */
export async function addRevision(trx: Transaction, { page, content, accountId, now }: NewRevision): Promise<number> {
  const { id } = await trx
    .insertInto("revisions")
    .values({
      page,
      schemaVersion: schemaVersionOf(page),
      content: JSON.stringify(content),
      publishedAt: now.toISOString(),
      accountId,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  const pictures = listPictures(page, content)
  await recordContentImages(trx, page, "published", pictures)
  await addToLibrary(trx, pictures, now)
  for (const at of listUpcomingMoments(page, content, now)) {
    await trx
      .insertInto("contentChanges")
      .values({ at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return id
}

/** Keeps the pictures for the page's history, also once no page shows them. */
async function addToLibrary(trx: Transaction, pictures: readonly string[], now: Date): Promise<void> {
  if (pictures.length === 0) return
  await trx
    .updateTable("images")
    .set({ libraryAt: now.toISOString() })
    .where("name", "in", pictures)
    .where("libraryAt", "is", null)
    .execute()
}

/** Records the pictures of a page's draft or published content, so that they are not deleted. */
export async function recordContentImages(
  trx: Transaction,
  page: ContentSlug,
  state: "draft" | "published",
  images: readonly string[],
): Promise<void> {
  await trx.deleteFrom("contentImages").where("page", "=", page).where("state", "=", state).execute()
  if (images.length === 0) return
  await trx
    .insertInto("contentImages")
    .values(images.map((image) => ({ page, state, image })))
    .execute()
}

/** Lists the later moments at which a page's published content changes by itself, ISO 8601, UTC. */
function listUpcomingMoments(page: ContentSlug, content: unknown, now: Date): string[] {
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
