import type { ReactNode } from "react"
import { Loaded } from "#client/office/frame/loaded.tsx"
import type { FoundCount } from "#server/contract/paging.ts"
import { Pager } from "./pager.tsx"

interface ListFrameProps<Data extends FoundCount> {
  query: Parameters<typeof Loaded<Data>>[0]["query"] & { isPlaceholderData: boolean }
  /** It begins the text of a failure. */
  failed: string
  page: number
  /** It is ROWS_PER_PAGE by default. */
  perPage?: number
  /** It stands where there are no rows. */
  empty: ReactNode
  /** Without data these are the placeholders of rows; rows are stale while another page or search is loading. */
  children: (data: Data | undefined, isStale: boolean) => ReactNode
}

/** Shows the rows of a list that the server finds, or why there are none, and links to its other pages. */
export function ListFrame<Data extends FoundCount>({ query, failed, empty, ...props }: ListFrameProps<Data>) {
  const { page, perPage, children } = props
  return (
    <Loaded query={query} failed={failed} skeleton={children(undefined, false)}>
      {(data) => (
        <>
          {data.found === 0 ? empty : children(data, query.isPlaceholderData)}
          <Pager page={page} result={data} perPage={perPage} isStale={query.isPlaceholderData} />
        </>
      )}
    </Loaded>
  )
}
