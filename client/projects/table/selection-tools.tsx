import { useMutation } from "@tanstack/react-query"
import type { ReactNode, RefObject } from "react"
import { useApi } from "#client/api.ts"
import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { loadingFailure } from "#client/failures.ts"
import { SelectPage } from "#client/list/select-page.tsx"
import type { Selection } from "#client/list/use-selection.ts"
import type { Failure } from "#client/projects/save-error.ts"
import { Allowed } from "#client/rights.tsx"
import type { BulkAction, ProjectCriteria, ProjectSearchResult } from "#server/contract/projects.ts"
import { BulkBar } from "./bulk-bar.tsx"

interface SelectionToolsProps {
  /** Undefined while it loads. */
  table: ProjectSearchResult | undefined
  criteria: ProjectCriteria
  selection: Selection
  /** While others are being changed. */
  isBusy: boolean
  /** The number of projects found, which takes the focus of what disappears. */
  foundRef: RefObject<HTMLParagraphElement | null>
  onAction: (action: BulkAction) => void
  onFailure: (failure: Failure) => void
  /** Beside the number. */
  children: ReactNode
}

type Asked = Pick<Selection, "set"> & { criteria: ProjectCriteria }

/** The number of projects found, and what can be done with those that are selected. */
export function SelectionTools({ table, criteria, selection, isBusy, foundRef, children, ...on }: SelectionToolsProps) {
  const { client } = useApi()
  const { ids } = selection
  const isPageSelected = table?.projects.every(({ id }) => ids.has(id)) ?? false
  const isMoreFound = table !== undefined && (table.foundIsCapped || table.found > ids.size)

  const selectFound = useMutation({
    mutationFn: (asked: Asked) => client.projects.ids.query(asked.criteria),
    // The selection of the criteria that were asked for, which others may have replaced meanwhile.
    onSuccess: (found, { set }) => set(found, true),
    onError: (error) => on.onFailure({ text: loadingFailure(copy.selectionFailed, error) }),
  })

  function deselect() {
    selection.clear()
    foundRef.current?.focus()
  }

  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        {table && table.projects.length > 0 && (
          <Allowed to="projects.write">
            <SelectPage ids={table.projects.map(({ id }) => id)} selection={selection} />
          </Allowed>
        )}
        <p ref={foundRef} tabIndex={-1} aria-live="polite" className="min-h-6 text-sm text-base-content/75">
          {table && projectTable.found(table)}
        </p>
        {children}
      </div>
      {table && ids.size > 0 && !isBusy && (
        <BulkBar
          count={ids.size}
          found={isPageSelected && isMoreFound ? table : undefined}
          isTrash={criteria.state === "trashed"}
          isSelecting={selectFound.isPending}
          onSelectFound={() => selectFound.mutate({ criteria, set: selection.set })}
          onDeselect={deselect}
          onAction={on.onAction}
        />
      )}
    </>
  )
}
