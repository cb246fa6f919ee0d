import { projectFilters } from "#client/copy/admin-project-table.ts"
import { projectTable } from "#client/copy/admin-projects.ts"
import { Dropdown } from "#client/ui/dropdown.tsx"
import { COLUMNS, type Column, formatColumns } from "./table-columns.ts"

interface ColumnMenuProps {
  columns: ReadonlySet<Column>
  /** With the value of `?colonnes=`. */
  onChange: (columns: string | undefined) => void
}

export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
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
              checked={columns.has(column)}
              onChange={({ target }) =>
                onChange(formatColumns(COLUMNS.filter((one) => (one === column ? target.checked : columns.has(one)))))
              }
            />
            {projectTable.columns[column]}
          </label>
        ))
      }
    </Dropdown>
  )
}
