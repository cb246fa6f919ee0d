import { type Actor, about, recordAudit } from "#server/audit/audit-log.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { listReferences } from "#server/images/store/deletion.ts"
import { changeImagesOfProjects } from "#server/projects/versions/change-images.ts"

interface Replacement {
  name: string
  replacement: string
  actor: Actor
  now: Date
}

/** Replaces a picture, and returns the ids of the projects that showed it. */
export async function replaceInProjects(
  trx: Transaction,
  { name, replacement, actor, now }: Replacement,
): Promise<number[]> {
  const references = listReferences(name)
  const projects = await changeImagesOfProjects(
    trx,
    name,
    (images) => {
      const replaced = images.map((row) => (references.includes(row.image) ? { ...row, image: replacement } : row))
      // A project that already shows the replacement shows it only once afterwards.
      return replaced.filter((row, index) => replaced.findIndex(({ image }) => image === row.image) === index)
    },
    { action: "replace picture", accountId: actor.accountId, now },
  )
  for (const { id, name, before, after } of projects) {
    const details = { before: { images: namesOf(before) }, after: { images: namesOf(after) } }
    await recordAudit(trx, { ...actor, action: "update", ...about("project", id, name), details }, now)
  }
  return projects.map(({ id }) => id)
}

function namesOf(rows: readonly { image: string }[]): string[] {
  return rows.map(({ image }) => image)
}
