import type { ReactNode } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { takeFocus } from "#client/office/ui/take-focus.ts"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { type ImportedColumn, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import type { ImportRow } from "#server/contract/project-import.ts"
import { importFile, importPreview as texts } from "./texts.ts"

interface PreviewRowProps {
  row: ImportRow
  columns: readonly ImportedColumn[]
  takesFocus: boolean
}

/** A table row from xl up, and a card below. */
export function PreviewRow({ row, columns, takesFocus }: PreviewRowProps) {
  const { line, values, errors, action = "create", current } = row
  const isFaulty = errors.length > 0
  const messageOf = (field: ImportedColumn | null) => errors.find((error) => error.field === field)?.message
  return (
    <tr
      ref={takesFocus ? takeFocus : undefined}
      tabIndex={takesFocus ? -1 : undefined}
      className={`align-top max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-5 max-xl:gap-y-3 max-xl:rounded-box max-xl:border max-xl:p-4 xl:text-sm ${isFaulty ? "bg-[#fcf2f1] max-xl:border-error/50" : "max-xl:border-base-300 max-xl:bg-base-100"}`}
    >
      <th scope="row" className="text-left font-semibold tabular-nums xl:py-3 xl:pr-2 xl:pl-5 xl:font-normal">
        <span className="xl:hidden">{texts.lineNumber(line)}</span>
        <span className="max-xl:hidden">{line}</span>
      </th>
      <td className="max-xl:justify-self-end xl:px-2 xl:py-3">
        <span
          className={`flex items-center gap-1.5 font-medium whitespace-nowrap ${isFaulty ? "text-error" : "text-success"}`}
        >
          <Icon name={isFaulty ? "alert" : "done"} className="size-5 shrink-0" />
          {isFaulty ? texts.faulty : texts.actions[action]}
        </span>
        {current !== undefined && current !== values.name?.trim() && (
          <span className="mt-1 block text-sm text-base-content/75 wrap-anywhere">{texts.current(current)}</span>
        )}
      </td>
      {columns.map((column) => (
        <Cell
          key={column}
          column={column}
          value={values[column] ?? ""}
          error={messageOf(column) ?? (column === "name" ? messageOf(null) : undefined)}
        />
      ))}
    </tr>
  )
}

/** The kinds of columns that take the whole width of a card at some widths. */
const spans: Partial<Record<FieldInfo["kind"], string>> = {
  line: "max-sm:col-span-2",
  text: "max-xl:col-span-2",
  pictures: "max-xl:col-span-2",
}

/** Returns the kind of the field in a column; the texts of pictures stand beside their names. */
export function kindOf(column: ImportedColumn): FieldInfo["kind"] {
  return column === "alts" ? "pictures" : PROJECT_FIELDS[column].kind
}

function Cell({ column, value, error }: { column: ImportedColumn; value: string; error: string | undefined }) {
  const text = value.trim()
  return (
    <td
      className={`min-w-0 xl:px-2 xl:py-3 xl:last:pr-5 ${text || error ? "" : "max-xl:hidden"} ${spans[kindOf(column)] ?? ""}`}
    >
      <span className="block text-sm text-base-content/75 xl:hidden">{PROJECT_CSV_TITLES[column]}</span>
      <span className={`line-clamp-3 whitespace-pre-line wrap-anywhere ${column === "name" ? "font-semibold" : ""}`}>
        {text || (error && <span className="font-normal text-base-content/75">{texts.empty}</span>)}
      </span>
      <CellError>{error}</CellError>
      {error && kindOf(column) === "choice" && (
        <p className="mt-1 text-sm text-base-content/75">{importFile.columns[column]}</p>
      )}
    </td>
  )
}

function CellError({ children }: { children: ReactNode }) {
  if (!children) return null
  return <p className="mt-1 text-sm font-medium text-error wrap-anywhere">{children}</p>
}
