import type { ReactNode } from "react"
import { bulk as copy } from "#client/copy/admin-project-table.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Dropdown } from "#client/ui/dropdown.tsx"
import type { FoundCount } from "#server/contract/paging.ts"
import type { BulkAction } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"

interface BulkBarProps {
  count: number
  /** Of what can be selected beyond the page; undefined where that is nothing. */
  found: FoundCount | undefined
  isTrash: boolean
  onSelectFound: () => void
  onDeselect: () => void
  onAction: (action: BulkAction) => void
}

/** What can be done with the selected projects: at the top of the screen, on a phone at its bottom. */
export function BulkBar({ count, found, isTrash, onSelectFound, onDeselect, onAction }: BulkBarProps) {
  return (
    <section
      aria-label={copy.label}
      data-covers="bottom"
      className="z-20 mb-3 grid gap-2 border-primary bg-base-100 p-2 shadow-float max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:mb-0 max-md:border-t md:sticky md:top-18 md:rounded-box md:border lg:top-4"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
        <p aria-live="polite" className="px-2 font-semibold max-md:order-first">
          {copy.selected(count)}
        </p>
        {found && (
          <button
            type="button"
            className="btn btn-ghost px-2 text-primary underline max-md:order-3 underline-offset-4"
            onClick={onSelectFound}
          >
            {copy.selectFound(found)}
          </button>
        )}
        <button
          type="button"
          className="btn btn-ghost ml-auto min-w-11 px-2 font-medium max-md:order-2"
          onClick={onDeselect}
        >
          <Icon name="close" className="size-4" />
          <span className="max-md:sr-only">{copy.deselect}</span>
        </button>
      </div>
      <div className="flex flex-wrap gap-2 max-xs:gap-1">
        {isTrash ? (
          <Action onClick={() => onAction({ kind: "restore" })}>
            <Icon name="retry" className="size-4.5" />
            {copy.actions.restore}
          </Action>
        ) : (
          <ActionsOnLive onAction={onAction} />
        )}
      </div>
    </section>
  )
}

function ActionsOnLive({ onAction }: Pick<BulkBarProps, "onAction">) {
  return (
    <>
      <Action onClick={() => onAction({ kind: "publish" })}>{copy.actions.publish}</Action>
      <Action onClick={() => onAction({ kind: "withdraw" })}>{copy.actions.withdraw}</Action>
      <Choice
        label={copy.actions.status}
        options={STATUSES}
        onChoose={(status) => onAction({ kind: "status", status })}
      />
      <Choice
        label={copy.actions.sector}
        options={SECTORS}
        textOf={(sector) => adminSectors[sector]}
        onChoose={(sector) => onAction({ kind: "sector", sector })}
      />
      <Action tone="btn-error" onClick={() => onAction({ kind: "trash" })}>
        <Icon name="delete" className="size-4.5 max-md:hidden" />
        {copy.actions.trash}
      </Action>
    </>
  )
}

interface ActionProps {
  tone?: string
  onClick: () => void
  children: ReactNode
}

function Action({ tone = "btn-primary", onClick, children }: ActionProps) {
  return (
    <button type="button" className={`btn btn-outline max-xs:px-2.5 ${tone}`} onClick={onClick}>
      {children}
    </button>
  )
}

interface ChoiceProps<Option extends string> {
  label: string
  options: readonly Option[]
  textOf?: (option: Option) => string
  onChoose: (option: Option) => void
}

function Choice<Option extends string>({ label, options, textOf = String, onChoose }: ChoiceProps<Option>) {
  return (
    <Dropdown
      label={
        <>
          {label}
          <Icon name="next" className="size-4 rotate-90" />
        </>
      }
      className="btn-outline btn-primary max-xs:px-2.5"
      placement="above on phones"
    >
      {(close) =>
        options.map((option) => (
          <button
            key={option}
            type="button"
            className="min-h-11 rounded-field px-3 text-left hover:bg-base-200"
            onClick={() => {
              close()
              onChoose(option)
            }}
          >
            {textOf(option)}
          </button>
        ))
      }
    </Dropdown>
  )
}
