import type { QueryClient } from "@tanstack/react-query"
import type { FormRejection } from "#server/contract/forms.ts"
import type { Api } from "./api.ts"

/** What every route's loader and head may use. */
export interface RouterContext {
  api: Api["queries"]
  client: Api["client"]
  queryClient: QueryClient
  /** Scheme and host of canonical links and share previews. */
  origin: string
  /** What a form without JavaScript sent, when this page answers it. */
  rejection?: FormRejection | undefined
}
