import { InterruptionText } from "#client/office/pictures/interruption-text.tsx"
import { pictureUploads } from "#client/office/pictures/texts.ts"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { overallProgress } from "./overall-progress.ts"
import type { ProjectPictures } from "./project-pictures.ts"

/** Shows the progress of all uploads. Screen readers announce each picture, but not each percent. */
export function OverallProgressBar({ queue }: { queue: ProjectPictures }) {
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
