import { createFileRoute, Link } from "@tanstack/react-router"
import { Icon } from "#client/icons/icon.tsx"
import { adminTitles } from "#client/office/frame/head-texts.ts"
import { Allowed, useCan } from "#client/office/frame/rights.tsx"
import { adminHead, unparsed } from "#client/office/frame/screen.ts"
import { EmptyList } from "#client/office/list/empty-list.tsx"
import { ListFrame } from "#client/office/list/list-frame.tsx"
import { useListAddress } from "#client/office/list/use-list-address.ts"
import { useSelection } from "#client/office/list/use-selection.ts"
import { useShortcuts } from "#client/office/list/use-shortcuts.tsx"
import { useOpenProject } from "#client/office/projects/selected-project.ts"
import { ChangedStatusNotice } from "#client/office/projects/table/changed-status-notice.tsx"
import { DeleteDialog } from "#client/office/projects/table/delete-dialog.tsx"
import { DeletedProjectNotice, RestoredProjectNotice } from "#client/office/projects/table/deleted-project-notice.tsx"
import { ProjectChips } from "#client/office/projects/table/filters.tsx"
import { PinnedPanel } from "#client/office/projects/table/pinned-panel.tsx"
import { ProjectBulkStatus } from "#client/office/projects/table/project-bulk-status.tsx"
import { ProjectTable } from "#client/office/projects/table/project-table.tsx"
import { ProjectToolbar } from "#client/office/projects/table/project-toolbar.tsx"
import { ProjectTools } from "#client/office/projects/table/project-tools.tsx"
import { SavedViews } from "#client/office/projects/table/saved-views.tsx"
import { FoundProjects, ProjectSelectionBar } from "#client/office/projects/table/selection-tools.tsx"
import { noCounts } from "#client/office/projects/table/table-rows.ts"
import { emptyStates, nothingFiltered, pins as pinsTexts, projectFilters } from "#client/office/projects/table/texts.ts"
import { usePins } from "#client/office/projects/table/use-pins.ts"
import { useProjectChanges } from "#client/office/projects/table/use-project-changes.ts"
import { type TableOutcome, useProjectTable } from "#client/office/projects/table/use-project-table.ts"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import { EmptyState } from "#client/office/ui/empty-state.tsx"
import { adminErrors } from "#client/office/ui/failure-texts.ts"
import { ScreenHeading } from "#client/office/ui/screen-heading.tsx"
import { StatusMessage } from "#client/office/ui/status-message.tsx"
import { PROJECT_COLUMNS } from "#server/contract/project-columns.ts"
import { type ProjectSearchParams, projectAddress } from "#server/contract/project-search-params.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import type { BulkAction } from "#server/contract/projects.ts"

export const Route = createFileRoute("/admin/projects")({
  validateSearch: unparsed<ProjectSearchParams>,
  head: () => adminHead(adminTitles.projects),
  component: Screen,
})

