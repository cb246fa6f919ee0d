import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { Banner } from "#client/ui/banner.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { LogInAgain } from "./log-in-again.tsx"
import type { TrayPicture } from "./queued-picture.ts"
import type { Tray } from "./upload-queue.ts"

interface PictureFailuresProps extends Tray {
  onRetry: (keys: readonly string[]) => void
}

/** Which pictures did not arrive and why, each reason once. */
export function PictureFailures({ pictures, refused, onRetry }: PictureFailuresProps) {
  const failed = pictures.filter(({ failure }) => failure)
  const reasons = Map.groupBy(
    [...refused, ...failed.map(({ fileName, failure }) => ({ fileName, text: failure?.message ?? "" }))],
    ({ text }) => text,
  )
  if (reasons.size === 0) return null
  const again = failed.filter(mayArrive).map(({ key }) => key)
  return (
    <div className="grid gap-3">
      {[...reasons].map(([text, files]) => (
        <Banner key={text} tone="error" title={text}>
          {files.map(({ fileName }) => fileName).join(", ")}
        </Banner>
      ))}
      {failed.some(({ failure }) => failure?.status === 401) && <LogInAgain />}
      {again.length > 1 && (
        <button type="button" className="btn btn-outline btn-primary justify-self-start" onClick={() => onRetry(again)}>
          <Icon name="retry" />
          {copy.retryAll}
        </button>
      )}
    </div>
  )
}

/** What the server refused for what it is will not be taken the next time. */
export function mayArrive({ failure }: TrayPicture): boolean {
  return failure !== undefined && ![400, 413, 415].includes(failure.status)
}
