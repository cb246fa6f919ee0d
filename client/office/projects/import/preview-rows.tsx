import { useId, useState } from "react"
import { formatNumber } from "#client/office/french/pluralize.ts"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { IMPORTED_COLUMNS, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import type { ImportRow, ProjectImport } from "#server/contract/project-import.ts"
import { kindOf, PreviewRow } from "./preview-row.tsx"
import { importPreview as texts } from "./texts.ts"

const widths: Partial<Record<FieldInfo["kind"], string>> = {
  line: "w-[12%]",
  text: "w-[13%]",
  choice: "w-[11%]",
  number: "w-[7%]",
  date: "w-[8%]",
  pictures: "w-[12%]",
}

/** The number of rows that a browser renders without a noticeable pause. */
const CHUNK_SIZE = 100

export function PreviewRows({ found: { rows, columns, valid, invalid } }: { found: ProjectImport }) {
  const [onlyErrors, setOnlyErrors] = useState(false)
  const [limit, setLimit] = useState(CHUNK_SIZE)
  const titleId = useId()
  const isKept = ({ action }: ImportRow) => action === "keep"
  const ordered = [...rows.filter((row) => !isKept(row)), ...rows.filter(isKept)]
  const matching = onlyErrors ? ordered.filter(({ errors }) => errors.length > 0) : ordered
  const shown = matching.slice(0, limit)
  const shownColumns = IMPORTED_COLUMNS.filter((column) => columns.includes(column))

  return (
    <section aria-labelledby={titleId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={titleId} className="text-xl">
          {texts.rows}
        </h2>
        {invalid > 0 && valid > 0 && (
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              checked={onlyErrors}
              className="size-5 shrink-0 accent-primary"
              onChange={({ target }) => {
                setOnlyErrors(target.checked)
                setLimit(CHUNK_SIZE)
              }}
            />
            {texts.onlyErrors}
          </label>
        )}
        <p aria-live="polite" className="min-h-6 basis-full text-sm text-base-content/75">
          {texts.shown(shown.length, rows.length)}
        </p>
      </div>
      <div className="xl:overflow-hidden xl:rounded-box xl:border xl:border-base-300 xl:bg-base-100">
        <table aria-labelledby={titleId} className="w-full max-xl:block xl:table-fixed">
          <thead className="max-xl:sr-only">
            <tr className="border-b border-base-300 text-left text-sm">
              <Head width="w-[7%]">{texts.line}</Head>
              <Head width="w-[12%]">{texts.check}</Head>
              {shownColumns.map((column) => (
                <Head key={column} width={widths[kindOf(column)]}>
                  {PROJECT_CSV_TITLES[column]}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody className="max-xl:grid max-xl:gap-3 xl:divide-y xl:divide-base-300">
            {shown.map((row, index) => (
              <PreviewRow
                key={row.line}
                row={row}
                columns={shownColumns}
                takesFocus={index > 0 && index === limit - CHUNK_SIZE}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < matching.length && (
        <button type="button" className="btn btn-outline mt-4 w-full" onClick={() => setLimit(limit + CHUNK_SIZE)}>
          {texts.more} ({formatNumber(matching.length - shown.length)})
        </button>
      )}
    </section>
  )
}

function Head({ width = "", children }: { width: string | undefined; children: string }) {
  return (
    <th scope="col" className={`px-2 py-3 font-semibold first:pl-5 last:pr-5 ${width}`}>
      {children}
    </th>
  )
}
