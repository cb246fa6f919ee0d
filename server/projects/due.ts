import { sql } from "kysely"
import { SYSTEM } from "#server/audit/audit-log.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { toAppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { changeProject } from "./changes.ts"
import { applyPublication } from "./publication.ts"
import { getManagedProject } from "./queries.ts"

type Parts = Pick<Context, "db" | "log" | "now">

const CHUNK_SIZE = 100

/** Publishes each project whose moment has come once, on one instance, even if none was running at that moment. */
export async function publishDueProjects({ db, log, now }: Parts): Promise<void> {
  const due = await db
    .selectFrom("projects")
    .select("id")
    .where("publishAt", "<=", now().toISOString())
    .where("state", "=", sql.lit<ProjectState>("scheduled"))
    .orderBy("publishAt")
    .limit(CHUNK_SIZE)
    .execute()
  for (const { id } of due) {
    // A project that fails must not keep the others from being published.
    await publishDue({ db, log, now }, id).catch((err) => log.error({ id, err }, "scheduled publication failed"))
  }
}

async function publishDue({ db, log, now }: Parts, id: number): Promise<void> {
  const publishedAt = await inTransaction(db, async (trx) => {
    const project = await getManagedProject(trx, id)
    // Another instance may have published it, or somebody may have changed its date.
    if (project.state !== "scheduled" || !project.publishAt || project.publishAt > now().toISOString()) return
    const change = { ...SYSTEM, now: now() }
    try {
      await applyPublication(trx, project, { ...change, action: "publish" })
      return project.publishAt
    } catch (error) {
      if (toAppError(error).code !== "invalid") throw error
      // Somebody has emptied a required field since, so the project waits for a person.
      log.warn({ id, err: error }, "scheduled project cannot be published")
      await changeProject(trx, project, { publishAt: null }, { ...change, action: "unschedule" })
    }
  })
  if (publishedAt) log.info({ id, at: publishedAt }, "scheduled project published")
}
