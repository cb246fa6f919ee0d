import { Link } from "@tanstack/react-router"
import { type ReactNode, startTransition, useOptimistic } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { Allowed } from "#client/office/frame/rights.tsx"
import { useExportUrl } from "#client/office/list/use-export-url.ts"
import { ShortcutsButton } from "#client/office/list/use-shortcuts.tsx"
import { projectTable } from "#client/office/projects/texts.ts"
import { Dropdown } from "#client/office/ui/dropdown.tsx"
import { PROJECT_COLUMNS, type ProjectColumn } from "#server/contract/project-columns.ts"
import { projectFilters } from "./texts.ts"

interface ProjectToolsProps {
  columns: readonly ProjectColumn[]
  onColumns: (columns: readonly ProjectColumn[]) => Promise<void>
  onHelp: () => void
  /** They stand before the other tools. */
  children: ReactNode
}

/** Menus for columns and views, links to import and export, and the keyboard shortcuts. */
export function ProjectTools({ columns, onColumns, onHelp, children }: ProjectToolsProps) {
  const exportUrl = useExportUrl("/api/admin/projects.csv")
  return (
    <>
      {children}
      {/* On a phone, they share a line. */}
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <ColumnMenu columns={columns} onChange={onColumns} />
        <a href={exportUrl} download className={`btn ${tool}`}>
          <Icon name="download" className="size-4.5 max-sm:hidden" />
          {projectFilters.export}
        </a>
        <Allowed to="projects.write">
          <Link to="/admin/projects-import" className={`btn ${tool}`}>
            <Icon name="upload" className="size-4.5 max-sm:hidden" />
            {projectFilters.import}
          </Link>
        </Allowed>
      </div>
      <ShortcutsButton onClick={onHelp} />
    </>
  )
}

const tool = "border-base-300 bg-base-100 px-3 max-sm:px-2 max-sm:text-sm"

interface ColumnMenuProps {
  columns: readonly ProjectColumn[]
  onChange: (columns: readonly ProjectColumn[]) => Promise<void>
}

function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  // The checkbox shows the change at once, before the URL changes.
  const [shown, show] = useOptimistic(columns)

  function toggle(column: ProjectColumn, isShown: boolean) {
    const chosen = PROJECT_COLUMNS.filter((one) => (one === column ? isShown : shown.includes(one)))
    startTransition(async () => {
      show(chosen)
      await onChange(chosen)
    })
  }

  return (
    <Dropdown label={projectFilters.columns} className={`${tool} max-sm:w-full`}>
      {() =>
        PROJECT_COLUMNS.map((column) => (
          <label
            key={column}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-base-200"
          >
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={shown.includes(column)}
              onChange={({ target }) => toggle(column, target.checked)}
            />
            {projectTable.columns[column]}
          </label>
        ))
      }
    </Dropdown>
  )
}
