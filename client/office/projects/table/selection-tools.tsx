import type { RefObject } from "react"
import { useApi } from "#client/app/api.ts"
import { Icon } from "#client/icons/icon.tsx"
import { editing } from "#client/office/editing/texts.ts"
import { Allowed } from "#client/office/frame/rights.tsx"
import { adminSectors } from "#client/office/french/sectors.ts"
import { SelectPage } from "#client/office/list/select-page.tsx"
import { SelectionAction, SelectionBar, SelectionMenu } from "#client/office/list/selection-bar.tsx"
import { useSelectFound } from "#client/office/list/use-select-found.ts"
import type { Selection } from "#client/office/list/use-selection.ts"
import { projectTable } from "#client/office/projects/texts.ts"
import type { BulkAction, ProjectCriteria, ProjectSearchResult } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { bulk as texts } from "./texts.ts"

interface FoundProjectsProps {
  result: ProjectSearchResult | undefined
  /** Whether the result is that of former criteria or of another page. */
  isStale: boolean
  /** Whether the user searches for words. */
  isSearch: boolean
  selection: Selection
  /** The number of projects found, which takes the focus of removed elements. */
  foundRef: RefObject<HTMLParagraphElement | null>
}

/** Shows the number of projects found, and selects those of the page. */
export function FoundProjects({ result, isStale, isSearch, selection, foundRef }: FoundProjectsProps) {
  return (
    <>
      {result && result.projects.length > 0 && (
        <Allowed to="projects.write">
          <SelectPage ids={pageIds(result, isStale)} selection={selection} />
        </Allowed>
      )}
      <p ref={foundRef} tabIndex={-1} aria-live="polite" className="list-found">
        {result && projectTable.found(result, isSearch)}
      </p>
    </>
  )
}

function pageIds(result: ProjectSearchResult | undefined, isStale: boolean) {
  return isStale ? undefined : result?.projects.map(({ id }) => id)
}

interface ProjectSelectionBarProps extends FoundProjectsProps {
  criteria: ProjectCriteria
  /** Whether other projects are being changed. */
  isBusy: boolean
  onAction: (action: BulkAction) => void
}

/** Offers actions on the selected projects. */
export function ProjectSelectionBar({ criteria, isBusy, onAction, ...found }: ProjectSelectionBarProps) {
  const { result, isStale, selection, foundRef } = found
  const { client } = useApi()
  const selectFound = useSelectFound({
    criteria,
    selection,
    found: result,
    pageIds: pageIds(result, isStale),
    readIds: client.projects.ids.query,
    labelOf: texts.selectFound,
  })
  if (!result || selection.ids.size === 0 || isBusy) return null

  function deselect() {
    selection.clear()
    foundRef.current?.focus()
  }

  return (
    <SelectionBar count={texts.selected(selection.ids.size)} selectFound={selectFound} onDeselect={deselect}>
      {criteria.state === "trashed" ? (
        <SelectionAction onClick={() => onAction({ kind: "restore" })}>
          <Icon name="retry" className="size-4.5" />
          {texts.actions.restore}
        </SelectionAction>
      ) : (
        <ActionsOnLive state={criteria.state} onAction={onAction} />
      )}
    </SelectionBar>
  )
}

/** The actions on projects that are not in the trash. */
function ActionsOnLive({
  state,
  onAction,
}: Pick<ProjectCriteria, "state"> & Pick<ProjectSelectionBarProps, "onAction">) {
  const withdraw = state === "scheduled" ? editing.scheduleDialog.remove : texts.actions.withdraw
  return (
    <>
      <SelectionAction onClick={() => onAction({ kind: "publish" })}>{texts.actions.publish}</SelectionAction>
      <SelectionAction onClick={() => onAction({ kind: "withdraw" })}>{withdraw}</SelectionAction>
      <SelectionMenu
        label={texts.actions.status}
        options={STATUSES}
        onChoose={(status) => onAction({ kind: "status", status })}
      />
      <SelectionMenu
        label={texts.actions.sector}
        options={SECTORS}
        textOf={(sector) => adminSectors[sector]}
        onChoose={(sector) => onAction({ kind: "sector", sector })}
      />
      <SelectionAction tone="btn-error" onClick={() => onAction({ kind: "trash" })}>
        <Icon name="delete" className="size-4.5 max-md:hidden" />
        {texts.actions.trash}
      </SelectionAction>
    </>
  )
}
