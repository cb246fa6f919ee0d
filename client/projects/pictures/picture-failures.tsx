import { projectPictures as copy } from "#client/copy/admin-projects.ts"
import { Icon } from "#client/icons/icon.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { LogInAgain } from "#client/ui/log-in-again.tsx"
import { fileName, isRetryable, type UploadQueue } from "./upload-queue.ts"

interface PictureFailuresProps extends UploadQueue {
  onRetry: (keys: readonly string[]) => void
}

/** Which pictures were not uploaded and why, each reason once. */
export function PictureFailures({ pictures, rejected, onRetry }: PictureFailuresProps) {
  const failed = pictures.filter(({ error }) => error)
  const files = [...rejected, ...failed.map((one) => ({ fileName: fileName(one), reason: one.error?.message ?? "" }))]
  const filesByReason = Map.groupBy(files, ({ reason }) => reason)
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
          {copy.retryAll}
        </button>
      )}
    </div>
  )
}
