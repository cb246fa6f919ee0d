import { createFileRoute, Link, useLocation } from "@tanstack/react-router"
import { useRef } from "react"
import { Counters } from "#client/admin/counters.tsx"
import { PageHead } from "#client/admin/page-head.tsx"
import { Pager } from "#client/admin/pager.tsx"
import { adminHead, isAdmin } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { projectFilters } from "#client/copy/admin-project-table.ts"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { errors } from "#client/copy/errors.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useOpenProject } from "#client/projects/selected-project.ts"
import { ColumnMenu } from "#client/projects/table/column-menu.tsx"
import { DeleteDialog } from "#client/projects/table/delete-dialog.tsx"
import { EmptyTable } from "#client/projects/table/empty-table.tsx"
import { FilterChips, Filters } from "#client/projects/table/filters.tsx"
import { OutcomeMessage } from "#client/projects/table/outcome-message.tsx"
import { ProjectTable } from "#client/projects/table/project-table.tsx"
import { SortSelect } from "#client/projects/table/sort-select.tsx"
import { StateLinks } from "#client/projects/table/state-links.tsx"
import { shownColumns } from "#client/projects/table/table-columns.ts"
import { noCounts } from "#client/projects/table/table-rows.ts"
import {
  hasFilters,
  noFilters,
  parseTableSearchParams,
  type TableSearchParams,
  toProjectSearch,
} from "#client/projects/table/table-search-params.ts"
import { useProjectTable } from "#client/projects/table/use-project-table.ts"
import { useSelection } from "#client/projects/table/use-selection.ts"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { SearchBox } from "#client/ui/search-box.tsx"

export const Route = createFileRoute("/admin/projects")({
  validateSearch: parseTableSearchParams,
  loaderDeps: ({ search }) => toProjectSearch(search),
  head: () => adminHead(adminTitles.projects),
  loader: ({ context: { api }, deps }) => {
    if (isAdmin(api)) void api.projects.search.prefetch(deps)
  },
  component: Screen,
})

function Screen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const openProject = useOpenProject()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const found = useRef<HTMLParagraphElement>(null)
  const params = toProjectSearch(search)
  const { page, ...criteria } = params
  const columns = shownColumns(search.colonnes)
  const { table, deleting, outcome, ...actions } = useProjectTable(params)
  const selection = useSelection(criteria)
  const counts = table.data?.counts ?? (table.isError ? noCounts : undefined)
  const years = table.data?.years ?? []

  function changeSearch(changed: TableSearchParams) {
    actions.clearOutcome()
    void navigate({
      search: { ...search, page: undefined, ...changed },
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }

  function removeFilters(removed: TableSearchParams) {
    changeSearch(removed)
    // The button that was pressed goes.
    found.current?.focus()
  }

  return (
    <>
      <PageHead title={adminTitles.projects}>
        <Link to="/admin/project-form" className="btn btn-primary max-sm:w-full">
          <Icon name="add" />
          {copy.add}
        </Link>
      </PageHead>
      {outcome && <OutcomeMessage outcome={outcome} onDismiss={actions.clearOutcome} />}
      <div className="flex flex-col">
        <Counters
          counters={[
            { label: copy.counters.total, value: counts?.total },
            { label: copy.counters.done, value: counts?.done },
            { label: copy.counters.ongoing, value: counts?.ongoing },
            { label: copy.counters.waiting, value: counts?.waiting },
          ]}
        />
        <div className="mb-4 grid gap-3 max-md:order-first">
          <div className="flex items-center justify-between gap-3 max-sm:flex-wrap">
            <SearchBox
              label={copy.search}
              value={params.search}
              onSearch={(text) => changeSearch({ search: text || undefined })}
            />
            <SortSelect sort={params.sort} onSort={(sort) => changeSearch({ sort })} />
          </div>
          <StateLinks current={params.state} counts={table.data?.states} onFollow={actions.clearOutcome} />
          <div className="flex flex-wrap gap-2">
            <Filters params={search} years={years} onChange={changeSearch} />
            <div className="flex flex-wrap gap-2 max-md:contents xl:ml-auto">
              <ColumnMenu columns={columns} onChange={(colonnes) => changeSearch({ colonnes, page: search.page })} />
              <a
                href={`/api/admin/projects.csv${query}`}
                download
                className="btn border-base-300 bg-base-100 max-sm:px-2.5"
              >
                <Icon name="download" className="size-4.5" />
                {projectFilters.export}
              </a>
            </div>
          </div>
        </div>
      </div>
      <FilterChips
        params={search}
        years={years}
        onChange={removeFilters}
        onClear={() => removeFilters({ ...noFilters })}
      />
      {params.state === "trashed" && <p className="mb-3 text-base-content/80">{projectFilters.trashLead}</p>}
      <p ref={found} tabIndex={-1} aria-live="polite" className="mb-3 min-h-6 text-sm text-base-content/75">
        {table.data && copy.found(table.data)}
      </p>
      {table.isError ? (
        <LoadFailure text={loadingFailure(errors.loading.projects, table.error)} onRetry={() => table.refetch()} />
      ) : table.data?.found === 0 ? (
        <EmptyTable
          search={params.search}
          state={params.state}
          isFiltered={hasFilters(search)}
          onClearSearch={() => changeSearch({ search: undefined })}
          onClearFilters={() => removeFilters({ ...noFilters })}
        />
      ) : (
        <ProjectTable
          projects={table.data?.projects}
          stale={table.isPlaceholderData}
          params={params}
          columns={columns}
          selection={selection}
          onEdit={({ id }) => openProject(id)}
          onDelete={actions.confirmDeletion}
          onRestore={actions.restore}
          onFailure={actions.showFailure}
        />
      )}
      {table.data && <Pager page={page} table={table.data} stale={table.isPlaceholderData} />}
      {deleting && (
        <DeleteDialog
          project={deleting}
          onDeleted={() => {
            actions.finishDeletion(deleting)
            selection.set([deleting.id], false)
          }}
          onClose={actions.cancelDeletion}
        />
      )}
    </>
  )
}
