import { useId } from "react"
import { importFile as copy } from "#client/copy/admin-import.ts"
import { Icon } from "#client/icons/icon.tsx"
import {
  IMPORTED_COLUMNS,
  type ImportedColumn,
  PROJECT_CSV_TITLES,
  REQUIRED_COLUMNS,
} from "#server/contract/project-csv.ts"

const required: readonly ImportedColumn[] = REQUIRED_COLUMNS

/** Explains the columns of a file, with a file to start from. */
export function FileGuide() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          {copy.guide}
        </h2>
        <a href="/api/admin/projects-template.csv" download className="btn btn-outline btn-primary max-sm:w-full">
          <Icon name="down" />
          {copy.template}
        </a>
      </div>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        {IMPORTED_COLUMNS.map((column) => (
          <div key={column} className="gap-x-4 py-2.5 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="font-semibold">
              {PROJECT_CSV_TITLES[column]}{" "}
              <span className="text-sm font-normal text-base-content/75 sm:block">
                {required.includes(column) ? copy.mandatory : copy.optional}
              </span>
            </dt>
            <dd className="text-base-content/80">{copy.columns[column]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-base-content/75">{copy.order}</p>
    </section>
  )
}
