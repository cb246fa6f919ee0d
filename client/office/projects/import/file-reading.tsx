import { useQuery } from "@tanstack/react-query"
import { CSV_ENCODINGS, CSV_SEPARATORS, type CsvSeparator } from "#server/contract/csv.ts"
import type { CsvChoice, CsvReading } from "#server/contract/project-import.ts"
import { type CsvFile, sendReading } from "./csv-file.ts"
import { fileReading as texts } from "./texts.ts"

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
        <ReadingChoice
          label={texts.encoding}
          value={reading.encoding}
          options={CSV_ENCODINGS}
          names={texts.encodings}
          isDisabled={isDisabled}
          onChoose={(encoding) => choose({ encoding })}
        />
        <ReadingChoice
          label={texts.separator}
          value={reading.separator}
          options={separators}
          names={texts.separators}
          isDisabled={isDisabled}
          onChoose={(separator) => choose({ separator })}
        />
      </div>
      <FirstRows rows={reading.rows} />
    </div>
  )
}

const separators = Object.keys(CSV_SEPARATORS) as CsvSeparator[]

interface ReadingChoiceProps<Option extends string> {
  label: string
  value: Option
  options: readonly Option[]
  names: Record<Option, string>
  isDisabled: boolean
  onChoose: (option: Option | undefined) => void
}

function ReadingChoice<Option extends string>(props: ReadingChoiceProps<Option>) {
  const { label, value, options, names, isDisabled, onChoose } = props
  return (
    <label className="grid gap-1 text-sm font-medium max-sm:w-full">
      {label}
      <select
        value={value}
        disabled={isDisabled}
        className="input input-select w-full sm:w-72"
        onChange={({ target }) => onChoose(options.find((option) => option === target.value))}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </select>
    </label>
  )
}

function FirstRows({ rows }: Pick<CsvReading, "rows">) {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return (
    <figure>
      <figcaption className="mb-1 text-sm font-medium">{texts.rows}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it (WCAG 2.1.1) */}
      <section aria-label={texts.rows} tabIndex={0} className="overflow-x-auto rounded-field border border-base-300">
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
    queryKey: ["csv reading", file.batchId, file.choice],
    queryFn: () => sendReading(file),
    retry: false,
  })
  if (!data || data.rows.length === 0) return null
  return (
    <section className="panel">
      <h2 className="mb-1 text-xl">{texts.title}</h2>
      <p className="prose-width mb-4 text-base-content/80">{texts.lead}</p>
      <FileReading file={file} reading={data} isDisabled={false} onChoose={onChoose} />
    </section>
  )
}
