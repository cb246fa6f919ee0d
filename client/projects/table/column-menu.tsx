import { startTransition, useOptimistic } from "react"
import { projectFilters } from "#client/copy/admin-project-table.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { Dropdown } from "#client/ui/dropdown.tsx"
import { COLUMNS, type Column, formatColumns } from "./table-columns.ts"

interface ColumnMenuProps {
  columns: ReadonlySet<Column>
  /** Gets the value of `?colonnes=`. */
  onChange: (columns: string | undefined) => Promise<void>
}

export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  // The box shows at once what the URL says a moment later.
  const [shown, show] = useOptimistic(columns)

  function toggle(column: Column, isShown: boolean) {
    const chosen = COLUMNS.filter((one) => (one === column ? isShown : shown.has(one)))
    startTransition(async () => {
      show(new Set(chosen))
      await onChange(formatColumns(chosen))
    })
  }

  return (
    <Dropdown label={projectFilters.columns} className="border-base-300 bg-base-100 px-3">
      {() =>
        COLUMNS.map((column) => (
          <label
            key={column}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-base-200"
          >
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={shown.has(column)}
              onChange={({ target }) => toggle(column, target.checked)}
            />
            {projectTable.columns[column]}
          </label>
        ))
      }
    </Dropdown>
  )
}
