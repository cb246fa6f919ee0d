import { useLocation } from "@tanstack/react-router"
import { projectFilters, shortcuts } from "#client/copy/admin-project-table.ts"
import { Icon } from "#client/icons/icon.tsx"
import { ColumnMenu } from "./column-menu.tsx"
import type { Column } from "./table-columns.ts"

interface ListToolsProps {
  columns: ReadonlySet<Column>
  /** With the value of `?colonnes=`. */
  onColumns: (columns: string | undefined) => void
  onHelp: () => void
}

/** What the list shows, its export and its keys. */
export function ListTools({ columns, onColumns, onHelp }: ListToolsProps) {
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  return (
    <div className="flex flex-wrap gap-2 md:ml-auto">
      <ColumnMenu columns={columns} onChange={onColumns} />
      <a href={`/api/admin/projects.csv${query}`} download className="btn border-base-300 bg-base-100 px-3">
        <Icon name="download" className="size-4.5" />
        {projectFilters.export}
      </a>
      <button
        type="button"
        aria-haspopup="dialog"
        className="btn border-base-300 bg-base-100 px-3 max-md:hidden"
        onClick={onHelp}
      >
        {shortcuts.open}
      </button>
    </div>
  )
}
