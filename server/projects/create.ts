import * as z from "zod/mini"
import { recordAudit } from "#server/audit/audit-log.ts"
import { AltText, IMAGES_MAX, ImageName, ProjectDraft } from "#server/contract/project-drafts.ts"
import type { Project } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { addImages, requireImages } from "#server/storage/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { insertProject } from "./insert.ts"
import { getProject } from "./queries.ts"

/** A new project whose pictures come beside its fields: as files, or as names that the store holds already. */
export const ProjectForm = z
  .extend(ProjectDraft, {
    images: z
      .array(z.union([z.file(), ImageName]), messages.imagesNotAList)
      .check(z.maxLength(IMAGES_MAX, messages.tooManyImages)),
    /** Alternative texts, in the order of the pictures. */
    alts: z.array(AltText, messages.altsNotAList),
  })
  .check(z.refine(({ images, alts }) => alts.length <= images.length, { error: messages.tooManyAlts, path: ["alts"] }))

export type ProjectForm = z.infer<typeof ProjectForm>

export function createProject(ctx: AccountContext, { images, ...fields }: ProjectDraft): Promise<Project> {
  return createFromForm(ctx, {
    ...fields,
    images: images.map(({ name }) => name),
    alts: images.map(({ alt }) => alt),
  })
}

/** The project with its pictures, or neither. */
export async function createFromForm(ctx: AccountContext, { images, alts, ...fields }: ProjectForm): Promise<Project> {
  const prepared = await ingestImages(images.filter((image) => image instanceof File))
  const names = images.filter((image) => typeof image === "string")
  const ready = prepared.values()
  const shown = images.map((image, position) => ({
    name: typeof image === "string" ? image : (ready.next().value?.name ?? ""),
    alt: alts[position] ?? "",
  }))
  const { id: accountId } = ctx.account
  const now = ctx.now()
  const id = await addImages(ctx, prepared, async (trx) => {
    await requireImages(trx, names)
    const id = await insertProject(trx, { ...fields, images: shown }, { at: now.toISOString(), accountId })
    const details = { name: fields.name }
    await recordAudit(trx, { accountId, action: "create", subject: "project", subjectId: id, details }, now)
    return id
  })
  ctx.variants.prepare(prepared)
  return getProject(ctx.db, id)
}
