import type { ManagedProject, SectorPins } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Sector } from "#server/contract/sectors.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { changeProject } from "./changes.ts"
import { changeBy } from "./commands.ts"
import { listManagedProjects } from "./queries.ts"
import { published } from "./states.ts"

export async function listPinned(db: Database, sector: Sector): Promise<ManagedProject[]> {
  const rows = await db
    .selectFrom("projects")
    .select("id")
    .where("state", "=", published)
    .where("sector", "=", sector)
    .where("pin", "is not", null)
    .orderBy("pin")
    .execute()
  return listManagedProjects(
    db,
    rows.map(({ id }) => id),
  )
}

/** Pins the given projects in that order, and unpins the others of the sector. */
export function pinProjects(ctx: AccountContext, { sector, ids }: SectorPins): Promise<ManagedProject[]> {
  return inTransaction(ctx.db, async (trx) => {
    const pinned = await listPinned(trx, sector)
    const wanted = await listManagedProjects(trx, [...new Set(ids)])
    const valid = wanted.filter((project) => project.state === "published" && project.sector === sector)
    if (valid.length < ids.length) throw new AppError("invalid", responseTexts.pinNotPublished)
    const positions = new Map(wanted.map(({ id }, index) => [id, index + 1]))
    const isMoved = ({ id, pin }: ManagedProject) => pin !== positions.get(id)
    // All positions are freed before projects take them.
    const freed = pinned.filter(isMoved)
    await freePositions(trx, freed)
    for (const project of freed.filter(({ id }) => !positions.has(id))) await pin(trx, ctx, project, null)
    for (const [index, project] of wanted.entries()) if (isMoved(project)) await pin(trx, ctx, project, index + 1)
    return listPinned(trx, sector)
  })
}

async function freePositions(trx: Transaction, projects: readonly ManagedProject[]): Promise<void> {
  if (projects.length === 0) return
  await trx
    .updateTable("projects")
    .set({ pin: null })
    .where(
      "id",
      "in",
      projects.map(({ id }) => id),
    )
    .execute()
}

function pin(trx: Transaction, ctx: AccountContext, project: ManagedProject, position: number | null) {
  return changeProject(trx, project, { pin: position }, changeBy(ctx, position === null ? "unpin" : "pin"))
}
