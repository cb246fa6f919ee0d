import type { ApiOperations } from "#server/api-docs/api-operation.ts"
import { messageCalls } from "./messages.ts"
import { projectCalls } from "./projects.ts"
import { siteCalls } from "./site.ts"
import { imageCalls } from "./uploads.ts"

/** Every REST call, as the documentation shows them. */
export const calls: ApiOperations = { ...projectCalls, ...messageCalls, ...imageCalls, ...siteCalls }