function Screen() {
  const list = useListAddress(projectAddress, Route.useSearch(), Route.useNavigate(), () => actions.clearOutcome())
  const canWrite = useCan()("projects.write")
  const openProject = useOpenProject()
  const { columns: shown, ...params } = list.search
  const columns = shown ?? PROJECT_COLUMNS
  const { page, ...criteria } = params
  const { table, deleting, outcome, ...actions } = useProjectTable(params)
  const selection = useSelection(criteria)
  const bulk = useProjectChanges()
  const pinSector = canWrite && params.state === "published" ? params.sector : undefined
  const pins = usePins(pinSector, actions.showFailure)
  const { openHelp, help } = useShortcuts({
    names: ["projet", "projets"],
    onOpen: canWrite && params.state !== "trashed" ? openProject : undefined,
    onToggle: canWrite ? selection.toggle : undefined,
  })
  const found = {
    result: table.data,
    isStale: table.isPlaceholderData,
    isSearch: params.search !== "",
    selection,
    foundRef: list.foundRef,
  }
  const counts = table.data?.counts ?? (table.errorUpdateCount > 0 ? noCounts : undefined)

  function changeSelected(action: BulkAction) {
    actions.clearOutcome()
    void bulk.start(action, [...selection.ids])
    selection.clear()
  }

  return (
    <>
      <ScreenHeading
        title={adminTitles.projects}
        figures={[
          { label: texts.counters.total, value: counts?.total },
          { label: texts.counters.done, value: counts?.done },
          { label: texts.counters.ongoing, value: counts?.ongoing },
          { label: texts.counters.waiting, value: counts?.waiting },
        ]}
      >
        {canWrite && (
          <Link to="/admin/project-form" className="btn btn-primary">
            <Icon name="add" />
            {texts.add}
          </Link>
        )}
      </ScreenHeading>
      {outcome?.kind === "status" && (
        <ChangedStatusNotice
          key={outcome.project.version}
          {...outcome}
          params={params}
          onStatus={actions.showStatus}
          onDismiss={actions.clearOutcome}
        />
      )}
      {outcome && outcome.kind !== "status" && (
        <TableOutcomeMessage outcome={outcome} onDismiss={actions.clearOutcome} />
      )}
      {bulk.run && (
        <ProjectBulkStatus run={bulk.run} onResume={bulk.resume} onUndo={bulk.undo} onDismiss={bulk.dismiss} />
      )}
      <ProjectToolbar
        params={list.params}
        result={table.data}
        onChange={list.change}
        onFollow={actions.clearOutcome}
        tools={
          <ProjectTools
            columns={columns}
            onColumns={(columns) => {
              const { colonnes } = projectAddress.fromSearch({ columns: [...columns] })
              return list.change({ colonnes, page: list.params.page })
            }}
            onHelp={openHelp}
          >
            <SavedViews
              params={{ ...criteria, columns: shown, search: list.params.search, sort: list.params.sort }}
              onOpen={(view) => list.change(projectAddress.fromSearch(view))}
            />
          </ProjectTools>
        }
      >
        <FoundProjects {...found} />
      </ProjectToolbar>
      <ProjectChips
        params={list.params}
        years={table.data?.years ?? []}
        onChange={list.removeFilters}
        onClear={list.clearFilters}
      />
      {params.state === "trashed" && <p className="mb-3 text-base-content/80">{projectFilters.trashLead}</p>}
      {pinSector && <PinnedPanel sector={pinSector} pins={pins} />}
      {canWrite && params.state === "published" && !pinSector && (
        <p className="mb-1 text-base-content/80">{pinsTexts.chooseSector}</p>
      )}
      <ProjectSelectionBar {...found} criteria={criteria} isBusy={bulk.isBusy} onAction={changeSelected} />
      <ListFrame
        query={table}
        failed={adminErrors.loading.projects}
        page={page}
        empty={
          <EmptyList list={list} nothingFound={texts.nothingFound} nothingFiltered={nothingFiltered}>
            <EmptyTable state={params.state} />
          </EmptyList>
        }
      >
        {(data, isStale) => (
          <ProjectTable
            projects={data?.projects}
            isStale={isStale}
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
            onStatus={actions.showStatus}
            onFailure={actions.showFailure}
            pins={pinSector && pins}
          />
        )}
      </ListFrame>
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

interface EmptyTableProps {
  state: ProjectState | undefined
}

function EmptyTable({ state }: EmptyTableProps) {
  if (state) return <EmptyState icon={state === "trashed" ? "delete" : "building"} {...emptyStates[state]} />
  return (
    <EmptyState icon="building" title={texts.none.title} text={texts.none.text}>
      <Allowed to="projects.write">
        <Link to="/admin/project-form" className="btn btn-primary">
          <Icon name="add" />
          {texts.none.action}
        </Link>
      </Allowed>
    </EmptyState>
  )
}

interface TableOutcomeMessageProps {
  outcome: Exclude<TableOutcome, { kind: "status" }>
  onDismiss: () => void
}

function TableOutcomeMessage({ outcome, onDismiss }: TableOutcomeMessageProps) {
  switch (outcome.kind) {
    case "deleted":
      return <DeletedProjectNotice key={outcome.project.id} project={outcome.project} onDismiss={onDismiss} />
    case "restored":
      return <RestoredProjectNotice name={outcome.name} onDismiss={onDismiss} />
    case "failed":
      return (
        <StatusMessage tone="error" title={outcome.failure.title} onDismiss={onDismiss}>
          {outcome.failure.text}
        </StatusMessage>
      )
  }
}
