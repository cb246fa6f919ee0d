import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { saveFile } from "#client/office/ui/save-file.ts"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { UploadError } from "#client/uploads/http.ts"
import type { ProjectImport } from "#server/contract/project-import.ts"
import { type CsvFile, type ImportedState, isRejected, sendFaulty } from "./csv-file.ts"
import { ImportFailure } from "./import-failure.tsx"
import { importFile, importing as texts } from "./texts.ts"
import type { useImport } from "./use-import.ts"

interface ImportFormProps {
  file: CsvFile
  found: ProjectImport
  current: ReturnType<typeof useImport>
}

/** Imports the rows without errors; of a file that has others, these stay as a file to correct. */
export function ImportForm({ file, found, current: { sending, progress, choose } }: ImportFormProps) {
  const { invalid, created, updated, publishable } = found
  const [state, setState] = useState<ImportedState>("draft")
  const id = useId()
  const skipsFaulty = invalid > 0
  const incomplete = state === "published" ? created - publishable : 0
  const reason = blockedBecause(found, incomplete)
  // The server may have imported the projects in the chosen state already.
  const isUncertain = sending.isError && !isRejected(sending.error)
  // The server rejects rows that were valid before, so that the file has to be checked again.
  const isStale = sending.error instanceof UploadError && sending.error.status === 400

  function label(): string {
    if (reason !== undefined) return created + updated === 0 && invalid === 0 ? texts.nothing : texts.correct
    if (sending.isPending) return texts.pending
    if (isStale) return texts.checkAgain
    if (sending.isError) return texts.retry
    return skipsFaulty ? texts.submitGood(created + updated) : texts.submit(created + updated)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason !== undefined || sending.isPending) return
    if (isStale) choose(file)
    else sending.mutate({ file, state, skipsFaulty })
  }

  return (
    <form onSubmit={submit} className="mt-5 border-t border-base-300 pt-5">
      {created > 0 && (
        <fieldset disabled={sending.isPending || isUncertain} className="min-w-0">
          <legend className="mb-2 font-semibold">{texts.legend}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(["draft", "published"] as const).map((value) => (
              <label
                key={value}
                className="flex cursor-pointer items-start gap-3 rounded-field border border-base-content/30 p-3 has-checked:border-primary has-checked:bg-primary/5 has-checked:outline has-checked:outline-primary has-disabled:cursor-default"
              >
                <input
                  type="radio"
                  name="state"
                  checked={state === value}
                  aria-describedby={`${id}-${value}`}
                  className="mt-0.5 size-5 shrink-0 accent-primary"
                  onChange={() => setState(value)}
                />
                <span>
                  <span className="font-medium">{texts.states[value].label}</span>
                  <span id={`${id}-${value}`} className="block text-sm text-base-content/75">
                    {texts.states[value].help}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {sending.isError && (
        <div className="mt-4">
          <ImportFailure during="import" error={sending.error} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <BusyButton
          type="submit"
          isBusy={sending.isPending}
          disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : `${id}-reason`}
          className="btn btn-primary max-sm:w-full"
        >
          {sending.isError && <Icon name="retry" />}
          {label()}
        </BusyButton>
        {invalid > 0 && <SaveFaulty file={file} invalid={invalid} />}
        {reason !== undefined && (
          <p
            id={`${id}-reason`}
            className={`font-medium ${invalid + incomplete > 0 ? "text-error" : "text-base-content/75"}`}
          >
            {reason}
          </p>
        )}
        {sending.isPending && (
          <div className="min-w-40 grow">
            <ProgressBar label={importFile.sending} value={progress} />
          </div>
        )}
      </div>
    </form>
  )
}

/** Says why nothing can be imported, where that is so. */
function blockedBecause({ invalid, created, updated }: ProjectImport, incomplete: number): string | undefined {
  if (created + updated === 0) return invalid > 0 ? texts.blocked(invalid) : texts.unchanged
  return incomplete > 0 ? texts.incomplete(incomplete) : undefined
}

function SaveFaulty({ file, invalid }: { file: CsvFile; invalid: number }) {
  const saving = useMutation({
    mutationFn: () => sendFaulty(file),
    onSuccess: (rows) => saveFile(texts.faultyName, rows),
  })
  return (
    <>
      <BusyButton
        isBusy={saving.isPending}
        className="btn btn-outline btn-primary max-sm:w-full"
        onClick={() => saving.mutate()}
      >
        <Icon name="download" />
        {texts.saveFaulty(invalid)}
      </BusyButton>
      {saving.isError && (
        <p role="alert" className="basis-full font-medium text-error">
          {loadingFailure(texts.faultyFailed, saving.error)}
        </p>
      )}
    </>
  )
}
