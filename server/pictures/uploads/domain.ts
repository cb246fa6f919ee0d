import type { ServerDomain } from "#server/domain.ts"
import { deleteExpiredUploads } from "#server/images/store/resumable-uploads.ts"
import { uploadsRest } from "./rest.ts"

export const uploads = {
  routers: {},
  rest: uploadsRest,
  tasks: { hourly: [{ name: "delete expired uploads", run: deleteExpiredUploads }] },
} satisfies ServerDomain
