import { createFileRoute, Link } from "@tanstack/react-router"
import { Counters } from "#client/admin/counters.tsx"
import { PageHead } from "#client/admin/page-head.tsx"
import { Pager } from "#client/admin/pager.tsx"
import { adminHead, isAdmin } from "#client/admin/screen.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { errors } from "#client/copy/errors.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useOpenProject } from "#client/projects/selected-project.ts"
import { DeleteDialog } from "#client/projects/table/delete-dialog.tsx"
import { DeletedMessage } from "#client/projects/table/deleted-message.tsx"
import { EmptyTable } from "#client/projects/table/empty-table.tsx"
import { ProjectTable } from "#client/projects/table/project-table.tsx"
import { SortSelect } from "#client/projects/table/sort-select.tsx"
import { noCounts } from "#client/projects/table/table-rows.ts"
import {
  parseTableSearchParams,
  type TableSearchParams,
  toProjectSearch,
} from "#client/projects/table/table-search-params.ts"
import { useProjectTable } from "#client/projects/table/use-project-table.ts"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { SearchBox } from "#client/ui/search-box.tsx"
import { StatusMessage } from "#client/ui/status-message.tsx"

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
  const params = toProjectSearch(search)
  const { table, deleting, deleted, failure, ...actions } = useProjectTable(params)
  const counts = table.data?.counts ?? (table.isError ? noCounts : undefined)

  function changeSearch(changed: TableSearchParams) {
    actions.clearStatus()
    void navigate({
      search: { ...search, page: undefined, ...changed },
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  }

  return (
    <>
      <PageHead title={adminTitles.projects}>
        <Link to="/admin/project-form" className="btn btn-primary max-sm:w-full">
          <Icon name="add" />
          {copy.add}
        </Link>
      </PageHead>
      {deleted && <DeletedMessage project={deleted} onDismiss={actions.clearStatus} />}
      {failure && (
        <StatusMessage tone="error" title={failure.title} onDismiss={actions.clearStatus}>
          {failure.text}
        </StatusMessage>
      )}
      <div className="flex flex-col">
        <Counters
          counters={[
            { label: copy.counters.total, value: counts?.total },
            { label: copy.counters.done, value: counts?.done },
            { label: copy.counters.ongoing, value: counts?.ongoing },
            { label: copy.counters.waiting, value: counts?.waiting },
          ]}
        />
        <div className="mb-4 flex items-center justify-between gap-3 max-md:order-first max-sm:flex-wrap">
          <SearchBox
            label={copy.search}
            value={params.search}
            onSearch={(text) => changeSearch({ search: text || undefined })}
          />
          <SortSelect sort={params.sort} onSort={(sort) => changeSearch({ sort })} />
        </div>
      </div>
      <p aria-live="polite" className="mb-3 min-h-6 text-sm text-base-content/75">
        {table.data && copy.found(table.data)}
      </p>
      {table.isError ? (
        <LoadFailure text={loadingFailure(errors.loading.projects, table.error)} onRetry={() => table.refetch()} />
      ) : table.data?.found === 0 ? (
        <EmptyTable search={params.search} onClear={() => changeSearch({ search: undefined })} />
      ) : (
        <ProjectTable
          projects={table.data?.projects}
          stale={table.isPlaceholderData}
          params={params}
          onEdit={({ id }) => openProject(id)}
          onDelete={actions.confirmDeletion}
          onFailure={actions.showFailure}
        />
      )}
      {table.data && <Pager page={params.page} table={table.data} stale={table.isPlaceholderData} />}
      {deleting && (
        <DeleteDialog
          project={deleting}
          onDeleted={() => actions.finishDeletion(deleting)}
          onClose={actions.cancelDeletion}
        />
      )}
    </>
  )
}
