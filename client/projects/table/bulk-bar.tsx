import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { Icon } from "#client/icons/icon.tsx"
import { SelectionAction, SelectionBar, SelectionMenu } from "#client/list/selection-bar.tsx"
import type { SelectFound } from "#client/list/use-select-found.ts"
import type { BulkAction } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"

interface BulkBarProps {
  count: number
  selectFound: SelectFound | undefined
  isTrash: boolean
  onDeselect: () => void
  onAction: (action: BulkAction) => void
}

/** Offers the actions on the selected projects. */
export function BulkBar({ count, selectFound, isTrash, onDeselect, onAction }: BulkBarProps) {
  return (
    <SelectionBar count={copy.selected(count)} selectFound={selectFound} onDeselect={onDeselect}>
      {isTrash ? (
        <SelectionAction onClick={() => onAction({ kind: "restore" })}>
          <Icon name="retry" className="size-4.5" />
          {copy.actions.restore}
        </SelectionAction>
      ) : (
        <ActionsOnLive onAction={onAction} />
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
