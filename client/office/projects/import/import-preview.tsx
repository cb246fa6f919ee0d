import { Icon } from "#client/icons/icon.tsx"
import { FileInput } from "#client/office/ui/file-input.tsx"
import { takeFocus } from "#client/office/ui/take-focus.ts"
import type { ProjectImport } from "#server/contract/project-import.ts"
import type { CsvFile } from "./csv-file.ts"
import { CSV_TYPES } from "./file-chooser.tsx"
import { FileReading } from "./file-reading.tsx"
import { ImportForm } from "./import-form.tsx"
import { PreviewRows } from "./preview-rows.tsx"
import { fileReading as reading, importPreview as texts } from "./texts.ts"
import type { useImport } from "./use-import.ts"

interface ImportPreviewProps {
  file: CsvFile
  found: ProjectImport
  current: ReturnType<typeof useImport>
  onFiles: (files: File[]) => void
}

/** Shows every row of the file, with a form that imports it. */
export function ImportPreview({ file, found, current, onFiles }: ImportPreviewProps) {
  const { valid, invalid, created, updated, ignored } = found
  const isFaulty = invalid > 0
  return (
    <>
      <section className="panel mb-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 gap-3">
            <Icon
              name={isFaulty ? "alert" : "done"}
              className={`mt-0.5 size-7 shrink-0 ${isFaulty ? "text-error" : "text-success"}`}
            />
            <div className="min-w-0">
              <h2 ref={takeFocus} tabIndex={-1} className="text-h3 outline-none">
                {texts.counts(valid, invalid)}
              </h2>
              <p className="text-sm text-base-content/75 wrap-anywhere">{texts.file(file.name, file.content.size)}</p>
            </div>
          </div>
          <span className="btn btn-outline relative max-sm:w-full">
            {texts.other}
            <FileInput
              accept={CSV_TYPES}
              aria-label={texts.other}
              disabled={current.sending.isPending}
              onFiles={onFiles}
            />
          </span>
        </div>
        {created < valid && (
          <p className="mt-3 font-medium">{texts.plan(created, updated, valid - created - updated)}</p>
        )}
        <p className="prose-width mt-3">{isFaulty ? texts.faultyLeft : texts.allReady}</p>
        {ignored.length > 0 && (
          <p className="mt-1 text-sm text-base-content/75 wrap-anywhere">{texts.ignored(ignored)}</p>
        )}
        <details open={file.choice !== undefined} className="mt-3">
          <summary className="link-inline inline-flex min-h-11 cursor-pointer items-center">
            {reading.summary(reading.encodings[found.reading.encoding], reading.separators[found.reading.separator])}
          </summary>
          <p className="prose-width my-2 text-base-content/80">{reading.lead}</p>
          <FileReading
            file={file}
            reading={found.reading}
            isDisabled={current.sending.isPending}
            onChoose={current.choose}
          />
        </details>
        <ImportForm file={file} found={found} current={current} />
      </section>
      <PreviewRows found={found} />
    </>
  )
}
