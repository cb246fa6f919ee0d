import type { ApiOperations } from "./api-operation.ts"
import { messageOperations } from "./messages.ts"
import { projectOperations } from "./projects.ts"
import { siteOperations } from "./site.ts"
import { imageOperations } from "./uploads.ts"

export const apiOperations: ApiOperations = {
  ...projectOperations,
  ...messageOperations,
  ...imageOperations,
  ...siteOperations,
}
