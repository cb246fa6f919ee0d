import { about, recordAction } from "#server/audit/audit-log.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import type { ManagedProject, NewPreviewLink, PreviewLink, PreviewLinkId } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { createSecret, hashSecret } from "#server/secrets.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { getCurrent } from "./commands.ts"
import { getManagedProject } from "./queries.ts"

const LINKS_MAX = 20

/** Stores only the hash of the token, so that the link can be shown only once. */
export async function createPreviewLink(
  ctx: AccountContext,
  { id, days }: NewPreviewLink,
): Promise<Pick<PreviewLink, "link" | "expiresAt"> & { token: string }> {
  const token = createSecret()
  const link = hashSecret(token)
  const expiresAt = new Date(ctx.now().getTime() + days * DAY_MS).toISOString()
  await inTransaction(ctx.db, async (trx) => {
    const { name } = await getCurrent(trx, { id })
    if ((await listPreviewLinks(trx, id, ctx.now())).length >= LINKS_MAX) {
      throw new AppError("conflict", responseTexts.tooManyPreviewLinks)
    }
    await trx
      .insertInto("previewLinks")
      .values({
        tokenHash: link,
        projectId: id,
        accountId: ctx.account.id,
        createdAt: ctx.now().toISOString(),
        expiresAt,
      })
      .execute()
    await recordAction(trx, ctx, { action: "link", ...about("project", id, name), details: { after: { expiresAt } } })
  })
  return { link, token, expiresAt }
}

/** Leaves out expired links. */
export function listPreviewLinks(db: Database, id: number, now: Date): Promise<PreviewLink[]> {
  return db
    .selectFrom("previewLinks")
    .leftJoin("accounts", "accounts.id", "previewLinks.accountId")
    .select(["tokenHash as link", "previewLinks.createdAt", "expiresAt"])
    .select(shownName<string | null>().as("by"))
    .where("projectId", "=", id)
    .where("expiresAt", ">", now.toISOString())
    .orderBy("previewLinks.createdAt", "desc")
    .execute()
}

export async function revokePreviewLink(ctx: AccountContext, { id, link }: PreviewLinkId): Promise<PreviewLink[]> {
  await inTransaction(ctx.db, async (trx) => {
    const { name } = await getManagedProject(trx, id)
    const revoked = await trx
      .deleteFrom("previewLinks")
      .where("projectId", "=", id)
      .where("tokenHash", "=", link)
      .returning(["createdAt", "expiresAt"])
      .executeTakeFirst()
    const details = { before: revoked }
    if (revoked) await recordAction(trx, ctx, { action: "unlink", ...about("project", id, name), details })
  })
  return listPreviewLinks(ctx.db, id, ctx.now())
}

/** Returns the project of a link that has neither expired nor been revoked; nobody sees projects in the trash. */
export async function getPreviewedProject(
  db: Database,
  token: string,
  now: Date,
): Promise<{ project: ManagedProject; expiresAt: string }> {
  const row = await db
    .selectFrom("previewLinks")
    .select(["projectId", "expiresAt"])
    .where("tokenHash", "=", hashSecret(token))
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst()
  const project = row && (await getManagedProject(db, row.projectId))
  if (!project || project.state === "trashed") throw new AppError("not_found", responseTexts.previewLinkGone)
  return { project, expiresAt: row.expiresAt }
}

export async function deleteExpiredPreviewLinks(db: Database, now: Date): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("previewLinks").where("expiresAt", "<", now.toISOString()).execute())
}
