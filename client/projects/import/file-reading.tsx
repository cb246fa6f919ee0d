import { useQuery } from "@tanstack/react-query"
import { fileReading as copy } from "#client/copy/admin-import.ts"
import { CSV_ENCODINGS, CSV_SEPARATORS, type CsvSeparator } from "#server/contract/csv.ts"
import type { CsvChoice, CsvReading } from "#server/contract/project-import.ts"
import { type CsvFile, sendReading } from "./csv-file.ts"

interface FileReadingProps {
  file: CsvFile
  reading: CsvReading
  isDisabled: boolean
  onChoose: (file: CsvFile) => void
}

/** Says what was taken for the file's encoding and separator, with its first rows, and lets one choose others. */
export function FileReading({ file, reading, isDisabled, onChoose }: FileReadingProps) {
  const choose = (choice: CsvChoice) => onChoose({ ...file, choice: { ...file.choice, ...choice } })
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <label className="grid gap-1 text-sm font-medium max-sm:w-full">
          {copy.encoding}
          <select
            value={reading.encoding}
            disabled={isDisabled}
            className="input input-select w-full sm:w-72"
            onChange={({ target }) => choose({ encoding: CSV_ENCODINGS.find((one) => one === target.value) })}
          >
            {CSV_ENCODINGS.map((encoding) => (
              <option key={encoding} value={encoding}>
                {copy.encodings[encoding]}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 text-sm font-medium max-sm:w-full">
          {copy.separator}
          <select
            value={reading.separator}
            disabled={isDisabled}
            className="input input-select w-full sm:w-48"
            onChange={({ target }) => choose({ separator: separators.find((one) => one === target.value) })}
          >
            {separators.map((separator) => (
              <option key={separator} value={separator}>
                {copy.separators[separator]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <FirstRows rows={reading.rows} />
    </div>
  )
}

const separators = Object.keys(CSV_SEPARATORS) as CsvSeparator[]

function FirstRows({ rows }: Pick<CsvReading, "rows">) {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return (
    <figure>
      <figcaption className="mb-1 text-sm font-medium">{copy.rows}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it (WCAG 2.1.1) */}
      <section aria-label={copy.rows} tabIndex={0} className="overflow-x-auto rounded-field border border-base-300">
        <table className="w-full text-sm">
          <tbody className="divide-y divide-base-300">
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no other key, and never move
              <tr key={row} className={row === 0 ? "font-semibold" : ""}>
                {Array.from({ length: width }, (_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor have its cells
                  <td key={column} className="max-w-56 min-w-24 truncate px-3 py-1.5">
                    {cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  )
}

/** Shows how a rejected file was read, since a wrong encoding or separator is a common reason. */
export function RejectedReading({ file, onChoose }: Pick<FileReadingProps, "file" | "onChoose">) {
  const { data } = useQuery({
    queryKey: ["csv reading", file.batch, file.choice],
    queryFn: () => sendReading(file),
    retry: false,
  })
  if (!data || data.rows.length === 0) return null
  return (
    <section className="rounded-box border border-base-300 bg-base-100 p-4 md:p-6">
      <h2 className="mb-1 text-xl">{copy.title}</h2>
      <p className="prose-width mb-4 text-base-content/80">{copy.lead}</p>
      <FileReading file={file} reading={data} isDisabled={false} onChoose={onChoose} />
    </section>
  )
}
