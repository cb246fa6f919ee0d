import { useId, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { useDroppedFiles } from "#client/office/pictures/use-dropped-files.ts"
import { Banner } from "#client/ui/banner.tsx"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { buttons } from "#client/ui/texts.ts"
import { isRejection, UploadError } from "#client/uploads/http.ts"
import {
  IMPORTED_COLUMNS,
  type ImportedColumn,
  PROJECT_CSV_TITLES,
  REQUIRED_COLUMNS,
} from "#server/contract/project-csv.ts"
import { FileChooser } from "./file-chooser.tsx"
import { RejectedReading } from "./file-reading.tsx"
import { ImportFailure } from "./import-failure.tsx"
import { ImportMessage } from "./import-message.tsx"
import { ImportPreview } from "./import-preview.tsx"
import { importing, importFile as texts } from "./texts.ts"
import { useImport } from "./use-import.ts"

export function ImportScreen() {
  const current = useImport()
  const { preview, sending, undo, progress, outcome, rejected } = current
  const [hasSeveral, setHasSeveral] = useState(false)
  const isDragOver = useDroppedFiles(chooseFile)

  function chooseFile([file, ...others]: File[]) {
    if (!file || sending.isPending || preview.isPending) return
    setHasSeveral(others.length > 0)
    if (others.length === 0) current.choose(file)
  }

  return (
    <>
      {outcome && <ImportMessage outcome={outcome} undo={undo} onDismiss={current.dismiss} />}
      {hasSeveral && (
        <div className="mb-4">
          <Banner tone="error">{importing.failures.several}</Banner>
        </div>
      )}
      {preview.isError && <PreviewFailure error={preview.error} onRetry={() => current.choose(preview.variables)} />}
      {rejected && (
        <div className="mb-4">
          <RejectedReading file={rejected} onChoose={current.choose} />
        </div>
      )}
      {preview.data ? (
        <ImportPreview key={preview.data.file.batchId} {...preview.data} current={current} onFiles={chooseFile} />
      ) : (
        <div className="grid gap-4 md:gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
          {preview.isPending ? (
            <Reading name={preview.variables.name} progress={progress} />
          ) : (
            <FileChooser isDragOver={isDragOver} onFiles={chooseFile} />
          )}
          <FileGuide />
        </div>
      )}
    </>
  )
}

/** Offers a retry, unless the server would reject the same file again. */
function PreviewFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isFinal = error instanceof UploadError && isRejection(error)
  return (
    <div className="mb-4 grid gap-3">
      <ImportFailure during="preview" error={error} />
      {!isFinal && (
        <button type="button" className="btn btn-outline justify-self-start" onClick={onRetry}>
          <Icon name="retry" />
          {buttons.retry}
        </button>
      )}
    </div>
  )
}

function Reading({ name, progress }: { name: string; progress: number }) {
  return (
    <div
      aria-live="polite"
      className="grid min-h-56 content-center gap-4 rounded-box border border-base-300 bg-base-100 p-6 text-center md:min-h-72"
    >
      <p className="font-medium wrap-anywhere">{texts.reading(name)}</p>
      <ProgressBar label={texts.sending} value={progress} />
    </div>
  )
}

const required: readonly ImportedColumn[] = REQUIRED_COLUMNS

/** Explains the columns of a file, and offers a template. */
function FileGuide() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="panel">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          {texts.guide}
        </h2>
        <a href="/api/admin/projects-template.csv" download className="btn btn-outline btn-primary max-sm:w-full">
          <Icon name="down" />
          {texts.template}
        </a>
      </div>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        {IMPORTED_COLUMNS.map((column) => (
          <div key={column} className="gap-x-4 py-2.5 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="font-semibold">
              {PROJECT_CSV_TITLES[column]}{" "}
              <span className="text-sm font-normal text-base-content/75 sm:block">
                {required.includes(column) ? texts.mandatory : texts.optional}
              </span>
            </dt>
            <dd className="text-base-content/80">{texts.columns[column]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-base-content/75">{texts.order}</p>
    </section>
  )
}
