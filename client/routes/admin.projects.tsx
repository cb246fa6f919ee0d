import { createFileRoute, Link, useRouter } from "@tanstack/react-router"
import { Pager } from "#client/admin/pager.tsx"
import { adminHead, unparsed } from "#client/admin/screen.ts"
import { adminErrors } from "#client/copy/admin-errors.ts"
import { adminTitles } from "#client/copy/admin-heads.ts"
import { nothingFiltered, pins as pinsCopy, projectFilters } from "#client/copy/admin-project-table.ts"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import { loadingFailure } from "#client/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { EmptyList } from "#client/list/empty-list.tsx"
import { useListSearch } from "#client/list/use-list-search.ts"
import { useSelection } from "#client/list/use-selection.ts"
import { useShortcuts } from "#client/list/use-shortcuts.tsx"
import { useOpenProject } from "#client/projects/selected-project.ts"
import { BulkMessage } from "#client/projects/table/bulk-message.tsx"
import { DeleteDialog } from "#client/projects/table/delete-dialog.tsx"
import { EmptyTable } from "#client/projects/table/empty-table.tsx"
import { Chips } from "#client/projects/table/filters.tsx"
import { ListTools } from "#client/projects/table/list-tools.tsx"
import { TableOutcomeMessage } from "#client/projects/table/outcome-message.tsx"
import { PinnedPanel } from "#client/projects/table/pinned-panel.tsx"
import { ProjectTable } from "#client/projects/table/project-table.tsx"
import { ProjectToolbar } from "#client/projects/table/project-toolbar.tsx"
import { SavedViews } from "#client/projects/table/saved-views.tsx"
import { SelectionTools } from "#client/projects/table/selection-tools.tsx"
import { shownColumns } from "#client/projects/table/table-columns.ts"
import { noCounts } from "#client/projects/table/table-rows.ts"
import { useBulkChange } from "#client/projects/table/use-bulk-change.ts"
import { usePins } from "#client/projects/table/use-pins.ts"
import { useProjectTable } from "#client/projects/table/use-project-table.ts"
import { toTableParams, toViewParams } from "#client/projects/table/view-params.ts"
import { useCan } from "#client/rights.tsx"
import { Counters } from "#client/ui/counters.tsx"
import { LoadFailure } from "#client/ui/load-failure.tsx"
import { ScreenHeading } from "#client/ui/screen-heading.tsx"
import { useLoadError } from "#client/use-load-error.ts"
import {
  countProjectFilters,
  noProjectFilters,
  type ProjectSearchParams,
  parseProjectSearchParams,
  toProjectSearch,
} from "#server/contract/project-search-params.ts"
import type { BulkAction } from "#server/contract/projects.ts"

export const Route = createFileRoute("/admin/projects")({
  validateSearch: unparsed<ProjectSearchParams>,
  head: () => adminHead(adminTitles.projects),
  component: Screen,
})

function Screen() {
  const search = parseProjectSearchParams({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const router = useRouter()
  const canWrite = useCan()("projects.write")
  const openProject = useOpenProject()
  const params = toProjectSearch(search)
  const { page, ...criteria } = params
  const columns = shownColumns(search.colonnes)
  const { table, deleting, outcome, ...actions } = useProjectTable(params)
  const { foundRef, changeSearch, removeFilters } = useListSearch(
    parseProjectSearchParams,
    navigate,
    actions.clearOutcome,
  )
  const failure = useLoadError(table)
  const selection = useSelection(criteria)
  const bulk = useBulkChange()
  const pinSector = canWrite && params.state === "published" ? params.sector : undefined
  const pins = usePins(pinSector, actions.showFailure)
  const { openHelp, help } = useShortcuts({
    names: ["projet", "projets"],
    onOpen: canWrite && params.state !== "trashed" ? openProject : undefined,
    onToggle: canWrite ? selection.toggle : undefined,
  })
  const counts = table.data?.counts ?? (failure ? noCounts : undefined)

  function changeSelected(action: BulkAction) {
    actions.clearOutcome()
    void bulk.start(action, [...selection.ids])
    selection.clear()
  }

  return (
    <>
      <ScreenHeading title={adminTitles.projects}>
        {canWrite && (
          <Link to="/admin/project-form" className="btn btn-primary max-sm:w-full">
            <Icon name="add" />
            {copy.add}
          </Link>
        )}
      </ScreenHeading>
      {outcome && <TableOutcomeMessage outcome={outcome} onDismiss={actions.clearOutcome} />}
      {bulk.run && <BulkMessage run={bulk.run} onResume={bulk.resume} onUndo={bulk.undo} onDismiss={bulk.dismiss} />}
      <div className="flex flex-col">
        <Counters
          counters={[
            { label: copy.counters.total, value: counts?.total },
            { label: copy.counters.done, value: counts?.done },
            { label: copy.counters.ongoing, value: counts?.ongoing },
            { label: copy.counters.waiting, value: counts?.waiting },
          ]}
        />
        <ProjectToolbar params={search} result={table.data} onChange={changeSearch} onFollow={actions.clearOutcome} />
      </div>
      <Chips
        params={search}
        years={table.data?.years ?? []}
        onChange={removeFilters}
        onClear={() => removeFilters(noProjectFilters)}
      />
      {params.state === "trashed" && <p className="mb-3 text-base-content/80">{projectFilters.trashLead}</p>}
      {pinSector && <PinnedPanel sector={pinSector} pins={pins} />}
      {canWrite && params.state === "published" && !pinSector && (
        <p className="mb-1 text-base-content/80">{pinsCopy.chooseSector}</p>
      )}
      <SelectionTools
        result={table.data}
        isStale={table.isPlaceholderData}
        criteria={criteria}
        selection={selection}
        isBusy={bulk.isBusy}
        foundRef={foundRef}
        onAction={changeSelected}
      >
        <ListTools
          columns={columns}
          onColumns={(colonnes) => changeSearch({ colonnes, page: search.page })}
          onHelp={openHelp}
        >
          <SavedViews
            params={toViewParams(search)}
            hrefOf={(view) => router.buildLocation({ to: Route.fullPath, search: toTableParams(view) }).href}
            onOpen={(view) => changeSearch(toTableParams(view))}
          />
        </ListTools>
      </SelectionTools>
      {failure && (
        <LoadFailure text={loadingFailure(adminErrors.loading.projects, failure)} onRetry={() => table.refetch()} />
      )}
      {failure && !table.data ? null : table.data?.found === 0 ? (
        <EmptyList
          search={params.search}
          isFiltered={countProjectFilters(search) > 0}
          nothingFound={copy.nothingFound}
          nothingFiltered={nothingFiltered}
          onClearSearch={() => changeSearch({ search: undefined })}
          onClearFilters={() => removeFilters(noProjectFilters)}
        >
          <EmptyTable state={params.state} />
        </EmptyList>
      ) : (
        <ProjectTable
          projects={table.data?.projects}
          isStale={table.isPlaceholderData}
          params={params}
          columns={columns}
          selection={selection}
          onEdit={({ id }) => openProject(id)}
          onDelete={(project) => {
            bulk.dismiss()
            actions.confirmDeletion(project)
          }}
          onRestore={(project) => {
            bulk.dismiss()
            actions.restore(project)
            selection.set([project.id], false)
          }}
          onFailure={actions.showFailure}
          pins={pinSector && pins}
        />
      )}
      {table.data && <Pager page={page} result={table.data} isStale={table.isPlaceholderData} />}
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
      {help}
    </>
  )
}
