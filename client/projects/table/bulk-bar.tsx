import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SelectionAction, SelectionBar, SelectionMenu } from "#client/list/selection-bar.tsx"
import type { FoundCount } from "#server/contract/paging.ts"
import type { BulkAction } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"

interface BulkBarProps {
  count: number
  /** Of what can be selected beyond the page; undefined where that is nothing. */
  found: FoundCount | undefined
  isTrash: boolean
  isSelecting: boolean
  onSelectFound: () => void
  onDeselect: () => void
  onAction: (action: BulkAction) => void
}

/** What can be done with the selected projects. */
export function BulkBar({ count, found, isTrash, isSelecting, onDeselect, ...on }: BulkBarProps) {
  return (
    <SelectionBar
      count={copy.selected(count)}
      more={found && { label: copy.selectFound(found), isLoading: isSelecting, onSelect: on.onSelectFound }}
      onDeselect={onDeselect}
    >
      {isTrash ? (
        <SelectionAction onClick={() => on.onAction({ kind: "restore" })}>
          <Icon name="retry" className="size-4.5" />
          {copy.actions.restore}
        </SelectionAction>
      ) : (
        <ActionsOnLive onAction={on.onAction} />
      )}
    </SelectionBar>
  )
}

function ActionsOnLive({ onAction }: Pick<BulkBarProps, "onAction">) {
  return (
    <>
      <SelectionAction onClick={() => onAction({ kind: "publish" })}>{copy.actions.publish}</SelectionAction>
      <SelectionAction onClick={() => onAction({ kind: "withdraw" })}>{copy.actions.withdraw}</SelectionAction>
      <SelectionMenu
        label={copy.actions.status}
        options={STATUSES}
        onChoose={(status) => onAction({ kind: "status", status })}
      />
      <SelectionMenu
        label={copy.actions.sector}
        options={SECTORS}
        textOf={(sector) => adminSectors[sector]}
        onChoose={(sector) => onAction({ kind: "sector", sector })}
      />
      <SelectionAction tone="btn-error" onClick={() => onAction({ kind: "trash" })}>
        <Icon name="delete" className="size-4.5 max-md:hidden" />
        {copy.actions.trash}
      </SelectionAction>
    </>
  )
}
