import * as z from "zod/mini"
import { ProjectDraft, PublishableProject } from "./project-drafts.ts"
import { RequestId } from "./request-id.ts"

export const ProjectCreation = z.extend(PublishableProject, { requestId: z.optional(RequestId) })

export const DraftCreation = z.extend(ProjectDraft, { requestId: z.optional(RequestId) })
