import { useSyncExternalStore } from "react"
import { groupBy } from "#client/app/group-by.ts"
import { Icon } from "#client/icons/icon.tsx"
import { InterruptionText } from "#client/office/pictures/interruption-text.tsx"
import { pictureUploads } from "#client/office/pictures/texts.ts"
import { useDroppedFiles } from "#client/office/pictures/use-dropped-files.ts"
import { projectForm, projectPictures as texts } from "#client/office/projects/texts.ts"
import { FileInput } from "#client/office/ui/file-input.tsx"
import { LogInAgain } from "#client/office/ui/log-in-again.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { Field } from "#client/ui/field.tsx"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { isRetryable } from "#client/uploads/queued-pictures.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import { overallProgress } from "./overall-progress.ts"
import { PictureList } from "./picture-list.tsx"
import type { ProjectPictures } from "./project-pictures.ts"
import type { ProjectUploads } from "./project-uploads.ts"

interface PictureFieldProps {
  uploads: ProjectUploads
  /** The project's name, which is the default alternative text. */
  projectName: string
  error: string | undefined
}

/** Adds, orders and describes the pictures of a project; files can be selected, dropped or pasted. */
export function PictureField({ uploads, projectName, error }: PictureFieldProps) {
  const queue = useSyncExternalStore(uploads.subscribe, uploads.getQueue)
  const { pictures, rejected } = queue
  const isDragOver = useDroppedFiles(uploads.add)
  return (
    <div className="grid gap-4">
      <Field
        name="images"
        label={PROJECT_FIELDS.images.label}
        help={projectForm.help.images}
        mark={projectForm.optional}
        error={error}
      >
        {({ name: _notSubmitted, ...control }) => (
          <div
            className={`relative grid justify-items-center gap-1 rounded-box border-2 border-dashed px-4 py-6 text-center ${
              isDragOver ? "border-primary bg-primary/10" : "border-base-content/40 hover:bg-base-200"
            }`}
          >
            <Icon name="addImage" className="size-8 text-primary" />
            <p className="font-medium">{isDragOver ? texts.drop : texts.pick}</p>
            <p className="text-sm text-base-content/75 tabular-nums">{texts.count(pictures.length)}</p>
            <FileInput {...control} accept="image/*" multiple onFiles={uploads.add} />
          </div>
        )}
      </Field>
      <PictureFailures
        pictures={pictures}
        rejected={rejected}
        onRetry={(keys) => uploads.dispatch({ type: "retried", keys })}
      />
      <OverallProgressBar queue={queue} />
      <PictureList pictures={pictures} dispatch={uploads.dispatch} projectName={projectName} />
    </div>
  )
}

interface PictureFailuresProps extends Pick<ProjectPictures, "pictures" | "rejected"> {
  onRetry: (keys: readonly string[]) => void
}

/** Lists the pictures that were not uploaded yet, and each reason once. */
function PictureFailures({ pictures, rejected, onRetry }: PictureFailuresProps) {
  const failed = pictures.filter(({ error }) => error)
  const files = [...rejected, ...failed.map(({ fileName, error }) => ({ fileName, reason: error?.message ?? "" }))]
  const filesByReason = groupBy(files, ({ reason }) => reason)
  if (files.length === 0) return null
  const retryable = failed.filter(isRetryable).map(({ key }) => key)
  return (
    <div className="grid gap-3">
      {[...filesByReason].map(([reason, files]) => (
        <Banner key={reason} tone="error" title={reason}>
          {files.map(({ fileName }) => fileName).join(", ")}
        </Banner>
      ))}
      {failed.some(({ error }) => error?.status === 401) && <LogInAgain />}
      {retryable.length > 1 && (
        <button
          type="button"
          className="btn btn-outline btn-primary justify-self-start"
          onClick={() => onRetry(retryable)}
        >
          <Icon name="retry" />
          {texts.retryAll}
        </button>
      )}
    </div>
  )
}

/** Shows the progress of all uploads. Screen readers announce each picture, but not each percent. */
function OverallProgressBar({ queue }: { queue: ProjectPictures }) {
  const overall = overallProgress(queue)
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement(queue)}
      </p>
      {overall && (
        <div className="grid gap-2 rounded-box bg-base-200 p-3 text-sm">
          <p className="flex flex-wrap justify-between gap-x-4 font-medium tabular-nums">
            {texts.overall.sending(overall.remaining, overall.total, Math.floor(overall.progress * 100))}
            {overall.interrupted && (
              <span className="font-normal text-base-content/75">
                <InterruptionText retryAt={overall.interrupted.retryAt} />
              </span>
            )}
          </p>
          <ProgressBar label={texts.overall.label} value={overall.progress} />
        </div>
      )}
    </>
  )
}

function announcement(queue: ProjectPictures): string {
  const overall = overallProgress(queue)
  if (overall?.interrupted) return pictureUploads.offline
  if (overall) return texts.overall.remaining(overall.remaining, overall.total)
  const uploads = queue.pictures.filter(({ file }) => file)
  return uploads.length > 0 && uploads.every(({ state }) => state === "stored") ? texts.overall.done : ""
}
