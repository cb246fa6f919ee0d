import { type FormEvent, useId, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { BusyButton } from "#client/ui/busy-button.tsx"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { UploadError } from "#client/uploads/send-request.ts"
import type { ProjectImport } from "#server/contract/project-import.ts"
import { type CsvFile, type ImportedState, isRejected } from "./csv-file.ts"
import { ImportFailure } from "./import-failure.tsx"
import { importFile, importing as texts } from "./texts.ts"
import type { useImport } from "./use-import.ts"

interface ImportFormProps {
  file: CsvFile
  found: ProjectImport
  current: ReturnType<typeof useImport>
}

export function ImportForm({
  file,
  found: { valid, invalid, publishable },
  current: { sending, progress, choose },
}: ImportFormProps) {
  const [state, setState] = useState<ImportedState>("draft")
  const id = useId()
  const incomplete = state === "published" ? valid - publishable : 0
  const isBlocked = invalid > 0 || incomplete > 0
  // The server may have imported the projects in the chosen state already.
  const isUncertain = sending.isError && !isRejected(sending.error)
  // The server rejects rows that were valid before, so that the file has to be checked again.
  const isStale = sending.error instanceof UploadError && sending.error.status === 400

  function label(): string {
    if (isBlocked) return texts.correct
    if (sending.isPending) return texts.pending
    if (isStale) return texts.checkAgain
    return sending.isError ? texts.retry : texts.submit(valid)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBlocked || sending.isPending) return
    if (isStale) choose(file)
    else sending.mutate({ file, state })
  }

  return (
    <form onSubmit={submit} className="mt-5 border-t border-base-300 pt-5">
      <fieldset disabled={invalid > 0 || sending.isPending || isUncertain} className="min-w-0">
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
      {sending.isError && (
        <div className="mt-4">
          <ImportFailure during="import" error={sending.error} />
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <BusyButton
          type="submit"
          isBusy={sending.isPending}
          disabled={isBlocked}
          aria-describedby={isBlocked ? `${id}-reason` : undefined}
          className="btn btn-primary max-sm:w-full"
        >
          {sending.isError && <Icon name="retry" />}
          {label()}
        </BusyButton>
        {isBlocked && (
          <p id={`${id}-reason`} className="font-medium text-error">
            {invalid > 0 ? texts.blocked(invalid) : texts.incomplete(incomplete)}
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
