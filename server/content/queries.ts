import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { isSectorSlug, listFixedAddresses, listPublicSlugs } from "#server/content/published/fixed-projects.ts"
import { type ContentReader, readContent } from "#server/content/published/published.ts"
import { resolveContent } from "#server/content/published/resolve.ts"
import { upgradeContent } from "#server/content/published/stored-content.ts"
import { findDifferences } from "#server/contract/content/differences.ts"
import {
  type ContentState,
  type EditedPage,
  type PageState,
  type RevisionEntry,
  rightToEdit,
} from "#server/contract/content/edit.ts"
import { mapFields } from "#server/contract/content/field-tree.ts"
import { isYesAnswer } from "#server/contract/content/fields.ts"
import { CONTENT_SLUGS, type ContentSlug, contentTree } from "#server/contract/content/pages.ts"
import {
  type PageOf,
  type PublicContent,
  plainText,
  type Registration,
  type SiteContent,
} from "#server/contract/content/public.ts"
import { kinshasaDay, parseKinshasaTime } from "#server/contract/kinshasa-time.ts"
import { REVISIONS_MAX } from "#server/contract/paging.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { AppError } from "#server/errors.ts"
import { listOpeningTexts } from "./opening-texts.ts"

export async function getPage<Slug extends PageSlug>(reader: ContentReader, slug: Slug): Promise<PageOf<Slug>> {
  const company = await readContent(reader, "entreprise")
  const [content, heads] = await Promise.all([
    resolveContent(reader, slug, company),
    resolveContent(reader, "referencement", company),
  ])
  const { title, description } = heads[slug]
  const head = { ...(title && { title }), description: plainText(description) }
  if (!isSectorSlug(slug)) return { slug, content, head }
  const addresses = await listFixedAddresses(reader)
  const slugs = addresses.filter(({ sector }) => SECTOR_SLUGS[sector] === slug).map((address) => address.slug)
  // The page's texts stand also while the projects cannot be read, which their list says.
  const taken = await listPublicSlugs(reader.db, slugs).catch((): string[] => [])
  const fixedSlugs = slugs.map((one) => (taken.includes(one) ? "" : one))
  return { slug, content, head, fixedSlugs }
}

export async function getSite(reader: ContentReader, now: Date): Promise<SiteContent> {
  const facts = await readContent(reader, "entreprise")
  const [{ legal, ...company }, footer, announcement, settings] = await Promise.all([
    resolveContent(reader, "entreprise", facts),
    resolveContent(reader, "pied-de-page", facts),
    resolveContent(reader, "annonce", facts),
    readContent(reader, "parametres"),
  ])
  const registrations = listRegistrations(legal)
  const today = kinshasaDay(now)
  const coming = company.exceptions.filter(({ date }) => date >= today)
  const exceptions = coming.toSorted((one, other) => one.date.localeCompare(other.date))
  const { text, href, from, until } = announcement
  const isPreviewed = reader.preview?.slug === "annonce"
  const isShown =
    text !== "" &&
    (isPreviewed || ((!from || parseKinshasaTime(from) <= now) && (!until || now < parseKinshasaTime(until))))
  return {
    company: { ...company, exceptions, ...(registrations.length > 0 && { registrations }) },
    footer,
    announcement: isShown ? { text, href } : null,
    openings: listOpeningTexts(company, now),
    registrationOpen: isYesAnswer(settings.registration.open),
    keepMonths: settings.messages.keepMonths,
  }
}

function listRegistrations(legal: PublicContent<"entreprise">["legal"]): Registration[] {
  const fields = contentTree("entreprise").fields?.find(([key]) => key === "legal")?.[1].fields ?? []
  const all = fields.map(([key, { label }]) => ({ label, value: legal[key as keyof typeof legal] }))
  return all.filter(({ value }) => value !== "")
}

export async function listPageStates(db: Database): Promise<PageState[]> {
  return Promise.all(CONTENT_SLUGS.map((page) => findPageState(db, page)))
}

