import { readContent } from "#server/content/published/published.ts"
import { OFFICE_ROLES } from "#server/contract/factors.ts"
import type { FirstSteps } from "#server/contract/first-steps.ts"
import type { Context } from "#server/trpc/context.ts"

/** Reads from what the site has which steps are done, so that nobody has to tick them. */
export async function readFirstSteps(ctx: Context): Promise<FirstSteps> {
  const [{ contact, hours }, { messages }] = await Promise.all([
    readContent(ctx, "entreprise"),
    readContent(ctx, "parametres"),
  ])
  const found = await ctx.db
    .selectNoFrom(({ exists, selectFrom }) => [
      // What the demonstration came with has neither an author nor the name of a file.
      exists(
        selectFrom("projects")
          .innerJoin("projectRevisions", "projectRevisions.projectId", "projects.id")
          .select("projects.id")
          .where("publishedAt", "is not", null)
          .where("deletedAt", "is", null)
          .where("accountId", "is not", null),
      ).as("project"),
      exists(selectFrom("images").select("name").where("privateAt", "is", null).where("fileName", "is not", null)).as(
        "photos",
      ),
      selectFrom("accounts")
        .select((row) => row.fn.countAll<number>().as("count"))
        .where("role", "in", OFFICE_ROLES)
        .where("disabledAt", "is", null)
        .where("deletedAt", "is", null)
        .$asScalar()
        .$notNull()
        .as("colleagues"),
    ])
    .executeTakeFirstOrThrow()
  return {
    whatsApp: contact.whatsapp !== "",
    hours: Object.values(hours).some((day) => day !== ""),
    notify: messages.notify.length > 0,
    team: found.colleagues > 1,
    project: Boolean(found.project),
    photos: Boolean(found.photos),
    address: ctx.publicUrl !== undefined,
  }
}
