import type { QueryClient } from "@tanstack/react-query"
import type { FormRejection } from "#server/contract/forms.ts"
import type { SentReceipt } from "#server/contract/messages.ts"
import type { Api } from "./api.ts"

/** The context of every route's loader and head. */
export interface RouterContext {
  queries: Api["queries"]
  client: Api["client"]
  queryClient: QueryClient
  /** The scheme and host of canonical links and share previews. */
  origin: string
  /** It is defined if this page answers a form that was sent without JavaScript and rejected. */
  rejection?: FormRejection | undefined
  /** It is defined if this page follows a contact form that was sent without JavaScript. */
  receipt?: SentReceipt | undefined
  /** The expiry of the private link that shows this page: ISO 8601, UTC. */
  previewUntil?: string | undefined
}

/** The loader data of a page whose status is not 200. */
export interface PageStatus {
  status: 404 | 410
}
