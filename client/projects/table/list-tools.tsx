import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { shortcuts } from "#client/copy/admin-lists.ts"
import { projectFilters } from "#client/copy/admin-project-table.ts"
import { Icon } from "#client/icons/icon.tsx"
import { useExportUrl } from "#client/list/use-export-url.ts"
import { Allowed } from "#client/rights.tsx"
import { ColumnMenu } from "./column-menu.tsx"
import type { Column } from "./table-columns.ts"

interface ListToolsProps {
  columns: ReadonlySet<Column>
  /** Gets the value of `?colonnes=`. */
  onColumns: (columns: string | undefined) => Promise<void>
  onHelp: () => void
  /** Stands before the other tools. */
  children: ReactNode
}

/** Tools for the list's columns and views, its files and its keys. */
export function ListTools({ columns, onColumns, onHelp, children }: ListToolsProps) {
  const exportUrl = useExportUrl("/api/admin/projects.csv")
  return (
    <div className="flex flex-wrap gap-2 md:ml-auto">
      {children}
      <ColumnMenu columns={columns} onChange={onColumns} />
      <a href={exportUrl} download className="btn border-base-300 bg-base-100 px-3">
        <Icon name="download" className="size-4.5" />
        {projectFilters.export}
      </a>
      <Allowed to="projects.write">
        <Link to="/admin/projects-import" className="btn border-base-300 bg-base-100 px-3">
          <Icon name="upload" className="size-4.5" />
          {projectFilters.import}
        </Link>
      </Allowed>
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
