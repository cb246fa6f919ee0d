import { Icon } from "#client/icons/icon.tsx"
import { InterruptionText } from "#client/office/pictures/interruption-text.tsx"
import { projectPictures as texts } from "#client/office/projects/texts.ts"
import { ProgressBar } from "#client/ui/progress-bar.tsx"
import { buttons } from "#client/ui/texts.ts"
import { isInProgress, isRetryable } from "#client/uploads/queued-pictures.ts"
import type { ProjectPicture } from "./project-pictures.ts"

interface PictureStateProps {
  picture: ProjectPicture
  position: number
  onRetry: () => void
}

/** Shows the progress of a picture, and its weight or size. */
export function PictureState({ picture, position, onRetry }: PictureStateProps) {
  const { state, progress, file } = picture
  return (
    <div className="grid gap-1.5 text-sm">
      {isInProgress(picture) && <ProgressBar label={texts.progress(position)} value={progress} />}
      <p className="flex flex-wrap items-center gap-x-2 text-base-content/75">
        {state === "stored" && file && <Icon name="done" className="size-4 text-success" />}
        {(state !== "stored" || file) && (
          <span className={state === "failed" ? "font-medium text-error" : ""}>
            {state === "interrupted" ? <InterruptionText retryAt={picture.retryAt} /> : stateText(picture, state)}
          </span>
        )}
        {weight(picture)}
      </p>
      {isRetryable(picture) && (
        <button
          type="button"
          aria-label={texts.of(buttons.retry, position)}
          className="btn btn-outline btn-primary justify-self-start"
          onClick={onRetry}
        >
          <Icon name="retry" />
          {buttons.retry}
        </button>
      )}
    </div>
  )
}

function stateText({ progress }: ProjectPicture, state: Exclude<ProjectPicture["state"], "interrupted">): string {
  if (state === "sending")
    return progress < 1 ? texts.states.sending(Math.floor(progress * 100)) : texts.states.finishing
  return texts.states[state]
}

function weight({ file, sentBytes, size }: ProjectPicture): string {
  if (file) return texts.weight(file.size, sentBytes ?? file.size)
  return size ? texts.size(size.width, size.height) : ""
}
