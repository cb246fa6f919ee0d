import * as z from "zod/mini"
import { IdempotencyKey } from "./idempotency-key.ts"
import { ProjectDraft, PublishableProject } from "./project-drafts.ts"

export const ProjectCreation = z.extend(PublishableProject, { requestId: z.optional(IdempotencyKey) })

export const DraftCreation = z.extend(ProjectDraft, { requestId: z.optional(IdempotencyKey) })
