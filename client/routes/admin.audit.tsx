import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { AuditChips, AuditFilters } from "#client/office/journal/audit-filters.tsx"
import { EntryList } from "#client/office/journal/entry-list.tsx"
import { auditTexts as texts } from "#client/office/journal/texts.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { ListFrame } from "#client/office/list/list-frame.tsx"
import { ListToolbar } from "#client/office/list/list-toolbar.tsx"
import { useExportUrl } from "#client/office/list/use-export-url.ts"
import { useListAddress } from "#client/office/list/use-list-address.ts"
import { ReauthenticatedDownload } from "#client/office/reauthentication/reauthenticated-download.tsx"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { type AuditSearchParams, auditAddress } from "#server/contract/audit-search-params.ts"

export const Route = createFileRoute("/admin/audit")({
  validateSearch: unparsed<AuditSearchParams>,
  head: () => adminHead(adminTitles.audit),
  component: Screen,
})

function Screen() {
  const list = useListAddress(auditAddress, Route.useSearch(), Route.useNavigate())
  const { params, search } = list
  const exportUrl = useExportUrl("/api/admin/audit.csv")
  const { queries } = useApi()
  const log = useQuery(queries.audit.search.queryOptions(search, { placeholderData: keepPreviousData, staleTime: 0 }))
  const { data: colleagues = [] } = useQuery(queries.audit.actors.queryOptions())

  return (
    <>
      <ScreenHeading title={adminTitles.audit} lead={texts.lead} />
      <ListToolbar
        search={<SearchBox label={texts.search} value={search.search} onSearch={(search) => list.change({ search })} />}
        tools={
          <>
            <AuditFilters params={params} colleagues={colleagues} onChange={list.change} />
            <ReauthenticatedDownload href={exportUrl} className="btn border-base-300 bg-base-100 px-3">
              <Icon name="download" className="size-4.5" />
              {texts.export}
            </ReauthenticatedDownload>
          </>
        }
        active={auditAddress.countFilters(params)}
      >
        <p ref={list.foundRef} tabIndex={-1} aria-live="polite" className="list-found">
          {log.data && texts.found(log.data)}
        </p>
      </ListToolbar>
      <AuditChips params={params} colleagues={colleagues} onChange={list.removeFilters} onClear={list.clearFilters} />
      <ListFrame
        query={log}
        failed={texts.loadingFailed}
        page={search.page}
        empty={
          <EmptyList list={list} nothingFound={texts.nothingFound} nothingFiltered={texts.nothingFiltered}>
            <EmptyState icon="clock" {...texts.none} />
          </EmptyList>
        }
      >
        {(data, isStale) => <EntryList entries={data?.entries} isStale={isStale} />}
      </ListFrame>
    </>
  )
}
