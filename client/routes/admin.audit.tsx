import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { createFileRoute } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { useLoadError } from "#client/office/frame/use-load-error.ts"
import { AuditChips, AuditFilters } from "#client/office/journal/audit-filters.tsx"
import { EntryList } from "#client/office/journal/entry-list.tsx"
import { auditTexts as texts } from "#client/office/journal/texts.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { ListToolbar } from "#client/office/list/list-toolbar.tsx"
import { Pager } from "#client/office/list/pager.tsx"
import { useExportUrl } from "#client/office/list/use-export-url.ts"
import { useListSearch } from "#client/office/list/use-list-search.ts"
import { ReauthenticatedDownload } from "#client/office/reauthentication/reauthenticated-download.tsx"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { LoadFailure } from "#client/office/ui/load-failure.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import {
  type AuditSearchParams,
  countAuditFilters,
  noAuditFilters,
  parseAuditSearchParams,
  toAuditSearch,
} from "#server/contract/audit-search-params.ts"

export const Route = createFileRoute("/admin/audit")({
  validateSearch: unparsed<AuditSearchParams>,
  head: () => adminHead(adminTitles.audit),
  component: Screen,
})

function Screen() {
  const search = parseAuditSearchParams({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const exportUrl = useExportUrl("/api/admin/audit.csv")
  const { queries } = useApi()
  const params = toAuditSearch(search)
  const log = useQuery(queries.audit.search.queryOptions(params, { placeholderData: keepPreviousData, staleTime: 0 }))
  const failure = useLoadError(log)
  const { data: people = [] } = useQuery(queries.audit.actors.queryOptions())
  const { foundRef, changeSearch, removeFilters } = useListSearch(parseAuditSearchParams, navigate)

  return (
    <>
      <ScreenHeading title={adminTitles.audit} lead={texts.lead} />
      <ListToolbar
        search={
          <SearchBox
            label={texts.search}
            value={params.search}
            onSearch={(text) => changeSearch({ search: text || undefined })}
          />
        }
        sort={null}
        states={null}
        filters={<AuditFilters params={search} people={people} onChange={changeSearch} />}
        active={countAuditFilters(search)}
      />
      <AuditChips
        params={search}
        people={people}
        onChange={removeFilters}
        onClear={() => removeFilters(noAuditFilters)}
      />
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <p ref={foundRef} tabIndex={-1} aria-live="polite" className="min-h-6 text-sm text-base-content/75">
          {log.data && texts.found(log.data)}
        </p>
        <ReauthenticatedDownload href={exportUrl} className="btn ml-auto min-w-11 border-base-300 bg-base-100 px-3">
          <Icon name="download" className="size-4.5" />
          <span className="max-sm:sr-only">{texts.export}</span>
        </ReauthenticatedDownload>
      </div>
      {failure && <LoadFailure text={loadingFailure(texts.loadingFailed, failure)} onRetry={() => log.refetch()} />}
      {failure && !log.data ? null : log.data?.found === 0 ? (
        <EmptyList
          search={params.search}
          isFiltered={countAuditFilters(search) > 0}
          nothingFound={texts.nothingFound}
          nothingFiltered={texts.nothingFiltered}
          onClearSearch={() => changeSearch({ search: undefined })}
          onClearFilters={() => removeFilters(noAuditFilters)}
        >
          <EmptyState icon="clock" {...texts.none} />
        </EmptyList>
      ) : (
        <EntryList entries={log.data?.entries} isStale={log.isPlaceholderData} />
      )}
      {log.data && <Pager page={params.page} result={log.data} isStale={log.isPlaceholderData} />}
    </>
  )
}
