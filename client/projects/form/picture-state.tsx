import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/ui/icon.tsx"
import { mayArrive } from "./picture-failures.tsx"
import type { TrayPicture } from "./queued-picture.ts"

interface PictureStateProps {
  picture: TrayPicture
  position: number
  onRetry: () => void
}

const bar =
  "h-2 w-full appearance-none overflow-hidden rounded-full bg-base-300 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-base-300 [&::-webkit-progress-value]:bg-primary"

/** How far a picture is on its way, and what it weighs. */
export function PictureState({ picture, position, onRetry }: PictureStateProps) {
  const { state, progress } = picture
  return (
    <div className="grid gap-1.5 text-sm">
      {state !== "stored" && state !== "failed" && (
        <progress aria-label={copy.progress(position)} value={progress} max={1} className={bar} />
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-base-content/75">
        {state === "stored" && picture.file && <Icon name="done" className="size-4 text-success" />}
        {(state !== "stored" || picture.file) && (
          <span className={state === "failed" ? "font-medium text-error" : ""}>{inWords(picture)}</span>
        )}
        {weight(picture)}
      </p>
      {state === "failed" && mayArrive(picture) && (
        <button
          type="button"
          aria-label={copy.of(copy.retry, position)}
          className="btn btn-outline btn-primary justify-self-start"
          onClick={onRetry}
        >
          <Icon name="retry" />
          {copy.retry}
        </button>
      )}
    </div>
  )
}

function inWords({ state, progress }: TrayPicture): string {
  if (state === "sending") return progress < 1 ? copy.states.sending(Math.floor(progress * 100)) : copy.states.finishing
  return copy.states[state]
}

function weight({ file, sentBytes, size }: TrayPicture): string {
  if (file) return copy.weight(file.size, sentBytes ?? file.size)
  return size ? copy.size(size.width, size.height) : ""
}
