import { isDeepStrictEqual } from "node:util"
import { fold } from "#server/contract/fold.ts"
import type { ProjectChange } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import { words } from "#server/contract/words.ts"
import { recordAudit } from "#server/database/audit.ts"
import { raiseContentVersion, type WriteTransaction, write } from "#server/database/write.ts"
import { AppError } from "#server/errors.ts"
import { requireImages } from "#server/images/store.ts"
import type { AccountContext } from "#server/trpc.ts"
import { insertProjectImages } from "./insert.ts"
import { getProject } from "./queries.ts"

type Fields = Partial<Omit<ProjectChange, "id" | "version">>

/** Answers the project as it is then; a change that changes nothing leaves its version and its moment alone. */
export function updateProject(ctx: AccountContext, { id, version, ...wanted }: ProjectChange): Promise<Project> {
  return write(ctx.db, async (trx) => {
    const present = await getProject(trx, id)
    if (version !== undefined && version !== present.version) {
      throw new AppError("conflict", words.projectChanged, { present })
    }
    const changed = differences(present, wanted)
    const names = Object.keys(changed)
    if (names.length === 0) return present
    await storeFields(trx, present, changed, { at: ctx.now().toISOString(), accountId: ctx.signedIn.id })
    await raiseContentVersion(trx)
    const entry = { accountId: ctx.signedIn.id, action: "update", subject: "project", subjectId: id } as const
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
  trx: WriteTransaction,
  { id, version, images: shown }: Project,
  { images, ...fields }: Fields,
  { at, accountId }: { at: string; accountId: number },
) {
  const { name, status } = fields
  const folded = {
    ...(name !== undefined && { nameFolded: fold(name) }),
    ...(status !== undefined && { statusFolded: status && fold(status) }),
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
