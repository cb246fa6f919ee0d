import type { QueryClient } from "@tanstack/react-query"
import type { FormRejection } from "#server/contract/forms.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import type { Api } from "./api.ts"

/** What every route's loader and head can use. */
export interface RouterContext {
  queries: Api["queries"]
  client: Api["client"]
  queryClient: QueryClient
  /** Scheme and host of canonical links and share previews. */
  origin: string
  /** When this page answers a form that was posted without JavaScript and rejected. */
  rejection?: FormRejection | undefined
  /** When this page follows a contact form that was posted without JavaScript. */
  receipt?: SenderReceipt | undefined
  /** When this page is shown by a private link: the end of the link, ISO 8601. */
  previewUntil?: string | undefined
}

/** What a loader returns of a page whose status is not 200. */
export interface PageStatus {
  status: 404 | 410
}
