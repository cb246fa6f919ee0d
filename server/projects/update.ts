import { isDeepStrictEqual } from "node:util"
import { recordAudit } from "#server/audit/audit-log.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { ProjectChange } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { bumpContentVersion, inTransaction, type Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { requireImages } from "#server/storage/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { insertProjectImages } from "./insert.ts"
import { getProject } from "./queries.ts"

type Fields = Partial<Omit<ProjectChange, "id" | "version">>

/** Answers the project as it is then; a change that changes nothing leaves its version and its moment alone. */
export function updateProject(ctx: AccountContext, { id, version, ...wanted }: ProjectChange): Promise<Project> {
  return inTransaction(ctx.db, async (trx) => {
    const present = await getProject(trx, id)
    if (version !== undefined && version !== present.version) {
      throw new AppError("conflict", messages.projectChanged, { current: present })
    }
    const changed = differences(present, wanted)
    const names = Object.keys(changed)
    if (names.length === 0) return present
    await storeFields(trx, present, changed, { at: ctx.now().toISOString(), accountId: ctx.account.id })
    await bumpContentVersion(trx)
    const entry = { accountId: ctx.account.id, action: "update", subject: "project", subjectId: id } as const
    await recordAudit(trx, { ...entry, details: { changed: names } }, ctx.now())
    return getProject(trx, id)
  })
}

function differences(present: Project, wanted: Fields): Fields {
  const before = { ...present, images: present.images.map(({ name, alt }) => ({ name, alt })) }
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof Fields]),
  )
  return Object.fromEntries(changed)
}

async function storeFields(
  trx: Transaction,
  { id, version, images: shown }: Project,
  { images, ...fields }: Fields,
  { at, accountId }: { at: string; accountId: number },
) {
  const { name, status, sector } = fields
  const folded = {
    ...(name !== undefined && { nameFolded: normalizeForSearch(name) }),
    ...(sector !== undefined && { sectorFolded: normalizeForSearch(sector) }),
    ...(status !== undefined && { statusFolded: status && normalizeForSearch(status) }),
  }
  await trx
    .updateTable("projects")
    .set({ ...fields, ...folded, version: version + 1, updatedAt: at, updatedBy: accountId })
    .where("id", "=", id)
    .execute()
  if (!images) return
  // A row that was imported may name pictures that the store never held: those stay as they are.
  const added = images.map(({ name }) => name).filter((name) => !shown.some((image) => image.name === name))
  await requireImages(trx, added)
  await trx.deleteFrom("projectImages").where("projectId", "=", id).execute()
  await insertProjectImages(trx, id, images)
}
