import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useApi } from "#client/app/api.ts"
import { ListToolbar } from "#client/office/list/list-toolbar.tsx"
import { SortSelect } from "#client/office/list/sort-select.tsx"
import { StateLinks } from "#client/office/list/state-links.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { type InboxSearchParams, inboxAddress, SORT_SLUGS } from "#server/contract/inbox-search-params.ts"
import { FOLDER_SLUGS, MESSAGE_FOLDERS, type MessageFolder, sumWaiting } from "#server/contract/message-states.ts"
import type { Colleague, MessageSearchResult } from "#server/contract/messages.ts"
import { InboxFilters } from "./inbox-filters.tsx"
import { inboxTexts as texts } from "./texts.ts"

interface InboxToolbarProps {
  params: InboxSearchParams
  result: MessageSearchResult | undefined
  colleagues: readonly Colleague[]
  onChange: (changed: InboxSearchParams) => void
  onFollow: () => void
  /** They stand after the filters. */
  tools: ReactNode
  /** It stands beside the button of the filters and tools. */
  children: ReactNode
}

export function InboxToolbar({ params, result, colleagues, onChange, onFollow, ...props }: InboxToolbarProps) {
  const { queries } = useApi()
  const { data: inbox } = useQuery(queries.messages.inbox.queryOptions())
  const { sort } = inboxAddress.toSearch(params)
  const isWaiting = sort === "waiting"
  const folders = [undefined, ...MESSAGE_FOLDERS].map((folder) => ({
    label: texts.states[folder ?? "all"],
    slug: folder && FOLDER_SLUGS[folder],
    count: result && countOf(result.folders, folder),
  }))
  const waiting = {
    label: texts.toAnswer,
    slug: undefined,
    count: inbox && sumWaiting(inbox).count,
    sort: SORT_SLUGS.waiting,
  }
  const links = [...folders.slice(0, 1), waiting, ...folders.slice(1)]
  return (
    <ListToolbar
      search={
        <SearchBox label={texts.search} value={params.search ?? ""} onSearch={(search) => onChange({ search })} />
      }
      states={
        <StateLinks
          label={texts.states.label}
          links={links}
          current={isWaiting ? SORT_SLUGS.waiting : params.etat}
          onFollow={onFollow}
        />
      }
      tools={
        <>
          <InboxFilters params={params} colleagues={colleagues} onChange={onChange} />
          {!isWaiting && (
            <SortSelect
              label={texts.sort}
              sorts={sorts}
              textOf={(sort) => texts.sorts[sort]}
              sort={sort}
              onSort={(sort) => onChange({ tri: inboxAddress.fromSearch({ sort }).tri })}
            />
          )}
          {props.tools}
        </>
      }
      active={inboxAddress.countFilters(params)}
    >
      {props.children}
    </ListToolbar>
  )
}

const sorts = ["newest", "oldest"] as const

function countOf(counts: Record<MessageFolder, number>, folder: MessageFolder | undefined): number {
  return folder ? counts[folder] : counts.new + counts.open + counts.answered + counts.archived
}
