import * as z from "zod/mini"
import { IdempotencyKey } from "./idempotency-key.ts"
import { ProjectDraft, PublishableProject } from "./project-drafts.ts"

export const ProjectCreation = z.extend(PublishableProject, { idempotencyKey: z.optional(IdempotencyKey) })

export const DraftCreation = z.extend(ProjectDraft, { idempotencyKey: z.optional(IdempotencyKey) })
