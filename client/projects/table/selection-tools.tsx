import type { ReactNode, RefObject } from "react"
import { useApi } from "#client/api.ts"
import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { SelectPage } from "#client/list/select-page.tsx"
import { useSelectFound } from "#client/list/use-select-found.ts"
import type { Selection } from "#client/list/use-selection.ts"
import { Allowed } from "#client/rights.tsx"
import type { BulkAction, ProjectCriteria, ProjectSearchResult } from "#server/contract/projects.ts"
import { BulkBar } from "./bulk-bar.tsx"

interface SelectionToolsProps {
  /** Undefined while it loads. */
  result: ProjectSearchResult | undefined
  /** Whether those of former criteria or of another page are shown while it loads. */
  isStale: boolean
  criteria: ProjectCriteria
  selection: Selection
  /** Whether other projects are being changed. */
  isBusy: boolean
  /** The number of projects found, which takes the focus of what disappears. */
  foundRef: RefObject<HTMLParagraphElement | null>
  onAction: (action: BulkAction) => void
  /** Stands beside the number. */
  children: ReactNode
}

/** The number of projects found, and what can be done with those that are selected. */
export function SelectionTools({
  result,
  isStale,
  criteria,
  selection,
  isBusy,
  foundRef,
  onAction,
  children,
}: SelectionToolsProps) {
  const { client } = useApi()
  const pageIds = isStale ? undefined : result?.projects.map(({ id }) => id)
  const selectFound = useSelectFound({
    criteria,
    selection,
    found: result,
    pageIds,
    readIds: client.projects.ids.query,
    labelOf: copy.selectFound,
  })

  function deselect() {
    selection.clear()
    foundRef.current?.focus()
  }

  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        {result && result.projects.length > 0 && (
          <Allowed to="projects.write">
            <SelectPage ids={pageIds} selection={selection} />
          </Allowed>
        )}
        <p ref={foundRef} tabIndex={-1} aria-live="polite" className="min-h-6 text-sm text-base-content/75">
          {result && projectTable.found(result)}
        </p>
        {children}
      </div>
      {result && selection.ids.size > 0 && !isBusy && (
        <BulkBar
          count={selection.ids.size}
          selectFound={selectFound}
          isTrash={criteria.state === "trashed"}
          onDeselect={deselect}
          onAction={onAction}
        />
      )}
    </>
  )
}
