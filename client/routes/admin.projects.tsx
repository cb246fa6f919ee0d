import { createFileRoute, Link, useRouter } from "@tanstack/react-router"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { useLoadError } from "#client/office/frame/use-load-error.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { Pager } from "#client/office/list/pager.tsx"
import { useListSearch } from "#client/office/list/use-list-search.ts"
import { useSelection } from "#client/office/list/use-selection.ts"
import { useShortcuts } from "#client/office/list/use-shortcuts.tsx"
import { useOpenProject } from "#client/office/projects/selected-project.ts"
import { BulkMessage } from "#client/office/projects/table/bulk-message.tsx"
import { DeleteDialog } from "#client/office/projects/table/delete-dialog.tsx"
import { EmptyTable } from "#client/office/projects/table/empty-table.tsx"
import { Chips } from "#client/office/projects/table/filters.tsx"
import { ListTools } from "#client/office/projects/table/list-tools.tsx"
import { TableOutcomeMessage } from "#client/office/projects/table/outcome-message.tsx"
import { PinnedPanel } from "#client/office/projects/table/pinned-panel.tsx"
import { ProjectTable } from "#client/office/projects/table/project-table.tsx"
import { ProjectToolbar } from "#client/office/projects/table/project-toolbar.tsx"
import { SavedViews } from "#client/office/projects/table/saved-views.tsx"
import { SelectionTools } from "#client/office/projects/table/selection-tools.tsx"
import { shownColumns } from "#client/office/projects/table/table-columns.ts"
import { noCounts } from "#client/office/projects/table/table-rows.ts"
import { nothingFiltered, pins as pinsTexts, projectFilters } from "#client/office/projects/table/texts.ts"
import { useBulkChange } from "#client/office/projects/table/use-bulk-change.ts"
import { usePins } from "#client/office/projects/table/use-pins.ts"
import { useProjectTable } from "#client/office/projects/table/use-project-table.ts"
import { toTableParams, toViewParams } from "#client/office/projects/table/view-params.ts"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import { Counters } from "#client/office/ui/counters.tsx"
import { adminErrors } from "#client/office/ui/failure-texts.ts"
import { LoadFailure } from "#client/office/ui/load-failure.tsx"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
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
            {texts.add}
          </Link>
        )}
      </ScreenHeading>
      {outcome && <TableOutcomeMessage outcome={outcome} onDismiss={actions.clearOutcome} />}
      {bulk.run && <BulkMessage run={bulk.run} onResume={bulk.resume} onUndo={bulk.undo} onDismiss={bulk.dismiss} />}
      <div className="flex flex-col">
        <Counters
          counters={[
            { label: texts.counters.total, value: counts?.total },
            { label: texts.counters.done, value: counts?.done },
            { label: texts.counters.ongoing, value: counts?.ongoing },
            { label: texts.counters.waiting, value: counts?.waiting },
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
        <p className="mb-1 text-base-content/80">{pinsTexts.chooseSector}</p>
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
          nothingFound={texts.nothingFound}
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