async function findPageState(db: Database, page: ContentSlug): Promise<PageState> {
  const [revision, draft] = await Promise.all([findPublished(db, page), findDraft(db, page)])
  return stateOf(page, revision, draft)
}

type Published = Awaited<ReturnType<typeof findPublished>>
type Draft = Awaited<ReturnType<typeof findDraft>>

function stateOf(page: ContentSlug, revision: Published, draft: Draft): PageState {
  const state: ContentState = !draft ? "published" : draft.publishAt ? "scheduled" : "changed"
  return {
    page,
    state,
    publishedAt: revision?.publishedAt ?? null,
    publishedBy: revision?.by ?? null,
    changedAt: draft?.updatedAt ?? null,
    changedBy: draft?.by ?? null,
    publishAt: draft?.publishAt ?? null,
  }
}

export function findPublished(db: Database, page: ContentSlug) {
  return selectRevisions(db, page).limit(1).executeTakeFirst()
}

/** Selects the newest first. */
function selectRevisions(db: Database, page: ContentSlug) {
  return db
    .selectFrom("revisions")
    .leftJoin("accounts", "accounts.id", "revisions.accountId")
    .select(["revisions.id", "schemaVersion", "content", "publishedAt"])
    .select(shownName<string | null>().as("by"))
    .where("page", "=", page)
    .orderBy("revisions.id", "desc")
}

export function findDraft(db: Database, page: ContentSlug) {
  return db
    .selectFrom("drafts")
    .leftJoin("accounts", "accounts.id", "drafts.updatedBy")
    .select(["schemaVersion", "content", "drafts.version", "updatedAt", "updatedBy", "publishAt"])
    .select(shownName<string | null>().as("by"))
    .where("page", "=", page)
    .executeTakeFirst()
}

export async function getEditedPage(reader: ContentReader, page: ContentSlug): Promise<EditedPage> {
  const [revision, draft, published] = await Promise.all([
    findPublished(reader.db, page),
    findDraft(reader.db, page),
    readContent(reader, page),
  ])
  return {
    ...stateOf(page, revision, draft),
    content: draft ? (upgradeContent(page, draft) as object) : published,
    published,
    claims: listClaims(page),
    revision: revision?.id ?? 0,
    version: draft?.version ?? 0,
  }
}

function listClaims(page: ContentSlug): string[] {
  if (rightToEdit(page) === "settings.write") return []
  const claims = new Set<string>()
  mapFields(contentTree(page), defaultContent[page], ({ kind }, value) => {
    if (kind !== "picture" && /\d/.test(String(value))) claims.add(String(value))
    return value
  })
  return [...claims]
}

/** Lists the newest first, with the changes of each; the last one is the content that the site started with. */
export async function listContentRevisions(db: Database, page: ContentSlug): Promise<RevisionEntry[]> {
  const rows = await selectRevisions(db, page)
    .limit(REVISIONS_MAX + 1)
    .execute()
  const tree = contentTree(page)
  const contents = [...rows.map((row) => upgradeContent(page, row)), defaultContent[page]]
  const entries = rows.slice(0, REVISIONS_MAX).map(({ id, publishedAt, by }, index) => ({
    id,
    publishedAt,
    publishedBy: by,
    changes: findDifferences(tree, contents[index + 1], contents[index]).map(({ labels }) => labels.join(" › ")),
  }))
  if (rows.length > REVISIONS_MAX) return entries
  return [...entries, { id: 0, publishedAt: null, publishedBy: null, changes: [] }]
}

export async function getRevision(db: Database, page: ContentSlug, id: number): Promise<unknown> {
  if (id === 0) return defaultContent[page]
  const row = await db
    .selectFrom("revisions")
    .select(["schemaVersion", "content"])
    .where("page", "=", page)
    .where("id", "=", id)
    .executeTakeFirst()
  if (!row) throw new AppError("not_found", responseTexts.revisionNotFound)
  return upgradeContent(page, row)
}
