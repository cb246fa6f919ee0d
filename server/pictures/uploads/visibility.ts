import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"
import { listReferences } from "#server/images/store/deletion.ts"
import { imageExtension } from "#server/images/store/image-store.ts"
import { hashSecret } from "#server/secrets.ts"
import type { Context } from "#server/trpc/context.ts"
import { callerHasRight } from "#server/trpc/procedures.ts"

/** This cookie has the tokens of private links, which show the pictures of their projects. */
export const PREVIEW_COOKIE = "apercu"

const SEPARATOR = "."

const TOKENS_MAX = 5

/** Returns the cookie with one more token, newest first. */
export function addPreviewToken(cookie: string | undefined, token: string): string {
  return [...new Set([token, ...readTokens(cookie)])].slice(0, TOKENS_MAX).join(SEPARATOR)
}

function readTokens(cookie = ""): string[] {
  return cookie.split(SEPARATOR).filter(Boolean).slice(0, TOKENS_MAX)
}

/** An image is visible to everybody, or by a private link or a right. */
type Visibility = "public" | "restricted"

/** Throws `not_found` if the caller may not see the image. */
export async function requireVisible(
  ctx: Context,
  name: string,
  previewCookie: string | undefined,
): Promise<Visibility> {
  // Readers of messages get a visitor's private picture from a URL of their own.
  if (!imageExtension(name) || (await isPrivate(ctx.db, name)))
    throw new AppError("not_found", responseTexts.imageNotFound)
  if (!(await isRestricted(ctx.db, name))) return "public"
  const tokens = readTokens(previewCookie)
  if (tokens.length > 0 && (await isShownByLink(ctx.db, name, tokens, ctx.now()))) return "restricted"
  if (await callerHasRight(ctx, "pictures.read")) return "restricted"
  throw new AppError("not_found", responseTexts.imageNotFound)
}

/** Throws `not_found` unless a visitor has sent the image, and not only for requests of erased people. */
export async function requirePrivate({ db }: Context, name: string): Promise<void> {
  const requests = imageExtension(name) ? await listRequests(db, name) : []
  const isShown =
    requests.length > 0 ? requests.some(({ erasureBatch }) => erasureBatch === null) : await isPrivate(db, name)
  if (!isShown) throw new AppError("not_found", responseTexts.imageNotFound)
}

/** Whether visitors alone have sent the image. */
async function isPrivate(db: Database, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("images")
    .select("name")
    .where("name", "=", name)
    .where("privateAt", "is not", null)
    .executeTakeFirst()
  return row !== undefined
}

function listRequests(db: Database, name: string): Promise<{ erasureBatch: string | null }[]> {
  return db
    .selectFrom("messagePhotos")
    .innerJoin("messages", "messages.id", "messagePhotos.messageId")
    .select("erasureBatch")
    .distinct()
    .where("image", "=", name)
    .execute()
}

/** Whether only projects that are not public, contact requests or the trash have the image. */
async function isRestricted(db: Database, name: string): Promise<boolean> {
  const references = listReferences(name)
  const row = await db
    .selectNoFrom(({ exists, not, and, or, selectFrom }) => {
      const shown = selectFrom("projectImages").where("image", "in", references)
      const published = shown
        .innerJoin("projects", "projects.id", "projectImages.projectId")
        .where("projects.state", "=", "published")
      const replaced = selectFrom("projectRevisionImages").where("image", "in", references)
      const onPages = selectFrom("contentImages").where("image", "=", name).where("state", "=", "published")
      const inLibrary = selectFrom("images")
        .where("name", "=", name)
        .where("libraryAt", "is not", null)
        .where("deletedAt", "is", null)
      const inMessages = selectFrom("messagePhotos").where("image", "=", name)
      const trashed = selectFrom("images").where("name", "=", name).where("deletedAt", "is not", null)
      const isKept = or([
        exists(shown.select("image")),
        exists(replaced.select("image")),
        exists(inMessages.select("image")),
        exists(trashed.select("name")),
      ])
      const isPublic = or([
        exists(published.select("image")),
        exists(onPages.select("image")),
        exists(inLibrary.select("name")),
      ])
      return and([isKept, not(isPublic)]).as("restricted")
    })
    .executeTakeFirstOrThrow()
  return Boolean(row.restricted)
}

async function isShownByLink(db: Database, name: string, tokens: readonly string[], now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("previewLinks")
    .innerJoin("projects", "projects.id", "previewLinks.projectId")
    .innerJoin("projectImages", "projectImages.projectId", "previewLinks.projectId")
    .select("image")
    .where(
      "tokenHash",
      "in",
      tokens.map((token) => hashSecret(token)),
    )
    .where("expiresAt", ">", now.toISOString())
    .where("projects.deletedAt", "is", null)
    .where("image", "in", listReferences(name))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
