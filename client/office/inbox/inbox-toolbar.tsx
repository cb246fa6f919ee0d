import type { ReactNode } from "react"
import { ListToolbar } from "#client/office/list/list-toolbar.tsx"
import { SortSelect } from "#client/office/list/sort-select.tsx"
import { StateLinks } from "#client/office/list/state-links.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { type InboxSearchParams, inboxAddress } from "#server/contract/inbox-search-params.ts"
import { FOLDER_SLUGS, MESSAGE_FOLDERS, type MessageFolder } from "#server/contract/message-states.ts"
import { type Colleague, MESSAGE_SORTS, type MessageSearchResult } from "#server/contract/messages.ts"
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
  const links = [undefined, ...MESSAGE_FOLDERS].map((folder) => ({
    label: texts.states[folder ?? "all"],
    slug: folder && FOLDER_SLUGS[folder],
    count: result && countOf(result.folders, folder),
  }))
  return (
    <ListToolbar
      search={
        <SearchBox
          label={texts.search}
          value={params.search ?? ""}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
      }
      states={<StateLinks label={texts.states.label} links={links} current={params.etat} onFollow={onFollow} />}
      tools={
        <>
          <InboxFilters params={params} colleagues={colleagues} onChange={onChange} />
          <SortSelect
            label={texts.sort}
            sorts={MESSAGE_SORTS}
            textOf={(sort) => texts.sorts[sort]}
            sort={inboxAddress.toSearch(params).sort}
            onSort={(sort) => onChange({ tri: inboxAddress.fromSearch({ sort }).tri })}
          />
          {props.tools}
        </>
      }
      active={inboxAddress.countFilters(params)}
    >
      {props.children}
    </ListToolbar>
  )
}

function countOf(counts: Record<MessageFolder, number>, folder: MessageFolder | undefined): number {
  return folder ? counts[folder] : counts.new + counts.open + counts.answered + counts.archived
}
