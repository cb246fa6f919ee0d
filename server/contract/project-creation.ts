import * as z from "zod/mini"
import { ProjectDraft, UnfinishedProject } from "./project-drafts.ts"
import { RequestId } from "./request-id.ts"

export const ProjectCreation = z.extend(ProjectDraft, { requestId: z.optional(RequestId) })

export const DraftCreation = z.extend(UnfinishedProject, { requestId: z.optional(RequestId) })
